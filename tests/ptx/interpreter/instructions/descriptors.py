"""Where the elements of a matrix lie in shared memory, by what a matrix descriptor says of it. PTX
ISA, "Asynchronous warpgroup level matrix shared memory layout": descriptor format, strides and
canonical layouts. Written from that text, not from the kernels."""

from functools import lru_cache

import numpy as np

from ..formats import decode
from ..program import PtxError

# Bytes of the swizzling pattern's rows, by the descriptor's field: of wgmma, of tcgen05.
WGMMA_SWIZZLE = {0: 16, 1: 128, 2: 64, 3: 32}
TCGEN05_SWIZZLE = {0: 16, 2: 128, 4: 64, 6: 32}


def field(descriptor, low, bits):
    return descriptor >> low & ((1 << bits) - 1)


def offsets_k_major(lines, depth_bytes, swizzle_bytes, leading, stride):
    """Byte offsets (lines, depth in bytes) of rows of A or columns of B, before swizzling. In units
    of 16 bytes, the canonical layouts are ((8,m),(1,2k)):((width,SBO),(1,1)) with a pattern `width`
    units wide, and ((8,m),(1,2k)):((1,SBO),(1,LBO)) without swizzling."""
    line = np.arange(lines)[:, None]
    byte = np.arange(depth_bytes)[None, :]
    unit, inside = byte // 16, byte % 16
    along = unit * (leading if swizzle_bytes == 16 else 16)
    return line % 8 * swizzle_bytes + line // 8 * stride + along + inside


def swizzled(addresses, swizzle_bytes):
    """Bits 4 up to 6 of the address are flipped by those from bit 7 on, as many as the pattern is
    wide: Swizzle<1,4,3>, <2,4,3>, <3,4,3>."""
    mask = swizzle_bytes // 16 - 1
    return addresses ^ ((addresses >> 7 & mask) << 4)


@lru_cache(maxsize=None)
def addresses_of(start, lines, depth_bytes, swizzle_bytes, leading, stride):
    addresses = start + offsets_k_major(lines, depth_bytes, swizzle_bytes, leading, stride)
    return swizzled(addresses, swizzle_bytes).astype(np.uint64)


def tile(m, block, descriptor, lines, depth_bytes, swizzles, mode):
    """Bytes (lines, depth_bytes) of a K-major matrix in the block's shared memory."""
    if mode not in swizzles:
        raise PtxError(f"swizzling mode {mode}")
    swizzle = swizzles[mode]
    start = field(descriptor, 0, 14) << 4
    leading, stride = field(descriptor, 16, 14) << 4, field(descriptor, 32, 14) << 4
    if field(descriptor, 49, 3):
        raise PtxError("a base offset other than zero")
    if swizzle != 16 and depth_bytes > swizzle:
        raise PtxError("an operand deeper than the swizzling pattern")
    addresses = addresses_of(start, lines, depth_bytes, swizzle, leading, stride)
    at = m.memory.find_shared(block, addresses, 1)
    m.memory.loads.add("tensor", 0, 1, at.reshape(-1))
    return m.memory.shared[at]


def of_tile(kind, octets):
    """Numbers (lines, depth) of a tile's bytes."""
    octets = np.ascontiguousarray(octets)
    width = {"tf32": np.uint32, "f16": np.uint16, "bf16": np.uint16}.get(kind, np.uint8)
    return decode(kind, octets.view(width))

"""mma.sync: matrix products of one warp, whose fragments lie in registers."""

import re

import numpy as np

from ..formats import exact
from ..program import PtxError
from ..steps import BITS, Work, builds
from .fragments import (fragment, matrix, numbers, places_of_a, places_of_b,
                        places_of_d)

REGISTER = {"f64": "f64", "f32": "f32", "s32": "s32"}  # others come packed in .b32
# Block scales: how many a row has, their format, and its one.
SCALES = {"kind::mxf4": ("scale_vec::2X", "ue8m0", 0x7F),
          "kind::mxf8f6f4": ("scale_vec::1X", "ue8m0", 0x7F),
          "kind::mxf4nvf4": ("scale_vec::4X", "ue4m3", 0x38)}
INPUTS = ("f64", "tf32", "f16", "bf16", "s8", "u8", "e4m3", "e3m2", "e2m3", "e2m1")


def shape_of(s):
    for modifier in list(s.left):
        match = re.fullmatch(r"m(\d+)n(\d+)k(\d+)", modifier)
        if match:
            s.left.remove(modifier)
            return [int(one) for one in match.groups()]
    raise PtxError("no shape")


def to_numbers(kind, registers):
    """Of A or B. Of the kinds that f8f6f4 has, 4-bit numbers lie in the middle of their byte and
    6-bit ones in its low bits; what the format leaves unused has to be zero."""
    if kind == "f8f6f4 e2m1":
        octets = registers.view(np.uint8)
        if (octets & 0xC3).any():
            raise PtxError("a 4-bit number that is not in bits 2 to 5 of its byte")
        return numbers("e2m1", np.ascontiguousarray(octets >> 2).view(np.uint32))
    if kind in ("e3m2", "e2m3") and (registers.view(np.uint8) & 0xC0).any():
        raise PtxError("a 6-bit number with more than 6 bits")
    return numbers(kind, registers)


def to_bits(kind, values):
    """Accumulators back into registers' bits: (lanes, registers)."""
    if kind == "s32":
        return np.mod(values, 2.0 ** 32).astype(np.uint64).astype(np.uint32)
    if np.isnan(values).any():
        raise ArithmeticError("a NaN")
    bits = exact(kind, np.ascontiguousarray(values))
    return bits.view(np.uint32) if kind == "f16" else bits


def signed_s32(kind, registers):
    if kind == "s32":
        return registers.view(np.int32).astype(np.float64)
    return numbers(kind, registers)


def gather(reads, m, lanes):
    return np.ascontiguousarray(np.stack([read(m, lanes) for read in reads], axis=1))


def block_scales(s, family):
    """Scales of one only: which byte of which lane scales what then does not matter."""
    count, kind, one = SCALES[family]
    s.need("block_scale")
    s.need(count)
    s.need(kind)
    scales = [part for i in (4, 6) for part in parts_of(s.operands[i])]
    reads = [s.reader(part, "b32") for part in scales]

    def check(m, lanes):
        for read in reads:
            if (np.ascontiguousarray(read(m, lanes)).view(np.uint8) != one).any():
                raise PtxError("a block scale other than one")
    return check


def parts_of(operand):
    return operand.parts if operand.kind == "vector" else (operand,)


@builds("mma")
def mma(s):
    s.need("sync")
    s.need("aligned")
    family = s.took("kind::f8f6f4", *SCALES)
    rows, columns, depth = shape_of(s)
    s.need("row")
    s.need("col")
    s.took("satfinite")
    scales = block_scales(s, family) if family in SCALES else None
    sums = ("f64", "f32", "f16", "s32")
    kind_d, kind_a, kind_b, kind_c = [s.next(*one) for one in (sums, INPUTS, INPUTS, sums)]
    if kind_d != kind_c:
        raise PtxError("accumulators of two types")
    bits = {"f64": 64, "tf32": 32, "f16": 16, "bf16": 16}.get(kind_a, 8)
    if family in ("kind::mxf4", "kind::mxf4nvf4"):
        kind_a = kind_b = "e2m1x2"
        bits = 4
    elif family:
        kind_a, kind_b = [f"f8f6f4 {one}" if one == "e2m1" else one for one in (kind_a, kind_b)]
    of_inputs = "f64" if bits == 64 else "b32"
    of_sums = REGISTER.get(kind_d, "b32")
    d, a, b, c = [parts_of(one) for one in s.operands[:4]]
    read_a, read_b = [[s.reader(one, of_inputs) for one in part] for part in (a, b)]
    read_c = [s.reader(one, of_sums) for one in c]
    write_d = [s.writer(one, of_sums) for one in d]
    at_a, at_b = places_of_a(rows, depth, bits), places_of_b(columns, depth, bits)
    at_d = places_of_d(rows, columns)
    s.work = Work("matrix", 2 * rows * columns * depth / 32)

    def run(m, lanes):
        m.whole_warps(lanes)
        if scales:
            scales(m, lanes)
        left = matrix(to_numbers(kind_a, gather(read_a, m, lanes)), at_a, (rows, depth))
        right = matrix(to_numbers(kind_b, gather(read_b, m, lanes)), at_b, (depth, columns))
        start = signed_s32(kind_d, gather(read_c, m, lanes))
        start = matrix(start, at_d, (rows, columns))
        result = to_bits(kind_d, fragment(left @ right + start, at_d))
        for i, write in enumerate(write_d):
            write(m, lanes, np.ascontiguousarray(result[:, i]).view(BITS[of_sums]))
    return run

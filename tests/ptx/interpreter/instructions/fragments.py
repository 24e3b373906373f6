"""Which element of a matrix each register of each lane of a warp holds: PTX ISA, "Matrix fragments
for mma", written from its formulas (groupID = lane / 4, threadID_in_group = lane % 4)."""

from functools import lru_cache

import numpy as np

from ..formats import UNSIGNED, decode
from ..program import PtxError

LANE = np.arange(32)[:, None]
GROUP, THREAD = LANE // 4, LANE % 4

# Bytes that one element of a fragment takes, and in which format mma.sync reads it there.
ELEMENT_BITS = {"f64": 64, "tf32": 32, "f16": 16, "bf16": 16, "s8": 8, "u8": 8, "e4m3": 8,
                "e3m2": 8, "e2m3": 8, "e2m1": 8, "f32": 32, "s32": 32}


@lru_cache(maxsize=None)
def places_of_a(m, k, bits):
    """(rows, columns) of A's elements, each (32, elements of a lane), in a lane's order."""
    per_register = max(1, 32 // bits)  # elements side by side
    i = np.arange(m * k // 32)[None, :]
    inside, register = i % per_register, i // per_register
    halves = m // 8  # registers go down first, then to the right
    row = GROUP + 8 * (register % halves)
    column = THREAD * per_register + inside + 4 * per_register * (register // halves)
    return row, column


@lru_cache(maxsize=None)
def places_of_b(n, k, bits):
    per_register = max(1, 32 // bits)
    i = np.arange(n * k // 32)[None, :]
    inside, register = i % per_register, i // per_register
    return THREAD * per_register + inside + 4 * per_register * register, GROUP + 0 * i


@lru_cache(maxsize=None)
def places_of_d(m, n):
    i = np.arange(m * n // 32)[None, :]
    row = GROUP + 8 * (i // 2)
    return row, THREAD * 2 + i % 2


def numbers(kind, registers):
    """(lanes, registers) bits to (lanes, elements), a register's low ones first."""
    bits = ELEMENT_BITS[kind] if kind != "e2m1x2" else 4
    flat = np.ascontiguousarray(registers)
    if bits == 4:
        octets = flat.view(np.uint8)
        return decode("e2m1", np.stack([octets & 15, octets >> 4], axis=2).reshape(len(flat), -1))
    return decode(kind, flat.view(UNSIGNED[bits // 8]).reshape(len(flat), -1))


def matrix(values, places, shape):
    """(warps * 32, elements) to (warps, rows, columns)."""
    row, column = places
    if values.shape[1] != row.shape[1]:
        raise PtxError(f"a fragment of {values.shape[1]} elements, not {row.shape[1]}")
    out = np.full((len(values) // 32, *shape), np.nan)
    out[:, row, column] = values.reshape(-1, 32, values.shape[1])
    return out


def fragment(matrices, places):
    """The reverse: (warps * 32, elements)."""
    row, column = places
    return matrices[:, row, column].reshape(-1, row.shape[1])

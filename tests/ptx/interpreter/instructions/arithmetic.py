"""Integer and floating-point arithmetic of one thread, and bits of words."""

import numpy as np

from .. import formats
from ..formats import FLOATS, INTEGERS, PACKED, each_half
from ..program import PtxError
from ..steps import Work, builds, simple, width_of

LOGIC = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}
INTEGER = {"add": np.add, "sub": np.subtract, "min": np.minimum, "max": np.maximum}


@builds("and", "or", "xor")
def logic(s):
    kind = s.type()
    if kind.startswith("b") and kind != "b16":
        s.work = Work("integer", 1)
    return simple(s, kind, LOGIC[s.instruction.op], *s.operands[1:])


@builds("not")
def invert(s):
    return simple(s, s.type(), np.invert, s.operands[1])


@builds("shl", "shr")
def shift(s):
    kind = s.type()
    left = s.instruction.op == "shl"
    read, count = s.typed(s.operands[1], kind), s.typed(s.operands[2], "u32")
    write = s.writer(s.operands[0], kind)
    bits = 8 * width_of(kind)
    operate = np.left_shift if left else np.right_shift

    def run(m, lanes):
        values, by = read(m, lanes), count(m, lanes)
        inside = operate(values, np.minimum(by, bits - 1).astype(values.dtype))
        beyond = values >> (bits - 1) if kind.startswith("s") and not left else values ^ values
        write(m, lanes, np.where(by < bits, inside, beyond))
    return run


@builds("shf")
def funnel(s):
    direction, wrap = s.need("l", "r"), s.need("wrap")
    kind = s.need("b32")
    low, high, count = [s.typed(one, "u32") for one in s.operands[1:]]
    write = s.writer(s.operands[0], kind)

    def run(m, lanes):
        both = (high(m, lanes).astype(np.uint64) << np.uint64(32)) | low(m, lanes)
        by = (count(m, lanes) & np.uint32(31)).astype(np.uint64)
        moved = (both << by) >> np.uint64(32) if direction == "l" else both >> by
        write(m, lanes, moved.astype(np.uint32))
    return run if wrap else None


@builds("lop3")
def lop3(s):
    kind = s.need("b32")
    table = s.operands[4].value
    s.work = Work("integer", 1)

    def operate(a, b, c):
        result = np.zeros_like(a)
        for case in range(8):
            if table >> case & 1:
                result |= (a if case & 4 else ~a) & (b if case & 2 else ~b) & \
                    (c if case & 1 else ~c)
        return result
    return simple(s, kind, operate, *s.operands[1:4])


@builds("bfe")
def bit_field(s):
    kind = s.need("u32", "u64")
    read = s.typed(s.operands[1], kind)
    first, length = s.typed(s.operands[2], "u32"), s.typed(s.operands[3], "u32")
    write = s.writer(s.operands[0], kind)

    def run(m, lanes):
        values = read(m, lanes)
        size = length(m, lanes).astype(values.dtype)
        mask = (values.dtype.type(1) << size) - values.dtype.type(1)
        write(m, lanes, (values >> first(m, lanes).astype(values.dtype)) & mask)
    return run


@builds("bfi")
def insert_field(s):
    kind = s.need("b32")

    def operate(field, into, first, length):
        by, size = first.astype(np.uint64), length.astype(np.uint64)
        mask = ((np.uint64(1) << size) - np.uint64(1)) << by
        merged = (into.astype(np.uint64) & ~mask) | ((field.astype(np.uint64) << by) & mask)
        return merged.astype(np.uint32)
    return simple(s, kind, operate, *s.operands[1:])


@builds("popc")
def population(s):
    kind = s.need("b32", "b64")
    read, write = s.reader(s.operands[1], kind), s.writer(s.operands[0], "u32")

    def run(m, lanes):
        octets = np.ascontiguousarray(read(m, lanes)).view(np.uint8)
        write(m, lanes, np.unpackbits(octets.reshape(-1, width_of(kind)), axis=1).sum(
            axis=1, dtype=np.uint32))
    return run


@builds("dp4a")
def dot4(s):
    of_a, of_b = s.next("s32", "u32"), s.next("s32", "u32")
    s.work = Work("integer", 8)
    octets = {"s32": np.int8, "u32": np.uint8}

    def operate(a, b, c):
        a = np.ascontiguousarray(a).view(octets[of_a]).reshape(-1, 4).astype(np.int64)
        b = np.ascontiguousarray(b).view(octets[of_b]).reshape(-1, 4).astype(np.int64)
        return ((a * b).sum(axis=1) + c).astype(np.uint64).astype(np.uint32)
    return simple(s, "u32", operate, *s.operands[1:])


@builds("mad")
def multiply_add(s):
    if s.took("rn") or not any(one in INTEGERS for one in s.left):
        raise PtxError("mad of floating-point numbers")
    part = s.need("lo", "wide")
    kind = s.type()
    s.work = Work("integer", 2)
    if part == "lo":
        return simple(s, kind, lambda a, b, c: a * b + c, *s.operands[1:])
    wide = kind[0] + str(16 * width_of(kind))
    a, b = s.typed(s.operands[1], kind), s.typed(s.operands[2], kind)
    c, write = s.typed(s.operands[3], wide), s.writer(s.operands[0], wide)
    return lambda m, lanes: write(m, lanes, a(m, lanes).astype(INTEGERS[wide]) *
                                  b(m, lanes).astype(INTEGERS[wide]) + c(m, lanes))


@builds("mul", "add", "sub", "min", "max", "div", "rem")
def arithmetic(s):
    op = s.instruction.op
    part = s.took("lo", "wide", "hi")
    rounding = s.took("rn")
    kind = s.type()
    if kind not in INTEGERS:
        return floating(s, op, kind, rounding)
    if op in ("add", "sub") or op == "mul":
        s.work = Work("integer", 1)
    if op in ("div", "rem"):
        return simple(s, kind, quotient(op, kind), *s.operands[1:])
    if op != "mul":
        return simple(s, kind, INTEGER[op], *s.operands[1:])
    if part == "lo":
        return simple(s, kind, np.multiply, *s.operands[1:])
    if width_of(kind) > 4:
        raise PtxError("the upper half of a 64-bit product")
    wide = kind[0] + str(16 * width_of(kind))
    reads = [s.typed(one, kind) for one in s.operands[1:]]
    write = s.writer(s.operands[0], wide if part == "wide" else kind)

    def run(m, lanes):
        a, b = [read(m, lanes).astype(INTEGERS[wide]) for read in reads]
        whole = a * b
        if part == "hi":
            whole = (whole >> (8 * width_of(kind))).astype(INTEGERS[kind])
        write(m, lanes, whole)
    return run


def quotient(op, kind):
    if not kind.startswith("u"):
        raise PtxError("a division with signs")

    def operate(a, b):
        if not b.all():
            raise PtxError("a division by zero")
        return a // b if op == "div" else a % b
    return operate


def floating(s, op, kind, rounding):
    if op not in ("mul", "add", "sub"):
        raise PtxError(f"{op} of floating-point numbers")
    s.fusable = rounding is None
    if kind not in FLOATS and kind != "bf16" and kind not in PACKED:
        raise PtxError(f"{op} of .{kind}")
    operate = {"mul": formats.mul, "add": formats.add, "sub": formats.sub}[op]
    s.work = Work("float", 2 if kind in PACKED else 1)
    return bitwise(s, kind, operate, s.operands[1:])


def bitwise(s, kind, operate, operands):
    reads = [s.reader(one, kind) for one in operands]
    write = s.writer(s.operands[0], kind)
    if kind in PACKED:
        return lambda m, lanes: write(m, lanes, each_half(operate, kind,
                                                          *[read(m, lanes) for read in reads]))
    return lambda m, lanes: write(m, lanes, operate(kind, *[read(m, lanes) for read in reads]))


@builds("fma")
def fused(s):
    s.need("rn")
    kind = s.type()
    s.work = Work("float", 4 if kind in PACKED else 2)
    return bitwise(s, kind, formats.fma, s.operands[1:])


@builds(*formats.APPROXIMATE)
def approximate(s):
    s.need("approx")
    s.took("ftz")
    s.need("f32")
    s.work = Work("special", 1)
    name = s.instruction.op
    read, write = s.reader(s.operands[1], "f32"), s.writer(s.operands[0], "f32")
    return lambda m, lanes: write(m, lanes, formats.approximate(name, read(m, lanes)))

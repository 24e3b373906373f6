"""Instructions that move, select, compare and convert registers."""

import numpy as np

from .. import formats
from ..formats import FLOATS, INTEGERS, PACKED
from ..program import PtxError
from ..steps import BITS, builds, simple, width_of

COMPARE = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal,
           "gt": np.greater, "ge": np.greater_equal, "lo": np.less, "ls": np.less_equal,
           "hi": np.greater, "hs": np.greater_equal}
COMBINE = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}


@builds("mov")
def mov(s):
    kind = s.type("b128")
    to, what = s.operands
    if to.kind == "vector":
        return unpack(s, kind, to.parts, what)
    if what.kind == "vector":
        return pack(s, kind, to, what.parts)
    read, write = s.reader(what, kind), s.writer(to, kind)
    return lambda m, lanes: write(m, lanes, read(m, lanes))


def part_type(kind, parts):
    bits = 8 * width_of(kind) // len(parts)
    if bits * len(parts) != 8 * width_of(kind):
        raise PtxError("parts that do not fill the whole")
    return f"b{bits}"


def unpack(s, kind, parts, what):
    part = part_type(kind, parts)
    read = s.reader(what, kind)
    writes = [s.writer(one, part) for one in parts]

    def run(m, lanes):
        values = np.ascontiguousarray(read(m, lanes)).view(BITS[part]).reshape(-1, len(parts))
        for i, write in enumerate(writes):
            write(m, lanes, np.ascontiguousarray(values[:, i]))
    return run


def pack(s, kind, to, parts):
    part = part_type(kind, parts)
    reads = [s.reader(one, part) for one in parts]
    write = s.writer(to, kind)

    def run(m, lanes):
        values = np.stack([read(m, lanes) for read in reads], axis=1)
        write(m, lanes, values.view(BITS[kind])[:, 0])
    return run


@builds("prmt")
def permute(s):
    kind = s.need("b32")

    def operate(a, b, selector):
        source = np.stack([a, b], axis=1).view(np.uint8).reshape(-1, 8)
        if (selector & np.uint32(0x8888)).any():
            raise PtxError("prmt with sign replication")
        picks = (selector[:, None] >> np.array([0, 4, 8, 12], np.uint32)) & np.uint32(7)
        return np.take_along_axis(source, picks.astype(np.int64), axis=1).view(np.uint32)[:, 0]
    return simple(s, kind, operate, *s.operands[1:])


@builds("setp")
def compare(s):
    operate = COMPARE[s.need(*COMPARE)]
    combine = s.took("and", "or", "xor")
    kind = s.type()
    a, b = s.typed(s.operands[1], kind), s.typed(s.operands[2], kind)
    write = s.writer(s.operands[0], "pred")
    if not combine:
        return lambda m, lanes: write(m, lanes, operate(a(m, lanes), b(m, lanes)))
    other = s.reader(s.operands[3], "pred")
    return lambda m, lanes: write(m, lanes, COMBINE[combine](operate(a(m, lanes), b(m, lanes)),
                                                           other(m, lanes)))


@builds("selp")
def select(s):
    kind = s.type()
    chosen = s.reader(s.operands[3], "pred")
    a, b = s.reader(s.operands[1], kind), s.reader(s.operands[2], kind)
    write = s.writer(s.operands[0], kind)
    return lambda m, lanes: write(m, lanes, np.where(chosen(m, lanes), a(m, lanes), b(m, lanes)))


@builds("neg", "abs")
def sign(s):
    kind = s.type()
    if kind not in INTEGERS and kind not in FLOATS:
        raise PtxError(f"no sign of .{kind}")
    return simple(s, kind, {"neg": np.negative, "abs": np.abs}[s.instruction.op], s.operands[1])


@builds("cvta")
def to_space(s):
    """Generic addresses are those of their space: nothing to do, and shared ones are 32 bits."""
    s.took("to")
    s.need("global", "shared")
    kind = s.need("u64", "u32")
    read, write = s.reader(s.operands[1], kind), s.writer(s.operands[0], kind)
    return lambda m, lanes: write(m, lanes, read(m, lanes))


@builds("cvt")
def convert(s):
    rounding = s.took("rn", "rni", "rzi")
    kinds = [s.type(), s.type()]
    to, of = kinds
    if to in PACKED:
        return pack_converted(s, to, of)
    read, write = s.reader(s.operands[1], of), s.writer(s.operands[0], to)
    if to in INTEGERS and of in INTEGERS:
        return lambda m, lanes: write(m, lanes, read(m, lanes).view(INTEGERS[of]).astype(
            INTEGERS[to]))

    def run(m, lanes):
        values = formats.decode(of, read(m, lanes))
        if to in INTEGERS:
            result = formats.to_integer(to, values, rounding)
        elif rounding == "rn" or of == "f32" and to == "f64" or of in ("f16", "bf16"):
            result = formats.round_to(to, values)
        else:
            raise PtxError("a conversion without .rn")
        write(m, lanes, result)
    if of in INTEGERS and width_of(of) == 8:
        raise PtxError("64-bit integers to floating point")
    return run


def pack_converted(s, to, of):
    """Two numbers, the second one into the low half."""
    high, low = [s.reader(one, of) for one in s.operands[1:]]
    write = s.writer(s.operands[0], to)

    def run(m, lanes):
        halves = np.stack([formats.decode(of, low(m, lanes)),
                           formats.decode(of, high(m, lanes))], axis=1)
        write(m, lanes, formats.round_to(PACKED[to], halves).view(BITS[to])[:, 0])
    return run

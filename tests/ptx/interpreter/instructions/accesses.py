"""Loads, stores, shuffles and copies between the state spaces."""

import numpy as np

from ..program import PtxError
from ..steps import BITS, builds, size_of, width_of

# What a load or store may say of its caches. Kept in Step.cache for the checks.
ORDERS = ("relaxed", "acquire", "release", "volatile", "weak")
SCOPES = ("cta", "gpu", "sys", "cluster")
CACHES = ("ca", "cg", "cs", "cv", "lu", "nc", "wb", "wt")


def access_type(s):
    """(state space or "", type, number of elements), after the cache operators are taken off."""
    s.took(*ORDERS) and s.took(*SCOPES)
    space = s.took("param", "global", "shared", "shared::cta", "shared::cluster", "local", "const")
    s.took(*CACHES)
    s.took("L1::no_allocate", "L1::evict_first", "L1::evict_last", "L1::evict_normal")
    s.took("L2::128B", "L2::256B", "L2::64B")
    count = int((s.took("v2", "v4", "v8") or "v1")[1:])
    kind = s.type()
    if space in ("local", "const"):
        raise PtxError(f"{space} memory, which no kernel should need")
    return (space or "").split("::")[0], kind, count


def space_of(space, addresses):
    """For generic addresses: shared memory's are small."""
    if space:
        return space
    return "shared" if int(addresses.max()) < 1 << 32 else "global"


def parts_of(operand, count):
    parts = operand.parts if operand.kind == "vector" else (operand,)
    if len(parts) != count:
        raise PtxError(f"{count} registers expected")
    return parts


@builds("ld")
def load(s):
    space, kind, count = access_type(s)
    to, where = s.operands
    writes = [s.writer(one, kind) for one in parts_of(to, count)]
    if space == "param":
        return parameter(s, kind, count, writes, where)
    address = s.address(where)

    def run(m, lanes):
        at = address(m, lanes)
        values = m.memory.load(space_of(space, at), m.block[lanes], at, width_of(kind), count)
        for i, write in enumerate(writes):
            write(m, lanes, np.ascontiguousarray(values[:, i]))
    return run


def parameter(s, kind, count, writes, where):
    size = width_of(kind)

    def run(m, lanes):
        first = m.kernel.parameters[where.name] + where.value
        for i, write in enumerate(writes):
            raw = m.arguments[first + i * size:first + (i + 1) * size]
            value = np.frombuffer(raw, BITS[kind])[0]
            write(m, lanes, np.full(size_of(m, lanes), value, BITS[kind]))
    return run


@builds("st")
def store(s):
    space, kind, count = access_type(s)
    where, what = s.operands
    reads = [s.reader(one, kind) for one in parts_of(what, count)]
    address = s.address(where)

    def run(m, lanes):
        at = address(m, lanes)
        values = np.stack([read(m, lanes) for read in reads], axis=1)
        into = space_of(space, at)
        m.memory.store(into, m.block[lanes], at, values)
        if into == "shared":
            m.unfenced[lanes] = True
    return run


@builds("shfl")
def shuffle(s):
    s.need("sync")
    how = s.need("bfly", "down", "up", "idx")
    s.need("b32")
    to = s.operands[0]
    inside = None
    if to.kind == "vector":
        to, inside = to.parts
    read, by = s.reader(s.operands[1], "b32"), s.reader(s.operands[2], "u32")
    clamp = s.operands[3].value
    if clamp not in (31, 0):
        raise PtxError("a shuffle of parts of a warp")
    write = s.writer(to, "b32")
    write_inside = s.writer(inside, "pred") if inside else None

    def run(m, lanes):
        rows = m.whole_warps(lanes)
        values = read(m, lanes).reshape(rows.shape)
        lane = np.arange(32)
        step = by(m, lanes).reshape(rows.shape).astype(np.int64)
        wanted = {"bfly": lane ^ step, "down": lane + step, "up": lane - step,
                  "idx": step + 0 * lane}[how]
        valid = (wanted >= 0) & (wanted < 32)
        source = np.where(valid, wanted, lane)
        write(m, lanes, np.take_along_axis(values, source, axis=1).reshape(-1))
        if write_inside:
            write_inside(m, lanes, valid.reshape(-1))
    return run

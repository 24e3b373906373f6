"""wgmma: asynchronous matrix products of a warpgroup of four warps, both operands in shared
memory. They take effect when they are waited for (or at once, as the launch asks), so a kernel that
reads an accumulator too early, or overwrites a tile too early, is found at fault."""

from functools import lru_cache

import numpy as np

from ..program import PtxError
from ..steps import BITS, Work, builds
from .descriptors import WGMMA_SWIZZLE, field, of_tile, tile
from .tensor import REGISTER, gather, shape_of, signed_s32, to_bits

GROUP = 128  # threads


class Item:
    """One product of one or more warpgroups, done once."""

    def __init__(self, work):
        self.work = work
        self.done = False

    def finish(self):
        if not self.done:
            self.done = True
            self.work()


class Engine:
    def __init__(self, groups):
        self.open = [[] for _ in range(groups)]  # of each warpgroup, not committed yet
        self.committed = [[] for _ in range(groups)]
        self.fenced = np.zeros(groups, np.bool_)

    def at_end(self):
        if any(self.open) or any(not item.done for groups in self.committed for group in groups
                                 for item in group):
            raise PtxError("the kernel ends with matrix products under way")


def engine_of(m):
    if "wgmma" not in m.engines:
        m.engines["wgmma"] = Engine(m.lanes // GROUP)
    return m.engines["wgmma"]


def groups_of(m, lanes):
    return m.whole_warps(lanes, GROUP)[:, 0] // GROUP


@lru_cache(maxsize=None)
def places(columns):
    """(rows, columns) of a lane's accumulators, each (128, N / 2)."""
    thread = np.arange(GROUP)[:, None]
    i = np.arange(columns // 2)[None, :]
    row = thread // 32 * 16 + thread % 32 // 4 + i // 2 % 2 * 8
    return row, i // 4 * 8 + thread % 4 * 2 + i % 2


def product(s, kinds, shape):
    kind_d, kind_a, kind_b = kinds
    rows, columns, depth = shape
    of_sums = REGISTER.get(kind_d, "b32")
    reads = [s.reader(one, of_sums) for one in s.operands[0].parts]
    writes = [s.writer(one, of_sums) for one in s.operands[0].parts]
    numbers = columns // 2
    if len(reads) != (numbers // 2 if kind_d == "f16" else numbers):
        raise PtxError(f"{len(reads)} registers for N = {columns}")
    bits = {"tf32": 32, "f16": 16, "bf16": 16}.get(kind_a, 8)
    depth_bytes = depth * bits // 8
    if depth_bytes != 32:
        raise PtxError(f"K = {depth} for .{kind_a}")
    at = places(columns)

    def run(m, rows_of_lanes, descriptors, accumulate):
        lanes = rows_of_lanes.reshape(-1)
        start = signed_s32(kind_d, gather(reads, m, lanes)).reshape(-1, GROUP, numbers)
        result = np.empty_like(start)
        for i, group in enumerate(rows_of_lanes):
            left, right = [
                of_tile(kind, tile(m, m.block[group[0]], descriptor[i], lines, depth_bytes,
                                   WGMMA_SWIZZLE, field(descriptor[i], 62, 2)))
                for kind, descriptor, lines in ((kind_a, descriptors[0], rows),
                                                (kind_b, descriptors[1], columns))]
            full = left @ right.T
            result[i] = full[at] + (start[i] if accumulate[i] else 0)
        bits_out = to_bits(kind_d, result.reshape(-1, numbers))
        for i, write in enumerate(writes):
            write(m, lanes, np.ascontiguousarray(bits_out[:, i]).view(BITS[of_sums]))
    return run


def multiply(s):
    s.need("sync")
    s.need("aligned")
    shape = shape_of(s)
    inputs = ("f16", "bf16", "tf32", "e4m3", "s8")
    kinds = [s.next(*one) for one in (("f32", "f16", "s32"), inputs, inputs)]
    descriptors = [s.typed(s.operands[i], "u64") for i in (1, 2)]
    accumulate = s.reader(s.operands[3], "pred")
    rest = [one.value for one in s.operands[4:]]
    expected = {"s8": [], "f16": [1, 1, 0, 0], "bf16": [1, 1, 0, 0]}.get(kinds[1], [1, 1])
    if rest != expected:
        raise PtxError(f"scales and transpositions {rest}, not {expected}")
    work = product(s, kinds, shape)
    s.work = Work("matrix", 2 * shape[0] * shape[1] * shape[2] / GROUP)

    def run(m, lanes):
        rows = m.whole_warps(lanes, GROUP)
        engine = engine_of(m)
        groups = rows[:, 0] // GROUP
        if not engine.fenced[groups].all():
            raise PtxError("no wgmma.fence before the first product")
        if m.unfenced[np.isin(m.block, m.block[rows[:, 0]])].any():
            raise PtxError("shared memory was written and no fence.proxy.async followed")
        values = [read(m, rows.reshape(-1)).reshape(rows.shape) for read in descriptors]
        if any((value != value[:, :1]).any() for value in values):
            raise PtxError("descriptors that differ within a warpgroup")
        singles = [[int(one) for one in value[:, 0]] for value in values]
        with_d = accumulate(m, rows.reshape(-1)).reshape(rows.shape)[:, 0].copy()
        item = Item(lambda: work(m, rows, singles, with_d))
        for group in groups:
            engine.open[group].append(item)
        if not m.launch.late:
            item.finish()
    return run


@builds("wgmma")
def wgmma(s):
    what = s.need("mma_async", "fence", "commit_group", "wait_group")
    if what == "mma_async":
        return multiply(s)
    s.need("sync")
    s.need("aligned")

    def fence(m, lanes):
        engine_of(m).fenced[groups_of(m, lanes)] = True

    def commit(m, lanes):
        engine = engine_of(m)
        for group in groups_of(m, lanes):
            engine.committed[group].append(engine.open[group])
            engine.open[group] = []

    def wait(m, lanes):
        engine = engine_of(m)
        left = s.operands[0].value
        for group in groups_of(m, lanes):
            queue = engine.committed[group]
            while len(queue) > left:
                for item in queue.pop(0):
                    item.finish()
    return {"fence": fence, "commit_group": commit, "wait_group": wait}[what]

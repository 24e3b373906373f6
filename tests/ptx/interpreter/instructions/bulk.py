"""mbarriers and the bulk-copy engine (cp.async.bulk). A copy moves its bytes when it is done: at
once, or only when nobody can run any more, as the launch asks; its source is read then, too. So a
missing wait, or a buffer that is filled again too early, shows in the result."""

from dataclasses import dataclass

import numpy as np

from ..program import PtxError
from ..steps import builds

MOST_BYTES = (1 << 20) - 1  # of one phase


@dataclass
class Barrier:
    count: int  # arrivals that complete a phase
    missing: int = 0  # arrivals still missing in this one
    bytes: int = 0  # expected, minus those that came
    phase: int = 0

    def complete_phase(self):
        """Ends the phase if all is there; says so."""
        if self.missing < 0:
            raise PtxError("more arrivals than the mbarrier was made for")
        if self.missing or self.bytes:
            return False
        self.phase += 1
        self.missing = self.count
        return True


class Engine:
    def __init__(self):
        self.barriers = {}  # (block, address)
        self.open = {}  # lane: copies to global memory that no group has yet
        self.groups = {}  # lane: committed groups, each a list of Copy

    def find(self, block, address):
        if (block, address) not in self.barriers:
            raise PtxError(f"no mbarrier at {address:#x}")
        return self.barriers[block, address]

    def at_end(self):
        if any(self.open.values()) or any(not copy.done for groups in self.groups.values()
                                          for group in groups for copy in group):
            raise PtxError("the kernel ends with copies under way")


def engine_of(m):
    return m.engines.setdefault("bulk", Engine())


def change(m, barrier):
    if barrier.complete_phase():
        m.changed()


def lanes_of(m, lanes):
    return np.arange(m.lanes) if isinstance(lanes, slice) else lanes


def shared_space(s):
    s.took("shared", "shared::cta", "shared::cluster")


@builds("mbarrier")
def mbarrier(s):
    what = s.need("init", "inval", "arrive", "expect_tx", "try_wait", "test_wait")
    if what == "try_wait":
        return try_wait(s)
    with_bytes = what == "expect_tx" or s.took("expect_tx")
    no_complete = s.took("noComplete")
    s.took("release", "relaxed") and s.need("cta", "cluster")
    shared_space(s)
    s.need("b64")
    if no_complete or what == "test_wait":
        raise PtxError("not needed so far")
    where = next(i for i, one in enumerate(s.operands) if one.kind == "address")
    address = s.address(s.operands[where])
    number = s.reader(s.operands[where + 1], "u32") if len(s.operands) > where + 1 else None

    def run(m, lanes):
        engine = engine_of(m)
        at = address(m, lanes)
        values = number(m, lanes) if number else np.ones(len(at), np.uint32)
        for lane, place, value in zip(lanes_of(m, lanes), at.tolist(), values.tolist()):
            one(m, engine, (int(m.block[lane]), place), value)

    def one(m, engine, key, value):
        if what == "init":
            if key[1] % 8:
                raise PtxError("an mbarrier that 8 does not divide")
            engine.barriers[key] = Barrier(value, value)
            return
        barrier = engine.find(*key)
        if what == "inval":
            del engine.barriers[key]
            return
        if with_bytes:
            barrier.bytes += value
            if abs(barrier.bytes) > MOST_BYTES:
                raise PtxError("more bytes than a phase can count")
        if what == "arrive":
            barrier.missing -= 1 if with_bytes else value
        change(m, barrier)
    return run


def try_wait(s):
    """The instruction may wait, and here it does until the phase is over."""
    by_parity = s.need("parity")
    s.took("acquire", "relaxed") and s.need("cta", "cluster")
    shared_space(s)
    s.need("b64")
    s.turns = True
    write = s.writer(s.operands[0], "pred")
    address, parity = s.address(s.operands[1]), s.reader(s.operands[2], "u32")

    def run(m, lanes):
        engine = engine_of(m)
        all_lanes = lanes_of(m, lanes)
        keys = np.stack([m.block[all_lanes], address(m, lanes).astype(np.int64),
                         parity(m, lanes).astype(np.int64)], axis=1)
        for key in np.unique(keys, axis=0):
            here = all_lanes[(keys == key).all(axis=1)]
            block, place, wanted = (int(one) for one in key)
            if wanted not in (0, 1):
                raise PtxError(f"a parity of {wanted}")
            if engine.find(block, place).phase & 1 != wanted:
                write(m, here, np.ones(len(here), np.bool_))
                m.synced[here] |= 2
            else:
                m.stall(here)
    return run if by_parity else None


class Copy:
    """Bytes in a row from one space to another."""

    def __init__(self, m, block, source, target, size):
        self.m, self.block, self.size = m, block, size
        self.source, self.target = source, target  # (space, address)
        self.done = False

    def finish(self):
        if self.done:
            return
        self.done = True
        memory = self.m.memory
        data, index, offset = memory.bytes_at(self.source[0], self.block, self.source[1], self.size)
        units = np.arange(self.size // 16, dtype=np.int64) * 16
        memory.loads.add(self.source[0], index, 16, offset + units)
        to, index, offset = memory.bytes_at(self.target[0], self.block, self.target[1], self.size)
        memory.stores.add(self.target[0], index, 16, offset + units)
        to[:] = data


@builds("cp")
def copy(s):
    s.need("async")
    s.need("bulk")
    if s.took("commit_group"):
        return commit_group
    if s.took("wait_group"):
        return wait_group(s)
    into = s.need("shared::cluster", "shared::cta", "global")
    s.need("global" if into != "global" else "shared::cta")
    how = s.need("mbarrier::complete_tx::bytes", "bulk_group")
    if (into == "global") != (how == "bulk_group"):
        raise PtxError("a copy that says the wrong way that it is done")
    target, source = s.address(s.operands[0]), s.address(s.operands[1])
    size = s.reader(s.operands[2], "u32")
    signal = s.address(s.operands[3]) if into != "global" else None
    to_shared = into != "global"

    def run(m, lanes):
        engine = engine_of(m)
        all_lanes = lanes_of(m, lanes)
        to, of, sizes = target(m, lanes).tolist(), source(m, lanes).tolist(), size(m, lanes)
        done = signal(m, lanes).tolist() if to_shared else [0] * len(to)
        for lane, a, b, length, at in zip(all_lanes.tolist(), to, of, sizes.tolist(), done):
            if (a | b | length) % 16:
                raise PtxError("a bulk copy of which 16 does not divide addresses or size")
            block = int(m.block[lane])
            if to_shared:
                start(m, Copy(m, block, ("global", b), ("shared", a), length),
                      engine.find(block, at))
                continue
            if m.unfenced[m.block == block].any():
                raise PtxError("shared memory was written and no fence.proxy.async followed")
            made = Copy(m, block, ("shared", b), ("global", a), length)
            engine.open.setdefault(lane, []).append(made)
            if not m.launch.late:
                made.finish()
    return run


def start(m, made, barrier):
    def finish():
        made.finish()
        barrier.bytes -= made.size
        change(m, barrier)
    m.later(finish)


def commit_group(m, lanes):
    engine = engine_of(m)
    for lane in lanes_of(m, lanes).tolist():
        engine.groups.setdefault(lane, []).append(engine.open.pop(lane, []))


def wait_group(s):
    """Until at most so many groups are under way; .read: until their sources were read, which is
    the same here."""
    s.took("read")
    left = s.operands[0].value

    def run(m, lanes):
        engine = engine_of(m)
        for lane in lanes_of(m, lanes).tolist():
            queue = engine.groups.get(lane, [])
            while len(queue) > left:
                for made in queue.pop(0):
                    made.finish()
    return run

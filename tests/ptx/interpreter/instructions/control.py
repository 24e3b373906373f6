"""Branches, barriers, fences, and the choice of one lane of a warp."""

import numpy as np

from ..program import PtxError
from ..steps import builds, size_of


@builds("bra")
def branch(s):
    s.took("uni")
    s.turns = True
    target = s.instruction.target

    def run(m, lanes):
        m.pc[lanes] = target
    return run


@builds("ret", "exit")
def leave(s):
    s.turns = True

    def run(m, lanes):
        m.state[lanes] = 3
    return run


@builds("bar", "barrier")
def barrier(s):
    """Of a block's threads; a warp's own barrier is one of 32 threads, with a number of its own."""
    s.turns = True
    s.took("cta")
    of_warp = s.took("warp")
    s.need("sync")
    s.took("aligned")
    first = s.operands[0].value
    threads = s.operands[1].value if len(s.operands) > 1 else 0
    if of_warp and first & 0xFFFFFFFF != 0xFFFFFFFF:
        raise PtxError("a barrier of a part of a warp")

    def run(m, lanes):
        if not of_warp:
            m.wait_at_barrier(lanes, first, threads)
            return
        here = np.arange(m.lanes)[lanes]
        m.state[here] = 1
        m.barrier[here, 0] = 1000 + here % m.threads // 32
        m.barrier[here, 1] = 32
    return run


@builds("membar", "fence")
def fence(s):
    """Everything is in order here already, but for what the asynchronous engines see."""
    if s.took("proxy"):
        s.need("async")
        s.took("global", "shared::cta", "shared::cluster")

        def clear(m, lanes):
            m.unfenced[lanes] = False
        return clear
    if s.took("mbarrier_init"):
        s.need("release")
        s.need("cluster")
        return lambda m, lanes: None
    s.took("acq_rel", "sc", "acquire", "release")
    s.need("cta", "gpu", "gl", "sys", "cluster")
    return lambda m, lanes: None


@builds("elect")
def elect(s):
    """The lowest lane of each warp."""
    s.need("sync")
    to = s.operands[0].parts
    write = s.writer(to[1], "pred")
    number = s.writer(to[0], "b32")

    def run(m, lanes):
        m.whole_warps(lanes)
        write(m, lanes, m.special["%laneid"][lanes] == 0)
        number(m, lanes, np.zeros(size_of(m, lanes), np.uint32))
    return run

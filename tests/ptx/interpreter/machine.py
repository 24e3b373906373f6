"""Runs one kernel on one launch: all threads at once, one array lane each. Lanes that went
different ways each have their own next instruction; the lowest one runs, with all lanes that are
there, so that ways meet again where they come together. Lanes wait at barriers until nobody else
can run, and asynchronous work is finished at once or as late as the program allows, as the launch
asks. What memory order leaves open is not tried out beyond that: no caches, no torn accesses."""

from dataclasses import dataclass

import numpy as np

from . import steps
from .formats import BITS
# These modules add their instructions to those of steps.py.
from .instructions import (accesses, arithmetic, bulk, control, moves, tcgen05, tensor, wgmma)
from .memory import SHARED, Memory
from .program import PtxError

INSTRUCTIONS = (accesses, arithmetic, bulk, control, moves, tcgen05, tensor, wgmma)
RUNNING, AT_BARRIER, STALLED, DONE = range(4)
ALL = slice(None)


@dataclass
class Launch:
    blocks: int
    threads: int
    shared_bytes: int
    arguments: bytes  # with zeros where the pointers go
    pointers: dict  # byte offset in the arguments: index of the buffer
    buffers: list  # (name, bytes before the launch)
    late: bool = True  # asynchronous work: as late as possible, or at once
    skew: int = 0  # threads of a block that run ahead of all others until they wait; 0: all alike


class Machine:
    def __init__(self, kernel, launch):
        self.kernel = kernel
        self.launch = launch
        self.lanes = launch.blocks * launch.threads
        self.threads = launch.threads
        self.steps = steps.decoded(kernel)
        self.place_shared()
        arguments = bytearray(launch.arguments)
        for offset, index in launch.pointers.items():
            arguments[offset:offset + 8] = self.memory.address_of(index).to_bytes(8, "little")
        self.arguments = bytes(arguments)
        self.registers = self.make_registers()
        lane = np.arange(self.lanes)
        self.block = lane // launch.threads
        self.special = {"%tid.x": lane % launch.threads, "%ntid.x": launch.threads,
                        "%ctaid.x": self.block, "%nctaid.x": launch.blocks,
                        "%laneid": lane % launch.threads % 32, "%tid.y": 0, "%tid.z": 0,
                        "%ntid.y": 1, "%ntid.z": 1, "%ctaid.y": 0, "%ctaid.z": 0}
        self.crew = lane % launch.threads // (launch.skew or launch.threads)
        self.pc = np.zeros(self.lanes, np.int32)
        self.state = np.full(self.lanes, RUNNING, np.int8)
        self.barrier = np.zeros((self.lanes, 2), np.int32)  # number, threads (0: all of the block)
        self.executed = [0] * len(self.steps)  # lanes that executed each instruction
        self.pending = []  # asynchronous work not done yet, the oldest first
        self.engines = {}  # state of asynchronous engines, by their modules' names
        # Lanes whose stores to shared memory the asynchronous engines may not see yet.
        self.unfenced = np.zeros(self.lanes, np.bool_)
        self.synced = np.zeros(self.lanes, np.uint8)  # see tcgen05.py
        self.operations = 0  # of instructions whose size only their operands say

    def make_registers(self):
        """One array each. What a register holds before it is written is nothing to rely on."""
        kinds = list(self.kernel.registers.values())
        rows = {}
        for kind in set(kinds):
            size = np.dtype(BITS[kind]).itemsize
            made = np.full((kinds.count(kind), self.lanes * size), 0xA5, np.uint8).view(BITS[kind])
            rows[kind] = iter(made if kind != "pred" else np.ones_like(made))
        return [next(rows[kind]) for kind in kinds]

    def place_shared(self):
        """Fixed arrays first, then the launch's. No better aligned than the program asks for."""
        self.symbols = {}
        at = SHARED
        for name, symbol in sorted(self.kernel.shared.items(), key=lambda one: not one[1].size):
            at = (at // (2 * symbol.align) * 2 + 1) * symbol.align if at % (2 * symbol.align) == 0 \
                else (at + symbol.align - 1) // symbol.align * symbol.align
            self.symbols[name] = at
            at += symbol.size
        launch = self.launch
        self.memory = Memory(launch.buffers, launch.blocks, launch.threads,
                             at - SHARED + launch.shared_bytes)

    def run(self, limit=2_000_000):
        """Until every lane has left. `limit`: instructions, counted once for all lanes."""
        with np.errstate(all="ignore", invalid="raise", over="raise", divide="raise"):
            while True:
                running = self.state == RUNNING
                if not running.any():
                    if (self.state == DONE).all():
                        break
                    self.release()
                    continue
                limit -= self.advance(running)
                if limit < 0:
                    raise PtxError("the kernel does not come to an end")
        if self.pending:
            raise PtxError("the kernel ends with asynchronous work under way")
        for engine in self.engines.values():
            engine.at_end()

    def advance(self, running):
        """Runs the lanes that are furthest behind up to their next turn; returns how many steps."""
        if self.launch.skew:
            running = running & (self.crew == self.crew[running].min())
        everybody = running.all()
        where = self.pc if everybody else self.pc[running]
        at = int(where.min())
        if int(where.max()) == at:
            lanes, stop = (ALL if everybody else np.flatnonzero(running)), len(self.steps)
        else:
            lanes = np.flatnonzero(running & (self.pc == at))
            stop = int(where[where > at].min())
        first = at
        while at < stop:
            step = self.steps[at]
            active = lanes
            if step.guard is not None:
                active = self.guarded(step, lanes)
            count = self.lanes if active is ALL else len(active)
            self.executed[at] += count
            at += 1
            if step.turns:
                self.pc[lanes] = at
                if count:
                    self.attempt(step, active)
                return at - first
            if count:
                self.attempt(step, active)
        self.pc[lanes] = at
        if at == len(self.steps):
            raise PtxError("runs over the kernel's end")
        return at - first

    def attempt(self, step, active):
        try:
            step.run(self, active)
        except (PtxError, ArithmeticError, ValueError) as error:
            raise PtxError(f"line {step.line}: {step.text}: {error}") from error

    def guarded(self, step, lanes):
        index, negated = step.guard
        passes = self.registers[index][lanes] != negated
        if passes.all():
            return lanes
        return np.flatnonzero(passes) if lanes is ALL else lanes[passes]

    def whole_warps(self, lanes, size=32):
        """The lanes as rows of whole warps (or warpgroups); anything less raises."""
        if self.threads % size:
            raise PtxError(f"blocks of {self.threads} threads have no whole groups of {size}")
        if lanes is ALL:
            lanes = np.arange(self.lanes)
        if len(lanes) % size or (lanes[::size] % size).any() or \
                (np.diff(lanes.reshape(-1, size), axis=1) != 1).any():
            raise PtxError(f"not all {size} threads are there")
        return lanes.reshape(-1, size)

    def wait_at_barrier(self, lanes, number, threads):
        self.state[lanes] = AT_BARRIER
        self.barrier[lanes] = (number, threads)
        self.synced[lanes] |= 1

    def stall(self, lanes):
        """The lanes execute the instruction again when something has changed."""
        self.pc[lanes] -= 1
        self.state[lanes] = STALLED

    def changed(self):
        self.state[self.state == STALLED] = RUNNING

    def later(self, work):
        """Asynchronous work; `work` is called once, when it is done."""
        if self.launch.late:
            self.pending.append(work)
        else:
            work()

    def release(self):
        """Nobody can run: opens complete barriers, else finishes the oldest asynchronous work."""
        if self.open_barriers():
            return
        if not self.pending:
            stuck = np.flatnonzero(self.state != DONE)
            line = self.steps[max(0, int(self.pc[stuck[0]]) - 1)].line
            raise PtxError(f"deadlock: {len(stuck)} threads wait, the first one near line {line}")
        self.pending.pop(0)()

    def open_barriers(self):
        opened = False
        for block in np.unique(self.block[self.state == AT_BARRIER]):
            members = np.flatnonzero(self.block == block)
            alive = int((self.state[members] != DONE).sum())
            waiting = members[self.state[members] == AT_BARRIER]
            for number, threads in np.unique(self.barrier[waiting], axis=0):
                here = waiting[(self.barrier[waiting] == (number, threads)).all(axis=1)]
                if len(here) == (threads or alive):
                    self.state[here] = RUNNING
                    opened = True
        return opened

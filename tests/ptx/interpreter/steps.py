"""Turns instructions into functions of (machine, lanes), once a kernel. Each instruction's builder
has to use up all of its modifiers: one that is left over is an error."""

from dataclasses import dataclass
from typing import Callable

import numpy as np

from .formats import BITS, FLOATS, INTEGERS
from .program import PtxError

BUILDERS = {}  # op: builder(Source) -> run(machine, lanes)


def builds(*ops):
    def register(builder):
        for op in ops:
            BUILDERS[op] = builder
        return builder
    return register


@dataclass
class Work:
    """What an instruction computes for one lane that executes it."""
    kind: str  # float, integer, matrix, special
    amount: float  # operations; a fused multiply-add is two


@dataclass
class Step:
    run: Callable
    guard: tuple | None  # (register's index, value for which the instruction is left out)
    turns: bool  # may change where its lanes are
    text: str
    line: int
    work: Work | None = None
    fusable: bool = False  # a product or sum that the assembler may make part of an FMA


class Source:
    """An instruction on its way to become a step: operands by position, modifiers taken off."""

    def __init__(self, instruction, names):
        self.instruction = instruction
        self.operands = instruction.operands
        self.left = list(instruction.modifiers)
        self.names = names  # register: (index, type)
        self.turns = False
        self.work = None
        self.fusable = False

    def took(self, *modifiers):
        """The first of the modifiers that is there, taken; else None."""
        for modifier in modifiers:
            if modifier in self.left:
                self.left.remove(modifier)
                return modifier
        return None

    def need(self, *modifiers):
        found = self.took(*modifiers)
        if found is None:
            raise PtxError(f"one of .{', .'.join(modifiers)} expected")
        return found

    def next(self, *modifiers):
        """The next modifier, which has to be one of these: where order matters."""
        if not self.left or self.left[0] not in modifiers:
            raise PtxError(f"one of .{', .'.join(modifiers)} expected")
        return self.left.pop(0)

    def type(self, *more):
        """The next modifier that is a type."""
        return self.need(*[one for one in self.left if one in BITS or one in more][:1] or ["type"])

    def register(self, operand):
        if operand.kind != "register":
            raise PtxError(f"a register expected, not {operand}")
        return self.names[operand.name]

    def reader(self, operand, kind):
        """A function that returns the operand as bits of the type: an array, one value a lane."""
        bits = BITS[kind]
        if operand.kind == "number":
            value = constant(operand, kind)
            return lambda m, lanes: np.full(size_of(m, lanes), value, bits)
        if operand.kind == "special":
            return special(operand.name, bits)
        if operand.kind == "symbol":
            return lambda m, lanes: np.full(size_of(m, lanes), m.symbols[operand.name], bits)
        index, declared = self.register(operand)
        if (kind == "pred") != (declared == "pred"):
            raise PtxError(f"{operand.name} is a .{declared}")
        if operand.negated:
            return lambda m, lanes: ~m.registers[index][lanes]
        if BITS[declared] == bits:
            return lambda m, lanes: m.registers[index][lanes]
        if np.dtype(BITS[declared]).itemsize < np.dtype(bits).itemsize:
            raise PtxError(f"{operand.name} is too narrow for .{kind}")
        return lambda m, lanes: m.registers[index][lanes].astype(bits)

    def typed(self, operand, kind):
        """As reader, but integers and f32, f64 as such, signs included."""
        read = self.reader(operand, kind)
        view = INTEGERS.get(kind) or FLOATS.get(kind) or BITS[kind]
        return lambda m, lanes: read(m, lanes).view(view)

    def writer(self, operand, kind):
        """A function that stores bits of the type; a wider register is extended by its sign."""
        if operand.kind == "sink":
            return lambda m, lanes, values: None
        index, declared = self.register(operand)
        if (kind == "pred") != (declared == "pred"):
            raise PtxError(f"{operand.name} is a .{declared}")
        wide = BITS[declared]
        if BITS[kind] == wide:
            def store(m, lanes, values):
                m.registers[index][lanes] = values.view(wide)
            return store
        if np.dtype(wide).itemsize < np.dtype(BITS[kind]).itemsize:
            raise PtxError(f"{operand.name} is too narrow for .{kind}")
        signed = INTEGERS[f"s{8 * np.dtype(wide).itemsize}"]

        def extend(m, lanes, values):
            if kind in INTEGERS and kind.startswith("s"):
                m.registers[index][lanes] = values.view(INTEGERS[kind]).astype(signed).view(wide)
            else:
                m.registers[index][lanes] = values
        return extend

    def address(self, operand, base_of=None):
        """A function that returns the byte addresses of [register+offset] or [symbol+offset]."""
        if operand.kind != "address" or not operand.name:
            raise PtxError(f"an address expected, not {operand}")
        offset = operand.value
        if operand.name not in self.names:
            return lambda m, lanes: np.full(size_of(m, lanes), m.symbols[operand.name] + offset,
                                            np.uint64)
        index, kind = self.names[operand.name]
        if kind not in INTEGERS or np.dtype(BITS[kind]).itemsize < 4:
            raise PtxError(f"{operand.name} is no address")
        step = np.array(offset, np.int64).view(np.uint64)
        return lambda m, lanes: m.registers[index][lanes].astype(np.uint64) + step


def size_of(m, lanes):
    return m.lanes if isinstance(lanes, slice) else len(lanes)


def special(name, bits):
    def read(m, lanes):
        if name not in m.special:
            raise PtxError(f"unknown register {name}")
        value = m.special[name]
        if isinstance(value, int):
            return np.full(size_of(m, lanes), value, bits)
        return value[lanes].astype(bits)
    return read


def constant(operand, kind):
    """A literal's bits in the type: 0f3F800000 for .f32, -1 for .s32, ..."""
    bits = np.dtype(BITS[kind]).itemsize * 8
    if kind == "pred":
        return bool(operand.value)
    if operand.width:
        if operand.width != bits:
            raise PtxError(f"a literal of {operand.width} bits for .{kind}")
        return operand.value
    if kind in FLOATS or kind not in INTEGERS and operand.value:
        raise PtxError(f"an integer literal for .{kind}")
    return operand.value & ((1 << bits) - 1)


def simple(source, kind, function, *operands, out=None):
    """out = function(operands), each as the type; the function gets and returns typed arrays."""
    reads = [source.typed(operand, kind) for operand in operands]
    write = source.writer(source.operands[0], out or kind)
    return lambda m, lanes: write(m, lanes, function(*[read(m, lanes) for read in reads]))


def step_of(instruction, names):
    builder = BUILDERS.get(instruction.op)
    if builder is None:
        raise PtxError(f"line {instruction.line}: unknown instruction: {instruction.text}")
    source = Source(instruction, names)
    try:
        run = builder(source)
        if source.left:
            raise PtxError(f"unknown modifier .{source.left[0]}")
        guard = None
        if instruction.guard is not None:
            guard = (names[instruction.guard.name][0], instruction.guard.negated)
    except (PtxError, KeyError, IndexError) as error:
        raise PtxError(f"line {instruction.line}: {instruction.text}: {error}") from error
    return Step(run, guard, source.turns, instruction.text, instruction.line, source.work,
                source.fusable)


def decoded(kernel):
    """The kernel's steps; made once."""
    if not hasattr(kernel, "steps"):
        names = {name: (index, kind)
                 for index, (name, kind) in enumerate(kernel.registers.items())}
        kernel.steps = [step_of(instruction, names) for instruction in kernel.code]
    return kernel.steps


def width_of(kind):
    return np.dtype(BITS[kind]).itemsize

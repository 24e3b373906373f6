"""Rules of the kernels of tunable intensity: as many loads and stores as claimed, and between them
the claimed multiply-adds, unrolled or in a loop of a constant number of rounds. See families.py."""

import re

from .bandwidth import LOADS, STORES, accesses, amounts, flight, form
from .common import busiest, code_size, where

MULTIPLY_ADD = {"fp32": "FFMA", "fp64": "DFMA"}
OTHER = re.compile(r"^([FD](FMA|MUL|ADD)2?|H(FMA|MUL|ADD)2|MUFU)$")


def literal(text):
    """A constant operand's value; None of registers."""
    if re.fullmatch(r"-?U?RZ", text):
        return 0
    return int(text, 16) if re.fullmatch(r"-?0x[0-9a-f]+", text) else None


def set_to(function, register, before):
    """The constant that a register was last set to before an address; None: it was no constant."""
    value = None
    for ins in function.instructions:
        if ins.address >= before:
            break
        if ins.writes == register and not ins.read_registers:
            zero = ins.name in ("HFMA2", "CS2R") and set(ins.reads[2:]) <= {"0", "SRZ"}
            value = 0 if zero else literal(ins.reads[-1])
        elif ins.writes == register:
            value = None
    return value


def rounds_of(function, loop):
    """How often an inner loop runs: a counter's way from its first to its last constant; or twice
    where a predicate is all that is left of the counter. 0 where neither is found."""
    compare = [i for i in loop.body if re.match(r"^U?ISETP$", i.name) and "NE" in i.parts]
    count = [i for i in loop.body if re.match(r"^(U?IADD3?|VIADD|UIADD3)$", i.name)
             and i.writes in i.read_registers]
    flips = [i for i in loop.body if re.match(r"^U?PLOP3$", i.name)]
    if not compare and not count and len(flips) == 2:
        return 2
    if len(compare) != 1 or len(count) != 1 or count[0].writes not in compare[0].read_registers:
        return 0
    last = next((v for v in map(literal, compare[0].reads[1:]) if v is not None), None)
    step = next((v for v in map(literal, count[0].reads) if v), None)
    first = set_to(function, count[0].writes, loop.all[0].address)
    if None in (last, step, first) or (last - first) % step:
        return 0
    return (last - first) // step


def multiply_adds(kernel, function, loop, stores):
    """Violations of the FLOP of a round of the loop over groups."""
    name = MULTIPLY_ADD[kernel["precision"]]
    of = lambda body: sum(ins.name == name for ins in body)
    done = of(loop.body) + sum(of(i.body) * rounds_of(function, i) for i in loop.inner)
    claimed = float(kernel["operations"]) * sum(i.bytes for i in stores) / float(kernel["written"])
    violations = []
    if 2 * done != claimed:
        violations.append(("count", f"{2 * done} FLOP a round and thread, not {claimed:g} "
                                    f"{where(loop)}"))
    for ins in loop.all:
        if OTHER.match(ins.name) and ins.name != name and ins.read_registers:
            violations.append(("opcode", f"{ins} {where(loop)}, not {name}"))
    inside = [i for i in loop.inner if accesses(i, LOADS) + accesses(i, STORES)]
    if inside:
        violations.append(("memory", f"accesses {where(inside[0])}"))
    return violations[:3]


def intensity(kernel, function, arch):
    loop = busiest(function, lambda ins: ins.name in ("LDG", "STG"))
    if loop is None:
        return [("hoisted", "no LDG and STG in any loop")]
    loads, stores = accesses(loop, LOADS), accesses(loop, STORES)
    violations = (code_size(loop) + form(kernel, loop, loads, stores) +
                  amounts(kernel, loop, loads, stores) + flight(kernel, loop))
    if not stores:
        return violations
    return violations + multiply_adds(kernel, function, loop, stores)

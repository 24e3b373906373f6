"""Rules of kernels whose arithmetic is measured: compute and intensity. See rules.py."""

import collections
import re

from loops import find_loops
from machine_code import register_bytes
from rules_bandwidth import moved
from rules_common import FMA, constant, counts_down, innermost, spills, where


def fma_form(kernel, instructions, place):
    """Violations of opcode and width among the arithmetic of a loop, and its FMAs."""
    lanes_bytes = int(kernel["vector_bits"]) // 8
    element = int(kernel["element_bytes"])
    suffix = {"f64": "d", "f32": "s"}[kernel["type"]]
    wanted = ("s" if lanes_bytes == element else "p") + suffix
    violations, fmas = [], []
    for ins in instructions:
        match = FMA.match(ins.mnemonic)
        if match and match[1] == "add" and match[3] == wanted:
            fmas.append(ins)
            width = max(register_bytes(r) for r in ins.registers)
            if width != max(lanes_bytes, 16):  # scalars live in xmm registers
                violations.append(("width", f"{ins.mnemonic} on {width} bytes {place}"))
        elif re.match(r"^v?(mul|add|sub|div|fn?m)\w*[sp][sd]$", ins.mnemonic):
            violations.append(("opcode", f"{ins.mnemonic} {place}, not vfmadd*{wanted}"))
    return sorted(set(violations)), fmas


def flop(kernel, fmas):
    """FLOP of these FMAs, by the width of the registers they really use."""
    scalar = int(kernel["vector_bits"]) == 8 * int(kernel["element_bytes"])
    return sum(2 * (1 if scalar else max(register_bytes(r) for r in ins.registers) //
                    int(kernel["element_bytes"])) for ins in fmas)


def compute(kernel, function):
    loops = [loop for loop in innermost(find_loops(function))
             if any(re.match(r"^v?(mul|add|f)\w*[sp][sd]$", i.mnemonic) for i in loop.body)]
    if len(loops) != 1:
        return [("count", f"{len(loops)} loops with arithmetic instead of one")]
    loop = loops[0]
    violations, fmas = fma_form(kernel, loop.body, where(loop))
    violations += spills(kernel, function, loops)
    claimed = float(kernel["operations"]) * int(kernel["quantum"])
    if flop(kernel, fmas) != claimed:
        violations.append(("count", f"{flop(kernel, fmas)} FLOP a pass instead of {claimed:g}"))
    chains = collections.Counter(ins.operands[-1] for ins in fmas)
    lanes = int(kernel["vector_bits"]) // 8 // int(kernel["element_bytes"])
    if len(chains) * lanes != int(kernel["quantum"]):
        violations.append(("count", f"{len(chains)} chains for {kernel['quantum']} elements"))
    if not spills(kernel, function, loops) and any(i.loads or i.stores for i in loop.body):
        violations.append(("count", f"memory is accessed {where(loop)}"))
    if len(loop.body) - len(fmas) > 4:
        violations.append(("count", f"{len(loop.body) - len(fmas)} instructions beside the FMAs"))
    if sum(map(counts_down, loop.body)) != 1:
        violations.append(("count", "a round of the loop is not one pass"))
    return violations


def whole(register):
    """A general register's 64-bit name: %eax and %rax are one."""
    name = re.sub(r"^%e", "%r", register)
    return re.sub(r"^(%r\d+)d$", r"\1", name)


def constants_set(instructions, register):
    """What `register` is set to, one after the other: a constant, the register it is copied from,
    None for anything else."""
    found = []
    for ins in instructions:
        if not ins.operands or whole(ins.operands[-1]) != register:
            continue
        if re.match(r"^(cmp|test|push)", ins.mnemonic):
            continue
        source = ins.operands[0]
        if not ins.mnemonic.startswith("mov"):
            found.append(None)
        elif source.startswith("$"):
            found.append(constant(source))
        else:
            found.append(whole(source) if source.startswith("%r") else None)
    return found


def rounds_of(function, outer, inner):
    """How often `inner` runs: the constant that its counter is set to in `outer`, directly or from
    a register that is never set to anything else. 0 where that is not so."""
    down = [i for i in inner.body if counts_down(i)]
    if len(down) != 1:
        return 0
    before = [i for i in outer.body if i.address < inner.all[0].address]
    counts = constants_set(before, whole(down[-1].operands[-1]))[-1:]
    if counts and isinstance(counts[0], str):
        counts = constants_set(function.instructions, counts[0])
    return counts[0] if len(counts) == 1 and isinstance(counts[0], int) else 0


def intensity(kernel, function):
    loops = find_loops(function)
    groups = [loop for loop in loops if any(i.stores or i.loads for i in loop.body)
              and all(not any(i.stores or i.loads for i in inner.body) for inner in loop.inner)]
    # The loop over the passes holds the first and last group of those that hand vectors over.
    groups = [g for g in groups if not any(o.places < g.places for o in groups)]
    if len(groups) != 1:
        return [("count", f"{len(groups)} loops over groups of vectors instead of one")]
    group = groups[0]
    violations, elements = moved(kernel, group)
    violations += spills(kernel, function, [group] + group.inner)
    form, fmas = fma_form(kernel, group.all, where(group))
    violations += form
    total = flop(kernel, [f for f in fmas if f in group.body])
    for inner in group.inner:
        rounds = rounds_of(function, group, inner)
        total += flop(kernel, [f for f in fmas if f in inner.body]) * rounds
    claimed = float(kernel["operations"]) * elements
    if total != claimed:
        violations.append(("count", f"{total} FLOP for {elements:g} elements that claim "
                                    f"{claimed:g} {where(group)}"))
    outside = [i for i in function.instructions if FMA.match(i.mnemonic) and i not in group.all]
    if outside and flop(kernel, outside) != claimed:
        violations.append(("count", f"first and last group: {flop(kernel, outside)} FLOP instead "
                                    f"of {claimed:g}"))
    return violations

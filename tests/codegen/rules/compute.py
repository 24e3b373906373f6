"""Rules of kernels whose arithmetic is measured: compute and intensity. See x86.py."""

import re

from ..machine.loops import find_loops
from ..machine.x86 import register_bytes
from .bandwidth import moved
from .chains import (ARITHMETIC, TILE_BITS, addresses_only, fed_back, follow, is_move,
                          is_single, lanes_of, steps_of, used_bytes, whole, work_of)
from .common import FMA, constant, counts_down, innermost, no_fma, spills, where


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


def form(kernel, steps, loop, works):
    """Violations of what a loop computes with: other operations, registers of another width."""
    width = int(kernel["vector_bits"]) // 8
    violations = set()
    for work in works:
        in_vectors = work.output.startswith(("%zmm", "%tmm"))
        wanted = max(width, 16) if in_vectors else width  # single numbers live in xmm registers
        if used_bytes(work) != wanted:
            violations.add(("width", f"{work.ins.mnemonic} on {used_bytes(work)} bytes "
                                     f"{where(loop)}"))
    names = " and ".join(step.pattern for step in steps)
    mine = {work.ins.address for work in works}
    for ins in loop.body:
        if ins.address not in mine and ARITHMETIC.match(ins.mnemonic):
            violations.add(("opcode", f"{ins.mnemonic} {where(loop)}, not {names}"))
    return sorted(violations)


def amounts(kernel, steps, works):
    """Violations of how much is computed in a round, and of the shares of a mix."""
    violations = []
    for step in steps:
        its = sum(1 for work in works if work.step is step)
        if its * len(steps) != len(works):
            violations.append(("count", f"{its} of {len(works)} are {step.pattern}"))
    element = int(kernel["element_bytes"])
    done = sum(w.step.operations * (1 if is_single(kernel) else used_bytes(w) // element)
               for w in works)
    claimed = float(kernel["operations"]) * int(kernel["quantum"])
    if done != claimed or done == 0:
        violations.append(("count", f"{done} operations a pass instead of {claimed:g}"))
    return violations


def chains(kernel, steps, loop, works):
    """Violations of the chains' number and of their steps: as many in each, in turn where the mix
    has two kinds, and none of them long before its turn."""
    ends, violations = follow(loop, works)
    number = len(ends)
    one = "one-chain" in kernel["name"]
    if number * lanes_of(kernel) != int(kernel["quantum"]) or (number == 1) != one:
        violations.append(("count", f"{number} chains for {kernel['quantum']} elements"))
    if not fed_back(ends):
        violations.append(("chain", f"not every chain goes on in the next round {where(loop)}"))
    for register, chain in sorted(ends.items()):
        in_turn = len(steps) == 1 or all(a is not b for a, b in zip(chain.steps, chain.steps[1:]))
        if not in_turn or len(chain.steps) * number != len(works):
            violations.append(("chain", f"the {len(chain.steps)} steps of the chain in {register} "
                                        f"are uneven {where(loop)}"))
        if any(2 * (b - a) < number for a, b in zip(chain.places, chain.places[1:])):
            violations.append(("chain", f"steps of the chain in {register} follow each other at "
                                        f"once {where(loop)}"))
    return violations[:4]


def beside(kernel, loop, works):
    """Violations of what stands in the loop beside the work: its counter and branch; a move a chain
    at the most (values that end up in another's register); in bf16 one change of the operands."""
    mine = {work.ins.address for work in works}
    others = [ins for ins in loop.body if ins.address not in mine
              and not re.match(r"^(nop\w?|data16|cs|xchg)$", ins.mnemonic)]
    violations = []
    tile = int(kernel["vector_bits"]) == TILE_BITS
    changes = [ins for ins in others
               if re.match(r"^tileloadd$" if tile else r"^vpxor[dq]?$", ins.mnemonic)]
    if len(changes) != (kernel["type"] == "bf16"):
        violations.append(("count", f"{len(changes)} changes of operands {where(loop)}"))
    changed = {whole(ins.operands[-1]) for ins in changes}
    if changed & {work.output for work in works}:
        violations.append(("chain", f"a chain is changed {where(loop)}"))
    touching = [ins for ins in loop.body if (ins.loads or ins.stores) and ins not in changes]
    if touching:
        violations.append(("memory", f"{touching[0].mnemonic} touches memory {where(loop)}"))
    moves = [ins for ins in others if is_move(ins)]
    if len(moves) > int(kernel["quantum"]) // lanes_of(kernel):
        violations.append(("count", f"{len(moves)} moves, more than chains {where(loop)}"))
    known = changes + moves + [i for i in others if i.target is not None or counts_down(i)]
    left = [ins for ins in others if ins not in known]
    addresses = [ins for ins in left if tile and changes and addresses_only(ins)][:4]
    tests = [ins for ins in left if ins.mnemonic in ("test", "cmp")][:1]
    for ins in left:
        if ins not in addresses + tests:
            violations.append(("count", f"{ins.mnemonic} {','.join(ins.operands)} beside the work "
                                        f"{where(loop)}"))
    return violations[:4]


def compute(kernel, function):
    steps = steps_of(kernel)
    if not steps:
        return [("opcode", "no rule says what such a kernel is made of")]
    separate = kernel["name"].split("_")[0] in ("add", "mul-add")
    violations = no_fma(kernel, function) if separate else []
    loops = find_loops(function)
    inner = innermost(loops)
    working = [loop for loop in inner if work_of(steps, loop)]
    if not working:
        working = [o for o in inner if any(ARITHMETIC.match(i.mnemonic) for i in o.body)]
    if len(working) != 1:
        return violations + [("count", f"{len(working)} loops with arithmetic instead of one")]
    loop = working[0]
    works = work_of(steps, loop)
    spilled = spills(kernel, function, [loop])
    violations += form(kernel, steps, loop, works) + amounts(kernel, steps, works) + spilled
    violations += chains(kernel, steps, loop, works)
    if not spilled:
        violations += beside(kernel, loop, works)
    if sum(map(counts_down, loop.body)) != 1 or any(loop in o.inner for o in loops):
        violations.append(("count", "a round of the loop is not one pass"))
    return violations


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

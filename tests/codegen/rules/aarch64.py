"""What the machine code of an AArch64 kernel has to look like, from what its row in the table
claims. check() gives violations as (kind, text), of the same kinds as in x86.py. References are
not looked at: vectors are part of the base instruction set here."""

import collections
import re

from ..machine.loops import find_loops
from ..machine.aarch64 import register_bytes

# A separate kind of arithmetic each, on numbers, on integers (vectors and single words).
FUSED = re.compile(r"^(fn?madd|fn?msub|fml[as]|ml[as]|madd|msub)$")
MULTIPLY = re.compile(r"^(fn?mul|mul)$")
ADD = re.compile(r"^(fadd|fsub|add|sub)$")
# By operation, the shares of fused operations, multiplications and additions.
MIXES = {"fma": (1, 0, 0), "fma-one-chain": (1, 0, 0), "fma-add": (.5, 0, .5),
         "mul-add": (0, .5, .5), "add": (0, 0, 1)}
MIX_NAMES = ("fused operations", "multiplications", "additions")


def check(kernel, function, reference):
    del reference
    by_family = {"bandwidth": bandwidth, "compute": compute, "intensity": intensity,
                 "latency": latency}
    return by_family[kernel["family"]](kernel, function)


def where(loop):
    return f"in the loop at {loop.all[0].address:x}"


def innermost(loops):
    """Loops without loops inside, but for those that only count the passes of an empty slice."""
    return [loop for loop in loops if not loop.inner and len(loop.all) > 3]


def immediate(operand):
    return int(operand[1:], 0) if operand.startswith("#") else None


def counts_down(ins):
    return ins.mnemonic in ("sub", "subs") and immediate(ins.operands[-1]) == 1


def is_pointer_work(ins):
    """Additions to 64-bit registers are addresses and counters, not what a kernel computes."""
    return not ins.operands or ins.operands[0].startswith("x") or ins.operands[0] == "sp"


def arithmetic(instructions):
    """Fused operations, multiplications and additions."""
    real = [i for i in instructions if not is_pointer_work(i)]
    return tuple([i for i in real if kind.match(i.mnemonic)] for kind in (FUSED, MULTIPLY, ADD))


def no_fma(kernel, instructions):
    fused = arithmetic(instructions)[0]
    return [("fma", f"{ins.mnemonic} at {ins.address:x}") for ins in fused[:1]]


def spills(loops):
    return [("spill", f"{ins.mnemonic} on the stack {where(loop)}")
            for loop in loops for ins in loop.body
            if ins.memory and ins.memory.base == "sp"][:1]


def lanes(kernel):
    return max(1, int(kernel["vector_bits"]) // 8 // int(kernel["element_bytes"]))


def width_of_arithmetic(kernel, instructions, place):
    wanted = int(kernel["vector_bits"]) // 8
    wrong = sorted({f"{i.mnemonic} {i.operands[0]}" for group in arithmetic(instructions)
                    for i in group if register_bytes(i.operands[0]) != wanted})
    return [("width", f"{text}, not {wanted} bytes, {place}") for text in wrong]


def operations(kernel, instructions):
    """What these instructions compute; a fused one counts twice."""
    fused, multiply, add = arithmetic(instructions)
    each = lambda i: register_bytes(i.operands[0]) // int(kernel["element_bytes"])
    return 2 * sum(map(each, fused)) + sum(map(each, multiply)) + sum(map(each, add))


def accesses(loop):
    """Loads and stores as (bytes, register, address), addresses relative to the registers' values
    at the loop's start, and by how much each register moves in one round."""
    value = {}
    get = lambda register, more=0: (value.get(register, (register, 0))[0],
                                    value.get(register, (register, 0))[1] + more)
    loads, stores, violations = [], [], []
    for ins in loop.body:
        if ins.memory and (ins.loads or ins.stores):
            base = ins.memory.base
            if ins.memory.index:
                violations.append(("address", f"{ins.mnemonic} uses an index {where(loop)}"))
            size = ins.loads or ins.stores
            root, start = get(base, ins.memory.displacement)
            (loads if ins.loads else stores).extend(
                (size, root, start + n * size) for n in range(ins.accesses))
            value[base] = get(base, ins.memory.moves)
        elif ins.mnemonic in ("add", "sub") and immediate(ins.operands[2]) is not None:
            scale = 1 << 12 if ins.operands[3:] == ["lsl #12"] else 1
            amount = immediate(ins.operands[2]) * scale * (1 if ins.mnemonic == "add" else -1)
            value[ins.operands[0]] = get(ins.operands[1], amount)
        elif ins.mnemonic == "mov" and ins.operands[1].startswith("x"):
            value[ins.operands[0]] = get(ins.operands[1])
    steps = {r: step for r, (root, step) in value.items() if root == r and step}
    return loads, stores, steps, violations


def tiles(pieces, step):
    """True where the pieces cover every byte of a stretch of `step` exactly once."""
    covered = collections.Counter((at + i) % step for size, _, at in pieces for i in range(size))
    return len(covered) == step and set(covered.values()) == {1}


def moved_bytes(kernel, loop):
    """Violations of a loop's loads and stores, and the elements that one round goes through."""
    loads, stores, steps, violations = accesses(loop)
    if float(kernel["read"]) and not loads:
        violations.append(("hoisted", f"no load {where(loop)}"))
    if float(kernel["written"]) and not stores:
        violations.append(("eliminated", f"no store {where(loop)}"))
    used = {root for _, root, _ in loads + stores}
    step = max((abs(steps.get(r, 0)) for r in used or steps), default=0)
    for what, pieces in (("loads", loads), ("stores", stores)):
        for root in sorted({root for _, root, _ in pieces}):
            own = [p for p in pieces if p[1] == root]
            if not step or steps.get(root) != step or not tiles(own, step):
                violations.append(("count", f"{len(own)} {what} by {root} do not cover the {step} "
                                            f"bytes of a round once {where(loop)}"))
    elements = step / float(kernel["element_bytes"])
    for pieces, claim in ((loads, "read"), (stores, "written")):
        total = sum(size for size, _, _ in pieces)
        if pieces and total != elements * float(kernel[claim]):
            violations.append(("count", f"{total} bytes {claim} for {elements:g} elements that "
                                        f"claim {kernel[claim]} each {where(loop)}"))
    width = int(kernel["vector_bits"]) // 8
    for size in sorted({size for size, _, _ in loads + stores if size != width}):
        violations.append(("width", f"an access of {size} bytes, not {width}, {where(loop)}"))
    return violations, elements


def combining(kernel, loop):
    """Violations of what a bandwidth kernel does to the bits that it moves."""
    count = lambda pattern: sum(1 for i in loop.body if re.match(pattern, i.mnemonic))
    xors = count(r"^eor$") + 2 * count(r"^eor3$")
    loads = sum(i.accesses for i in loop.body if i.loads)
    stores = sum(i.accesses for i in loop.body if i.stores)
    name = kernel["name"].split("_")[0].removeprefix("nt-")
    wanted = {"read": loads, "update": loads, "update-by": stores}.get(name, 0)
    if xors != wanted:
        return [("opcode", f"{xors} exclusive ors instead of {wanted} {where(loop)}")]
    return []


def bandwidth(kernel, function):
    loops = innermost(find_loops(function))
    violations = spills(loops)
    if not float(kernel["operations"]):
        violations += no_fma(kernel, function.instructions)
    if not loops:
        return violations + [("count", "no loop at all")]
    for loop in loops:
        found, elements = moved_bytes(kernel, loop)
        violations += found + combining(kernel, loop)
        pointers = {root for pieces in accesses(loop)[:2] for _, root, _ in pieces}
        if len(pointers) != int(kernel["arrays"]):
            violations.append(("count", f"accesses by {len(pointers)} pointers to "
                                        f"{kernel['arrays']} arrays {where(loop)}"))
        violations += width_of_arithmetic(kernel, loop.body, where(loop))
        separate = sum(arithmetic(loop.body)[1:], [])
        if separate and float(kernel["operations"]):
            violations.append(("opcode", f"{separate[0].mnemonic} {where(loop)}, not fused"))
        claimed = elements * float(kernel["operations"])
        if operations(kernel, loop.body) != claimed:
            violations.append(("count", f"{operations(kernel, loop.body)} operations instead of "
                                        f"{claimed:g} {where(loop)}"))
    return violations


def latency(kernel, function):
    loops = innermost(find_loops(function))
    if len(loops) != 1:
        return [("count", f"{len(loops)} loops instead of one")]
    loop = loops[0]
    violations, loads = spills(loops), [i for i in loop.body if i.loads]
    for ins in loads:
        if ins.mnemonic != "ldr" or ins.memory.base != ins.operands[0] or ins.memory.index:
            violations.append(("opcode", f"{ins.mnemonic} {', '.join(ins.operands)} is no load "
                                         f"from where the last one pointed {where(loop)}"))
    if sum(map(counts_down, loop.body)) != 1 or len(loads) != float(kernel["operations"]):
        violations.append(("count", f"{len(loads)} loads a round {where(loop)}"))
    return violations


def mix_of(kernel, instructions, place):
    """Violations of the mix of operations that the kernel is named after."""
    groups = arithmetic(instructions)
    total = sum(map(len, groups))
    shares = MIXES[kernel["name"].split("_")[0]]
    violations = []
    for group, share, name in zip(groups, shares, MIX_NAMES):
        if len(group) != share * total:
            kind = "fma" if share == 0 and name == MIX_NAMES[0] else "opcode"
            violations.append((kind, f"{len(group)} {name} of {total} operations {place}"))
    return violations


def chains_of(work):
    """The values that the work goes on with from round to round, by the register that holds each at
    the loop's start; the result of an operation may be in another register than what it was made
    of. Constants are the registers that no operation writes."""
    written = {ins.operands[0] for ins in work}
    chain = {register: register for register in written}
    used = set()
    for ins in work:
        in_place = ins.mnemonic in ("fmla", "fmls", "mla", "mls")
        sources = ins.operands if in_place else ins.operands[1:]
        own = next((chain[s] for s in sources if s in written), None)
        used.add(own)
        chain[ins.operands[0]] = own
    return used


def compute(kernel, function):
    loops = [loop for loop in innermost(find_loops(function)) if any(arithmetic(loop.body))]
    loops = [loop for loop in loops if len(sum(arithmetic(loop.body), [])) >= 16]
    if len(loops) != 1:
        return [("count", f"{len(loops)} loops with arithmetic instead of one")]
    loop = loops[0]
    violations = mix_of(kernel, loop.body, where(loop)) + spills(loops)
    violations += width_of_arithmetic(kernel, loop.body, where(loop))
    claimed = float(kernel["operations"]) * int(kernel["quantum"])
    if operations(kernel, loop.body) != claimed:
        violations.append(("count", f"{operations(kernel, loop.body)} operations a pass instead of "
                                    f"{claimed:g}"))
    work = sorted(sum(arithmetic(loop.body), []), key=lambda ins: ins.address)
    chains = chains_of(work)
    if len(chains) * lanes(kernel) != int(kernel["quantum"]):
        violations.append(("count", f"{len(chains)} chains for {kernel['quantum']} elements"))
    if not spills(loops) and any(i.loads or i.stores for i in loop.body):
        violations.append(("count", f"memory is accessed {where(loop)}"))
    if len(loop.body) - len(work) > 3:
        violations.append(("count", f"{len(loop.body) - len(work)} instructions beside the work"))
    if sum(map(counts_down, loop.body)) != 1:
        violations.append(("count", "a round of the loop is not one pass"))
    return violations


def rounds_of(function, group, inner):
    """How often `inner` runs: the constant that its counter starts from, by way of at most one
    register that is never set to anything else. 0 where that is not so."""
    counters = [i.operands[0] for i in inner.body if counts_down(i)]
    if len(counters) != 1:
        return 0
    sets = lambda instructions, register: [i.operands[1] for i in instructions
                                           if i.mnemonic == "mov" and i.operands[0] == register]
    before = [i for i in group.body if i.address < inner.all[0].address]
    value = (sets(before, counters[0]) or [""])[-1]
    if value.startswith("x"):
        found = sets(function.instructions, value)
        value = found[0] if len(found) == 1 else ""
    return immediate(value) or 0


def intensity(kernel, function):
    touches = lambda loop: any(i.loads or i.stores for i in loop.body)
    groups = [loop for loop in find_loops(function)
              if touches(loop) and not any(map(touches, loop.inner))]
    groups = [g for g in groups if not any(o.places < g.places for o in groups)]
    if len(groups) != 1:
        return [("count", f"{len(groups)} loops over groups of vectors instead of one")]
    group = groups[0]
    violations, elements = moved_bytes(kernel, group)
    violations += spills([group] + group.inner)
    violations += width_of_arithmetic(kernel, group.all, where(group))
    separate = sum(arithmetic(group.all)[1:], [])
    if separate:
        violations.append(("opcode", f"{separate[0].mnemonic} {where(group)}"))
    total = operations(kernel, group.body) + sum(
        operations(kernel, inner.body) * rounds_of(function, group, inner)
        for inner in group.inner)
    claimed = float(kernel["operations"]) * elements
    if total != claimed:
        violations.append(("count", f"{total} FLOP for {elements:g} elements that claim "
                                    f"{claimed:g} {where(group)}"))
    outside = operations(kernel, [i for i in function.instructions if i not in group.all])
    if outside not in (0, claimed):
        violations.append(("count", f"first and last group: {outside} FLOP, not {claimed:g}"))
    return violations

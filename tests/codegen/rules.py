"""What the machine code of a kernel has to look like, from what its row in the table claims.
check(kernel, function, reference) gives violations as (kind, text); none is right. Kinds:
  opcode    another operation than the one the kernel is named after
  width     narrower (or wider) registers than claimed
  count     loads, stores or operations that do not add up to the claimed work
  hoisted   no loads in the loop, though the kernel claims to read
  eliminated  no stores in the loop, though the kernel claims to write
  spill     stack accesses in the loop
  fma       a fused multiply-add where none may be
  address   indexed addressing (it splits into more micro-operations)
  reference the reference uses instructions beyond the base instruction set
"""

import collections
import re

from machine_code import find_loops, register_bytes

FMA = re.compile(r"^vfn?m(add|sub)(132|213|231)(pd|ps|sd|ss)$")
XOR = re.compile(r"^(v?pxor[dq]?|v?xorp[sd]|xor)$")
THREE_WAY_XOR = re.compile(r"^vpternlog[dq]$")


def check(kernel, function, reference):
    by_family = {"bandwidth": bandwidth, "compute": compute, "intensity": intensity,
                 "latency": latency}
    violations = by_family[kernel["family"]](kernel, function)
    for ins in reference.instructions:
        if ins.mnemonic.startswith("v") or any(r[:4] in ("%ymm", "%zmm") for r in ins.registers):
            violations.append(("reference", f"its reference uses {ins.mnemonic}"))
            break
    return violations


def where(loop):
    return f"in the loop at {loop.all[0].address:x}"


def constant(operand):
    """A constant operand's value, as a signed number."""
    if not operand.startswith("$"):
        return None
    value = int(operand[1:], 0)
    return value - 2**64 if value >= 2**63 else value - 2**32 if 2**31 <= value < 2**32 else value


def counts_down(ins):
    """True for an instruction that takes one from a register."""
    amount = constant(ins.operands[0]) if len(ins.operands) == 2 else None
    by_one = (ins.mnemonic, amount) in (("dec", None), ("sub", 1), ("add", -1))
    return by_one and ins.operands[-1].startswith("%")


def spills(kernel, function, loops):
    """Accesses relative to the stack pointer, or the frame pointer where there is one."""
    frame = any(i.mnemonic == "mov" and i.operands == ["%rsp", "%rbp"]
                for i in function.instructions)
    stack = {"%rsp", "%rbp"} if frame else {"%rsp"}
    return [("spill", f"{ins.mnemonic} on the stack {where(loop)}")
            for loop in loops for ins in loop.body
            if ins.memory and ins.memory.base in stack and (ins.loads or ins.stores)][:1]


def accesses(loop):
    """Loads and stores as (bytes, root, address), addresses relative to the registers' values at
    the loop's start; and by how much each register moves in one round."""
    value = {}
    get = lambda register: value.get(register, (register, 0))
    loads, stores, violations = [], [], []
    for ins in loop.body:
        if ins.memory and (ins.loads or ins.stores):
            if ins.memory.index:
                violations.append(("address", f"{ins.mnemonic} uses an index {where(loop)}"))
            root, offset = get(ins.memory.base)
            address = offset + ins.memory.displacement
            if ins.loads:
                loads.append((ins.loads, root, address))
            if ins.stores:
                stores.append((ins.stores, root, address))
        if len(ins.operands) != 2 or not ins.operands[1].startswith("%r"):
            continue
        source, target = ins.operands
        if ins.mnemonic in ("add", "sub") and constant(source) is not None:
            root, offset = get(target)
            value[target] = root, offset + constant(source) * (1 if ins.mnemonic == "add" else -1)
        elif ins.mnemonic == "mov" and source.startswith("%r"):
            value[target] = get(source)
        elif ins.mnemonic == "lea" and re.match(r"^-?(0x)?[0-9a-f]*\(%\w+\)$", source):
            disp, base = re.match(r"^(.*)\((%\w+)\)$", source).groups()
            root, offset = get(base)
            value[target] = root, offset + (int(disp, 0) if disp else 0)
    steps = {r: o for r, (root, o) in value.items() if root == r and o != 0}
    return loads, stores, steps, violations


def tiles(pieces, step):
    """True where the pieces cover every byte of a stretch of `step` exactly once."""
    if step <= 0:
        return False
    covered = collections.Counter(
        (address + i) % step for size, _, address in pieces for i in range(size))
    return len(covered) == step and set(covered.values()) == {1}


def moved(kernel, loop):
    """Violations of a loop's loads and stores, and the elements that one round goes through."""
    loads, stores, steps, violations = accesses(loop)
    claims_read, claims_write = float(kernel["read"]) > 0, float(kernel["written"]) > 0
    if claims_read and not loads:
        violations.append(("hoisted", f"no load {where(loop)}"))
    if claims_write and not stores:
        violations.append(("eliminated", f"no store {where(loop)}"))
    roots = {root for _, root, _ in loads + stores}
    # Where nothing is accessed any more, the pointer that still moves tells the elements.
    step = max((abs(steps.get(r, 0)) for r in roots or steps), default=0)
    if len(roots) > 1:
        violations.append(("count", f"accesses from {len(roots)} pointers {where(loop)}"))
    for what, pieces in (("loads", loads), ("stores", stores)):
        if pieces and not tiles(pieces, step):
            total = sum(size for size, _, _ in pieces)
            violations.append(("count", f"{len(pieces)} {what} of {total} bytes do not cover "
                                        f"the {step} bytes of a round once {where(loop)}"))
    elements = step / float(kernel["element_bytes"])
    for what, pieces, claim in (("read", loads, "read"), ("written", stores, "written")):
        total = sum(size for size, _, _ in pieces)
        if total != elements * float(kernel[claim]) and pieces:
            violations.append(("count", f"{total} bytes {what} for {elements:g} elements that "
                                        f"claim {kernel[claim]} each {where(loop)}"))
    width = int(kernel["vector_bits"]) // 8
    for size in sorted({size for size, _, _ in loads + stores if size != width}):
        violations.append(("width", f"an access of {size} bytes, not {width}, {where(loop)}"))
    return violations, elements


def innermost(loops):
    """Loops without loops inside, but for those that only count the passes of an empty slice."""
    return [loop for loop in loops if not loop.inner and len(loop.all) > 2]


def no_fma(kernel, function):
    return [("fma", f"{ins.mnemonic} at {ins.address:x}") for ins in function.instructions
            if FMA.match(ins.mnemonic)][:1]


def bandwidth(kernel, function):
    loops = innermost(find_loops(function))
    violations = no_fma(kernel, function) + spills(kernel, function, loops)
    if not loops:
        return violations + [("count", "no loop at all")]
    for loop in loops:
        violations += moved(kernel, loop)[0]
        loads = sum(1 for ins in loop.body if ins.loads)
        combined = sum(1 for i in loop.body if XOR.match(i.mnemonic)) + 2 * sum(
            1 for i in loop.body if THREE_WAY_XOR.match(i.mnemonic))
        if combined != loads:
            violations.append(("opcode", f"{loads} loads, but {combined} of them combined by XOR "
                                         f"{where(loop)}"))
    return violations


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


def latency(kernel, function):
    loops = innermost(find_loops(function))
    violations = no_fma(kernel, function) + spills(kernel, function, loops)
    if len(loops) != 1:
        return violations + [("count", f"{len(loops)} loops instead of one")]
    loop = loops[0]
    loads = [i for i in loop.body if i.loads]
    if not loads:
        return violations + [("hoisted", f"no load {where(loop)}")]
    for ins in loads:
        if ins.mnemonic != "mov" or ins.memory.base != ins.operands[-1] or ins.memory.index:
            violations.append(("opcode", f"{ins.mnemonic} {','.join(ins.operands)} is no load "
                                         f"from where the last one pointed {where(loop)}"))
        if ins.loads != 8:
            violations.append(("width", f"a load of {ins.loads} bytes {where(loop)}"))
    if sum(map(counts_down, loop.body)) != 1 or len(loads) != float(kernel["operations"]):
        violations.append(("count", f"{len(loads)} loads a round {where(loop)}"))
    return violations

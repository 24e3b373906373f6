"""Rules of kernels whose loads and stores are measured: bandwidth and latency. See x86.py."""

import collections
import re

from ..machine.loops import find_loops
from ..machine.x86 import register_bytes
from .common import FMA, constant, counts_down, innermost, no_fma, spills, where

XOR = re.compile(r"^(v?pxor[dq]?|v?xorp[sd]|xor)$")
AND = re.compile(r"^(v?pand[dq]?|v?andp[sd]|and)$")
TERNARY = re.compile(r"^vpternlog[dq]$")
# What a three-operand operation's truth table stands for: a ^ b ^ c, and one of them XOR the AND of
# the two others.
TRUTH_TABLES = {0x96: ["xor", "xor"], 0x78: ["xor", "and"], 0x6c: ["xor", "and"],
                0x6a: ["xor", "and"]}
# Moves, the loop's pointers and counters, its branch, and room between instructions.
NO_OPERATION = re.compile(r"^(v?mov\w*|add|sub|lea|inc|dec|cmp|test|j\w+|nop\w?|data16|cs|xchg)$")
STREAM = re.compile(r"^v?movnt(dq|p[sd]|i)$")
FENCE = re.compile(r"^[slm]fence$")


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


def walked(kernel, loop, loads, stores, steps):
    """Violations of the way that the pointers go through their arrays, and their common step."""
    roots = sorted({root for _, root, _ in loads + stores})
    # Where nothing is accessed any more, the pointer that still moves tells the elements.
    step = max((abs(steps.get(r, 0)) for r in roots or steps), default=0)
    violations = []
    if roots and len(roots) != int(kernel["arrays"]):
        violations.append(("count", f"accesses from {len(roots)} pointers for {kernel['arrays']} "
                                    f"arrays {where(loop)}"))
    if len({root for _, root, _ in stores}) > 1:
        violations.append(("count", f"stores to more than one array {where(loop)}"))
    for root in roots:
        for what, pieces in (("loads", loads), ("stores", stores)):
            own = [piece for piece in pieces if piece[1] == root]
            if own and (abs(steps.get(root, 0)) != step or not tiles(own, step)):
                total = sum(size for size, _, _ in own)
                violations.append(("count", f"{len(own)} {what} of {total} bytes by {root} do not "
                                            f"cover the {step} bytes of a round once "
                                            f"{where(loop)}"))
    return violations, step


def moved(kernel, loop):
    """Violations of a loop's loads and stores, and the elements that one round goes through."""
    loads, stores, steps, violations = accesses(loop)
    claims_read, claims_write = float(kernel["read"]) > 0, float(kernel["written"]) > 0
    if claims_read and not loads:
        violations.append(("hoisted", f"no load {where(loop)}"))
    if claims_write and not stores:
        violations.append(("eliminated", f"no store {where(loop)}"))
    walk, step = walked(kernel, loop, loads, stores, steps)
    violations += walk
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


def operations_of(loop):
    """What the loop does beside moving, counting and branching, as a Counter: xor, and, fma, and
    the mnemonics of anything else."""
    found = collections.Counter()
    for ins in loop.body:
        if XOR.match(ins.mnemonic):
            found["xor"] += 1
        elif AND.match(ins.mnemonic):
            found["and"] += 1
        elif TERNARY.match(ins.mnemonic):
            table = constant(ins.operands[0]) & 0xff
            found.update(TRUTH_TABLES.get(table, [f"{ins.mnemonic} ${table:#x}"]))
        elif FMA.match(ins.mnemonic):
            found["fma"] += 1
        elif not NO_OPERATION.match(ins.mnemonic):
            found[ins.mnemonic] += 1
    return found


def operations(kernel, loop):
    """Violations of what is done with the numbers between load and store, by the kernel's name."""
    loads = sum(1 for ins in loop.body if ins.loads)
    stores = sum(1 for ins in loop.body if ins.stores)
    name = kernel["name"].split("_")[0].removeprefix("nt-")
    wanted = {"read": {"xor": loads}, "update": {"xor": loads},
              "update-by": {"xor": stores, "and": stores}, "copy": {}, "write": {},
              "triad": {"fma": stores}}[name]
    found = operations_of(loop)
    violations = []
    for operation in sorted(found.keys() | wanted.keys()):
        if found[operation] != wanted.get(operation, 0):
            kind = "count" if operation == "fma" and "fma" in wanted else "opcode"
            violations.append((kind, f"{found[operation]} {operation} for {loads} loads and "
                                     f"{stores} stores {where(loop)}"))
    return violations


def fma_form(kernel, loop):
    """Violations of the width and type of a loop's FMAs, which are fp64."""
    bits = int(kernel["vector_bits"])
    wanted = "sd" if bits == 64 else "pd"
    violations = []
    for ins in loop.body:
        match = FMA.match(ins.mnemonic)
        if match and (match[1] != "add" or match[3] != wanted):
            violations.append(("opcode", f"{ins.mnemonic} {where(loop)}, not vfmadd*{wanted}"))
        elif match and max(map(register_bytes, ins.registers)) != max(bits // 8, 16):
            violations.append(("width", f"{ins.mnemonic} of another width {where(loop)}"))
    return violations


def stores_form(kernel, loops, inner):
    """Violations of non-temporal stores: all of them or none, with a fence once a pass or never."""
    streaming = kernel["streaming"] == "1"
    violations = []
    for loop in inner:
        for ins in loop.body:
            if ins.stores and bool(STREAM.match(ins.mnemonic)) != streaming:
                violations.append(("stream", f"{ins.mnemonic} {where(loop)}"))
    in_passes = [ins for loop in loops for ins in loop.body if FENCE.match(ins.mnemonic)
                 and loop not in inner]
    anywhere = [ins for loop in inner for ins in loop.body if FENCE.match(ins.mnemonic)]
    if streaming and [i.mnemonic for i in in_passes] != ["sfence"]:
        violations.append(("stream", f"{len(in_passes)} fences in the loop over the passes"))
    if anywhere or in_passes and not streaming:
        violations.append(("stream", "a fence where none belongs"))
    return violations


def bandwidth(kernel, function):
    loops = find_loops(function)
    inner = innermost(loops)
    violations = spills(kernel, function, inner) + stores_form(kernel, loops, inner)
    if float(kernel["operations"]) == 0:
        violations += no_fma(kernel, function)
    if not inner:
        return violations + [("count", "no loop at all")]
    for loop in inner:
        violations += moved(kernel, loop)[0] + operations(kernel, loop) + fma_form(kernel, loop)
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

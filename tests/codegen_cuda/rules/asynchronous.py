"""Rules of matrix products that run beside the threads: wgmma and tcgen05. See families.py."""

import re

from .common import Step, where
from .tensor import MATRIX, amounts, matrices, types_of

BITS = {"fp16": 16, "bf16": 16, "tf32": 32, "int8": 8, "fp8": 8, "fp6": 8, "fp4": 4}
STEP_BITS = 256  # of a row or column that one instruction takes, whatever the type
WARPGROUP = {
    ("fp16", "fp32"): ("HGMMA", "F32"),
    ("fp16", "fp16"): ("HGMMA", "F16"),
    ("bf16", "fp32"): ("HGMMA", "F32.BF16"),
    ("tf32", "fp32"): ("HGMMA", "F32.TF32"),
    ("int8", "int32"): ("IGMMA", "S8.S8"),
    ("fp8", "fp32"): ("QGMMA", "F32.E4M3.E4M3"),
    ("fp8", "fp16"): ("QGMMA", "F16.E4M3.E4M3"),
}
# Of tcgen05: the instruction, and what its descriptor says of D (bits 4..5) and of A and B (bits
# 7..9 and 10..12; PTX ISA, tables of the instruction descriptor). fp4 has scale factors, and a
# table of its own, without D's format.
ONE_THREAD = {
    ("fp16", "fp32"): ("UTCHMMA", 1, 0),
    ("fp16", "fp16"): ("UTCHMMA", 0, 0),
    ("bf16", "fp32"): ("UTCHMMA", 1, 1),
    ("tf32", "fp32"): ("UTCHMMA", 1, 2),
    ("fp8", "fp32"): ("UTCQMMA", 1, 0),
    ("fp6", "fp32"): ("UTCQMMA", 1, 4),
    ("int8", "int32"): ("UTCIMMA", 2, 1),
    ("fp4", "fp32"): ("UTCOMMA", 0, 1),
}
# One descriptor of A and B, then the accumulator.
GROUP_STEP = Step("matrix product", 0, 1)
LEAST_IN_GROUP = 4  # products between two waits


def columns_of(kernel):
    return int(re.search(r"n(\d+)$", kernel["path"])[1])


def wgmma(kernel, function, arch):
    name, types = WARPGROUP[types_of(kernel)]
    depth = STEP_BITS // BITS[kernel["precision"]]
    pattern = rf"{name}\.64x{columns_of(kernel)}x{depth}\.{re.escape(types)}"
    loop, works, violations = matrices(function, pattern, GROUP_STEP)
    if loop is None:
        return violations
    violations += amounts(kernel, works, loop, 128)
    return violations + groups(loop, works) + group_chains(kernel, loop, works)


def groups(loop, works):
    """Violations of how products are committed and waited for: enough in a group, one wait and one
    fence a group, or each of them waits for the last."""
    committed = sum("gsb0" in done.ins.operands for done in works)
    waits = [ins for ins in loop.body if ins.opcode.startswith("WARPGROUP.DEPBAR")]
    fences = [ins for ins in loop.body if ins.opcode.startswith("WARPGROUP.ARRIVE")]
    violations = []
    if not committed or len(works) < LEAST_IN_GROUP * committed:
        violations.append(("serialized", f"{committed} groups of {len(works)} products "
                                         f"{where(loop)}"))
    if len(waits) > committed or len(fences) > committed:
        violations.append(("serialized", f"{len(waits)} waits and {len(fences)} fences for "
                                         f"{committed} groups {where(loop)}"))
    touched = {done.ins.writes for done in works}
    for ins in loop.body:
        if not MATRIX.match(ins.name) and touched & ({ins.writes} | set(ins.read_registers)):
            violations.append(("serialized", f"{ins} touches an accumulator {where(loop)}"))
    return violations[:3]


def used_equally(kernel, loop, accumulators):
    """Violations of how many accumulators there are and how often each is used."""
    uses = {each: accumulators.count(each) for each in accumulators}
    if len(uses) != int(kernel["in_flight"]) or len(set(uses.values())) > 1:
        return [("chain", f"{len(uses)} accumulators, used {sorted(uses.values())} times, not "
                          f"{kernel['in_flight']} {where(loop)}")]
    return []


def group_chains(kernel, loop, works):
    for done in works:
        if done.ins.writes not in re.findall(r"R\d+", done.ins.reads[1]):
            return [("chain", f"{done.ins} does not go on with its accumulator {where(loop)}")]
    return used_equally(kernel, loop, [done.ins.writes for done in works])


def descriptor_of(function, ins):
    """The instruction descriptor of a product: the constant that its uniform register was last set
    to before it, in the order of addresses; None where it is no constant."""
    operand = next((o for o in ins.operands if o.startswith("idesc[")), "")
    register = operand.removeprefix("idesc[").rstrip("]")
    value = None
    for other in function.instructions:
        if other.address >= ins.address:
            break
        if other.writes == register:
            constant = other.name == "UMOV" and re.fullmatch(r"0x[0-9a-f]+", other.reads[0])
            value = int(other.reads[0], 16) if constant else None
    return value


def tcgen05(kernel, function, arch):
    name, d, ab = ONE_THREAD[types_of(kernel)]
    loop, works, violations = matrices(function, name)
    if loop is None:
        return violations
    columns, scaled = columns_of(kernel), name == "UTCOMMA"
    wanted = d << 4 | ab << 7 | ab << 10 | columns >> 3 << 17
    wanted |= 1 << 23 | 128 >> 7 << 27 if scaled else 128 >> 4 << 24
    for done in works:
        found = descriptor_of(function, done.ins)
        if found != wanted:
            violations.append(("opcode", f"{done.ins}: descriptor {found or 0:#x}, not {wanted:#x} "
                                         f"{where(loop)}"))
            break
        if done.ins.operands[-1] != "UPT":
            violations.append(("chain", f"{done.ins} may begin anew {where(loop)}"))
            break
    depth = STEP_BITS // BITS[kernel["precision"]]
    threads = {int(shape.rstrip("*").split("x")[1]) for shape in kernel["shapes"].split(",")}
    violations += amounts(kernel, works, loop, threads.pop(), lambda ins: (128, columns, depth))
    commits = [ins for ins in loop.body if ins.name == "UTCBAR"]
    if len(works) < LEAST_IN_GROUP * len(commits) or threads:
        violations.append(("serialized", f"{len(commits)} commits of {len(works)} products "
                                         f"{where(loop)}"))
    return violations + used_equally(kernel, loop, [done.ins.operands[2] for done in works])

"""Rules of matrix products by warps (mma.sync), and what all matrix products share. See
families.py."""

import re

from .common import Done, Step, busiest, chains, code_size, number_of, where, working

SHAPES = {"884": (8, 8, 4), "8816": (8, 8, 16), "1688": (16, 8, 8), "16816": (16, 8, 16),
          "16832": (16, 8, 32), "16864": (16, 8, 64)}
# By precision of operands and of results: the instruction, and its types behind the shape.
WARP = {
    ("fp16", "fp32"): ("HMMA", "F32"),
    ("fp16", "fp16"): ("HMMA", "F16"),
    ("bf16", "fp32"): ("HMMA", "F32.BF16"),
    ("tf32", "fp32"): ("HMMA", "F32.TF32"),
    ("int8", "int32"): ("IMMA", "S8.S8"),
    ("fp64", "fp64"): ("DMMA", ""),
    ("fp8", "fp32"): ("QMMA", "F32.E4M3.E4M3"),
    ("fp8", "fp16"): ("QMMA", "F16.E4M3.E4M3"),
    ("fp6", "fp32"): ("QMMA", "F32.E3M2.E3M2"),
    ("fp4", "fp32"): ("QMMA", "F32.E2M1.E2M1"),
}
# With scale factors, which is another pipe for fp4: by the kind that the path names.
SCALED = {("mxf4", "fp4"): ("OMMA.SF", "F32.E2M1.E2M1.E8"),
          ("mxf4nvf4", "fp4"): ("OMMA.SF", "F32.E2M1.E2M1.UE4M3.4X"),
          ("mxf8f6f4", "fp8"): ("QMMA.SF", "F32.E4M3.E4M3.E8")}
MATRIX = re.compile(r"^(UTC)?[HIDQOB]G?MMA$")
# What stands for an operation that the hardware does not have: conversions and unpacking.
EMULATION = re.compile(r"^(F2FP|F2F|I2F|F2I|I2I|PRMT|SHF|HFMA2|HADD2|HMUL2|FADD|FMUL|FFMA|CS2R)$")
# Operands A, B, then the accumulator.
STEP = Step("matrix product", 0, 2)


def types_of(kernel):
    accumulate = kernel["accumulate"]
    return kernel["precision"], kernel["precision"] if accumulate == "none" else accumulate


def shape_of(ins):
    """(m, n, k) that an instruction's name says."""
    for part in ins.opcode.split("."):
        match = re.fullmatch(r"(\d+)x(\d+)x(\d+)", part)
        if match:
            return tuple(map(int, match.groups()))
        if part in SHAPES:
            return SHAPES[part]
    return None


def claimed_shapes(kernel, arch):
    """The shapes that the path may be made of. FP64's larger ones exist on sm_90 alone and are
    split elsewhere, which is no emulation: m8n8k4 is what the hardware has."""
    shape = tuple(map(int, re.search(r"m(\d+)n(\d+)k(\d+)", kernel["path"]).groups()))
    if kernel["precision"] == "fp64" and number_of(arch) >= 100:
        return [shape, (8, 8, 4)]
    return [shape]


def warp_pattern(kernel, arch):
    kind = re.search(r"-(mx\w+)-", kernel["path"])
    name, types = (SCALED[kind[1], kernel["precision"]] if kind else WARP[types_of(kernel)])
    shapes = claimed_shapes(kernel, arch)
    digits = [text for text, shape in SHAPES.items() if shape in shapes]
    digits += ["x".join(map(str, shape)) for shape in shapes]
    end = rf"\.{re.escape(types)}" if types else ""
    return rf"{re.escape(name)}\.({'|'.join(digits)}){end}"


def loaded(function, loop):
    """Registers that hold, when the loop begins, what was loaded or made from it."""
    held = set()
    for ins in function.instructions:
        if ins.address >= loop.all[0].address:
            break
        if ins.writes is None:
            continue
        if re.match(r"^(LD|LDG|LDS|LDSM)$", ins.name):
            count = 4 if ins.name == "LDSM" else ins.bytes // 4
            held.update(ins.span(max(count, 1)))
        elif any(r in held for r in ins.read_registers):
            held.update(ins.span(2 if {"WIDE", "64"} & ins.parts else 1))
        else:
            held.discard(ins.writes)
    return held


def operands(function, loop, works):
    """Violations of products of what is no data: constants are merged and folded."""
    held = loaded(function, loop)
    for ins in loop.body:  # what the loop itself makes of loaded numbers
        if ins.writes and not MATRIX.match(ins.name) and any(r in held for r in ins.read_registers):
            held.add(ins.writes)
    for done in works:
        for operand in done.ins.reads[:2]:
            registers = re.findall(r"(?<![\w.])R\d+", operand)
            if not registers or any(r not in held for r in registers):
                return [("constant", f"{done.ins}: {operand} does not come from memory "
                                     f"{where(loop)}")]
    return []


def amounts(kernel, works, loop, threads, shape=shape_of):
    """Violations of how much is computed in a round: each instruction's work is shared by all the
    threads that take part in it."""
    done = sum(2 * m * n * k for m, n, k in (shape(work.ins) for work in works)) / threads
    claimed = float(kernel["operations"]) * int(kernel["in_flight"])
    if done != claimed or done == 0:
        return [("count", f"{done:g} operations a pass of a thread instead of {claimed:g} "
                          f"{where(loop)}")]
    return []


def matrices(function, pattern, step=STEP):
    """The measured loop, its instructions that are the named one, and violations by others."""
    loop = busiest(function, lambda ins: MATRIX.match(ins.name))
    if loop is None:
        some = [ins.opcode for ins in function.instructions if MATRIX.match(ins.name)][:1]
        return None, [], [("opcode", f"no loop of {pattern}; {some}")]
    works, violations = [], code_size(loop)
    emulated = [ins for ins in loop.body if EMULATION.match(ins.name)]
    if emulated and not pattern.startswith("UTC"):
        violations.append(("emulated", f"{emulated[0]} beside {pattern} {where(loop)}"))
    for ins in loop.body:
        if re.fullmatch(pattern, ins.opcode) and ins.guard is None:
            works.append(Done(step, ins))
        elif MATRIX.match(ins.name):
            violations.append(("opcode", f"{ins} {where(loop)}, not {pattern}"))
    others = [o for o in function.loops if o is not loop
              and any(MATRIX.match(i.name) for i in o.body)]
    if others:
        violations.append(("count", f"matrix products {where(others[0])} as well"))
    touching = [ins for ins in loop.body if re.match(r"^(LD|LDG|LDS|LDSM|LDL|ST\w?)$", ins.name)]
    if touching:
        violations.append(("memory", f"{touching[0]} {where(loop)}"))
    return loop, works, violations[:4]


def share(works, loop):
    """Violations of the number of other instructions: at the most one for four products, each of
    which takes several cycles."""
    beside = len(working(loop, fillers=False)) - len(works)
    if beside > max(len(works) / 4, 8):
        return [("opcode", f"{beside} instructions beside {len(works)} matrix products "
                           f"{where(loop)}")]
    return []


def accumulators(kernel, works, arch):
    """Sets of registers that the chains go through: a product that the assembler splits into
    smaller ones has one for each part of the result."""
    m, n, _ = claimed_shapes(kernel, arch)[0]
    its_m, its_n, _ = shape_of(works[0].ins)
    return int(kernel["in_flight"]) * (m * n // (its_m * its_n))


def mma(kernel, function, arch):
    loop, works, violations = matrices(function, warp_pattern(kernel, arch))
    if loop is None:
        return violations
    violations += amounts(kernel, works, loop, 32)
    if not works:
        return violations
    violations += operands(function, loop, works) + share(works, loop)
    return violations + chains(kernel, [STEP], loop, works, accumulators(kernel, works, arch))

"""Rules of kernels whose arithmetic is measured, but for tensor cores. See families.py."""

import re

from .common import Done, Step, busiest, chains, code_size, fuses, where, working

SHARE = 0.9  # of a loop's instructions that have to be measured ones

# By precision and path: the instructions that a kernel's name stands for, in equal numbers, with
# the operations that one does for one thread.
IADD = r"IADD3|IADD|VIADD|IMAD\.IADD|IADD3\.\w+"
HALVES = r"(\.MMA)?"
BRAIN = r"(\.MMA)?\.BF16(_V2)?"
STEPS = {
    ("fp32", "fma"): [(r"FFMA", 2)],
    ("fp32", "fma-three-registers"): [(r"FFMA", 2)],
    ("fp32", "fma-one-chain"): [(r"FFMA", 2)],
    ("fp32", "fma-f32x2"): [(r"FFMA2", 4)],
    ("fp32", "mul-add"): [(r"FMUL", 1), (r"FADD", 1)],
    ("fp64", "fma"): [(r"DFMA", 2)],
    ("fp64", "fma-one-chain"): [(r"DFMA", 2)],
    ("fp64", "mul-add"): [(r"DMUL", 1), (r"DADD", 1)],
    ("fp16", "fma-half2"): [(rf"HFMA2{HALVES}", 4)],
    ("bf16", "fma-bf16x2"): [(rf"HFMA2{BRAIN}", 4)],
    ("fp16", "mul-add-half2"): [("half multiply", 2), ("half add", 2)],
    ("bf16", "mul-add-bf16x2"): [("half multiply", 2), ("half add", 2)],
    ("int32", "mad"): [(r"IMAD(\.U32)?", 2)],
    ("int32", "add"): [(IADD, 1), (r"LOP3\.LUT", 1)],
    ("int8", "dp4a"): [(r"IDP\.4A\.[SU]8\.[SU]8", 8, 2)],
    ("fp32", "special-ex2"): [(r"MUFU\.EX2", 1)],
    ("fp32", "special-rsqrt"): [(r"MUFU\.RSQ", 1)],
    ("fp32", "special-sin"): [(r"MUFU\.SIN", 1)],
    ("fp32", "special-rcp"): [(r"MUFU\.RCP", 1)],
    ("fp32", "special-lg2"): [(r"MUFU\.LG2", 1)],
    ("fp32", "special-ex2-lg2"): [(r"MUFU\.EX2", 1), (r"MUFU\.LG2", 1)],
}
# What computes, whether or not it is what a kernel is named after.
ARITHMETIC = re.compile(r"^(F(FMA|MUL|ADD)2?|FSEL|FMNMX|D(FMA|MUL|ADD)|H(FMA|MUL|ADD)2|IMAD|IADD3?|"
                        r"VIADD|LOP3|IDP|MUFU|[HIDQOB]MMA|F2FP|F2F|I2F|F2I|SHF|PRMT|LEA)$")
NO_FMA = ("mul-add", "mul-add-half2", "mul-add-bf16x2", "add")


def half_kind(ins):
    """Whether a half-precision instruction multiplies or adds: fused ones with a factor of one or
    without an addend do either, on architectures where both pipes take halves."""
    if ins.name in ("HMUL2", "HADD2"):
        return {"HMUL2": "half multiply", "HADD2": "half add"}[ins.name]
    if ins.name != "HFMA2" or len(ins.reads) < 3:
        return None
    if ins.reads[1:-1] == ["1", "1"]:
        return "half add"
    return "half multiply" if ins.reads[-1] in ("-RZ", "RZ", "-RZ.H0_H0") else None


def folds(ins):
    """True for integer arithmetic with a literal, or with more or fewer than the sources of its
    step: what compilers make of several steps, and counters."""
    if not re.match(r"^(IADD|VIADD|IMAD|LOP3)", ins.name):
        return False
    values = [o for o in ins.reads if not re.match(r"^!?U?P[T\d]", o)]
    if ins.name == "LOP3":
        return values[-1] not in ("0x3c", "0x5a", "0x66") or sum(v == "RZ" for v in values) != 1
    if ins.opcode.startswith("IMAD.IADD"):
        values = [v for v in values if v != "0x1"]
    literal = any(re.match(r"^-?0x", v) for v in values)
    sources = sum(not re.match(r"^-?U?RZ", v) for v in values)
    return literal or sources != (3 if ins.opcode in ("IMAD", "IMAD.U32") else 2)


def steps_of(kernel):
    rows = STEPS.get((kernel["precision"], kernel["path"]), [])
    return [Step(*row) for row in rows]


def as_work(steps, ins):
    for step in steps:
        name = half_kind(ins) if step.pattern.startswith("half ") else ins.opcode
        if (name and re.fullmatch(step.pattern, name) and ins.read_registers and not folds(ins)
                and ins.guard is None):
            return Done(step, ins)
    return None


def fma_free(loop):
    """Violations of a kernel without fused multiplications and additions."""
    return [("fma", f"{ins} {where(loop)}") for ins in loop.all
            if fuses(ins) and half_kind(ins) is None][:1]


def file_reads(works):
    """For each instruction the registers that it takes from the register file, not from the operand
    cache. The cache has a place for each source; ".reuse" leaves a register there for the next
    instruction that looks into that place."""
    cached, found = {}, []
    for done in works:
        taken = set()
        for place, operand in enumerate(done.ins.reads):
            match = re.match(r"^[-|~]*(R\d+)", operand)
            if not match:
                continue
            if cached.get(place) != match[1]:
                taken.add(match[1])
            cached[place] = match[1] if ".reuse" in operand else None
        cached = {p: r for p, r in cached.items() if r != done.ins.writes}
        found.append(len(taken))
    return found


def ports(kernel, works, loop):
    """Violations of the number of registers that multiplications and additions read: three are more
    than 128 lanes are given, and are a ceiling of their own. With one or two chains the assembler
    keeps nothing in the operand cache, as another warp comes in between; the latency of one chain
    alone hides that, and two are only tried, never the default."""
    if int(kernel["in_flight"]) < 4 and ("one-chain" in kernel["path"] or "*" not in
                                         kernel["shapes"]):
        return []
    reads = file_reads(works)
    if kernel["path"] == "fma-three-registers":
        right, wanted = sum(r == 3 for r in reads), "three registers"
    elif kernel["path"].startswith("fma") and kernel["precision"] == "fp32":
        right, wanted = sum(r <= 2 for r in reads), "two registers at the most"
    else:
        return []
    if right < SHARE * len(works):
        return [("form", f"{right} of {len(works)} read {wanted} {where(loop)}")]
    return []


def form(kernel, steps, loop, works):
    """Violations of what else a loop does: other arithmetic, memory, too much beside the work. FP64
    is so slow on some architectures that the assembler puts fillers between its instructions."""
    mine = {done.ins.address for done in works}
    others = [ins for ins in working(loop, fillers=kernel["precision"] != "fp64")
              if ins.address not in mine]
    names = " and ".join(step.pattern for step in steps)
    violations = []
    for done in works:
        if done.ins.name.startswith("H") and re.search(r"\bR\d+[.\w]*\.H[01]_H[01]", str(done.ins)):
            violations.append(("width", f"{done.ins}: one half of a pair {where(loop)}"))
    for ins in others:
        if re.match(r"^(LD|ST|ATOM|RED)", ins.name) and not re.match(r"^(LDC|LDCU)", ins.name):
            violations.append(("memory", f"{ins} {where(loop)}"))
    if len(works) < SHARE * (len(works) + len(others)):
        arithmetic = [str(i) for i in others if ARITHMETIC.match(i.name)][:2]
        violations.append(("opcode", f"{len(works)} of {len(works) + len(others)} instructions are "
                                     f"{names} {where(loop)}; others: {'; '.join(arithmetic)}"))
    return violations[:2]


def amounts(kernel, steps, works, loop):
    """Violations of how much is computed in a round, and of the shares of several kinds."""
    violations = []
    for step in steps:
        its = sum(1 for done in works if done.step is step)
        if its * len(steps) != len(works):
            violations.append(("count", f"{its} of {len(works)} are {step.pattern} {where(loop)}"))
    done = sum(work.step.operations for work in works)
    claimed = float(kernel["operations"]) * int(kernel["in_flight"])
    if done != claimed or done == 0:
        violations.append(("count", f"{done:g} operations a pass of a thread instead of "
                                    f"{claimed:g} {where(loop)}"))
    return violations


def compute(kernel, function, arch):
    steps = steps_of(kernel)
    if not steps:
        return [("opcode", "no rule says what such a kernel is made of")]
    loop = busiest(function, lambda ins: as_work(steps, ins))
    if loop is None:
        loop = busiest(function, lambda ins: ARITHMETIC.match(ins.name))
        found = sorted({i.opcode for i in loop.body if ARITHMETIC.match(i.name)}) if loop else []
        fused = fma_free(loop) if loop and kernel["path"] in NO_FMA else []
        return fused + [("opcode", f"no loop of {steps[0].pattern}; {found}")]
    works = [done for done in (as_work(steps, ins) for ins in loop.body) if done]
    violations = code_size(loop)
    if kernel["path"] in NO_FMA:
        violations += fma_free(loop)
    violations += form(kernel, steps, loop, works) + amounts(kernel, steps, works, loop)
    violations += ports(kernel, works, loop)
    number = int(kernel["in_flight"])
    violations += chains(kernel, steps, loop, works, number)
    if ("one-chain" in kernel["path"]) and number != 1:
        violations.append(("chain", f"{number} chains in a kernel of one"))
    return violations

"""Rules of kernels whose loads and stores are measured: bandwidth and latency. See families.py."""

import re

from .common import busiest, code_size, fuses, where, working

LOADS = re.compile(r"^(LDG|LDS|LD|LDGSTS|LDSM)$")
STORES = re.compile(r"^(STG|STS|ST)$")
OTHER_ACCESS = re.compile(r"^(LDL|STL|ATOM\w*|RED\w*|TEX|TLD|SULD|SUST|CCTL\w*)$")
# FLOP of one instruction for one thread.
FLOP = {"FFMA": 2, "DFMA": 2, "FMUL": 1, "FADD": 1, "DMUL": 1, "DADD": 1, "FFMA2": 4, "FMUL2": 2,
        "FADD2": 2}
# Warp instructions that one scheduler can issue while an SM's four schedulers' loads of so many
# bytes a lane pass its L1 or shared memory, 128 bytes a cycle.
SLOTS = {32: 32, 16: 16, 8: 8, 4: 4}


def in_shared(kernel):
    return kernel["level"] == "shared"


def width_of(kernel):
    """Bytes of one access, as the path says; of paths that do not say, as the row does."""
    match = re.match(r"^(ld|st)(\d+)B", kernel["path"])
    if match and match[2] in ("4", "8", "16"):
        return int(match[2])
    return int(kernel["vector_bits"]) // 8


def accesses(loop, pattern):
    return [ins for ins in loop.body if pattern.match(ins.name)]


def form(kernel, loop, loads, stores):
    """Violations of width, memory and cache level of each access."""
    space = "S" if in_shared(kernel) else "G"
    violations = []
    for ins in loads + stores:
        if ins.name[-1] != space or ins.name.startswith("LDGSTS"):
            violations.append(("memory", f"{ins} {where(loop)}"))
        if ins.bytes != width_of(kernel):
            violations.append(("width", f"{ins}: {ins.bytes} bytes, not {width_of(kernel)} "
                                        f"{where(loop)}"))
        if ins.guard is not None:
            violations.append(("count", f"{ins} may be left out {where(loop)}"))
    if not in_shared(kernel):
        violations += [("cache", f"{ins} {where(loop)}") for ins in loads
                       if not answered(kernel, ins)]
        violations += [("cache", f"{ins} {where(loop)}") for ins in stores
                       if ins.parts - {"E", "64", "128", "256", "SYS"}]
    violations += [("memory", f"{ins} {where(loop)}") for ins in loop.body
                   if OTHER_ACCESS.match(ins.name)]
    return violations[:4]


def answered(kernel, ins):
    """True for a load that just the right caches may answer: the SM's own (of sm_75: the block's),
    or only what all SMs share."""
    scopes = {"CTA", "SM", "GPU", "SYS", "CONSTANT"} & ins.parts
    return "STRONG" in ins.parts and scopes in (
        [{"SM"}, {"CTA"}] if kernel["level"] == "L1" else [{"GPU"}])


def amounts(kernel, loop, loads, stores):
    """Violations of the bytes of a round: each array that is read or written has in_flight accesses
    of a thread."""
    violations = []
    batch = int(kernel["in_flight"]) * width_of(kernel)
    element = float(kernel["element_bytes"])
    for what, pieces, claim in (("read", loads, "read"), ("written", stores, "written")):
        total = sum(ins.bytes for ins in pieces)
        claimed = batch * float(kernel[claim]) / element
        if claimed and not total:
            kind = "hoisted" if what == "read" else "eliminated"
            violations.append((kind, f"nothing is {what} {where(loop)}"))
        elif total != claimed:
            violations.append(("count", f"{total} bytes a round and thread are {what}, not "
                                        f"{claimed:g} {where(loop)}"))
    return violations


def most_in_flight(loop):
    """How many loads are under way at once, at the most: loads end in order, where one of their
    registers is used. Two rounds, as a round may begin with what the last one loaded."""
    pending, most = [], 0
    for ins in loop.body * 2:
        touched = set(ins.read_registers) | ({ins.writes} if ins.writes else set())
        for place in reversed(range(len(pending))):
            if touched & pending[place]:
                del pending[:place + 1]
                break
        if LOADS.match(ins.name) and ins.writes:
            pending.append(set(ins.filled))
            most = max(most, len(pending))
    return most


def flight(kernel, loop):
    wanted = int(kernel["in_flight"]) * float(kernel["read"]) / float(kernel["element_bytes"])
    found = most_in_flight(loop)
    if found < wanted:
        return [("flight", f"{found} loads at once, not {wanted:g} {where(loop)}")]
    return []


def arithmetic(kernel, loop, stores):
    """Violations of the FLOP beside loads and stores."""
    fused = [ins for ins in loop.body if fuses(ins)]
    claimed = float(kernel["operations"])
    if claimed == 0:
        return [("fma", f"{ins} {where(loop)}") for ins in fused][:1]
    elements = sum(ins.bytes for ins in stores) / float(kernel["written"])
    done = sum(FLOP.get(ins.name, 0) for ins in loop.body)
    if done != claimed * elements:
        return [("count", f"{done:g} FLOP a round and thread, not {claimed * elements:g} "
                          f"{where(loop)}")]
    return []


def overhead(kernel, loop, loads, stores):
    """Violations of the number of instructions of a round, where more than a scheduler can issue
    meanwhile would be the limit, not the memory. Of the default shape: others are only tried."""
    if kernel["level"] not in ("L1", "shared") or "*" not in kernel["shapes"]:
        return []
    if kernel["role"] != "primary":
        return []
    slots = SLOTS[width_of(kernel)] * len(loads + stores)
    if len(working(loop)) > slots:
        return [("overhead", f"{len(working(loop))} instructions for {len(loads + stores)} "
                             f"accesses {where(loop)}")]
    return []


def bandwidth(kernel, function, arch):
    if kernel["path"].startswith("bulk"):
        return bulk(kernel, function)
    letter = "S" if in_shared(kernel) else "G"
    wanted = ["LD" + letter] * (float(kernel["read"]) > 0) + ["ST" + letter] * (
        float(kernel["written"]) > 0)
    loop = busiest(function, lambda ins: ins.name in wanted)
    if loop is None:
        kind = "hoisted" if float(kernel["read"]) > 0 else "eliminated"
        return [(kind, f"no {' and '.join(wanted)} in any loop")]
    loads, stores = accesses(loop, LOADS), accesses(loop, STORES)
    return (code_size(loop) + form(kernel, loop, loads, stores) +
            amounts(kernel, loop, loads, stores) + flight(kernel, loop) +
            arithmetic(kernel, loop, stores) + overhead(kernel, loop, loads, stores))


def bulk(kernel, function):
    """Copies by the bulk engine: one thread asks for them, nothing passes through registers."""
    loop = busiest(function, lambda ins: ins.name == "UBLKCP")
    if loop is None:
        return [("opcode", "no loop of UBLKCP")]
    copies = accesses(loop, re.compile(r"^UBLKCP$"))
    violations = code_size(loop)
    if len(copies) != 1:
        violations.append(("count", f"{len(copies)} copies a round {where(loop)}"))
    for ins in copies:
        if not {"S", "G"} <= ins.parts:
            violations.append(("memory", f"{ins} {where(loop)}"))
    for ins in accesses(loop, LOADS) + accesses(loop, STORES):
        if ins.name not in ("LDS", "STS"):
            violations.append(("memory", f"{ins} {where(loop)}"))
    read = {ins.bytes for each in function.loops for ins in accesses(each, re.compile(r"^LDS$"))}
    if 16 not in read:
        violations.append(("hoisted", "no loop reads what arrived, 16 bytes at a time"))
    return violations


def latency(kernel, function, arch):
    """A chain of loads, each from where the last one pointed, and nothing that could hide it."""
    loop = busiest(function, lambda ins: LOADS.match(ins.name))
    if loop is None:
        return [("hoisted", "no load in any loop")]
    loads = accesses(loop, LOADS)
    violations = code_size(loop)
    for ins in loads:
        if not in_shared(kernel) and not answered(kernel, ins):
            violations.append(("cache", f"{ins} {where(loop)}"))
        if (ins.name == "LDS") != in_shared(kernel):
            violations.append(("memory", f"{ins} {where(loop)}"))
    if most_in_flight(loop) != 1:
        violations.append(("chain", f"{most_in_flight(loop)} loads at once {where(loop)}"))
    if accesses(loop, STORES):
        violations.append(("memory", f"{accesses(loop, STORES)[0]} {where(loop)}"))
    claimed = float(kernel["operations"])
    if claimed and len(loads) % claimed:
        violations.append(("count", f"{len(loads)} loads a round for elements of {claimed:g} "
                                    f"{where(loop)}"))
    return violations[:4] + dependent(loop, loads)


def dependent(loop, loads):
    """Violations of loads whose address does not come from the load before: followed backwards
    through what the loop does in between."""
    made = {}  # register: whether it depends on the last load
    violations, last = [], {r for ins in loads[-1:] for r in ins.span(2)}
    for ins in loop.body:
        depends = any(made.get(r, r in last) for r in ins.read_registers)
        if ins in loads:
            if not depends:
                violations.append(("chain", f"{ins} does not wait for the load before "
                                            f"{where(loop)}"))
            made = {r: False for r in made} | {r: True for r in ins.span(2)}
            last = set()
        elif ins.writes:
            made[ins.writes] = depends
            if {"WIDE", "64"} & ins.parts:
                made[ins.span(2)[1]] = depends
    return violations[:2]

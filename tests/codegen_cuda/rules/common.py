"""What the rules of all families share: the resources that a kernel takes, the loop that is
measured, and chains of values through registers."""

import collections
import dataclasses
import re

REGISTERS = 65536  # of an SM, every architecture since 3.5
REGISTER_UNIT = 256  # a warp's registers are given out in this many
# Threads that an SM can hold at once (CUDA C++ programming guide, table of compute capabilities).
THREADS = {75: 1024, 86: 1536, 89: 1536, 120: 1536}
# KiB of shared memory of an SM, by the same table.
SHARED = {75: 64, 80: 164, 86: 100, 89: 100, 90: 228, 100: 228, 103: 228, 120: 100}
LOOP_BYTES = 64 * 1024  # beyond, instructions are fetched from beyond the L1.5 instruction cache
FUSED = re.compile(r"^(FFMA|FFMA2|DFMA|HFMA2)$")


def fuses(ins):
    """True for a fused multiplication and addition; without a register it only makes a constant."""
    return bool(FUSED.match(ins.name) and ins.read_registers)


def where(loop):
    return f"in the loop at {loop.all[0].address:#x}"


def number_of(arch):
    """90 of "90a"."""
    return int(arch.rstrip("af"))


def working(loop, fillers=True):
    """Instructions of a loop, without those that only keep the assembler's distances."""
    return [ins for ins in loop.body if fillers or not ins.idle]


def resources(function):
    """Violations anywhere in a kernel: spilled registers; and in loops: calls. Without a return a
    "call" is only how the assembler writes some jumps; before the loop it is a check of its own."""
    violations = []
    for what in ("STACK", "LOCAL"):
        if function.resources.get(what, 0):
            violations.append(("spill", f"{function.resources[what]} bytes of {what}"))
    for ins in function.instructions:
        if ins.name in ("LDL", "STL"):
            violations.append(("spill", f"{ins} at {ins.address:#x}"))
            break
    returns = any(ins.name == "RET" for ins in function.instructions)
    for ins in (ins for loop in function.loops for ins in loop.body):
        if ins.name in ("BRX", "JMX") or ins.name == "CALL" and returns:
            violations.append(("call", f"{ins} at {ins.address:#x}"))
            break
    if not function.resources:
        violations.append(("spill", "nothing is known of its registers"))
    return violations


def resident(kernel, function, arch):
    """Violations of the shapes by the registers and the shared memory that the kernel takes: the
    default shape has to be resident as a whole, a block of any other has to start at all. Working
    sets in shared memory are the plan's business."""
    a_warp = -(-function.resources.get("REG", 255) * 32 // REGISTER_UNIT) * REGISTER_UNIT
    shared = int(kernel["shared_bytes"]) + function.resources.get("SHARED", 0)
    violations = []
    for shape in filter(None, kernel["shapes"].split(",")):
        blocks, threads = map(int, shape.rstrip("*").split("x"))
        blocks = blocks if shape.endswith("*") else 1
        if blocks * threads > THREADS.get(number_of(arch), 2048):
            continue  # the plan leaves it out
        if blocks * -(-threads // 32) * a_warp > REGISTERS:
            violations.append(("resident", f"{function.resources['REG']} registers a thread: "
                                           f"shape {shape} does not fit"))
        if blocks * shared > SHARED[number_of(arch)] * 1024:
            violations.append(("resident", f"{shared} bytes of shared memory a block: shape "
                                           f"{shape} does not fit"))
    return violations


def code_size(loop):
    first, last = loop.all[0].address, loop.all[-1].address
    if last - first >= LOOP_BYTES:
        return [("size", f"{last - first} bytes of code {where(loop)}")]
    return []


def busiest(function, chosen):
    """The loop with the most instructions of a kind in its own body; None: there is none."""
    counted = [(sum(map(bool, map(chosen, loop.body))), -n) for n, loop in
               enumerate(function.loops)]
    best = max(counted, default=(0, 0))
    return function.loops[-best[1]] if best[0] else None


# ---- chains

@dataclasses.dataclass
class Step:
    """An instruction that a kernel's work consists of. `chained`: the operand, among those read,
    that goes on with a chain; None: whichever does."""
    pattern: str
    operations: float  # of one thread
    chained: int = None


@dataclasses.dataclass
class Done:
    """An instruction of the loop that is one of the steps."""
    step: Step
    ins: object


@dataclasses.dataclass
class Chain:
    """What a register holds: the value that `root` had when the round began, some steps on."""
    root: str
    places: list = dataclasses.field(default_factory=list)  # of the steps, among all of the loop
    steps: list = dataclasses.field(default_factory=list)


MOVE = re.compile(r"^(MOV|MOV\.64|IMAD\.MOV(\.U32)?)$")


def moved_from(ins):
    """The register that a plain copy copies; None for anything else."""
    sources = [o for o in ins.reads if not o.startswith(("RZ", "0x"))]
    if not MOVE.match(ins.opcode) or len(sources) != 1 or ins.guard:
        return None
    return ins.read_registers[0] if ins.read_registers else None


def continued(done):
    """Registers of an instruction that may hold the chain it goes on with."""
    if done.step.chained is None:
        return list(dict.fromkeys(done.ins.read_registers))
    operand = done.ins.reads[done.step.chained] if len(done.ins.reads) > done.step.chained else ""
    return re.findall(r"(?<![\w.])U?R\d+", operand)


def follow(loop, works):
    """What the registers that a round takes values from, and writes to, hold at its end: chains;
    and violations where an instruction has no chain to go on with, or two."""
    place = {done.ins.address: n for n, done in enumerate(works)}
    written = {done.ins.writes for done in works}
    written |= {i.writes for i in loop.body if moved_from(i) in written}
    value, taken, violations = {}, set(), []

    def read(register):
        if register not in value and register in written:
            taken.add(register)
        return value.get(register) or Chain(register)

    for ins in loop.body:
        if ins.address not in place:
            source = moved_from(ins)
            if source in written:
                value[ins.writes] = read(source)
            continue
        done = works[place[ins.address]]
        before = {id(c): c for c in map(read, continued(done)) if c.root in written}
        if len(before) != 1:
            violations.append(("chain", f"{ins} goes on with {len(before)} chains {where(loop)}"))
        chain = next(iter(before.values()), Chain("nothing"))
        value[ins.writes] = Chain(chain.root, chain.places + [place[ins.address]],
                                  chain.steps + [done.step])
    return {register: value[register] for register in sorted(taken)}, violations[:2]


def fed_back(ends):
    """True where what the chains end in is what they begin with, each once."""
    begun = collections.Counter(c.root for c in ends.values())
    return set(begun) == set(ends) and len(begun) == sum(begun.values())


def chains(kernel, steps, loop, works, number):
    """Violations of the chains' number and of their steps: as many in each, in turn where the work
    has several kinds, and none of them long before its turn (the assembler may draw a second kind
    near: addition and logic of eight chains stand three instructions apart)."""
    ends, violations = follow(loop, works)
    if len(ends) != number:
        violations.append(("chain", f"{len(ends)} chains, not {number} {where(loop)}"))
    if not fed_back(ends):
        violations.append(("chain", f"not every chain goes on in the next round {where(loop)}"))
    for register, chain in sorted(ends.items()):
        in_turn = len(steps) == 1 or all(a is not b for a, b in zip(chain.steps, chain.steps[1:]))
        if not in_turn or len(chain.steps) * len(ends) != len(works):
            violations.append(("chain", f"the {len(chain.steps)} steps of the chain in {register} "
                                        f"are uneven {where(loop)}"))
        if any(3 * (b - a) < len(ends) for a, b in zip(chain.places, chain.places[1:])):
            violations.append(("chain", f"steps of the chain in {register} follow each other at "
                                        f"once {where(loop)}"))
    return violations[:4]

"""What the arithmetic of a compute kernel consists of, and the chains that it forms: each value is
followed through registers, so that a chain may move from one to another. See compute.py."""

import collections
import dataclasses
import re

from ..machine.x86 import parse_memory, register_bytes
from .common import FMA

TILE_BITS = 8192
# What computes, whether or not it is what a kernel is named after.
ARITHMETIC = re.compile(r"^v?(mul|add|sub|div|max|min|sqrt|h(add|sub)|fn?m)\w*[sp][sdh]$"
                        r"|^vdpbf16ps$|^tdp\w+$|^v?p(mul|h?add|h?sub|madd|dp|sll|srl|sra)\w*$"
                        r"|^i?mul[lq]?$")
MOVE = re.compile(r"^v?mov([au]p[sd]|dq[au](32|64)?|[lq])?$")
# What writes its last operand, reading it first.
ACCUMULATES = re.compile(rf"{FMA.pattern}|^vpdp\w+$|^vdpbf16ps$|^tdp\w+$")
ADDRESS_SUM = re.compile(r"^\((%\w+),(%\w+),1\)$")


@dataclasses.dataclass
class Step:
    """One instruction of a mix."""
    pattern: str
    operations: int  # of a lane


@dataclasses.dataclass
class Work:
    """An instruction of the loop that is one of the steps."""
    step: Step
    ins: object
    inputs: list
    output: str


@dataclasses.dataclass
class Chain:
    """What a register holds: the value that `root` had when the round began, some steps on."""
    root: str
    places: list = dataclasses.field(default_factory=list)  # of the steps, among all of the loop
    steps: list = dataclasses.field(default_factory=list)


def is_single(kernel):
    return int(kernel["vector_bits"]) == 8 * int(kernel["element_bytes"])


def lanes_of(kernel):
    return int(kernel["vector_bits"]) // 8 // int(kernel["element_bytes"])


def steps_of(kernel):
    """The instructions that a kernel's name stands for, in equal numbers; none of unknown names."""
    operation, kind = kernel["name"].split("_")[0], kernel["type"]
    single = is_single(kernel)
    suffix = ("s" if single else "p") + {"f64": "d", "f32": "s", "f16": "h"}.get(kind, "")
    fma = Step(rf"vfmadd(132|213|231){suffix}", 2)
    if kind in ("f64", "f32", "f16"):
        multiply, add = Step(f"vmul{suffix}", 1), Step(f"vadd{suffix}", 1)
    else:
        fma = None
        multiply = Step("imull?" if single else "vpmulld", 1)
        add = Step("addl?|leal?" if single else "vpaddd", 1)
    if operation == "dot":
        tile = int(kernel["vector_bits"]) == TILE_BITS
        # Of a tile's lane: a row of 16 words by a column.
        found = {("i8", False): Step("vpdpbusd", 2 * 4),
                 ("i8", True): Step("tdpbssd", 2 * 4 * 16),
                 ("bf16", False): Step("vdpbf16ps", 2 * 2),
                 ("bf16", True): Step("tdpbf16ps", 2 * 2 * 16)}.get((kind, tile))
        return [found] if found else []
    mix = {"fma": [fma], "fma-one-chain": [fma], "fma-add": [fma, add],
           "mul-add": [multiply, add], "add": [add]}.get(operation, [])
    return [] if None in mix else mix


def whole(register):
    """The name of all of a register: %eax and %rax are one, %xmm3, %ymm3 and %zmm3 are another."""
    name = re.sub(r"^%[xyz]mm", "%zmm", register.split("{")[0])
    name = re.sub(r"^%e", "%r", name)
    return re.sub(r"^(%r\d+)[dwb]$", r"\1", name)


def as_work(steps, ins):
    """The work that an instruction is, or None. In general registers only where both sources are
    registers: constants are added to counters and pointers."""
    step = next((s for s in steps if re.fullmatch(s.pattern, ins.mnemonic)), None)
    if step is None or len(ins.operands) < 2:
        return None
    sources, output = ins.operands[:-1], ins.operands[-1]
    if ins.mnemonic.startswith("lea"):
        address = ADDRESS_SUM.match(sources[0])
        if not address:
            return None
        sources = list(address.groups())
    elif len(ins.operands) == 2 or ACCUMULATES.match(ins.mnemonic):
        sources = sources + [output]
    if any(s.startswith("$") for s in sources):
        return None
    return Work(step, ins, [whole(s) for s in sources if s.startswith("%")], whole(output))


def work_of(steps, loop):
    return [work for work in (as_work(steps, ins) for ins in loop.body) if work]


def used_bytes(work):
    return max(register_bytes(o) for o in work.ins.operands if o.startswith("%"))


def is_move(ins):
    return bool(MOVE.match(ins.mnemonic)) and len(ins.operands) == 2 and all(
        o.startswith("%") for o in ins.operands)


def follow(loop, works):
    """What the registers that a round takes values from, and writes to, hold at its end: chains;
    and violations where an instruction has no chain to go on with, or two."""
    place = {work.ins.address: n for n, work in enumerate(works)}
    written = {work.output for work in works} | {whole(i.operands[-1]) for i in loop.body
                                                 if is_move(i)}
    value, taken, violations = {}, set(), []

    def read(register):
        if register not in value and register in written:
            taken.add(register)
        return value.get(register) or Chain(register)

    for ins in loop.body:
        if is_move(ins):
            value[whole(ins.operands[1])] = read(whole(ins.operands[0]))
        if ins.address not in place:
            continue
        work = works[place[ins.address]]
        before = {id(c): c for c in map(read, dict.fromkeys(work.inputs)) if c.root in written}
        if len(before) != 1:
            violations.append(("chain", f"{ins.mnemonic} {','.join(ins.operands)} goes on with "
                                        f"{len(before)} chains"))
        chain = next(iter(before.values()), Chain("nothing"))
        value[work.output] = Chain(chain.root, chain.places + [place[ins.address]],
                                   chain.steps + [work.step])
    return {register: value[register] for register in sorted(taken)}, violations


def fed_back(ends):
    """True where what the chains end in is what they begin with, each once."""
    begun = collections.Counter(c.root for c in ends.values())
    return set(begun) == set(ends) and len(begun) == sum(begun.values())


def addresses_only(ins):
    """A sum, an AND or a shift of general registers, as addresses are made of."""
    general = all(not re.match(r"^%[xyzt]mm", o) and parse_memory(o) is None for o in ins.operands)
    return general and bool(re.match(r"^(mov|and|shl|sal|add|lea)\w?$", ins.mnemonic))

"""Reads x86-64 machine code as objdump prints it (AT&T syntax): instructions, what they load and
store, and the loops they form. Standard library and binutils only."""

import dataclasses
import re
import subprocess

WIDTHS = {"zmm": 64, "ymm": 32, "xmm": 16}
SUFFIX_BYTES = {"b": 1, "w": 2, "l": 4, "q": 8}
# Instructions with a memory operand that read or write nothing.
NO_ACCESS = re.compile(r"^(lea|nop|data16|cs|prefetch|j|call)")
# A memory operand in last place is only read by these, only written by moves, else both.
READS_LAST = re.compile(r"^(cmp|test|bt[lq]?$|push)")
MOVES = re.compile(r"^v?(mov|pmov|extract|pextr)|^(set|pop)")
# One number of a vector register: f32 or f64.
SINGLE = re.compile(r"^v?(mov|add|mul|sub|div|fn?m(add|sub)(132|213|231))(?P<one>ss|sd)$")
MEMORY = re.compile(r"^(?P<seg>%[fg]s:)?(?P<disp>-?0x[0-9a-f]+|-?\d+)?"
                    r"\((?P<base>%\w+)?(,(?P<index>%\w+),?(?P<scale>\d)?)?\)(?P<mask>\{.*\})?$")


@dataclasses.dataclass
class Memory:
    base: str
    index: str
    displacement: int
    broadcast: bool


@dataclasses.dataclass
class Instruction:
    address: int
    mnemonic: str
    operands: list
    target: int = None  # of a jump
    loads: int = 0      # bytes
    stores: int = 0     # bytes
    memory: Memory = None

    @property
    def registers(self):
        return [o for o in self.operands if o.startswith("%")]


def split_operands(text):
    parts, depth, current = [], 0, ""
    for character in text:
        depth += (character in "({") - (character in ")}")
        if character == "," and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += character
    return [p.strip() for p in parts + [current] if p.strip()]


def parse_memory(operand):
    match = MEMORY.match(operand)
    if not match:
        return None
    disp = match["disp"]
    return Memory(match["base"] or "", match["index"] or "", int(disp, 0) if disp else 0,
                  "1to" in (match["mask"] or ""))


def register_bytes(register):
    name = register.lstrip("%").split("{")[0]
    if name[:3] in WIDTHS:
        return WIDTHS[name[:3]]
    if re.match(r"^r\d+d$|^e", name):
        return 4
    if re.match(r"^r\d+w$", name):
        return 2
    if re.match(r"^r\d+b$|^[a-d][lh]$|^(si|di|bp|sp)l$", name):
        return 1
    return 8 if name.startswith("r") else 2


def access_bytes(instruction):
    """Bytes of the memory operand, from the mnemonic or the registers beside it."""
    single = SINGLE.match(instruction.mnemonic)
    if single:
        return 4 if single["one"] == "ss" else 8
    if instruction.memory.broadcast:
        return 4 if instruction.mnemonic[-1] == "s" else 8
    part = re.match(r"^v(?:insert|extract|broadcast)[fi](?:(128|32x4|64x2)|32x8|64x4)$",
                    instruction.mnemonic)
    if part:
        return 16 if part[1] else 32
    if re.match(r"^v?mov[dq]$", instruction.mnemonic):
        return 4 if instruction.mnemonic.endswith("d") else 8
    if instruction.mnemonic.startswith("vbroadcasts"):
        return 4 if instruction.mnemonic.endswith("s") else 8
    if instruction.registers:
        return max(register_bytes(r) for r in instruction.registers)
    return SUFFIX_BYTES.get(instruction.mnemonic[-1], 8)


def parse_instruction(line):
    match = re.match(r"^\s*([0-9a-f]+):\s+(\S+)\s*(.*?)\s*(?:#.*)?$", line)
    if not match:
        return None
    address, mnemonic, rest = int(match[1], 16), match[2], match[3]
    if mnemonic in ("rep", "repz", "repnz", "lock", "bnd", "notrack", "{evex}", "{vex}"):
        mnemonic, _, rest = rest.partition(" ")
    instruction = Instruction(address, mnemonic, [])
    jump = re.match(r"^j\w+$", mnemonic) and re.match(r"^([0-9a-f]+)\b", rest)
    if jump:
        instruction.target = int(jump[1], 16)
        return instruction
    instruction.operands = split_operands(re.sub(r"<.*>$", "", rest))
    if NO_ACCESS.match(mnemonic):
        return instruction
    for place, operand in enumerate(instruction.operands):
        memory = parse_memory(operand)
        if memory is None:
            continue
        instruction.memory = memory
        size = access_bytes(instruction)
        last = place == len(instruction.operands) - 1
        if not last or len(instruction.operands) == 1 and not MOVES.match(mnemonic):
            instruction.loads = size
        elif READS_LAST.match(mnemonic):
            instruction.loads = size
        else:
            instruction.stores = size
            instruction.loads = 0 if MOVES.match(mnemonic) else size
    return instruction


@dataclasses.dataclass
class Function:
    name: str
    instructions: list


class Program:
    """All functions of an executable, by address."""

    def __init__(self, path, objdump="objdump"):
        text = subprocess.run([objdump, "-d", "-C", "--no-show-raw-insn", path], check=True,
                              capture_output=True, text=True).stdout
        self.functions = {}
        current = None
        for line in text.splitlines():
            head = re.match(r"^([0-9a-f]+) <(.*)>:$", line)
            if head:
                current = self.functions[int(head[1], 16)] = Function(head[2], [])
                continue
            instruction = parse_instruction(line) if current else None
            if instruction:
                current.instructions.append(instruction)

    def address_of(self, name):
        return next(a for a, f in self.functions.items() if f.name == name)


class Loop:
    """A natural loop: the head of a backward edge and all that reaches the edge without passing the
    head. `all` includes loops inside it, `body` does not."""

    def __init__(self, head, places):
        self.head, self.places = head, places
        self.inner = []
        self.all = self.body = []


def successors(instructions):
    place = {ins.address: n for n, ins in enumerate(instructions)}
    following = []
    for n, ins in enumerate(instructions):
        targets = {place[ins.target]} if ins.target in place else set()
        if not re.match(r"^(jmp|ret|ud2|hlt)", ins.mnemonic) and n + 1 < len(instructions):
            targets.add(n + 1)
        following.append(targets)
    return following


def dominators(following):
    """For every instruction the set of those on every way to it from the function's start; None
    where it cannot be reached. As bit sets."""
    before = [[] for _ in following]
    for n, targets in enumerate(following):
        for target in targets:
            before[target].append(n)
    dominating = [None] * len(following)
    dominating[0] = 1
    changed = True
    while changed:
        changed = False
        for n in range(1, len(following)):
            known = [dominating[b] for b in before[n] if dominating[b] is not None]
            if not known:
                continue
            common = known[0]
            for other in known[1:]:
                common &= other
            common |= 1 << n
            if common != dominating[n]:
                dominating[n] = common
                changed = True
    return dominating, before


def find_loops(function):
    """Loops by address, each knowing those directly inside it."""
    instructions = function.instructions
    following = successors(instructions)
    dominating, before = dominators(following)
    loops = {}
    for n, targets in enumerate(following):
        for head in targets:
            if dominating[n] is None or not dominating[n] >> head & 1:
                continue
            places, waiting = loops.setdefault(head, {head}), [n]
            while waiting:
                place = waiting.pop()
                if place not in places:
                    places.add(place)
                    waiting += before[place]
    loops = [Loop(head, places) for head, places in loops.items()]
    for loop in loops:
        around = [o for o in loops if o is not loop and loop.places < o.places]
        if around:
            min(around, key=lambda o: len(o.places)).inner.append(loop)
    for loop in loops:
        inside = set().union(*(i.places for i in loop.inner))
        loop.all = [instructions[n] for n in sorted(loop.places)]
        loop.body = [instructions[n] for n in sorted(loop.places - inside)]
    return sorted(loops, key=lambda o: min(o.places))

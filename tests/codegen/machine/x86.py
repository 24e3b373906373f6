"""Reads x86-64 machine code as objdump prints it (AT&T syntax): instructions, and what they load
and store. Standard library and binutils only."""

import dataclasses
import re

WIDTHS = {"tmm": 1024, "zmm": 64, "ymm": 32, "xmm": 16}
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
    if re.match(r"^v?mov[lh]p[sd]$", instruction.mnemonic):
        return 8
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

"""Reads AArch64 machine code as objdump prints it: instructions, and what they load and store.
Standard library and binutils only."""

import dataclasses
import re

REGISTER_BYTES = {"q": 16, "d": 8, "s": 4, "h": 2, "b": 1, "x": 8, "w": 4}
ACCESS = re.compile(r"^(?P<what>ld|st)(?P<pair>n?p|[ut]?r|[ax]r|ax?r)(?P<size>s?[bhw])?$")
STRUCTURES = re.compile(r"^(ld|st)[1-4]r?$")
SIZES = {"b": 1, "h": 2, "w": 4}
JUMP = re.compile(r"^(b|b\.\w+|cbn?z|tbn?z)$")
MEMORY = re.compile(r"^\[(?P<base>\w+)(?:, (?:#(?P<disp>-?\w+)|(?P<index>[wx]\w+)[^\]]*))?\]"
                    r"(?P<before>!)?$")


@dataclasses.dataclass
class Memory:
    base: str
    index: str
    displacement: int
    moves: int = 0  # what the access itself adds to the base, afterwards


@dataclasses.dataclass
class Instruction:
    address: int
    mnemonic: str
    operands: list
    target: int = None  # of a jump
    loads: int = 0      # bytes of each access
    stores: int = 0
    accesses: int = 0   # 2 for pairs
    memory: Memory = None


def split_operands(text):
    parts, depth, current = [], 0, ""
    for character in text:
        depth += (character in "[{") - (character in "]}")
        if character == "," and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += character
    return [p.strip() for p in parts + [current] if p.strip()]


def register_bytes(register):
    """Of a vector register all bytes of its arrangement: v0.2d 16, v0.2s 8; of others their own."""
    arrangement = re.match(r"^v\d+\.(\d+)?([bhsd])", register)
    if arrangement:
        return int(arrangement[1] or 1) * REGISTER_BYTES[arrangement[2]]
    return REGISTER_BYTES.get(register[:1], 8)


def set_memory(instruction):
    """Fills in what a load or store accesses."""
    found = ACCESS.match(instruction.mnemonic)
    structure = STRUCTURES.match(instruction.mnemonic)
    place = next((n for n, o in enumerate(instruction.operands) if o.startswith("[")), None)
    if place is None or not (found or structure):
        return
    match = MEMORY.match(instruction.operands[place])
    if not match:
        return
    after = instruction.operands[place + 1:]
    moves = int(after[0].lstrip("#"), 0) if after and after[0].startswith("#") else 0
    displacement = int(match["disp"], 0) if match["disp"] else 0
    if match["before"]:
        moves = displacement
    instruction.memory = Memory(match["base"], match["index"] or "", displacement, moves)
    if structure:
        registers = instruction.operands[0].strip("{}").split(",")
        size, count = register_bytes(registers[0].strip()), len(registers)
    else:
        size = register_bytes(instruction.operands[0])
        size = SIZES[found["size"][-1]] if found["size"] else size
        count = 2 if found["pair"].endswith("p") else 1
    instruction.accesses = count
    if instruction.mnemonic.startswith("ld"):
        instruction.loads = size
    else:
        instruction.stores = size


def parse_instruction(line):
    match = re.match(r"^\s*([0-9a-f]+):\s+(\S+)\s*(.*?)\s*(?://.*)?$", line)
    if not match:
        return None
    address, mnemonic, rest = int(match[1], 16), match[2], match[3]
    instruction = Instruction(address, mnemonic, split_operands(re.sub(r"<.*>", "", rest)))
    if JUMP.match(mnemonic):
        instruction.target = int(instruction.operands[-1], 16)
    else:
        set_memory(instruction)
    return instruction

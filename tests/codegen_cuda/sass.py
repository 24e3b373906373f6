"""NVIDIA's machine code as cuobjdump prints it: functions, instructions and their operands."""

import functools
import os
import pathlib
import re
import subprocess
import sys

from codegen.machine.loops import find_loops

LINE = re.compile(r"^\s+/\*([0-9a-f]{4,})\*/\s+(?:(@!?U?P[T\d]+)\s+)?([A-Z][\w.]*)\s*(.*?)\s*;")
REGISTER = re.compile(r"(?<![\w.])(U?R)(\d+|Z)(?!\w)")
# What jumps to an address that is its last operand.
JUMPS = ("BRA", "CALL", "JMP")
LEAVES = ("BRA", "EXIT", "RET", "BRX", "JMX", "JMP", "BPT")
# Nothing is written by these: their first operand is a source, an address or a barrier.
WRITES_NOTHING = re.compile(r"^(ST|RED|BRA|BSSY|BSYNC|BREAK|EXIT|RET|CALL|BAR|DEPBAR|MEMBAR|NOP|"
                            r"WARPSYNC|WARPGROUP|UBLKCP|UTMA|UTC|SYNCS|CCTL|ERRBAR|FENCE|YIELD|"
                            r"NANOSLEEP|ARRIVES|LDGSTS|LDGDEPBAR|ACQBULK|BMOV|R2P|UCGABAR|PREEXIT)")
INSTRUCTION_BYTES = 16


class Instruction:
    """One instruction. `opcode` is all of "LDG.E.128", `name` its first part. `mnemonic` is for
    loops.py: an instruction that is never followed by the next one has its bare name."""

    def __init__(self, address, guard, opcode, operands):
        self.address, self.guard, self.opcode, self.operands = address, guard, opcode, operands
        self.name, *parts = opcode.split(".")
        self.parts = set(parts)
        self.target = None
        if self.name in JUMPS and operands and operands[-1].startswith("0x"):
            self.target = int(operands[-1], 16)
        always = guard in (None, "@PT", "@UPT") and not (self.name in JUMPS and len(operands) > 1)
        never_next = self.name in LEAVES and always and self.opcode != "BRA.CONV"
        self.mnemonic = self.name if never_next else f"{guard or ''} {opcode}"

    def __str__(self):
        guard = f"{self.guard} " if self.guard else ""
        return f"{guard}{self.opcode} {', '.join(self.operands)}".rstrip()

    @functools.cached_property
    def idle(self):
        """True for what does nothing."""
        return self.name == "NOP" or self.guard in ("@!PT", "@!UPT")

    @property
    def bytes(self):
        """Of one thread's access to memory."""
        for part, size in (("256", 32), ("128", 16), ("64", 8), ("U16", 2), ("S16", 2), ("U8", 1),
                           ("S8", 1)):
            if part in self.parts:
                return size
        return 4

    @functools.cached_property
    def writes(self):
        """The first register written, "R4" or "UR4"; None: none, or only predicates."""
        if WRITES_NOTHING.match(self.name) or not self.operands:
            return None
        found = re.fullmatch(r"(U?R\d+)(\.\w+)*", self.operands[0])
        return found[1] if found else None

    @functools.cached_property
    def reads(self):
        """The operands that are read, as text."""
        if self.writes is None and WRITES_NOTHING.match(self.name):
            return self.operands
        return self.operands[2 if "256" in self.parts else 1:]

    @functools.cached_property
    def read_registers(self):
        """Names of registers read; of a pair or a group the first one. Not RZ."""
        return [kind + number for operand in self.reads
                for kind, number in REGISTER.findall(operand) if number != "Z"]

    @functools.cached_property
    def filled(self):
        """The registers that a load writes; one of 32 bytes names two groups of four."""
        if "256" not in self.parts:
            return self.span(max(self.bytes // 4, 1))
        firsts = [int(re.fullmatch(r"R(\d+)", operand)[1]) for operand in self.operands[:2]]
        return [f"R{first + i}" for first in firsts for i in range(4)]

    def span(self, count):
        """The registers written, where they are `count` from the first on."""
        kind, number = re.fullmatch(r"(U?R)(\d+)", self.writes).groups()
        return [f"{kind}{int(number) + i}" for i in range(count)]


def split_operands(text):
    """At commas outside brackets."""
    operands, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "[({") - (letter in "])}")
        if letter == "," and depth == 0:
            operands.append(text[start:at].strip())
            start = at + 1
    last = text[start:].strip()
    return operands + [last] if last else operands


def parse_instruction(line):
    match = LINE.match(line)
    if not match:
        return None
    address, guard, opcode, operands = match.groups()
    return Instruction(int(address, 16), guard, opcode, split_operands(operands))


class Function:
    """A kernel's code for one architecture and what the assembler noted of it."""

    def __init__(self, name, resources):
        self.name, self.resources, self.lines = name, resources, []

    @functools.cached_property
    def instructions(self):
        return [ins for ins in map(parse_instruction, self.lines) if ins]

    @functools.cached_property
    def loops(self):
        return find_loops(self)


def parse(text, arch):
    """{name: Function} of the code for exactly this architecture ("90a")."""
    functions, resources, within, current, named = {}, {}, False, None, None
    for line in text.splitlines():
        head = re.match(r"\s*code for (\S+)", line)
        name = re.match(r"\s*Function : (\S+)", line)
        user = re.match(r"\s*Function (\S+):$", line)
        if head:
            within, current = head[1] == f"sm_{arch}", None
        elif re.match(r"arch = ", line):
            within, current = False, None
        elif name and within:
            current = functions[name[1]] = Function(name[1], resources.get(name[1], {}))
        elif user:
            named = user[1]
        elif named and re.match(r"\s+REG:", line):
            resources[named] = {k: int(v) for k, v in re.findall(r"(\w+(?:\[0\])?):(\d+)", line)}
            named = None
        elif current:
            current.lines.append(line)
    return functions


class Disassembler:
    """The toolkit's programs; cuobjdump looks for nvdisasm on PATH."""

    def __init__(self, cuobjdump, nvdisasm):
        self.cuobjdump = cuobjdump
        folder = str(pathlib.Path(nvdisasm).parent)
        path = os.pathsep.join([folder, os.environ.get("PATH", "")])
        self.environment = dict(os.environ, NVDISASM_PATH=folder, PATH=path)

    def functions(self, obj, arch):
        """All kernels of an object for one architecture, by name."""
        command = [self.cuobjdump, "-sass", "-res-usage", "-arch", f"sm_{arch}", obj]
        text = subprocess.run(command, check=True, capture_output=True, text=True,
                              env=self.environment).stdout
        functions = parse(text, arch)
        if not functions:
            sys.exit(f"no machine code for sm_{arch} in {obj}")
        return functions

"""PTX as nvcc writes it, read into plain lists: kernels, their registers, parameters and
instructions. Whatever the grammar below does not know is an error, never skipped."""

import re
from dataclasses import dataclass, field

TOKEN = re.compile(r"""
    (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<space>\s+)
  | (?P<string>"[^"]*")
  | (?P<float>0[fF][0-9A-Fa-f]{8}\b|0[dD][0-9A-Fa-f]{16}\b)
  | (?P<number>0[xX][0-9A-Fa-f]+U?|\d+\.\d+|\d+U?)
  | (?P<name>[%$_A-Za-z][\w$%]*(?:(?:\.|::)[\w$%]+)*)
  | (?P<directive>\.[A-Za-z]\w*)
  | (?P<mark>[{}\[\](),;:@!<>+\-=|])
""", re.X | re.S)
TYPE_BYTES = {"8": 1, "16": 2, "32": 4, "64": 8, "pred": 1}
TUNING = {".maxntid": 3, ".reqntid": 3, ".minnctapersm": 1, ".maxnreg": 1, ".explicitcluster": 0}


class PtxError(Exception):
    """Something that the interpreter does not know, or that the program must not do."""


@dataclass(frozen=True)
class Operand:
    kind: str  # register, special, number, vector, address, symbol, sink
    name: str = ""  # also an address's base
    value: int = 0  # a number's bits, or an address's offset in bytes
    parts: tuple = ()  # a vector's operands; "p|q" is a vector, too
    negated: bool = False  # "!p"
    width: int = 0  # bits of a floating-point literal; 0: an integer


@dataclass
class Instruction:
    op: str
    modifiers: tuple
    operands: list
    guard: Operand | None
    text: str
    line: int
    target: int = -1  # of a branch


@dataclass
class Symbol:
    align: int
    size: int  # bytes; 0: the launch decides


@dataclass
class Kernel:
    name: str
    parameters: dict = field(default_factory=dict)  # name: byte offset in the arguments
    registers: dict = field(default_factory=dict)  # name: type
    shared: dict = field(default_factory=dict)  # name: Symbol
    code: list = field(default_factory=list)


def tokens_of(text):
    at, line = 0, 1
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise PtxError(f"line {line}: cannot read {text[at:at + 30]!r}")
        if match.lastgroup not in ("comment", "space"):
            yield match.lastgroup, match.group(), line
        line += match.group().count("\n")
        at = match.end()
    yield "end", "", line


class Reader:
    """Walks over the tokens. Names in inner braces, as inline assembly has them, are their own."""

    def __init__(self, text):
        self.tokens = list(tokens_of(text))
        self.at = 0
        self.kernels = {}
        self.module_shared = {}
        self.target = ""

    def peek(self):
        return self.tokens[self.at][1]

    def kind(self):
        return self.tokens[self.at][0]

    def take(self, wanted=None):
        kind, text, line = self.tokens[self.at]
        if wanted is not None and text != wanted:
            raise PtxError(f"line {line}: {wanted!r} expected, not {text!r}")
        self.at += 1
        return text

    def took(self, text):
        if self.peek() == text and self.kind() != "string":
            self.at += 1
            return True
        return False

    def fail(self, what):
        raise PtxError(f"line {self.tokens[self.at][2]}: {what}: {self.peek()!r}")

    def integer(self):
        sign = -1 if self.took("-") else 1
        if self.kind() != "number":
            self.fail("an integer expected")
        return sign * int(self.take().rstrip("U"), 0)

    # Module level

    def module(self):
        while self.kind() != "end":
            word = self.take()
            if word in (".version", ".address_size"):
                self.take()
            elif word == ".target":
                self.target = self.take()
                while self.took(","):
                    self.take()
            elif word in (".visible", ".weak", ".extern"):
                continue
            elif word == ".entry":
                self.entry()
            elif word == ".shared":
                self.variable(self.module_shared)
            else:
                self.at -= 1
                self.fail("unknown at module level")
        return self.kernels

    def variable(self, table):
        """After `.shared`: [.align N] .type name[size];"""
        align = self.integer() if self.took(".align") else 0
        size = self.type_bytes(self.take())
        name = self.take()
        count = 1
        if self.took("["):
            count = 0 if self.peek() == "]" else self.integer()
            self.take("]")
        self.take(";")
        table[name] = Symbol(align or size, size * count)

    def type_bytes(self, word):
        bits = re.fullmatch(r"\.(?:[busf]|pred)(\d*)", word)
        if not bits:
            raise PtxError(f"unknown type {word}")
        return TYPE_BYTES[bits.group(1) or "pred"]

    def entry(self):
        kernel = Kernel(self.take(), shared=dict(self.module_shared))
        offset = 0
        self.take("(")
        while not self.took(")"):
            self.take(".param")
            align = self.integer() if self.took(".align") else 0
            size = self.type_bytes(self.take())
            name = self.take()
            count = 1
            if self.took("["):
                count = self.integer()
                self.take("]")
            align = align or size
            offset = (offset + align - 1) // align * align
            kernel.parameters[name] = offset
            offset += size * count
            self.took(",")
        while self.peek() in TUNING:
            for _ in range(TUNING[self.take()]):
                self.integer()
                if not self.took(","):
                    break
        self.take("{")
        Body(self, kernel).read()
        self.kernels[kernel.name] = kernel


class Body:
    """One kernel's statements."""

    def __init__(self, reader, kernel):
        self.reader = reader
        self.kernel = kernel
        self.scopes = [{}]  # declared name: unique name
        self.labels = {}  # unique name: index of the instruction after it
        self.made = 0  # names, so far
        self.branches = []  # (instruction, name of its target, scopes)

    def read(self):
        reader = self.reader
        while True:
            if reader.took("}"):
                self.scopes.pop()
                if not self.scopes:
                    break
            elif reader.took("{"):
                self.scopes.append({})
            elif reader.kind() == "directive":
                self.directive()
            elif reader.kind() == "name" and reader.tokens[reader.at + 1][1] == ":":
                self.labels[self.declare(reader.take())] = len(self.kernel.code)
                reader.take(":")
            else:
                self.instruction()
        for instruction, name, scopes in self.branches:
            unique = next((scope[name] for scope in reversed(scopes) if name in scope), None)
            if unique not in self.labels:
                raise PtxError(f"line {instruction.line}: no label {name}")
            instruction.target = self.labels[unique]

    def declare(self, name):
        if name in self.scopes[-1]:
            raise PtxError(f"{name} is declared twice")
        self.made += 1
        unique = name if len(self.scopes) == 1 else f"{name}@{self.made}"
        self.scopes[-1][name] = unique
        return unique

    def directive(self):
        reader = self.reader
        word = reader.take()
        if word == ".reg":
            kind = reader.take().lstrip(".")
            while True:
                name = reader.take()
                count = None
                if reader.took("<"):
                    count = reader.integer()
                    reader.take(">")
                names = [name] if count is None else [f"{name}{i}" for i in range(count)]
                for one in names:
                    self.kernel.registers[self.declare(one)] = kind
                if not reader.took(","):
                    break
            reader.take(";")
        elif word == ".shared":
            reader.variable(self.kernel.shared)
        elif word == ".pragma":
            reader.take()
            reader.take(";")
        elif word == ".loc":
            for _ in range(3):
                reader.integer()
        else:
            reader.at -= 1
            reader.fail("unknown in a body")

    def find(self, name):
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

    def instruction(self):
        reader = self.reader
        first = reader.at
        guard = None
        if reader.took("@"):
            guard = self.operand()
        op, *modifiers = reader.take().split(".")
        operands = []
        branch = None
        while not reader.took(";"):
            if op == "bra":
                branch = reader.take()
            else:
                operands.append(self.operand())
            reader.took(",")
        text = " ".join(token for _, token, _ in reader.tokens[first:reader.at - 1])
        line = reader.tokens[first][2]
        made = Instruction(op, tuple(modifiers), operands, guard, text, line)
        self.kernel.code.append(made)
        if op == "bra":
            self.branches.append((made, branch, list(self.scopes)))

    def operand(self):
        reader = self.reader
        if reader.took("!"):
            inner = self.operand()
            return Operand(inner.kind, inner.name, negated=True)
        if reader.took("{"):
            parts = []
            while not reader.took("}"):
                parts.append(self.operand())
                reader.took(",")
            return Operand("vector", parts=tuple(parts))
        if reader.took("["):
            base = self.operand()
            offset = 0
            if reader.peek() in ("+", "-"):
                reader.took("+")
                offset = reader.integer()
            reader.take("]")
            if base.kind == "number":
                return Operand("address", "", base.value + offset)
            return Operand("address", base.name, offset)
        made = self.scalar()
        if reader.took("|"):
            return Operand("vector", parts=(made, self.scalar()))
        return made

    def scalar(self):
        reader = self.reader
        if reader.kind() == "float":
            text = reader.take()
            return Operand("number", value=int(text[2:], 16), width=4 * len(text[2:]))
        if reader.peek() == "-" or reader.kind() == "number":
            return Operand("number", value=reader.integer())
        if reader.kind() != "name":
            reader.fail("an operand expected")
        name = reader.take()
        if name == "_":
            return Operand("sink")
        known = self.find(name)
        if known in self.kernel.registers:
            return Operand("register", known)
        if name.startswith("%"):
            return Operand("special", name)
        if name in self.kernel.parameters or name in self.kernel.shared:
            return Operand("symbol", name)
        reader.at -= 1
        reader.fail("undeclared")


def read(text):
    """{name: Kernel} and the target ("sm_90a") of a PTX module."""
    reader = Reader(text)
    return reader.module(), reader.target

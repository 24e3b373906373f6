"""What machine code of any architecture has in common: a program's functions as objdump prints
them, and the loops that a function's jumps form."""

import functools
import re
import subprocess

# What is never followed by the instruction after it: x86-64, then AArch64, then NVIDIA's where it
# has no condition.
LEAVES = re.compile(r"^(jmp|ret|ud2|hlt|b$|br$|brk$|udf$|(BRA|BRX|JMP|JMX|EXIT|RET|BPT)$)")


class Function:
    """A function's name and its instructions, which are read when first asked for: a program holds
    many more functions than kernels."""

    def __init__(self, name, parse):
        self.name, self.parse, self.lines = name, parse, []

    @functools.cached_property
    def instructions(self):
        return [ins for ins in map(self.parse, self.lines) if ins]


class Program:
    """All functions of an executable, by address. `parse` makes an instruction of a line, with an
    address, a mnemonic and the address that it may jump to; None of other lines."""

    def __init__(self, path, objdump, parse):
        text = subprocess.run([objdump, "-d", "-C", "--no-show-raw-insn", path], check=True,
                              capture_output=True, text=True).stdout
        self.functions = {}
        current = None
        for line in text.splitlines():
            head = re.match(r"^([0-9a-f]+) <(.*)>:$", line)
            if head:
                current = self.functions[int(head[1], 16)] = Function(head[2], parse)
            elif current:
                current.lines.append(line)

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
        if not LEAVES.match(ins.mnemonic) and n + 1 < len(instructions):
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

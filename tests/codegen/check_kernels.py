#!/usr/bin/env python3
"""Checks the machine code of every kernel against what its table row claims.

python -m codegen.check_kernels PROGRAM               every kernel of dump_kernels
python -m codegen.check_kernels PROGRAM --mutants NAME=KIND...
                                                      kernels broken on purpose: each has to be
                                                      found at fault, in this kind
"""

import argparse
import pathlib
import subprocess
import sys

import passed

from .machine import aarch64 as aarch64_code
from .machine import loops
from .machine import x86 as x86_code
from .rules import aarch64, x86

ARCHITECTURES = {"x86": (x86_code, x86), "aarch64": (aarch64_code, aarch64)}
HERE = pathlib.Path(__file__).resolve().parent


def read_kernels(program, emulator):
    command = [emulator, program] if emulator else [program]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    head, *rows = [line.split("\t") for line in text.splitlines()]
    return [dict(zip(head, row)) for row in rows]


def find_violations(options):
    """[(kernel's name, [(kind, text)])] of all kernels of the program."""
    reader, rules = ARCHITECTURES[options.architecture]
    code = loops.Program(options.program, options.objdump, reader.parse_instruction)
    anchor = code.address_of("codegen_anchor")
    found = []
    for kernel in read_kernels(options.program, options.emulator):
        run, reference = (code.functions[anchor + int(kernel[k])] for k in ("run", "reference"))
        found.append((kernel["name"], rules.check(kernel, run, reference)))
    return found


def check_kernels(found):
    violations = [(name, kind, text) for name, each in found for kind, text in each]
    for name, kind, text in violations:
        print(f"{name}: {kind}: {text}")
    if violations:
        print(f"{len(violations)} violations in {len(found)} kernels")
    else:
        print(f"{len(found)} kernels: machine code as claimed")
    return bool(found) and not violations


def check_mutants(found, expected):
    """`expected`: the kind of each mutant's fault, by its name. All of them, and no others."""
    violations = dict(found)
    good = True
    for name in sorted(violations.keys() | expected.keys()):
        kinds = sorted({kind for kind, _ in violations.get(name, [])})
        right = name in violations and expected.get(name) in kinds
        good &= right
        if right:
            print(f"{name}: found at fault, {expected[name]}")
        else:
            print(f"{name}: MISSED: {expected.get(name, 'nothing')} was expected, "
                  f"{kinds if name in violations else 'no such kernel'} found")
    return good and bool(expected)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--mutants", nargs="+", metavar="NAME=KIND")
    parser.add_argument("--objdump", default="objdump")
    parser.add_argument("--architecture", choices=ARCHITECTURES, default="x86")
    parser.add_argument("--emulator", help="what runs the program, where this processor cannot")
    parser.add_argument("--passed", help="the folder that remembers what passed (passed.py)")
    options = parser.parse_args()
    expected = dict(pair.rsplit("=", 1) for pair in options.mutants or [])

    def check():
        found = find_violations(options)
        return check_mutants(found, expected) if expected else check_kernels(found)

    return passed.once(options.passed, f"{options.architecture} {options.program.name}",
                       [options.program, *(options.mutants or []),
                        passed.version_of(options.objdump), HERE, pathlib.Path(passed.__file__)],
                       check)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Checks the machine code of every kernel against what its table row claims.

check_kernels.py PROGRAM                    every kernel of dump_kernels (or a like program)
check_kernels.py PROGRAM NAME --expect KIND succeeds only if that kernel is found at fault in
                                            this kind: for kernels broken on purpose
"""

import argparse
import subprocess
import sys

import loops
import machine_code
import machine_code_aarch64
import rules
import rules_aarch64

ARCHITECTURES = {"x86": (machine_code, rules), "aarch64": (machine_code_aarch64, rules_aarch64)}


def read_kernels(program, emulator):
    command = [emulator, program] if emulator else [program]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    head, *rows = [line.split("\t") for line in text.splitlines()]
    return [dict(zip(head, row)) for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("name", nargs="?", help="only this kernel")
    parser.add_argument("--expect", metavar="KIND", help="the violation that must be found")
    parser.add_argument("--objdump", default="objdump")
    parser.add_argument("--architecture", choices=ARCHITECTURES, default="x86")
    parser.add_argument("--emulator", help="what runs the program, where this processor cannot")
    options = parser.parse_args()

    reader, rules_of_all = ARCHITECTURES[options.architecture]
    code = loops.Program(options.program, options.objdump, reader.parse_instruction)
    anchor = code.address_of("codegen_anchor")
    kernels = [k for k in read_kernels(options.program, options.emulator)
               if options.name in (None, k["name"])]
    if not kernels:
        sys.exit(f"no kernel {options.name or ''} in {options.program}")
    found = []
    for kernel in kernels:
        run, reference = (code.functions[anchor + int(kernel[k])] for k in ("run", "reference"))
        for kind, text in rules_of_all.check(kernel, run, reference):
            found.append(kind)
            print(f"{kernel['name']}: {kind}: {text}")
    if options.expect:
        if options.expect not in found:
            sys.exit(f"expected a violation of kind {options.expect}, found {sorted(set(found))}")
        print(f"{options.name}: found at fault as expected")
    elif found:
        sys.exit(f"{len(found)} violations in {len(kernels)} kernels")
    else:
        print(f"{len(kernels)} kernels: machine code as claimed")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Checks the machine code of CUDA kernels against what their rows claim.

check_cuda_kernels.py PROGRAM --object O --arch A         every kernel in O, for one architecture
check_cuda_kernels.py PROGRAM --object O --arch A --only PATTERN [--expect KIND]
                                   only kernels with such a name; with --expect it succeeds only
                                   if one is found at fault in this kind: for kernels that are
                                   broken on purpose
check_cuda_kernels.py PROGRAM --all OBJECT=ARCH,ARCH ...
                                   that each claimed kernel is in one object, for each
                                   architecture that it claims, and that none is in no table

PROGRAM prints the claims (dump_cuda_kernels.cpp); an object is what nvcc made of one family.
"""

import argparse
import fnmatch
import subprocess
import sys

import rules
import sass


def read_kernels(program):
    text = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    head, *rows = [line.split("\t") for line in text.splitlines()]
    return [dict(zip(head, row)) for row in rows]


def check_object(options, kernels, tools):
    functions = tools.functions(options.object, options.arch)
    mine = [k for k in kernels if k["symbol"] in functions
            and fnmatch.fnmatch(k["symbol"], options.only)]
    if not mine and options.only != "*":
        sys.exit(f"no kernel {options.only} in {options.object} for sm_{options.arch}")
    found = []
    for kernel in mine:
        for kind, text in rules.check(kernel, functions[kernel["symbol"]], options.arch):
            found.append(kind)
            print(f"sm_{options.arch} {kernel['symbol']}: {kind}: {text}")
    if options.expect and options.expect not in found:
        sys.exit(f"expected a violation of kind {options.expect}, found {sorted(set(found))}")
    if options.expect:
        print(f"{options.only}: found at fault as expected")
    elif found:
        sys.exit(f"{len(found)} violations in {len(mine)} kernels")
    else:
        print(f"{len(mine)} kernels: machine code for sm_{options.arch} as claimed")


def check_all(options, kernels, tools):
    complaints, homes = [], {}
    for item in options.all:
        obj, archs = item.split("=")
        for arch in archs.split(","):
            for name in tools.functions(obj, arch):
                homes.setdefault(name, {}).setdefault(obj, set()).add(arch.rstrip("a"))
    for kernel in kernels:
        claimed = set(kernel["sms"].split(","))
        if list(homes.get(kernel["symbol"], {}).values()) != [claimed]:
            complaints.append(f"{kernel['symbol']}: claims {sorted(claimed)}, is in "
                              f"{homes.get(kernel['symbol'])}")
        if any(other is not kernel and other["symbol"] == kernel["symbol"] for other in kernels):
            complaints.append(f"{kernel['symbol']}: in two rows")
        if not kernel["shapes"]:
            complaints.append(f"{kernel['symbol']}: in no shape of {kernel['name']}")
    complaints += [f"{name}: in no table" for name in sorted(
        homes.keys() - {k["symbol"] for k in kernels} - set(options.helper))]
    for complaint in complaints:
        print(complaint)
    if complaints or not kernels:
        sys.exit(f"{len(complaints)} complaints about {len(kernels)} kernels")
    print(f"{len(kernels)} kernels: each where its row says")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--object")
    parser.add_argument("--arch", help='such as "90a"')
    parser.add_argument("--only", default="*", metavar="PATTERN")
    parser.add_argument("--expect", metavar="KIND", help="the violation that must be found")
    parser.add_argument("--all", nargs="+", metavar="OBJECT=ARCHS")
    parser.add_argument("--helper", action="append", default=[],
                        help="a kernel that measures nothing and has no row")
    parser.add_argument("--cuobjdump", default="cuobjdump")
    parser.add_argument("--nvdisasm", default="nvdisasm")
    parser.add_argument("--cache", default="sass", help="where disassembled code is kept")
    options = parser.parse_args()
    tools = sass.Disassembler(options.cuobjdump, options.nvdisasm, options.cache)
    (check_all if options.all else check_object)(options, read_kernels(options.program), tools)


if __name__ == "__main__":
    main()

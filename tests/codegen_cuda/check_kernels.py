#!/usr/bin/env python3
"""Checks the machine code of CUDA kernels against what their rows claim.

python -m codegen_cuda.check_kernels PROGRAM FAMILY... --object O --archs A...
                       O is what nvcc made of a family: the one that it is named after. Each kernel
                       that the family claims has to be in O for each architecture claimed, nothing
                       else, and as its row says
python -m codegen_cuda.check_kernels PROGRAM FAMILY... --object O --archs A --mutants NAME=KIND...
                       kernels broken on purpose: each NAME_mutant has to be found at fault in this
                       kind, and each kernel *_right beside them has to pass

PROGRAM prints the claims of these families (dump_cuda_kernels.cpp), which are all that it has.
"""

import argparse
import pathlib
import subprocess
import sys

import passed

from . import sass
from .rules import families

TESTS = pathlib.Path(__file__).resolve().parents[1]


def read_kernels(options):
    """The rows of the object's family."""
    text = subprocess.run([options.program, *options.families], check=True, capture_output=True,
                          text=True).stdout
    head, *rows = [line.split("\t") for line in text.splitlines()]
    kernels = [dict(zip(head, row)) for row in rows]
    return [k for k in kernels if k["table"] == options.object.stem]


def claim_faults(kernels, functions, archs, helpers):
    """What the table and the object do not have in common. functions: {arch: {name: Function}}."""
    built = sorted(arch.rstrip("a") for arch in archs)
    for kernel in kernels:
        symbol = kernel["symbol"]
        lacking = [arch for arch in archs if symbol not in functions[arch]]
        if lacking or sorted(kernel["sms"].split(",")) != built:
            yield f"{symbol}: claims {kernel['sms']}, built for {built}, lacking for {lacking}"
        if any(other is not kernel and other["symbol"] == symbol for other in kernels):
            yield f"{symbol}: in two rows"
        if not kernel["shapes"]:
            yield f"{symbol}: in no shape of {kernel['name']}"
    known = {kernel["symbol"] for kernel in kernels} | set(helpers)
    for arch in archs:
        for name in sorted(functions[arch].keys() - known):
            yield f"sm_{arch} {name}: in no table"


def check_family(options, kernels, functions):
    faults = list(claim_faults(kernels, functions, options.archs, options.helper))
    for arch in options.archs:
        found = [(kernel, kind, text) for kernel in kernels if kernel["symbol"] in functions[arch]
                 for kind, text in families.check(kernel, functions[arch][kernel["symbol"]], arch)]
        faults += [f"sm_{arch} {kernel['symbol']}: {kind}: {text}" for kernel, kind, text in found]
        print(f"sm_{arch}: {len(kernels)} kernels, {len(found)} violations")
    for fault in faults:
        print(fault)
    return not faults and bool(kernels or options.helper)


def check_mutants(options, kernels, functions):
    arch, = options.archs
    by_symbol = {kernel["symbol"]: kernel for kernel in kernels}
    expected = {f"{name}_mutant": kind for name, kind in
                (pair.split("=") for pair in options.mutants)}
    right = [name for name in functions[arch] if name.endswith("_right")]
    good = bool(expected and right)
    for name in [*expected, *right]:
        if name not in functions[arch] or name not in by_symbol:
            print(f"{name}: MISSED: no such kernel for sm_{arch}")
            good = False
            continue
        found = families.check(by_symbol[name], functions[arch][name], arch)
        kinds = sorted({kind for kind, _ in found})
        if name in expected and expected[name] in kinds:
            print(f"{name}: found at fault, {expected[name]}")
        elif name not in expected and not found:
            print(f"{name}: as claimed")
        else:
            print(f"{name}: MISSED: {expected.get(name, 'nothing')} was expected, {found} found")
            good = False
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("families", nargs="+")
    parser.add_argument("--object", type=pathlib.Path, required=True)
    parser.add_argument("--archs", nargs="+", required=True, help='such as "90a"')
    parser.add_argument("--mutants", nargs="+", metavar="NAME=KIND")
    parser.add_argument("--helper", action="append", default=[],
                        help="a kernel that measures nothing and has no row")
    parser.add_argument("--cuobjdump", default="cuobjdump")
    parser.add_argument("--nvdisasm", default="nvdisasm")
    parser.add_argument("--passed", help="the folder that remembers what passed (passed.py)")
    options = parser.parse_args()
    kernels = read_kernels(options)

    def check():
        tools = sass.Disassembler(options.cuobjdump, options.nvdisasm)
        functions = {arch: tools.functions(options.object, arch) for arch in options.archs}
        return (check_mutants if options.mutants else check_family)(options, kernels, functions)

    inputs = [options.object, *map(str, kernels), *options.archs, *(options.mutants or []),
              *options.helper, passed.version_of(options.cuobjdump),
              passed.version_of(options.nvdisasm), TESTS / "codegen_cuda", TESTS / "codegen",
              TESTS / "passed.py"]
    return passed.once(options.passed, f"{options.object.stem} for {' '.join(options.archs)}",
                       inputs, check)


if __name__ == "__main__":
    sys.exit(main())

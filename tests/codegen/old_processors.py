#!/usr/bin/env python3
"""Runs the registry and every kernel it calls runnable on emulated older processors: no illegal
instruction, and nothing offered that they lack.

python -m codegen.old_processors DUMP_KERNELS --qemu QEMU_X86_64
"""

import argparse
import os
import pathlib
import subprocess
import sys

import passed


def without_fma(name):
    """Memory in general registers and SSE2; a triad is made of FMAs."""
    operation = name.split("_")[0].removeprefix("nt-")
    return operation in ("read", "update", "update-by", "copy", "write", "chase") and name.endswith(
        ("_scalar", "_sse"))


# Processor, suffixes of the kernels that must be runnable there; all others must not.
# Nehalem: SSE4.2. SandyBridge: AVX, but neither FMA nor AVX2. Haswell: AVX2 and FMA.
INTEGER = ("add_i32_scalar", "mul-add_i32_scalar")
SEPARATE = {f"{operation}_{number}_{width}" for operation in ("add", "mul-add")
            for number in ("f64", "f32", "i32") for width in ("scalar", "sse")}
EXPECTED = {
    "Nehalem": lambda name: without_fma(name) or name in INTEGER,
    "SandyBridge": lambda name: without_fma(name) or name in SEPARATE,
    "Haswell": lambda name: not name.endswith(("_avx512", "_amx")) and name != "dot_i8_avx2",
}


def check(program, qemu):
    failures = 0
    for processor, expected in EXPECTED.items():
        done = subprocess.run([qemu, "-cpu", processor, program, "--run"], capture_output=True,
                              text=True)
        if done.returncode != 0:
            print(f"{processor}: ended with {done.returncode} (-4 is an illegal instruction)\n"
                  f"{done.stderr}")
            failures += 1
            continue
        head, *rows = [line.split("\t") for line in done.stdout.splitlines()]
        kernels = [dict(zip(head, row)) for row in rows]
        wrong = [k["name"] for k in kernels if (k["runnable"] == "1") != expected(k["name"])]
        count = sum(k["runnable"] == "1" for k in kernels)
        print(f"{processor}: {count} of {len(kernels)} kernels ran")
        if wrong or count == 0:
            print(f"{processor}: wrongly offered or wrongly left out: {', '.join(wrong)}")
            failures += 1
    return failures == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--qemu", default="")
    parser.add_argument("--passed", help="the folder that remembers what passed (passed.py)")
    options = parser.parse_args()
    if not options.qemu or not os.access(options.qemu, os.X_OK):
        sys.exit("qemu-x86_64 was not found; install qemu-user (scripts/setup does) and configure"
                 " again")
    return passed.once(options.passed, "old processors",
                       [options.program, passed.version_of(options.qemu), pathlib.Path(__file__)],
                       lambda: check(options.program, options.qemu))


if __name__ == "__main__":
    sys.exit(main())

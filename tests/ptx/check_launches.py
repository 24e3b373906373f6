#!/usr/bin/env python3
"""Executes a family's kernels, as PTX, on small launches and checks results and accounting.

python -m ptx.check_launches FOLDER FAMILY PTX...   FOLDER: what dump_launches wrote; PTX: for one
                                                    architecture each. Of all but the first, fewer
                                                    launches
"""

import argparse
import pathlib
import sys
import time

import numpy as np

import passed

from . import launches
from .interpreter import program

TESTS = pathlib.Path(__file__).resolve().parents[1]

# What executing a family here does not prove, by what its name starts with.
UNPROVEN = {"tcgen05": "which lanes and columns hold block scales (all are one here), and that its "
                       "memory accesses need no more fences than are checked",
            "wgmma": "that its memory accesses need no more fences than are checked",
            "mma_sm120": "which lanes hold block scales (all are one here)"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("family")
    parser.add_argument("ptx", type=pathlib.Path, nargs="+")
    parser.add_argument("--only", help="part of a symbol")
    parser.add_argument("--times", action="store_true", help="print how long each took")
    parser.add_argument("--passed", help="the folder that remembers what passed (passed.py)")
    options = parser.parse_args()
    inputs = [*launches.files_of(options.folder, options.family), *options.ptx, np.__version__,
              options.only or "", TESTS / "ptx", TESTS / "passed.py"]
    return passed.once(options.passed, f"ptx of {options.family}", inputs, lambda: check(options))


def check(options):
    family = launches.Family(options.folder, options.family)
    faults = checked = 0
    executed = {}  # symbol: the instructions that were, in whichever of the files
    for path in options.ptx:
        kernels, target = program.read(path.read_text())
        again = 0
        for row, entry in entries_of(family, options.only):
            symbol = entry["symbol"]
            code = [one.text for one in kernels[symbol].code] if symbol in kernels else None
            checked += 1
            if code and executed.get(symbol) == code:
                again += 1
                continue
            executed[symbol] = code
            count = None if path == options.ptx[0] else 2
            found = timed_complaints(options, family, row, entry, kernels[symbol], count) \
                if code else ["not in the PTX"]
            for complaint in found:
                print(f"{target} {symbol}: {complaint}")
            faults += len(found)
        print(f"{options.family}, {target}: {len(list(entries_of(family, options.only)))} kernels, "
              f"{again} of them the same instructions as before")
    for start, what in UNPROVEN.items():
        if options.family.startswith(start):
            print(f"not proven: {what}")
    print(f"{faults} complaints")
    return checked and not faults


def timed_complaints(options, family, row, entry, kernel, count):
    start = time.monotonic()
    found = list(launches.entry_complaints(family, row, entry, kernel, count))
    if options.times:
        print(f"{time.monotonic() - start:7.2f} s  {entry['symbol']}")
    return found


def entries_of(family, only):
    for row in family.rows:
        for entry in row["entries"]:
            if not only or only in entry["symbol"]:
                yield row, entry


if __name__ == "__main__":
    sys.exit(main())

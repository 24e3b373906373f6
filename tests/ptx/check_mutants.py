#!/usr/bin/env python3
"""Breaks kernels' PTX on purpose, one property at a time: the checks have to find each of them.

python -m ptx.check_mutants FOLDER PTX_FOLDER GROUP   FOLDER: what dump_launches wrote
"""

import argparse
import pathlib
import re
import sys
from dataclasses import dataclass

import numpy as np

import passed

from . import launches
from .interpreter import program

TESTS = pathlib.Path(__file__).resolve().parents[1]


@dataclass
class Mutant:
    what: str
    family: str
    symbol: str
    pattern: str  # of a part of the kernel's text
    replacement: str
    expected: str  # part of what has to be said
    occurrence: int = 0  # which match is replaced; -1: the last one


LOAD = r"(ld\.relaxed\.gpu\.global\.v4\.u32) (\{[^}]*\}), (\[[^\]]*\]);"
NEXT = r"(add\.s64\s+%rd\d+, %rd\d+, )512;"  # where the next load goes
STREAMS = [
    Mutant("one load less", "bandwidth_sm75", "read_b128_x4", LOAD, "",
           "not read as claimed", -1),
    Mutant("a load twice", "bandwidth_sm75", "read_b128_x4", LOAD, r"\g<0> \g<0>",
           "not read as claimed"),
    Mutant("a load that L1 may answer", "bandwidth_sm75", "read_b128_x4", r"relaxed\.gpu",
           "relaxed.cta", "not a load of the class relaxed.gpu"),
    Mutant("a load that the assembler may hoist", "bandwidth_sm75", "read_b128_x4",
           r"ld\.relaxed\.gpu", "ld", "not a load of the class relaxed.gpu"),
    Mutant("a load past L1 for L1's ceiling", "l1_sm75", "read_b128_l1_x4", r"relaxed\.cta",
           "relaxed.gpu", "not a load of the class relaxed.cta"),
    Mutant("a load of the neighbour", "bandwidth_sm75", "read_b128_x4",
           NEXT, r"\g<1>1024;", "not read as claimed"),
    Mutant("a load out of bounds", "bandwidth_sm75", "read_b128_x4",
           NEXT, r"\g<1>1073741824;", "array0: byte"),
    Mutant("a misaligned load", "bandwidth_sm75", "read_b128_x4",
           NEXT, r"\g<1>516;", "does not divide"),
    Mutant("a sum that leaves a word out", "bandwidth_sm75", "read_b128_x4",
           r"add\.s32\s+(%r\d+), (%r\d+), %r\d+;", r"mov.u32 \1, \2;", "result:", -1),
    Mutant("one store less", "streams_sm75", "write_b128_x2", r"st\.global\.v4\.u32 [^;]*;", "",
           "not written as claimed"),
    Mutant("a store twice", "streams_sm75", "copy_b128_x2", r"st\.global\.v4\.u32 [^;]*;",
           r"\g<0> \g<0>", "not written as claimed"),
    Mutant("a product less", "streams_sm75", "triad_f64_x2",
           r"fma\.rn\.f64\s+(%fd\d+), (%fd\d+)[^;]*;", r"mov.f64 \1, \2;",
           "operations are executed"),
    Mutant("a shared load less", "shared_sm75", "read_b128_shared_x4",
           r"ld\.volatile\.shared\.v4\.u32 [^;]*;", "", "bytes of shared memory are read"),
    Mutant("a shared load twice", "shared_sm75", "read_b128_shared_x4",
           r"ld\.volatile\.shared\.v4\.u32 [^;]*;", r"\g<0> \g<0>",
           "bytes of shared memory are read"),
    Mutant("no barrier behind the filling", "shared_sm75", "read_b128_shared_x4",
           r"bar\.sync[^;]*;", "", "result:"),
    Mutant("no barrier behind a ring's making", "latency_sm75", "chase_b32_shared_x1",
           r"bar\.sync[^;]*;", "", "an address that 4 does not divide"),
    Mutant("a step less in a chase", "latency_sm75", "chase_b64_x1",
           r"ld\.relaxed\.gpu\.global\.u64 (%rd\d+), \[(%rd\d+)\];", r"mov.u64 \1, \2;",
           "result:", -3),
]
FMA = r"fma\.rn\.f32\s+(%f\d+), (%f\d+), [^;]*;"
ARITHMETIC = [
    Mutant("an FMA less", "fma_sm75", "fma_f32_c8", FMA, r"mov.f32 \1, \2;",
           "operations are executed", 100),
    Mutant("an FMA twice", "fma_sm75", "fma_f32_c8", FMA, r"\g<0> fma.rn.f32 \1, \1, \1, \1;",
           "operations are executed", 100),
    Mutant("a chain that starts from another", "fma_sm75", "fma_f32_c8", FMA,
           lambda match: match.group().replace(match.group(2), match.group(1), 2), "result:", 100),
    Mutant("a sum that may be fused", "fma_sm75", "muladd_f32_c4", r"add\.rn\.f32", "add.f32",
           "without .rn", 100),
    Mutant("a product that may be fused", "fma_sm75", "muladd_f32_c4", r"mul\.rn\.f32",
           "mul.f32", "without .rn", 100),
    Mutant("a load in the loop", "fma_sm75", "mad_i32_c4", r"mad\.lo\.u32 [^;]*;",
           r"\g<0> ld.global.u32 %r1, [%rd11];", "memory is accessed in the loop", 100),
    Mutant("an integer FMA less", "fma_sm75", "mad_i32_c4", r"mad\.lo\.u32 [^;]*;", "",
           "operations are executed", 100),
    Mutant("a lane of dp4a less", "fma_sm75", "dp4a_i8_c4", r"dp4a\.s32\.s32 (%r\d+)[^;]*;",
           r"", "operations are executed", 100),
    Mutant("an FMA less at an intensity", "intensity_sm75", "intensity_k16_f32_x4", FMA,
           r"mov.f32 \1, \2;", "operations are executed", 20),
    Mutant("an unknown instruction", "fma_sm75", "fma_f32_c8", r"fma\.rn\.f32", "fmb.rn.f32",
           "unknown instruction", 5),
    Mutant("an unknown modifier", "fma_sm75", "fma_f32_c8", r"fma\.rn\.f32", "fma.rn.sat.f32",
           "unknown modifier", 5),
]
MMA_A = r"(mma\.sync[^{]*\{[^}]*\}, \{)(%r\d+), (%r\d+), (%r\d+), (%r\d+)\}"
TENSOR = [
    Mutant("a product less", "mma_sm80", "mma_f16_f32_m16n8k16_c4", r"mma\.sync[^;]*;", "",
           "operations are executed", 17),
    Mutant("a product twice", "mma_sm80", "mma_f16_f32_m16n8k16_c4", r"mma\.sync[^;]*;",
           r"\g<0> \g<0>", "operations are executed", 17),
    Mutant("A's registers swapped", "mma_sm80", "mma_f16_f32_m16n8k16_c4", MMA_A,
           r"\1\2, \4, \3, \5}", "result:", 17),
    Mutant("A's and B's first registers swapped", "mma_sm80", "mma_bf16_f32_m16n8k16_c4",
           MMA_A + r", \{(%r\d+),", r"\1\6, \3, \4, \5}, {\2,", "result:", 17),
    Mutant("D's registers swapped", "mma_sm89", "mma_f8_f32_m16n8k32_c4",
           r"(mma\.sync[^{]*\{)(%f\d+), (%f\d+),", r"\1\3, \2,", "result:", 5),
    Mutant("another format", "mma_sm80", "mma_bf16_f32_m16n8k16_c4", r"bf16\.bf16", "f16.f16",
           "result:", 17),
    Mutant("a row stored elsewhere", "mma_sm75", "mma_i8_i32_m8n8k16_c4",
           r"st\.global[^\[]*\[%rd\d+", r"\g<0>+4", "result:"),
]
WAIT = r"wgmma\.wait_group\.sync\.aligned 0;"
ASYNCHRONOUS = [
    Mutant("no wgmma.fence", "wgmma_sm90", "wgmma_f16f32_n64_c1", r"wgmma\.fence[^;]*;", "",
           "no wgmma.fence", 0),
    Mutant("no wait at the end", "wgmma_sm90", "wgmma_f16f32_n64_c1", WAIT, "",
           "matrix products under way", -1),
    Mutant("no proxy fence before wgmma", "wgmma_sm90", "wgmma_f16f32_n64_c1",
           r"fence\.proxy\.async;", "", "no fence.proxy.async"),
    Mutant("a wgmma less", "wgmma_sm90", "wgmma_f16f32_n64_c1", r"wgmma\.mma_async[^;]*;", "",
           "operations are executed", 3),
    Mutant("another swizzle", "wgmma_sm90", "wgmma_f16f32_n64_c1", r"4611686\d{12}",
           str((2 << 62) | (64 << 32) | (1 << 16)), "result:", 0),
    Mutant("an mbarrier that expects other bytes", "bulk_sm90", "read_bulk_x2",
           r"(mbarrier\.arrive\.expect_tx[^;]*, )(%r\d+|\d+);", r"\g<1>32;", "deadlock"),
    Mutant("no wait for a copy", "bulk_sm90", "read_bulk_x2",
           r"mbarrier\.try_wait[^;]* (%?p\w*), [^;]*;", r"setp.eq.u32 \1, 0, 0;",
           "asynchronous work under way"),
    Mutant("no commit", "tcgen05_sm100", "tcgen05_f16f32_n128_c1", r"tcgen05\.commit[^;]*;", "",
           "deadlock", -1),
    Mutant("no wait for stores", "tcgen05_sm100", "tcgen05_f16f32_n128_c1",
           r"tcgen05\.wait::st[^;]*;", "", "no tcgen05.wait::st"),
    Mutant("no fence after the wait", "tcgen05_sm100", "tcgen05_f16f32_n128_c1",
           r"tcgen05\.fence::after_thread_sync;", "", "no tcgen05.fence::after_thread_sync", -2),
    Mutant("memory not freed", "tcgen05_sm100", "tcgen05_f16f32_n128_c1",
           r"tcgen05\.dealloc[^;]*;", "", "tensor memory allocated"),
    Mutant("a product less", "tcgen05_sm100", "tcgen05_bf16f32_n128_c2",
           r"tcgen05\.mma[^;]*;", "", "operations are executed", 3),
]
GROUPS = {"streams": STREAMS, "arithmetic": ARITHMETIC, "tensor": TENSOR,
          "asynchronous": ASYNCHRONOUS}


def text_of(module, symbol):
    """The module's head and this kernel alone, where it starts in it."""
    start = module.index(f".visible .entry {symbol}(")
    end = module.find(".visible .entry", start + 1)
    head = module[:module.index(".visible .entry")]
    return head + module[start:end if end >= 0 else len(module)]


def mutated(text, mutant):
    matches = list(re.finditer(mutant.pattern, text))
    if not -len(matches) <= mutant.occurrence < len(matches):
        raise LookupError(f"{len(matches)} places to break")
    match = matches[mutant.occurrence]
    new = mutant.replacement(match) if callable(mutant.replacement) else \
        match.expand(mutant.replacement)
    return text[:match.start()] + new + text[match.end():]


def ptx_of(family, folder):
    return sorted(folder.glob(f"{family}.*.ptx"))[0]


def complaints(mutant, folder, ptx_folder):
    """What is said of the broken kernel, one after the other."""
    family = launches.Family(folder, mutant.family)
    text = text_of(ptx_of(mutant.family, ptx_folder).read_text(), mutant.symbol)
    row, entry = next((row, entry) for row in family.rows for entry in row["entries"]
                      if entry["symbol"] == mutant.symbol)
    try:
        kernels, _ = program.read(mutated(text, mutant))
        yield from launches.entry_complaints(family, row, entry, kernels[mutant.symbol])
    except program.PtxError as error:
        yield str(error)
    except LookupError as error:
        yield f"cannot be made any more: {error}"


def check(options):
    missed = 0
    for mutant in GROUPS[options.group]:
        said = []  # up to what is waited for
        for complaint in complaints(mutant, options.folder, options.ptx_folder):
            said.append(complaint)
            if mutant.expected in complaint:
                break
        good = bool(said) and mutant.expected in said[-1]
        missed += not good
        print(f"{'found' if good else 'MISSED'}: {mutant.symbol}, {mutant.what}: "
              f"{said[0] if said else 'nothing is said'}")
    print(f"{options.group}: {len(GROUPS[options.group])} mutants, {missed} missed")
    return not missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("ptx_folder", type=pathlib.Path)
    parser.add_argument("group", choices=GROUPS)
    parser.add_argument("--passed", help="the folder that remembers what passed (passed.py)")
    options = parser.parse_args()
    files = []
    for family in sorted({mutant.family for mutant in GROUPS[options.group]}):
        files += [*launches.files_of(options.folder, family), ptx_of(family, options.ptx_folder)]
    return passed.once(options.passed, f"ptx mutants, {options.group}",
                       [*files, np.__version__, TESTS / "ptx", TESTS / "passed.py"],
                       lambda: check(options))


if __name__ == "__main__":
    sys.exit(main())

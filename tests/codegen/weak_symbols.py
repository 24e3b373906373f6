#!/usr/bin/env python3
"""Compiles each instruction set's file without optimisation and asks nm for weak symbols: an inline
function compiled for AVX-512 must never be the copy that the linker keeps for the whole program.

weak_symbols.py COMPILE_COMMANDS [--nm NM]           every instruction set's file
weak_symbols.py COMPILE_COMMANDS [--nm NM] --mutant  succeeds only if weak_mutant.cpp is found at
                                                     fault: it has weak symbols on purpose
"""

import argparse
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

WEAK = set("WVu")
TABLES = {"scalar", "sse", "fma128", "avx2", "avx512"}
# An older compiler has none of these; the build then has an empty table in the file's place.
YOUNG_TABLES = {"avx_vnni", "avx512_vnni", "avx512_bf16", "avx512_fp16", "amx"}


def unoptimised(command, output):
    """The compiler's command with another output, no optimisation and no launcher before it."""
    words = shlex.split(command)
    while pathlib.Path(words[0]).name in ("ccache", "sccache"):
        words = words[1:]
    kept, skip = [], False
    for word in words:
        if skip or word in ("-MD", "-MMD"):
            skip = False
        elif word in ("-o", "-MT", "-MF"):
            skip = True
        else:
            kept.append(word)
    return kept + ["-O0", "-o", str(output)]


def wide_files(entries):
    """Entries of the tables, and of whatever else has flags for an instruction set."""
    kernels = [e for e in entries if pathlib.Path(e["file"]).parts[-4:-2] == ("kernels", "cpu")]
    wide = [e for e in kernels if pathlib.Path(e["file"]).stem in TABLES
            or any(w.startswith(("-mavx", "-mamx")) for w in shlex.split(e["command"]))]
    files = {pathlib.Path(e["file"]).stem for e in entries}
    missing = TABLES | {t for t in YOUNG_TABLES if f"{t}_no_kernels" not in files}
    missing -= {pathlib.Path(e["file"]).stem for e in wide}
    if missing:
        sys.exit(f"the build does not compile {sorted(missing)}")
    return wide


def weak_symbols(entry, nm):
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder, "unoptimised.o")
        subprocess.run(unoptimised(entry["command"], output), cwd=entry["directory"], check=True)
        symbols = subprocess.run([nm, "-C", output], check=True, capture_output=True,
                                 text=True).stdout.splitlines()
    if not symbols:
        sys.exit(f"{entry['file']}: no symbols at all")
    weak = [s[17:] for s in symbols if len(s) > 17 and s[17] in WEAK]
    print(f"{pathlib.Path(entry['file']).name}: {len(symbols)} symbols, {len(weak)} weak", *weak,
          sep="\n  ")
    return weak


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("compile_commands")
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--mutant", action="store_true")
    options = parser.parse_args()
    entries = json.loads(pathlib.Path(options.compile_commands).read_text())
    if options.mutant:
        mutant = next(e for e in entries if e["file"].endswith("codegen/weak_mutant.cpp"))
        sys.exit(0 if weak_symbols(mutant, options.nm) else "no weak symbol was found")
    failed = [e for e in wide_files(entries) if weak_symbols(e, options.nm)]
    sys.exit("weak symbols in files of an instruction set" if failed else 0)


if __name__ == "__main__":
    main()

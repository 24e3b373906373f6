#!/usr/bin/env python3
"""Compiles each instruction set's file without optimisation and asks nm for weak symbols: an inline
function compiled for AVX-512 must never be the copy that the linker keeps for the whole program.

python -m codegen.weak_symbols COMPILE_COMMANDS           every instruction set's file
python -m codegen.weak_symbols COMPILE_COMMANDS --mutant  succeeds only if mutants/weak.cpp is found
                                                          at fault: it has weak symbols on purpose
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

import passed

ROOT = pathlib.Path(__file__).resolve().parents[2]
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
    """What nm finds in the file, as text, and the weak ones."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder, "unoptimised.o")
        subprocess.run(unoptimised(entry["command"], output), cwd=entry["directory"], check=True)
        symbols = subprocess.run([nm, "-C", output], check=True, capture_output=True,
                                 text=True).stdout.splitlines()
    if not symbols:
        sys.exit(f"{entry['file']}: no symbols at all")
    weak = [s[17:] for s in symbols if len(s) > 17 and s[17] in WEAK]
    head = f"{pathlib.Path(entry['file']).name}: {len(symbols)} symbols, {len(weak)} weak"
    return "\n  ".join([head, *weak]), weak


def check(entries, nm, mutant):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda entry: weak_symbols(entry, nm), entries))
    for text, _ in found:
        print(text)
    clean = not any(weak for _, weak in found)
    if clean and mutant:
        print("no weak symbol was found")
    elif not clean and not mutant:
        print("weak symbols in files of an instruction set")
    return clean != mutant


def inputs_of(entries, nm):
    """What decides: the commands, wherever the sources and the build lie, the compiler, and every
    file that kernels are made of."""
    commands = [entry["command"].replace(entry["directory"], "<build>").replace(str(ROOT), "<root>")
                for entry in entries]
    compiler = unoptimised(entries[0]["command"], "")[0]
    sources = [p for p in (ROOT / "kernels").rglob("*") if p.suffix in (".hpp", ".inl", ".cpp")]
    return [*commands, passed.version_of(compiler), passed.version_of(nm), *sorted(sources),
            pathlib.Path(__file__)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("compile_commands")
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--mutant", action="store_true")
    parser.add_argument("--passed", help="the folder that remembers what passed (passed.py)")
    options = parser.parse_args()
    entries = json.loads(pathlib.Path(options.compile_commands).read_text())
    if options.mutant:
        entries = [e for e in entries if e["file"].endswith("codegen/mutants/weak.cpp")]
    else:
        entries = wide_files(entries)
    inputs = inputs_of(entries, options.nm) + [pathlib.Path(e["file"]) for e in entries]
    name = "weak symbols" + (", mutant" if options.mutant else "")
    return passed.once(options.passed, name, inputs,
                       lambda: check(entries, options.nm, options.mutant))


if __name__ == "__main__":
    sys.exit(main())

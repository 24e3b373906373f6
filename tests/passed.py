#!/usr/bin/env python3
"""Remembers what passed: a test is not done again as long as everything that decides it is what it
was when it passed. Failures are never remembered, and nothing else than the key is looked at.

python -m passed FOLDER NAME [--input FILE]... -- COMMAND...   does that for any command: the key is
                                                               the command and the files' contents
"""

import argparse
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

KEPT = 8  # keys of each test: presets differ in their compilers and flags


def key_of(inputs):
    """A digest of texts, of files' contents, and of all Python files below folders."""
    digest = hashlib.sha256()

    def add(kind, data):
        digest.update(f"{kind} {len(data)} ".encode() + data)

    for one in inputs:
        if not isinstance(one, os.PathLike):
            add("text", str(one).encode())
        elif one.is_dir():
            for file in sorted(one.rglob("*.py")):
                add("name", str(file.relative_to(one)).encode())
                add("file", file.read_bytes())
        else:
            add("file", one.read_bytes())
    return digest.hexdigest()


def version_of(tool):
    """What a program says of itself."""
    return subprocess.run([tool, "--version"], capture_output=True, text=True).stdout


def once(folder, name, inputs, check):
    """The exit status of a test. `check` is called where it has not passed before with the same
    inputs (see key_of), and is true where it passes now. No folder: it is always called."""
    if not folder:
        return 0 if check() else 1
    label = re.sub(r"[^\w.]+", "_", name)
    mark = pathlib.Path(folder, f"{label}-{key_of([name, sys.version, *inputs])}")
    if mark.exists():
        print(f"{name}: unchanged since it passed")
        return 0
    if not check():
        return 1
    keep(mark, label)
    return 0


def keep(mark, label):
    """Leaves the mark, whole or not at all, and takes the test's oldest ones away."""
    mark.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=mark.parent, prefix=".", delete=False) as file:
        pass
    os.replace(file.name, mark)
    older = sorted((p for p in mark.parent.glob(f"{label}-*") if re.fullmatch(
        r"[0-9a-f]{64}", p.name.removeprefix(f"{label}-"))), key=lambda p: p.stat().st_mtime)
    for old in older[:-KEPT]:
        old.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("name")
    parser.add_argument("--input", type=pathlib.Path, action="append", default=[])
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()

    def check():
        return subprocess.run(options.command).returncode == 0

    # A file's place does not matter, what it holds does.
    places = {str(file): f"<{n}>" for n, file in enumerate(options.input)}
    command = [places.get(word, word) for word in options.command]
    return once(options.folder, options.name, [*command, *options.input], check)


if __name__ == "__main__":
    sys.exit(main())

"""Kernels placed under a roofline: read from `ridgeline place --format json`, or made by calling
the program on any file of kernels that it reads."""

import json
import os
import pathlib
import shutil
import subprocess

from figures.archives import bytes_of, number
from figures.errors import invalid, missing

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXTS = ("name", "verdict", "bound_by")


def program():
    """RIDGELINE, or the newest that was built in this clone, or the one on PATH."""
    named = os.environ.get("RIDGELINE")
    built = sorted((ROOT / "build").glob("*/ridgeline"), key=lambda p: p.stat().st_mtime)
    found = named or (str(built[-1]) if built else shutil.which("ridgeline"))
    if not found or not os.access(found, os.X_OK):
        raise missing("placing kernels needs the ridgeline program"
                      + (f", and RIDGELINE={named} is none" if named else "")
                      + "; build it with scripts/build, or give --kernels the output of "
                        "`ridgeline place --on ARCHIVE FILE --format json`")
    return found


def placed(path):
    """The document, if the file is the output of `ridgeline place`; else None."""
    try:
        document = json.loads(bytes_of(path).decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or "archive" not in document:
        return None
    kernels = document.get("kernels")
    return document if isinstance(kernels, list) and all(
        isinstance(k, dict) and "verdict" in k for k in kernels) else None


def call(path, archive_path, scope):
    command = [program(), "place", "--on", str(archive_path), str(path), "--format", "json"]
    if scope:
        command += ["--scope", scope]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                              timeout=120)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise missing(f"{command[0]} could not be run: {error}") from None
    if done.returncode != 0:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
        if lines[-1].startswith("ridgeline: unknown command"):
            raise missing(f"{command[0]} is too old to place kernels; build it anew with "
                          "scripts/build, or name a newer one in RIDGELINE")
        raise invalid(path, "ridgeline place refused it: " + lines[-1].removeprefix("ridgeline: "))
    return json.loads(done.stdout.decode("utf-8"))


def read_kernels(path, archive, scope=""):
    """The placed kernels of a file, longest running first."""
    document = placed(path) or call(path, archive["path"], scope)
    kernels = document["kernels"]
    for place, kernel in enumerate(kernels):
        for key, value in kernel.items():
            good = value is None or isinstance(value, (str, bool, list)) or number(value)
            if not good or (key in TEXTS and not isinstance(value, (str, type(None)))):
                raise invalid(path, f"kernels[{place}].{key}: is not what ridgeline place writes")
    return sorted(kernels, key=lambda kernel: -(kernel.get("seconds") or 0))

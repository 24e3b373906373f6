"""The ridgeline program, which figures ask for what they draw."""

import json
import os
import pathlib
import shutil
import subprocess

from figures.errors import invalid, missing

ROOT = pathlib.Path(__file__).resolve().parents[2]


def program():
    """RIDGELINE, or the newest that was built in this clone, or the one on PATH."""
    named = os.environ.get("RIDGELINE")
    built = sorted((ROOT / "build").glob("*/ridgeline"), key=lambda p: p.stat().st_mtime)
    found = named or (str(built[-1]) if built else shutil.which("ridgeline"))
    if not found or not os.access(found, os.X_OK):
        raise missing("figures need the ridgeline program"
                      + (f", and RIDGELINE={named} is none" if named else "")
                      + "; build it with scripts/build release, or name it in RIDGELINE")
    return found


def document_of(path, *arguments):
    """What `ridgeline ARGUMENTS --format json` says of the file at `path`, which it names in
    refusals itself."""
    command = [program(), *map(str, arguments), "--format", "json"]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                              timeout=120)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise missing(f"{command[0]} could not be run: {error}") from None
    if done.returncode != 0:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
        if lines[-1].startswith("ridgeline: unknown command"):
            raise too_old(command[0])
        raise invalid(path, f"ridgeline {arguments[0]} refused it: "
                            + lines[-1].removeprefix("ridgeline: ").removeprefix(f"{path}: "))
    return json.loads(done.stdout.decode("utf-8"))


def too_old(name):
    return missing(f"{name} is too old for these figures; build it anew with scripts/build, or "
                   "name a newer one in RIDGELINE")

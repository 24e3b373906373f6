"""The built program, and how the tests run it."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RIDGELINE = Path(os.environ.get("RIDGELINE", ROOT / "build" / "release" / "ridgeline")).resolve()


def clean_environment(**changes):
    """The environment without what changes the program's output; None takes a variable away."""
    variables = {"NO_COLOR", "COLUMNS", "HWLOC_XMLFILE", "HWLOC_SYNTHETIC", "LC_ALL", "TERM"}
    environment = {k: v for k, v in os.environ.items() if k not in variables}
    environment["LC_ALL"] = "C.UTF-8"
    for name, value in changes.items():
        if value is None:
            environment.pop(name, None)
        else:
            environment[name] = value
    return environment


def run_program(*arguments, environment=None, **options):
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 120}
    settings.update(options)
    done = subprocess.run([settings.pop("program", RIDGELINE), *map(str, arguments)],
                          env=environment or clean_environment(), **settings)
    done.stdout = (done.stdout or b"").decode("utf-8")
    done.stderr = (done.stderr or b"").decode("utf-8")
    return done

"""The built program, as the tests of the command line run it."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RIDGELINE = Path(os.environ.get("RIDGELINE", ROOT / "build" / "dev" / "ridgeline")).resolve()
NOBODY = 65534


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


@pytest.fixture
def run():
    """Runs the program with the arguments; stdout and stderr come back as text."""
    assert RIDGELINE.is_file(), f"{RIDGELINE} is not built; set RIDGELINE or run scripts/test"
    return run_program


@pytest.fixture
def fails(run):
    """Runs the program, which must fail in the one way that is allowed; returns the message."""
    def check(exit_code, *arguments, **options):
        done = run(*arguments, **options)
        assert done.returncode == exit_code, (done.stdout, done.stderr)
        assert done.stderr.startswith("ridgeline: "), done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
        assert "terminate called" not in done.stderr and "what():" not in done.stderr
        return done.stderr
    return check


@pytest.fixture
def unprivileged(run):
    """Runs a copy of the program as a user without rights, in a folder that belongs to it."""
    folder = Path(tempfile.mkdtemp(prefix="ridgeline-user-"))
    folder.chmod(0o755)
    program = shutil.copy2(RIDGELINE, folder / "ridgeline")
    own = folder / "own"
    own.mkdir()
    user = {}
    if os.geteuid() == 0:
        os.chown(own, NOBODY, NOBODY)
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}

    def start(*arguments, **options):
        return run_program(*arguments, program=program, cwd=own, **user, **options)
    start.folder = own
    yield start
    shutil.rmtree(folder)


@pytest.fixture
def archives():
    """One archive of every released schema."""
    found = sorted((ROOT / "tests" / "data" / "archives").glob("schema-*.json"))
    assert found
    return found


@pytest.fixture
def simulated():
    return f"simulated:{ROOT / 'tests' / 'data' / 'simulated' / 'cpu-3-level.json'}"

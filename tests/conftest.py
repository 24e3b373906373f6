"""Fixtures of the tests that run the program; and how pytest-xdist spreads tests over processes."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from running import RIDGELINE, ROOT, run_program

NOBODY = 65534

# These measure the processor, and would disturb each other.
MEASURING = ("characterize_test.py", "gpu_checkup_test.py", "interrupt_test.py",
             "versus_peers_test.py")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """A file's tests stay in one process, since they share what it set up."""
    for item in items:
        name = item.path.name
        group = "measuring" if name in MEASURING else name
        item.add_marker(pytest.mark.xdist_group(group))


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

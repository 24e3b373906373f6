"""scripts/plot as its tests run it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLOT = ROOT / "scripts" / "plot"
sys.path.insert(0, str(ROOT / "scripts"))


@pytest.fixture(scope="session")
def plot_python():
    """A Python with matplotlib: the one that is named, or scripts/plot's own environment."""
    named = os.environ.get("RIDGELINE_PLOT_PYTHON")
    if named:
        return named
    done = subprocess.run([ROOT / "scripts" / "fetch_tools", "plot"], stderr=subprocess.PIPE,
                          check=False)
    if done.returncode:
        pytest.fail("matplotlib could not be fetched: " + done.stderr.decode()[-200:])
    return str(ROOT / "build" / "plot-env" / "bin" / "python")


@pytest.fixture(scope="session")
def drawer(plot_python):
    """A process that runs command lines, so that matplotlib is imported once for all tests."""
    with subprocess.Popen([plot_python, "-B", Path(__file__).with_name("draw_commands.py")],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          universal_newlines=True) as process:
        yield process
        process.stdin.close()


@pytest.fixture
def plot(drawer, tmp_path):
    """Runs scripts/plot's command line in the test's folder; its exit code and messages."""
    def run(*arguments, **environment):
        task = {"arguments": list(map(str, arguments)), "folder": str(tmp_path),
                "environment": environment}
        print(json.dumps(task), file=drawer.stdin, flush=True)
        answer = json.loads(drawer.stdout.readline())
        return subprocess.CompletedProcess(task["arguments"], answer["code"], "", answer["said"])
    return run


@pytest.fixture
def script(plot_python):
    """Runs scripts/plot itself."""
    def run(*arguments, **environment):
        settings = {**os.environ, "RIDGELINE_PLOT_PYTHON": plot_python, **environment}
        return subprocess.run([sys.executable, PLOT, *map(str, arguments)], env=settings,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                              timeout=120, universal_newlines=True)
    return run


@pytest.fixture
def refused(script):
    """Runs scripts/plot, which must refuse with one line and that exit code; gives the line."""
    def check(code, *arguments, **environment):
        done = script(*arguments, **environment)
        assert done.returncode == code, (done.stdout, done.stderr)
        assert done.stderr.startswith("plot: ") and done.stderr.count("\n") == 1, done.stderr
        assert "Traceback" not in done.stderr
        return done.stderr
    return check


@pytest.fixture
def written(tmp_path):
    """Writes a document; gives its path."""
    def write(document, name="archive.json"):
        path = tmp_path / name
        path.write_text(document if isinstance(document, str) else json.dumps(document),
                        encoding="utf-8")
        return path
    return write

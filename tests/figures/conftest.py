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
        pytest.skip("matplotlib could not be fetched: " + done.stderr.decode()[-200:])
    return str(ROOT / "build" / "plot-env" / "bin" / "python")


@pytest.fixture
def plot(plot_python):
    """Runs scripts/plot; its exit code and messages come back."""
    def run(*arguments, **environment):
        settings = {**os.environ, "RIDGELINE_PLOT_PYTHON": plot_python, **environment}
        return subprocess.run([sys.executable, PLOT, *map(str, arguments)], env=settings,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                              timeout=120, universal_newlines=True)
    return run


@pytest.fixture
def refused(plot):
    """Runs scripts/plot, which must refuse with one line and that exit code; gives the line."""
    def check(code, *arguments, **environment):
        done = plot(*arguments, **environment)
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

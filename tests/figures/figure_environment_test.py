"""The environment that scripts/plot runs in: made once, by pip, whole or not at all; pip and venv
are played by a script."""

import os
import shutil
import subprocess
import sys

import pytest
from figure_archives import ROOT

PYTHON = """#!/bin/sh
# python3 -m pip --version | -m venv --without-pip FOLDER | -m pip --python ... install ...
case "$2 $3" in
  'pip --version') [ -z "$NO_PIP" ]; exit ;;
  venv*) mkdir -p "$4/bin"
    printf '#!/bin/sh\\necho "$@"\\n' >"$4/bin/python"; chmod +x "$4/bin/python" ;;
  'pip --python') echo "$*" >>"$LOG"; [ -z "$OFFLINE" ] || { echo 'no such host' >&2; exit 1; } ;;
esac
"""


@pytest.fixture
def clone(tmp_path):
    """Scripts of a fresh clone, and how to run one of them; gives the clone's folder too."""
    root = tmp_path / "clone"
    shutil.copytree(ROOT / "scripts", root / "scripts",
                    ignore=shutil.ignore_patterns("__pycache__"))
    python = tmp_path / "python"
    python.write_text(PYTHON)
    python.chmod(0o755)
    environment = {**os.environ, "PYTHON": str(python), "LOG": str(tmp_path / "log")}
    environment.pop("RIDGELINE_PLOT_PYTHON", None)

    def run(*command, **changes):
        return subprocess.run([root / "scripts" / command[0], *command[1:]],
                              env={**environment, **changes}, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, universal_newlines=True, check=False)
    run.root, run.log = root, tmp_path / "log"
    return run


def test_it_is_fetched_once_with_pinned_versions(clone):
    done = clone("fetch_tools", "plot")
    assert done.returncode == 0 and "matplotlib, 35 MB" in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1
    asked = clone.log.read_text()
    assert "matplotlib==3.10." in asked and "--only-binary=:all:" in asked
    assert clone("fetch_tools", "plot").stderr == ""
    assert clone.log.read_text() == asked
    assert [path.name for path in (clone.root / "build").iterdir()] == ["plot-env"]


def test_plot_runs_in_it_without_the_packages_of_pythonpath(clone):
    done = clone("plot", "archive.json", "-o", "x.svg", PYTHONPATH="/somewhere")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["-I", str(clone.root / "scripts" / "plot"), "archive.json", "-o",
                                   "x.svg"]


def test_an_old_or_broken_matplotlib_is_told(clone, tmp_path):
    module = tmp_path / "matplotlib.py"
    for content, said in (("__version_info__ = (3, 6, 3)\n__version__ = '3.6.3'", "3.9 is needed"),
                          ("import numpy_of_another_python", "numpy_of_another_python")):
        module.write_text(content)
        done = clone("plot", "archive.json", "-o", "x.svg", PYTHONPATH=str(tmp_path),
                     RIDGELINE_PLOT_PYTHON=sys.executable)
        assert done.returncode == 3 and said in done.stderr, done.stderr
        assert done.stderr.startswith("plot: ") and done.stderr.count("\n") == 1


def test_offline_it_is_given_up_soon(clone):
    clone("fetch_tools", "plot", OFFLINE="1")
    assert "--retries 0 --timeout 10" in clone.log.read_text()


def test_other_pins_fetch_anew(clone):
    clone("fetch_tools", "plot")
    (clone.root / "build" / "plot-env" / "fetched.txt").write_text("matplotlib==3.0\n")
    assert "matplotlib" in clone("fetch_tools", "plot").stderr


@pytest.mark.parametrize("lack, said", [({"NO_PIP": "1"}, "has no pip"),
                                        ({"OFFLINE": "1"}, "Is PyPI reached from here")])
def test_what_hinders_it_is_said_and_nothing_is_left(clone, lack, said):
    done = clone("fetch_tools", "plot", **lack)
    assert done.returncode == 3 and said in done.stderr, done.stderr
    assert not list((clone.root / "build").glob("*"))


def test_plot_without_it_ends_with_one_line_of_its_own(clone):
    done = clone("plot", "archive.json", "-o", "x.svg", OFFLINE="1")
    own = [line for line in done.stderr.splitlines() if line.startswith("plot: ")]
    assert done.returncode == 3 and len(own) == 1 and "RIDGELINE_PLOT_PYTHON" in own[0], done.stderr
    assert "Traceback" not in done.stderr


def test_help_needs_nothing(clone):
    done = clone("plot", "--help", OFFLINE="1", NO_PIP="1")
    assert done.returncode == 0 and "--kernels" in done.stdout and done.stderr == "", done.stderr
    assert not clone.log.exists()

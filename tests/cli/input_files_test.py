"""Patterns in place of files: every command that reads files expands them itself."""

import shutil

import pytest
from running import ROOT

XEON = sorted((ROOT / "results").glob("intel-xeon-*/*.json"))[0]
KERNELS = ROOT / "tests" / "data" / "kernels" / "list.csv"


@pytest.fixture
def folder(tmp_path):
    for name in ("one.json", "two.json", "odd[1].json"):
        shutil.copy(XEON, tmp_path / name)
    shutil.copy(KERNELS, tmp_path / "kernels.csv")
    return tmp_path


@pytest.mark.parametrize("arguments", [
    ["compare", "[ot]*[oe].json"],
    ["compare", "--baseline", "tw?.json", "on*.json"],
    ["show", "on*.json"],
    ["show", "odd[1].json"],
    ["place", "--on", "on*.json", "*.csv"],
    ["report", "one*.json", "tw*.json", "--kernels", "ker*.csv", "-o", "page.html"],
    ["export", "o?e.json", "--to", "csv"],
    ["validate", "*.json"],
    ["assemble", "on*.json"],
    ["intensity", "axpy", "--n", "1e6", "--on", "on*.json,two.json"],
])
def test_a_pattern_is_the_files_that_fit(run, folder, arguments):
    done = run(*arguments, cwd=folder)
    if done.returncode == 3 and "no plotly" in done.stderr:
        pytest.skip("this build makes no reports")
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_files_come_in_order(run, folder):
    lines = run("validate", "*.json", cwd=folder).stdout.splitlines()
    assert lines == ["odd[1].json: ok", "one.json: ok", "two.json: ok"]


@pytest.mark.parametrize("arguments", [
    ["compare", "*.jsn"], ["show", "no*.json"], ["validate", "one.json", "x*"],
    ["place", "--on", "x*", "kernels.csv"], ["place", "--on", "one.json", "*.x"],
    ["report", "x*"], ["export", "x*", "--to", "csv"], ["assemble", "x*"],
    ["intensity", "axpy", "--n", "1e6", "--on", "x*"], ["compare", "one.json", "--baseline", "x*"],
])
def test_a_pattern_that_fits_nothing_is_an_unreadable_file(fails, folder, arguments):
    assert "no file fits the pattern" in fails(4, *arguments, cwd=folder)


def test_too_many_files_for_a_command(fails, folder):
    assert "takes 1 file, and 3 fit '*.json'" in fails(2, "show", "*.json", cwd=folder)
    message = fails(2, "place", "--on", "[ot]*.json", "kernels.csv", cwd=folder)
    assert "--on" in message and "fits 3" in message

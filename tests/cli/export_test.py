"""Exports: to a file or the standard output, never over something."""

import csv
import io
import json

import pytest
from running import ROOT

CPU = ROOT / "tests" / "data" / "archives" / "simulated-cpu-3-level.json"
GPU = ROOT / "tests" / "data" / "archives" / "simulated-h200-like.json"


def test_csv_is_that_of_show(run):
    done = run("export", CPU, "--to", "csv")
    assert done.returncode == 0, done.stderr
    assert done.stdout == run("show", CPU, "--format", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert len(rows) == len(json.loads(CPU.read_text())["ceilings"])


@pytest.mark.parametrize("archive", [CPU, GPU])
def test_ert(run, archive):
    done = run("export", archive, "--to", "ert-json")
    assert done.returncode == 0, done.stderr
    empirical = json.loads(done.stdout)["empirical"]
    assert empirical["gflops"]["data"][0][1] > 0
    assert "DRAM" in [name for name, _ in empirical["gbytes"]["data"]]
    assert empirical["metadata"]["PROVENANCE"] == "simulated"


def test_into_a_new_file_only(run, fails, tmp_path):
    out = tmp_path / "Ridgeline.section"
    assert run("export", GPU, "--to", "ncu-section", "-o", out).stdout == ""
    text = out.read_text()
    assert text.count("RooflineChart {") >= 3
    assert "exists" in fails(2, "export", GPU, "--to", "ncu-section", "-o", out)
    assert out.read_text() == text
    assert "cannot write" in fails(4, "export", GPU, "--to", "csv", "-o", tmp_path / "no" / "x")


@pytest.mark.parametrize("words, code", [
    (["--to", "carm-csv", GPU], 4), (["--to", "ncu-section", CPU], 4), ([CPU], 2),
    (["--to", "ert-json", "--precision", "fp3", CPU], 2),
    (["--to", "ert-json", "--scope", "galaxy", CPU], 2),
    (["--to", "csv", "--precision", "fp64", CPU], 2), (["--to", "xml", CPU], 2)])
def test_what_cannot_be_exported_is_said(fails, words, code):
    assert fails(code, "export", *words)

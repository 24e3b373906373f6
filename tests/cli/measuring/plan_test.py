"""Plans for every captured machine, and what may not be done with them."""

import csv
import io
import json

import pytest
from running import ROOT, clean_environment

MACHINES = sorted((ROOT / "tests" / "machines").glob("*.xml"))
IDS = [path.stem for path in MACHINES]


def plan_of(run, *arguments, **options):
    done = run("plan", "--format", "json", *arguments, **options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def machine(part):
    return next(path for path in MACHINES if part in path.stem)


def test_there_are_machines():
    assert len(MACHINES) >= 11


@pytest.mark.parametrize("path", MACHINES, ids=IDS)
def test_every_machine_has_a_plan_in_every_format(run, path):
    plan = plan_of(run, "--topology", path)
    assert plan["predicted_seconds"] > 0
    assert plan["units"] >= 1
    assert {"explore", "confirm"} <= {case["stage"] for case in plan["plan"]}
    if plan["memory_bound_bytes"] is not None:
        assert plan["arena_bytes"] <= plan["memory_bound_bytes"]
    assert all(case["seconds"] > 0 and case["repetitions"] > 0 for case in plan["plan"])
    assert any("instruction sets assumed" in note["note"] for note in plan["notes"])

    rows = list(csv.DictReader(io.StringIO(run("plan", "--topology", path, "--format",
                                               "csv").stdout)))
    assert [row["name"] for row in rows] == [case["name"] for case in plan["plan"]]
    table = run("plan", "--topology", path).stdout
    assert "sizes assumed from the topology" in table
    assert "Predicted time" in table and "Memory bound" in table
    assert "| stage | name |" in run("plan", "--topology", path, "--format", "markdown").stdout


@pytest.mark.parametrize("path", MACHINES, ids=IDS)
def test_devices_describes_every_machine(run, path):
    for form in ["table", "json", "csv", "markdown"]:
        done = run("devices", "--topology", path, "--format", form)
        assert done.returncode == 0 and done.stdout, done.stderr
        if form == "json":
            json.loads(done.stdout)


@pytest.mark.parametrize("path", MACHINES, ids=IDS)
def test_environment_names_the_same_machine(run, path):
    by_environment = plan_of(run, environment=clean_environment(HWLOC_XMLFILE=str(path)))
    assert by_environment["plan"] == plan_of(run, "--topology", path)["plan"]


def test_synthetic_topologies(run):
    text = "package:2 core:4 pu:2"
    plan = plan_of(run, "--topology", f"synthetic:{text}")
    assert plan["units"] == 8
    assert plan_of(run, environment=clean_environment(HWLOC_SYNTHETIC=text))["units"] == 8


def test_one_thread_a_core_on_hybrids(run):
    assert plan_of(run, "--topology", machine("hybrid"))["units"] == 14


def test_memory_set_is_beyond_all_caches(run):
    plan = plan_of(run, "--topology", machine("7763"))
    sets = [case["working_set"] for case in plan["plan"]
            if "/DRAM" in case["name"] and "/all/" in case["name"] and case["working_set"]]
    assert sets and min(sets) > 512 * 2**20


@pytest.mark.parametrize("command", ["characterize", "bench"])
@pytest.mark.parametrize("variable, value", [
    ("HWLOC_XMLFILE", str(MACHINES[0]) if MACHINES else ""),
    ("HWLOC_SYNTHETIC", "package:1 core:2 pu:1"),
])
def test_another_machine_is_never_measured(fails, tmp_path, command, variable, value):
    arguments = ["--out", tmp_path / "x.json"] if command == "characterize" else []
    fails(3, command, *arguments, environment=clean_environment(**{variable: value}))
    assert not list(tmp_path.iterdir())


def test_a_topology_that_cannot_be_loaded_is_an_error(fails, tmp_path):
    broken = tmp_path / "broken.xml"
    broken.write_text("<topology>")
    for command in ["plan", "devices"]:
        assert "broken.xml" in fails(4, command, "--topology", broken)
        fails(4, command, "--topology", tmp_path / "missing.xml")
        fails(2, command, "--topology", "synthetic:nonsense")
        fails(4, command, environment=clean_environment(HWLOC_XMLFILE=str(broken)))


def test_options_shape_the_plan(run):
    names = [case["name"] for case in plan_of(run, "--only", "compute/fp64")["plan"]]
    assert names and all(name.startswith("compute/fp64") for name in names)
    quick, thorough = (plan_of(run, "--profile", p) for p in ["quick", "thorough"])
    assert quick["predicted_seconds"] < thorough["predicted_seconds"]
    small = plan_of(run, "--memory", "64MiB")
    assert small["arena_bytes"] <= 64 * 2**20

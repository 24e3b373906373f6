"""Rooflines from files: archives, Google Benchmark's JSON, broken ones of both."""

import json

import pytest
from conftest import ROOT

BENCHMARK_FILES = sorted((ROOT / "tests" / "data" / "benchmark_json").glob("*.json"))


def test_an_archive_assembles_to_the_same_ceilings(run, simulated, tmp_path):
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    assert run("characterize", "--device", simulated, "--profile", "quick", "--out",
               first).returncode == 0
    done = run("assemble", first, "-o", second)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(f"Archive: {second}\n")
    one, two = json.loads(first.read_text()), json.loads(second.read_text())
    assert one["ceilings"] == two["ceilings"] and one["samples"] == two["samples"]


def test_without_out_nothing_is_written(run, archives, tmp_path):
    done = run("assemble", archives[0], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Ceilings" in done.stdout and "Archive:" not in done.stdout
    assert not list(tmp_path.iterdir())


def test_existing_files_are_kept(fails, archives, tmp_path):
    out = tmp_path / "mine.json"
    out.write_text("mine")
    assert "mine.json" in fails(4, "assemble", archives[0], "-o", out)
    assert out.read_text() == "mine"


def test_into_a_folder(run, archives, tmp_path):
    done = run("assemble", archives[0], "-o", tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(list(tmp_path.glob("*/*.json"))) == 1


@pytest.mark.parametrize("path", BENCHMARK_FILES, ids=lambda p: p.stem)
def test_benchmark_files_give_rows_or_one_clear_line(run, path):
    done = run("assemble", path)
    assert done.returncode in (0, 4), (done.returncode, done.stderr)
    if done.returncode == 4:
        assert done.stderr.startswith("ridgeline: ") and done.stderr.count("\n") == 1
        assert path.name in done.stderr
    else:
        assert "Ceilings" in done.stdout


def test_bench_output_assembles(run, simulated, tmp_path):
    out = tmp_path / "bench.json"
    done = run("bench", "--device", simulated, "--profile", "quick", f"--benchmark_out={out}",
               "--benchmark_out_format=json")
    assert done.returncode == 0, done.stderr
    rows = json.loads(out.read_text())["benchmarks"]
    assert rows and any("bytes_per_second" in row for row in rows)
    done = run("assemble", out)
    assert done.returncode == 0, done.stderr
    assert "SIMULATED" in done.stdout


def test_bench_lists_and_filters(run, simulated):
    names = run("bench", "--device", simulated, "--benchmark_list_tests").stdout.split()
    assert names and any(name.startswith("bandwidth/sweep/core/1:0/") for name in names)
    some = run("bench", "--device", simulated, "--benchmark_filter=compute/fp64",
               "--benchmark_list_tests=true").stdout.split()
    assert some and set(some) < set(names) and all("compute/fp64" in name for name in some)

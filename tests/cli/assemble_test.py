"""Rooflines from files: archives, Google Benchmark's JSON, broken ones of both."""

import json

import pytest
from running import ROOT

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


COMMITTED = sorted(path for folder in ("results", "tests/data/archives")
                   for path in (ROOT / folder).rglob("*.json")
                   if not path.name.startswith("schema"))  # the schema, and examples made by hand
MEASURED = [path for path in COMMITTED if '"samples": [\n' in path.read_text()]


def test_archives_with_samples_are_committed():
    assert {path.parent.name for path in MEASURED} >= {"intel-xeon-processor", "archives"}


@pytest.mark.parametrize("path", MEASURED, ids=lambda path: path.stem)
def test_a_committed_archive_holds_what_this_method_derives(run, tmp_path, path):
    """Where this fails by a change of rules: raise kMethodVersion (ceilings/archive.hpp), and let
    `ridgeline assemble` write each of these archives anew."""
    out = tmp_path / "anew.json"
    done = run("assemble", path, "-o", out)
    assert done.returncode == 0, done.stderr
    stored, anew = json.loads(path.read_text()), json.loads(out.read_text())
    different = [part for part in sorted(stored | anew) if stored.get(part) != anew.get(part)]
    assert not different, f"{path} stores other {', '.join(different)} than its samples give now"


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


def test_published_figures_are_not_assembled_to_nothing(fails, tmp_path):
    out = tmp_path / "anew.json"
    published = ROOT / "tests" / "data" / "archives" / "schema-1.3.json"
    said = fails(4, "assemble", published, "-o", out)
    assert "no samples" in said and "published" in said
    assert not out.exists()


def foreign(tmp_path, rows):
    path = tmp_path / "theirs.json"
    path.write_text(json.dumps({"context": {"date": "2026-11-30T12:00:00+00:00", "num_cpus": 2},
                                "benchmarks": rows}))
    return path


def their_row(name, **counters):
    return {"name": name, "run_name": name, "run_type": "iteration", "iterations": 100,
            "real_time": 2e4, "time_unit": "ns", **counters}


def test_benchmarks_of_other_programs(run, fails, tmp_path):
    """A cache of 64 KiB and a memory behind it, as another program's own names have them."""
    rows = [their_row(f"BM_Sum<double>/{2 ** k}/iterations:90/real_time/threads:2",
                      bytes_per_second=1e11 if 8 * 2 ** k <= 2 ** 16 else 1e10)
            for k in range(7, 23) for _ in range(6)]
    rows += [their_row("BM_Fma", FLOPS=5e10)] * 6 + [their_row("BM_Strange/4", bytes_per_second=1)]
    path, out = foreign(tmp_path, rows), tmp_path / "out.json"
    assert "--as" in fails(4, "assemble", path)
    done = run("assemble", path, "-o", out, "--as",
               "BM_Sum*=bandwidth/sweep/core/1:0/sum*8,BM_Fma=compute/fp64/fma/core")
    assert done.returncode == 0, done.stderr
    archive = json.loads(out.read_text())
    sets = {sample["working_set"] for sample in archive["samples"] if sample["family"] != "compute"}
    assert sets == {8 * 2 ** k for k in range(7, 23)}
    assert [level["bandwidth"] for level in archive["levels"]] == pytest.approx([1e11, 1e10])
    [fma] = [c for c in archive["ceilings"] if c["id"] == "compute/fp64/fma/core"]
    assert fma["value"] == pytest.approx(5e10)
    assert any("BM_Strange" in note for note in archive["environment"]["notes"])


@pytest.mark.parametrize("names, said", [
    ("BM_Sum", "GLOB=ID"), ("BM_*=bandwidth/L1", "no id"), ("BM_*=latency/L1/core/chase", "rate"),
    ("BM_*=bandwidth/L1/core/1:0/x*none", "bytes"), ("BM_*=bandwidth/L1/core/1:0/x*-1", "bytes"),
    ("=compute/fp64/fma/core", "GLOB=ID")])
def test_names_that_cannot_be(fails, tmp_path, names, said):
    path = foreign(tmp_path, [their_row("BM_Sum/4", bytes_per_second=1)])
    assert said in fails(2, "assemble", path, "--as", names)


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

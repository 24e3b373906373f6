"""The whole run on the simulated device: output, exit codes, and what is never overwritten."""

import json
import re
import subprocess

import pytest
from running import RIDGELINE, ROOT, clean_environment

SIMULATED = ROOT / "tests" / "data" / "simulated"


def characterize(run, out, *arguments, device, **options):
    return run("characterize", "--device", device, "--profile", "quick", "--out", out, *arguments,
               **options)


def test_a_run_ends_with_the_table_and_the_path(run, simulated, tmp_path):
    out = tmp_path / "run.json"
    done = characterize(run, out, device=simulated)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", "no progress where stderr is no terminal"
    assert "SIMULATED" in done.stdout and "Ceilings" in done.stdout
    paths = f"Archive: {out}\nReport: {out.with_suffix('.html')}\n"
    assert done.stdout.endswith(paths)
    assert run("validate", out).returncode == 0
    archive = json.loads(out.read_text())
    assert archive["command"].startswith("ridgeline characterize --device simulated:")
    assert archive["complete"] and archive["created"].endswith("Z")
    assert not list(tmp_path.glob("*.jsonl"))
    shown = run("show", out).stdout
    assert done.stdout == shown + paths


def test_formats(run, simulated, tmp_path):
    done = characterize(run, tmp_path / "a.json", "--format", "json", device=simulated)
    assert json.loads(done.stdout)["archive"] == str(tmp_path / "a.json")
    done = characterize(run, tmp_path / "b.json", "--format", "csv", device=simulated)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("id,kind,") and len(lines) > 3


def test_existing_archives_are_kept(run, simulated, tmp_path):
    out = tmp_path / "run.json"
    out.write_text("mine")
    done = characterize(run, out, device=simulated)
    assert done.returncode == 2
    assert done.stderr.startswith("ridgeline: ") and done.stderr.count("\n") == 1
    assert out.read_text() == "mine"


def test_simulated_results_never_go_to_results(run, simulated, tmp_path):
    folder = tmp_path / "results"
    done = characterize(run, folder / "x.json", device=simulated)
    assert done.returncode != 0 and "simulated" in done.stderr
    assert not (folder / "x.json").exists()


def test_a_folder_that_cannot_be_written_is_noticed_before_measuring(run, unprivileged):
    # A thorough run takes minutes: had it been started, the time limit would be met.
    for out in ["/dev/null/x.json", "/proc/results/"]:
        done = run("characterize", "--profile", "thorough", "--out", out, timeout=50)
        assert done.returncode == 3, done.stderr
        assert done.stderr.startswith("ridgeline: ") and done.stderr.count("\n") == 1
        assert "--out" in done.stderr or out.split("/")[1] in done.stderr
    closed = unprivileged.folder / "closed"
    closed.mkdir()
    closed.chmod(0o555)
    done = unprivileged("characterize", "--profile", "thorough", "--out", closed / "x.json",
                        timeout=50)
    assert done.returncode == 3, done.stderr
    assert "closed" in done.stderr


def test_strict(run, tmp_path):
    faulty = f"simulated:{SIMULATED / 'fault-above-limit.json'}"
    lenient = characterize(run, tmp_path / "a.json", device=faulty)
    assert lenient.returncode == 0, lenient.stderr
    assert "above-limit" in lenient.stdout
    strict = characterize(run, tmp_path / "b.json", "--strict", device=faulty)
    assert strict.returncode == 1
    assert (tmp_path / "b.json").exists(), "the archive is written all the same"


def test_a_lost_device_leaves_an_archive_of_what_was_done(run, tmp_path):
    out = tmp_path / "run.json"
    done = characterize(run, out, device=f"simulated:{SIMULATED / 'fault-device-lost.json'}")
    assert done.returncode == 3
    assert done.stderr.startswith("ridgeline: the device was lost: ")
    assert str(out) in done.stderr and done.stderr.count("\n") == 1
    assert "INCOMPLETE: the device was lost" in done.stdout
    archive = json.loads(out.read_text())
    assert not archive["complete"] and "lost after 900 runs" in archive["incomplete_reason"]
    assert archive["ceilings"], "what was finished is worth something"
    reasons = {sample.get("reason") for sample in archive["samples"]}
    assert "not reached before the device was lost" in reasons
    failed = [sample for sample in archive["samples"] if sample["status"] == "failed"]
    assert len(failed) == 1, "nothing is asked of it any more, by later stages neither"
    assert run("validate", out).returncode == 0
    assert not list(tmp_path.glob("*.jsonl"))


def test_without_a_gpu_the_cpu_is_measured_and_it_is_said_why(run, tmp_path):
    only = ["--only", "compute/fp64/fma-scalar/core", "--profile", "quick"]
    done = run("characterize", *only, "--out", tmp_path / "a.json")
    assert done.returncode == 0, done.stderr
    # Where a GPU is, it is named instead, and what else there is.
    assert re.fullmatch(r"ridgeline: (no GPU, so this is the CPU: .+|cuda:0 is .+)\n", done.stderr)
    named = run("characterize", "--device", "cpu", *only, "--out", tmp_path / "b.json")
    assert named.returncode == 0 and named.stderr == ""
    absent = run("characterize", "--device", "cuda:99", *only, "--out", tmp_path / "c.json")
    assert absent.returncode == 3
    assert absent.stderr.startswith("ridgeline: ") and absent.stderr.count("\n") == 1
    assert not (tmp_path / "c.json").exists()


def test_several_devices_do_not_fit_one_file(run, tmp_path):
    done = run("characterize", "--device", "all", "--only", "compute/fp64/fma-avx2/core",
               "--profile", "quick", "--out", tmp_path / "one.json")
    # Where there is only the CPU, one file is enough.
    assert done.returncode in (0, 2), done.stderr
    if done.returncode == 2:
        assert "folder" in done.stderr


@pytest.mark.parametrize("path", sorted(SIMULATED.glob("*.json")), ids=lambda p: p.stem)
def test_every_simulated_device_comes_to_an_orderly_end(run, tmp_path, path):
    out = tmp_path / "run.json"
    done = characterize(run, out, device=f"simulated:{path}")
    assert done.returncode in (0, 3), (done.returncode, done.stderr)
    assert done.stderr.count("\n") <= 1
    if out.exists():
        assert run("validate", out).returncode == 0
        ceilings = json.loads(run("show", out, "--format", "json").stdout)["ceilings"]
        assert all(ceiling["value"] > 0 for ceiling in ceilings), "no null in place of a NaN"


def test_only(run, simulated, tmp_path):
    out = tmp_path / "run.json"
    done = characterize(run, out, "--only", "compute/", device=simulated)
    assert done.returncode == 0, done.stderr
    kinds = {c["kind"] for c in json.loads(out.read_text())["ceilings"]}
    assert kinds == {"compute"}


def test_unknown_devices_and_files(fails, tmp_path):
    fails(4, "characterize", "--device", f"simulated:{tmp_path / 'missing.json'}",
          "--out", tmp_path / "x.json")
    (tmp_path / "bad.json").write_text("[1, 2]")
    assert "bad.json" in fails(4, "characterize", "--device",
                               f"simulated:{tmp_path / 'bad.json'}", "--out", tmp_path / "x.json")


def test_a_closed_pipe_costs_no_archive(tmp_path, simulated):
    out = tmp_path / "run.json"
    process = subprocess.Popen(
        [RIDGELINE, "characterize", "--device", simulated, "--profile", "quick", "--out", out],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=clean_environment())
    process.stdout.close()
    assert process.wait(timeout=120) == 0
    assert json.loads(out.read_text())["complete"]


def test_times_are_utc_and_names_sort(run, simulated, tmp_path):
    for zone in ["America/St_Johns", "Asia/Kathmandu"]:
        folder = tmp_path / zone.replace("/", "-")
        done = run("characterize", "--device", simulated, "--profile", "quick", "--out", folder,
                   environment=clean_environment(TZ=zone))
        assert done.returncode == 0, done.stderr
        archive, = folder.glob("*/*.json")
        created = json.loads(archive.read_text())["created"]
        assert archive.stem.startswith(created.replace(":", "-")[:19])
        assert created.endswith("Z")

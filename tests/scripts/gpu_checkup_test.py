"""scripts/gpu_checkup on simulated GPUs and on this CPU, with NVIDIA's tools played by scripts."""

import json
import os
import re
import signal
import subprocess
import time

import pytest

from running import RIDGELINE, ROOT

SCRIPT = ROOT / "scripts" / "gpu_checkup"
SIMULATED = ROOT / "tests" / "data" / "simulated"


class Checkup:
    def __init__(self, folder):
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.out = folder / "out"
        self.environment = {**os.environ, "RIDGELINE": str(RIDGELINE), "LC_ALL": "C.UTF-8",
                            "PATH": f"{self.bin}:/usr/bin:/bin"}

    def tool(self, name, text):
        path = self.bin / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def start(self, device, *more, **environment):
        # Tests that run in the background of a script inherit an ignored SIGINT, which no shell
        # script can trap.
        return subprocess.Popen([SCRIPT, "--device", device, "--out", self.out, *more], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env={**self.environment, **environment},
                                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def run(self, device, *more, **environment):
        process = self.start(device, *more, **environment)
        process.out, process.err = process.communicate(timeout=120)
        return process

    def steps(self):
        """How each step ended, by its name."""
        lines = (self.out / "summary.txt").read_text().splitlines()
        words = [line.split(maxsplit=3) for line in lines if " s  " in line]
        return {name: how for name, _, _, how in words}


@pytest.fixture
def checkup(tmp_path):
    assert RIDGELINE.is_file(), f"{RIDGELINE} is not built; set RIDGELINE or run scripts/test"
    return Checkup(tmp_path)


def simulated(name):
    return f"simulated:{SIMULATED / name}.json"


def test_with_the_driver_alone(checkup):
    done = checkup.run(simulated("h200-like"))
    assert done.returncode == 0, done.out
    steps = checkup.steps()
    assert [steps[name] for name in ("devices", "verify", "characterize")] == ["ok"] * 3
    for name in ("nvidia-smi", "sanitizer", "counters"):
        assert steps[name].startswith("skipped: "), steps
    assert steps["page"] == "ok" and (checkup.out / "page.html").is_file()
    archive = json.loads((checkup.out / "archive.json").read_text())
    assert archive["complete"] and archive["ceilings"]
    assert " wrong, 0 failed" in (checkup.out / "summary.txt").read_text()
    log = (checkup.out / "log.txt").read_text()
    for name in ("machine", "devices", "verify", "table"):
        assert (checkup.out / f"{name}.txt").read_text() in log
    assert str(checkup.out) in done.out.splitlines()[-1]


def test_tools_that_are_there_are_used(checkup):
    checkup.tool("nvidia-smi", 'echo "GPU 00000000:0A:00.0 $*"\n')
    for name in ("compute-sanitizer", "ncu"):
        checkup.tool(name, f'echo "{name} $*"\n')
    done = checkup.run(simulated("h200-like"))
    assert done.returncode == 0, done.out
    steps = checkup.steps()
    assert [steps[name] for name in ("nvidia-smi", "sanitizer", "counters")] == ["ok"] * 3
    assert (checkup.out / "nvidia-smi.txt").read_text() == "GPU 00000000:0A:00.0 -q\n"
    memory = (checkup.out / "sanitizer.txt").read_text()
    assert "--error-exitcode 9" in memory and f"{RIDGELINE} verify --device simulated:" in memory
    counters = (checkup.out / "counters.csv").read_text()
    assert "--clock-control none" in counters and f"{RIDGELINE} bench --device" in counters


def test_counted_kernels_are_placed_in_words_and_in_the_page(checkup):
    counted = ROOT / "tests" / "data" / "ncu" / "n11_tensor_core.csv"
    checkup.tool("ncu", f"cat {counted}\n")
    assert checkup.run(simulated("h200-like")).returncode == 0
    assert checkup.steps()["place"] == "ok"
    assert "tc_block" in (checkup.out / "placed.txt").read_text()
    assert '"kernels": null' not in (checkup.out / "page.html").read_text(encoding="utf-8")


def test_counters_without_permission_are_no_failure(checkup):
    checkup.tool("ncu", 'echo "==ERROR== ERR_NVGPUCTRPERM - no permission" >&2\nexit 1\n')
    assert checkup.run(simulated("h200-like")).returncode == 0
    assert "administrators" in checkup.steps()["counters"]


def test_memory_errors_and_wrong_kernels_are_failures(checkup):
    checkup.tool("compute-sanitizer", "echo Invalid __global__ read\nexit 9\n")
    done = checkup.run(simulated("fault-wrong-result"))
    assert done.returncode == 1
    steps = checkup.steps()
    assert steps["verify"] == "FAILED: exit code 3, see verify.txt"
    assert steps["sanitizer"] == "FAILED: exit code 9, see sanitizer.txt"
    assert steps["characterize"] == "ok"  # the others are measured all the same
    assert "WRONG" in (checkup.out / "verify.txt").read_text()


def test_a_lost_device_keeps_what_was_measured(checkup):
    checkup.run(simulated("fault-device-lost"))
    archive = json.loads((checkup.out / "archive.json").read_text())
    assert any(sample["repetitions"] for sample in archive["samples"])
    assert any(sample["status"] == "failed" for sample in archive["samples"])


def test_what_a_killed_run_had_finished_becomes_an_archive(checkup, tmp_path):
    """The program dies in the midst of a measurement, as by a fault of the driver."""
    killer = checkup.tool("ridgeline", f"""
if [ "$1" = characterize ]; then
  {RIDGELINE} "$@" &
  until [ "$(cat {checkup.out}/archive.json.journal.jsonl 2>/dev/null | wc -l)" -gt 40 ]; do
    sleep 0.05
  done
  kill -9 $!
  exit 134
fi
exec {RIDGELINE} "$@"
""")
    done = checkup.run("cpu", RIDGELINE=str(killer))
    assert done.returncode == 1
    assert checkup.steps()["characterize"].startswith("FAILED: exit code 134")
    assert "rescue" in checkup.steps()
    archive = json.loads((checkup.out / "archive.json").read_text())
    assert not archive["complete"] and archive["samples"]


def wait_for(path, process):
    deadline = time.monotonic() + 100
    while not path.exists():
        assert process.poll() is None and time.monotonic() < deadline, process.communicate()
        time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_abort_keeps_what_there_is(checkup, number):
    process = checkup.start("cpu")
    wait_for(checkup.out / "archive.json.journal.jsonl", process)
    time.sleep(1)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, (out, err)
    steps = checkup.steps()
    assert steps["verify"] == "ok" and steps["characterize"] == "interrupted"
    assert "interrupted" in steps["page"] or "skipped" in steps["page"]
    archive = json.loads((checkup.out / "archive.json").read_text())
    assert not archive["complete"]


def test_a_step_that_hangs_is_ended_and_the_others_go_on(checkup):
    """One minute in all is too little for what hangs; nothing follows it but the summary."""
    hanging = checkup.tool("ridgeline", f"""
[ "$1" != verify ] || exec sleep 1000
exec {RIDGELINE} "$@"
""")
    checkup.tool("timeout", 'shift 3\nexec /usr/bin/timeout --signal=TERM 2 "$@"\n')
    done = checkup.run(simulated("h200-like"), "--minutes", "2", RIDGELINE=str(hanging))
    assert done.returncode == 1
    steps = checkup.steps()
    assert steps["verify"].startswith("FAILED: not done within") and steps["characterize"] == "ok"


def test_no_gpu_is_said_and_not_a_hang(checkup):
    done = checkup.run("cuda:99")
    assert done.returncode == 1
    how = checkup.steps()["verify"]
    assert re.match(r"FAILED: exit code [23], see verify.txt: \S+", how), how
    assert "cuda:99" in how or "NVIDIA" in how or "CUDA" in how


def test_usage(checkup, tmp_path):
    def fails(code, *arguments, **environment):
        done = subprocess.run([SCRIPT, *arguments], capture_output=True, text=True, cwd=tmp_path,
                              env={**checkup.environment, **environment})
        assert done.returncode == code and done.stderr.startswith("gpu_checkup: "), done
        return done.stderr
    assert "--whatever" in fails(2, "--whatever")
    assert "--minutes" in fails(2, "--minutes", "soon")
    assert "wants a value" in fails(2, "--device")
    assert "holds an earlier checkup" in fails(2, "--out", earlier(tmp_path))
    if not (ROOT / "build" / "release" / "ridgeline").exists():
        assert "scripts/build release" in fails(3, RIDGELINE="")


def earlier(folder):
    path = folder / "earlier"
    path.mkdir()
    (path / "summary.txt").write_text("")
    return path

"""Interrupted runs: what is finished is kept in a valid archive, and the exit code says so."""

import json
import os
import random
import signal
import subprocess
import time

import pytest
from running import RIDGELINE



def start(out):
    return subprocess.Popen(
        [RIDGELINE, "characterize", "--profile", "quick", "--device", "cpu", "--out", str(out)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def validate(path):
    return subprocess.run([RIDGELINE, "validate", str(path)], capture_output=True, text=True)


# Moments from before the first repetition to near the end of a quick run; drawn anew each time.
MOMENTS = [random.uniform(0.0, 3.0) for _ in range(6)]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("moment", MOMENTS, ids=map(str, range(len(MOMENTS))))
def test_signal_keeps_finished_parts(tmp_path, number, moment):
    out = tmp_path / "run.json"
    process = start(out)
    time.sleep(moment)
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=60)
    if process.returncode == -number and not out.exists():
        assert not list(tmp_path.iterdir())  # before the program had taken over the signal
        return
    if process.returncode == 0:
        assert json.loads(out.read_text())["complete"] is True  # it had finished already
        return
    assert process.returncode == 130, (moment, stderr)
    assert "Traceback" not in stderr and "terminate" not in stderr
    archive = json.loads(out.read_text())
    assert archive["complete"] is False
    assert signal.Signals(number).name in archive["incomplete_reason"]
    assert validate(out).returncode == 0
    assert "INCOMPLETE" in stdout or "incomplete" in stdout
    assert not list(tmp_path.glob("*.journal.jsonl"))


@pytest.mark.parametrize("moment", [1.0, 2.0])
def test_killed_run_leaves_a_journal_that_assembles(tmp_path, moment):
    out = tmp_path / "run.json"
    process = start(out)
    deadline = time.time() + 30
    journal = tmp_path / "run.json.journal.jsonl"
    while time.time() < deadline and not (journal.exists() and '"rep"' in journal.read_text()):
        time.sleep(0.05)
    time.sleep(moment / 4)
    process.kill()
    process.communicate()
    assert not out.exists()
    rebuilt = tmp_path / "rebuilt.json"
    result = subprocess.run([RIDGELINE, "assemble", str(journal), "-o", str(rebuilt)],
                            capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert json.loads(rebuilt.read_text())["complete"] is False
    assert validate(rebuilt).returncode == 0


def test_existing_archive_is_never_overwritten(tmp_path):
    out = tmp_path / "run.json"
    out.write_text("mine")
    result = subprocess.run([RIDGELINE, "characterize", "--profile", "quick", "--out", str(out)],
                            capture_output=True, text=True, timeout=30)
    assert result.returncode == 2, result.stderr
    assert "exists" in result.stderr
    assert out.read_text() == "mine"


def test_folder_that_cannot_be_written_is_noticed_before_measuring(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    result = subprocess.run(
        [RIDGELINE, "characterize", "--profile", "thorough", "--out", str(blocked / "sub")],
        capture_output=True, text=True, timeout=20)
    assert result.returncode == 3, result.stderr
    assert "--out" in result.stderr


def test_closed_pipe_does_not_cost_the_archive(tmp_path):
    out = tmp_path / "run.json"
    process = start(out)
    process.stdout.close()
    process.wait(timeout=60)
    assert json.loads(out.read_text())["complete"] is True

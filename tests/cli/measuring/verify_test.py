"""ridgeline verify: every kernel against its reference, as a table and as an exit code."""

import csv
import io
import json

from running import ROOT


def device(name):
    return f"simulated:{ROOT / 'tests' / 'data' / 'simulated' / name}.json"


def rows(done):
    return list(csv.DictReader(io.StringIO(done.stdout)))


def test_this_cpu(run):
    done = run("verify", "--format", "csv")
    assert done.returncode == 0, done.stdout
    verdicts = {row["verdict"] for row in rows(done)}
    assert "right" in verdicts and verdicts <= {"right", "cannot run here"}
    names = [row["kernel"] for row in rows(done)]
    assert len(names) == len(set(names)) and "fma_f64_scalar" in names


def test_a_gpu_with_kernels_for_others(run):
    done = run("verify", "--device", device("h200-like"), "--format", "csv")
    assert done.returncode == 0
    other = [row for row in rows(done) if row["verdict"] == "cannot run here"]
    assert other and all("sm_" in row["note"] for row in other)
    assert {row["in_flight"] for row in rows(done) if row["kernel"] == "read_u128"} == \
        {"1", "2", "4"}


def test_a_wrong_kernel_is_marked_and_ends_with_3(run):
    done = run("verify", "--device", device("fault-wrong-result"))
    assert done.returncode == 3 and done.stderr == ""
    wrong = [line for line in done.stdout.splitlines() if " WRONG " in line]
    assert len(wrong) == 1
    assert ", 1 wrong, 0 failed, " in done.stdout.splitlines()[-1]


def test_a_part_of_them_with_their_names_beforehand(run):
    done = run("verify", "--device", device("h200-like"), "--only", "fma_f", "--verbose",
               "--format", "json")
    table = json.loads(done.stdout)["kernels"]
    assert {row["kernel"] for row in table} == {"fma_f64", "fma_f32", "fma_f16x2"}
    assert done.stderr.splitlines()[0].startswith("verify: fma_f")
    assert len(done.stderr.splitlines()) == len(table)


def test_nothing_to_verify_is_an_error(fails):
    assert "nothing was verified" in fails(2, "verify", "--only", "no-such-kernel")
    fails(2, "verify", "--device", "abacus")

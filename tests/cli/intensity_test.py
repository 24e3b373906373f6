"""`ridgeline intensity`: operators' costs, alone, fused, and under an archive."""

import csv
import io
import json

import pytest
from running import ROOT, clean_environment

CONV = ["conv2d", "--input", "64x64x128", "--filters", "256", "--kernel", "3x3", "--padding", "1",
        "--dtype", "fp32"]
GEMM = ["gemm", "--m", "4096", "--n", "4096", "--k", "4096", "--dtype", "fp16"]
H200 = ROOT / "tests" / "data" / "archives" / "simulated-h200-like.json"


@pytest.fixture
def answer(run):
    """The JSON that a command prints."""
    def ask(*arguments):
        done = run("intensity", *arguments, "--format", "json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)
    return ask


@pytest.fixture
def card(tmp_path):
    """An archive of exactly 312 TFLOP/s (fp16, tensor cores), 19.5 TFLOP/s (fp32) and 2 TB/s."""
    raw = json.loads(H200.read_text())
    values = {"bandwidth/DRAM/chip/1:0/ld16B": 2e12, "compute/fp16->fp32/wgmma-n256/chip": 312e12,
              "compute/fp32/fma/chip": 19.5e12}
    raw["ceilings"] = [c for c in raw["ceilings"] if c["id"] in values]
    assert len(raw["ceilings"]) == 3
    for ceiling in raw["ceilings"]:
        value = values[ceiling["id"]]
        ceiling.update(value=value, best=value, low=value, high=value)
        if "traffic" in ceiling:
            ceiling["traffic"] = value
    raw["ridges"], raw["empirical"] = [], []
    path = tmp_path / "card.json"
    path.write_text(json.dumps(raw))
    return path


def test_the_numbers_that_everybody_knows(run, answer):
    text = run("intensity", *CONV).stdout
    assert "2 415 919 104 FLOP" in text and "7 471 104 B" in text and "323.4 FLOP/B" in text
    conv = answer(*CONV)
    assert (conv["operations"], conv["bytes"]) == (2_415_919_104, 7_471_104)
    assert answer("axpy", "--dtype", "fp64")["intensity"] == pytest.approx(2 / 24)
    assert answer("add", "--dtype", "fp32")["intensity"] == pytest.approx(1 / 12)
    saxpy = answer("saxpy", "--n", "1e9")
    assert (saxpy["operations"], saxpy["bytes"]) == (2 * 10**9, 12 * 10**9)


def test_the_list_shows_every_option_of_every_operator(run):
    listed = json.loads(run("intensity", "--format", "json").stdout)["operators"]
    help_text = run("intensity", "--help").stdout
    table = run("intensity", environment=clean_environment(COLUMNS="120")).stdout
    assert len(listed) == 19
    for entry in listed:
        assert entry["name"] in table
        for option in (entry["options"] or "").split():
            assert option.strip("[]") in help_text
            assert option in table


def test_tiles_are_rows(run, answer):
    rows = answer(*GEMM, "--tile", "16,32,64,128")["traffic"]
    assert [row["tile"] for row in rows] == [None, 16, 32, 64, 128]
    for row in rows[1:]:
        assert row["intensity"] == pytest.approx(row["tile"] / 2, rel=0.04)
    table = list(csv.DictReader(io.StringIO(
        run("intensity", *GEMM, "--tile", "16", "--format", "csv").stdout)))
    assert [row["model"] for row in table] == ["each tensor once", "tile 16"]
    assert int(table[1]["bytes"]) == 2 * 4096**2 * (2 * 256 + 1)


def test_sides_of_the_ridge(run, answer, card):
    compute = answer(*GEMM, "--on", card)
    assert compute["verdict"] == "compute-bound" and compute["ridge"] == pytest.approx(156)
    assert compute["best_seconds"] == pytest.approx(2 * 4096**3 / 312e12)
    memory = answer("elementwise", "--n", "1e9", "--flop", "8", "--on", card)
    assert memory["verdict"] == "memory-bound" and memory["ridge"] == pytest.approx(9.75)
    assert memory["attainable"] == pytest.approx(2e12)
    assert memory["best_seconds"] == pytest.approx(8e9 / 2e12)
    text = run("intensity", *GEMM, "--on", card).stdout
    assert "lies right of the ridge, 156.0 FLOP/B" in text and "SIMULATED" in text
    copy = answer("copy", "--on", card)
    assert copy["verdict"] == "bandwidth-bound" and copy["ridge"] is None
    assert copy["intensity"] == 0


def test_every_level_and_several_archives(run, answer, card):
    bounds = answer("axpy", "--n", "1e6", "--on", H200)["bounds"]
    assert sorted(b["level"] for b in bounds) == ["DRAM", "L1", "L2@far", "L2@near", "shared"]
    assert bounds[-1]["level"] == "DRAM"
    assert {b["level"]: b["fits"] for b in bounds}["L2@near"] is True  # 8 MB into 50 MiB
    both = answer("axpy", "--n", "1e6", "--on", f"{card},{H200}")["bounds"]
    assert {b["archive"] for b in both} == {"card", "simulated-h200-like"}
    assert "card" in run("intensity", "axpy", "--on", f"{card},{H200}").stdout


def test_fusion_saves_what_is_handed_on(answer, card):
    c = 2 * 4096 * 4096
    plain = answer(*GEMM, "--fuse", "elementwise,softmax", "--flop", "8", "--on", card)
    assert plain["bytes_saved"] == 4 * c and plain["bytes"] == 3 * c
    assert plain["bytes_apart"] == 7 * c
    rows = {row["name"]: row for row in plain["fusion"]}
    assert list(rows) == ["gemm", "elementwise", "softmax", "one after the other", "fused"]
    apart = sum(rows[name]["best_seconds"] for name in ["gemm", "elementwise", "softmax"])
    assert rows["one after the other"]["best_seconds"] == pytest.approx(apart)
    assert rows["fused"]["best_seconds"] < apart
    for same in [["--fuse", "gemm,elementwise,softmax", *GEMM[1:]],
                 [*GEMM, "--fuse", "gemm,elementwise,softmax"]]:
        assert answer(*same, "--flop", "8", "--on", card)["fusion"] == plain["fusion"]


def test_every_format_of_every_kind(run, card):
    for arguments in [[], CONV, [*GEMM, "--on", card], [*GEMM, "--fuse", "scale", "--on", card]]:
        for kind in ["table", "json", "csv", "markdown"]:
            done = run("intensity", *arguments, "--format", kind)
            assert done.returncode == 0 and done.stdout, (arguments, kind, done.stderr)
        for columns in [60, 100]:
            text = run("intensity", *arguments,
                       environment=clean_environment(COLUMNS=str(columns))).stdout
            assert max(map(len, text.splitlines())) <= columns


@pytest.mark.parametrize("arguments, part", [
    (["gemmm"], "did you mean 'gemm'?"),
    (["frobnicate"], "they are axpy"),
    (["axpy", "--dtype", "bfloat15"], "did you mean 'bfloat16'?"),
    (["axpy", "--dtype", "wide"], "they are fp64"),
    (["axpy", "--k", "3"], "does not take --k"),
    (["gemm", "--m", "4"], "needs --n"),
    (["axpy", "--n", "4K"], "write 1e3 or 1Ki"),
    (["axpy", "--n=-4"], "no digit"),
    (["axpy", "--n", "2^62"], "2^63 - 1"),
    (["--n", "4"], "which operator"),
    (["conv2d", "--input", "4x4x3", "--filters", "2", "--kernel", "7"], "reaches over 7"),
    (["axpy", "--path", "vector"], "--on"),
    (["axpy", "--on", H200, "--path", "matrix"], "leave out --path matrix"),
    (["axpy", "--on", H200, "--scope", "socket"], "socket"),
    (["conv2d", *CONV[1:-1], "fp4", "--on", H200], "no ceiling of fp4"),
    (["--fuse", "gemm"], "at least two"),
    ([*GEMM, "--fuse", "gemv"], "what can follow"),
    ([*GEMM, "--fuse", "softmx"], "did you mean 'softmax'?"),
    ([*GEMM, "--fuse", "scale,"], "'' is no operator"),
])
def test_wrong_usage(fails, arguments, part):
    assert part in fails(2, "intensity", *arguments)


def test_data_sheet_peaks_of_published_cards_are_marked(run, answer):
    card = ROOT / "results" / "published" / "h200-sxm.json"
    bounds = answer("axpy", "--n", "1e6", "--on", card)["bounds"]
    assert bounds[-1]["compute"] == "compute/fp32/fma-theoretical/chip"
    assert "THEORETICAL" in run("intensity", "axpy", "--on", card).stdout


def test_an_archive_that_is_none(fails, tmp_path):
    assert "missing.json" in fails(4, "intensity", "axpy", "--on", tmp_path / "missing.json")

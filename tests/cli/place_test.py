"""ridgeline place: kernels of files and of options, under archives of every kind."""

import csv
import io
import json

import pytest
from running import ROOT, clean_environment

DATA = ROOT / "tests" / "data"
GPU = DATA / "archives" / "simulated-h200-like.json"
CPU = DATA / "archives" / "simulated-cpu-3-level.json"
NCU = DATA / "ncu"


def placed(run, *arguments, code=0):
    done = run("place", *arguments, "--format", "json")
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


def one(run, *arguments, on=GPU):
    return placed(run, "--on", on, *arguments)["kernels"][0]


def round_archive(tmp_path, tera_flop=312, tera_bytes=2, precision="fp16->fp32", **more):
    """An archive with one bandwidth and one compute ceiling, made from a simulated one."""
    raw = json.loads(GPU.read_text())
    pattern = {c["kind"]: c for c in reversed(raw["ceilings"])
               if c["kind"] in ("bandwidth", "compute") and c["roof"]}
    wanted = {f"compute/{precision}/fma/chip": tera_flop * 1e12,
              "bandwidth/DRAM/chip/1:0/ld16B": tera_bytes * 1e12}
    wanted.update({f"compute/{p}/fma/chip": v for p, v in more.items()})
    ceilings = []
    for name, value in wanted.items():
        ceiling = dict(pattern[name.split("/")[0]])
        parts = name.split("/")
        ceiling.update(id=name, value=value, best=value, low=value, high=value, roof=True,
                       reference=True, scope="chip", evidence=[], suspect=[], role="primary",
                       lacks="")
        if parts[0] == "compute":
            kinds = parts[1].split("->")
            ceiling.update(precision=kinds[0], accumulate=(kinds + [""])[1], path="fma",
                           unit="FLOP/s")
        else:
            ceiling.update(level="DRAM", node="", mix="1:0", path="ld16B", traffic=value)
        ceilings.append(ceiling)
    raw.update(ceilings=ceilings, ridges=[], empirical=[])
    path = tmp_path / "round.json"
    path.write_text(json.dumps(raw))
    return path


def test_round_archive(run, tmp_path):
    archive = round_archive(tmp_path)
    options = ["--precision", "fp16->fp32", "--bytes", "1e9"]
    memory = one(run, "--flop", "50e9", *options, on=archive)
    assert memory["attainable"] == pytest.approx(100e12)
    assert memory["bound_by"] == "DRAM" and memory["verdict"] == "not-timed"
    assert "left of the ridge at 156" in memory["diagnosis"]
    compute = one(run, "--flop", "500e9", *options, on=archive)
    assert compute["attainable"] == pytest.approx(312e12)
    assert compute["bound_by"] == "compute"
    assert compute["share"] is None and compute["rate"] is None


def test_nsight_compute_numbers(run):
    expected = json.loads((NCU / "EXPECTED.json").read_text())
    name = "n01_long_bom_crlf_preamble.csv"
    kernels = placed(run, "--on", GPU, NCU / name)["kernels"]
    assert len(kernels) == 3
    for kernel, right in zip(kernels, expected[name]["kernels"]):
        assert kernel["seconds"] == pytest.approx(right["time_s"])
        assert kernel["flop"] == right["flop"]
        assert kernel["bytes_DRAM"] == right["dram_bytes"]
        assert kernel["bandwidth_DRAM"] == pytest.approx(right["dram_gbs"] * 1e9)
        if right["flop"]:
            assert kernel["intensity_DRAM"] == pytest.approx(right["ai_dram"])
            assert kernel["rate"] == pytest.approx(right["gflops"] * 1e9)
    transpose = kernels[2]
    assert transpose["rate"] is None and transpose["intensity_DRAM"] is None
    assert transpose["share"] > 0.3 and transpose["bytes_from"] == "counters"


def test_fp64_is_held_against_fp64(run, tmp_path):
    archive = round_archive(tmp_path, 67, 2, "fp32", fp64=1e12)
    gemm = placed(run, "--on", archive, NCU / "n01_long_bom_crlf_preamble.csv")["kernels"][1]
    assert gemm["verdict"] == "above-roof"  # 2.34 of 1 TFLOP/s
    assert gemm["verdict_ceiling"] == "compute/fp64/fma/chip"


def test_point_above_the_roof_is_loud(run):
    arguments = ["--flop", "1e15", "--seconds", "1e-3", "--bytes", "1e9"]
    kernel = one(run, *arguments)
    assert kernel["verdict"] == "above-roof"
    assert "ABOVE THE ROOF" in kernel["diagnosis"] and "another device" in kernel["diagnosis"]
    assert "ABOVE THE ROOF" in run("place", "--on", GPU, *arguments).stdout
    assert run("place", "--on", GPU, *arguments).returncode == 0
    assert run("place", "--on", GPU, *arguments, "--strict").returncode == 1


def test_bytes_that_must_have_come_from_a_cache(run):
    kernel = one(run, "--flop", "1e9", "--bytes", "6GB", "--seconds", "1ms")
    assert "must have come from a cache" in kernel["diagnosis"]
    assert kernel["bytes_from"] == "hand"
    counted = one(run, "--flop", "1e9", "--bytes", "6GB", "--seconds", "1ms", "--bytes-from",
                  "counters")
    assert "cache hits counted as DRAM bytes" in counted["diagnosis"]


def test_no_operations_integers_and_unknown(run):
    copy = one(run, "--flop", "0", "--bytes", "3.6GB", "--seconds", "1ms")
    assert copy["verdict"] == "on-bandwidth-roof" and copy["flop"] == 0
    assert "No floating-point work. Bandwidth-bound, 83.6 % of DRAM" in copy["diagnosis"]
    assert copy["intensity_DRAM"] is None and copy["rate"] is None
    integers = one(run, "--flop", "int64=1e9", "--seconds", "1ms")
    assert integers["verdict"] == "no-ceiling"
    assert "No floating-point work" in integers["diagnosis"]
    unknown = one(run, "--bytes", "1GB", "--seconds", "1ms")
    assert unknown["verdict"] == "not-collected" and unknown["flop"] is None


def test_units_and_macs(run):
    gibibyte = one(run, "--flop", "0", "--bytes", "1GiB", "--seconds", "1s")
    assert gibibyte["bandwidth_DRAM"] == 1073741824
    shown = run("place", "--on", GPU, "--flop", "0", "--bytes", "1GiB", "--seconds", "1s").stdout
    assert "1.074 GB/s" in shown
    macs = one(run, "--macs", "1e9", "--precision", "fp32", "--bytes", "12e9", "--seconds", "10ms")
    assert macs["flop"] == 2e9 and macs["intensity_DRAM"] == pytest.approx(1 / 6)
    several = one(run, "--flop", "fp32_fma=1e9,fp16->fp32_matrix=4GFLOP", "--bytes",
                  "DRAM_read=2GB,DRAM_written=1GB,L2=4GB", "--seconds", "2ms")
    assert several["flop"] == 5e9 and several["bytes_DRAM"] == 3e9
    assert several["bytes_read_DRAM"] == 2e9 and several["bytes_L2"] == 4e9


def test_launches_together_and_each(run, tmp_path):
    lists = tmp_path / "kernels.csv"
    lists.write_text("name,seconds,flop_fp32,bytes_DRAM\nk,1,1e9,4e9\nother,9,1e9,4e9\n"
                     "k,3,1e9,4e9\n")
    together = placed(run, "--on", GPU, lists)
    assert [(k["name"], k["launches"]) for k in together["kernels"]] == [("k", 2), ("other", 1)]
    assert together["kernels"][0]["rate"] == 0.5e9  # the mean of rates would be 0.67e9
    assert together["rate"] == pytest.approx(3e9 / 13)
    assert len(placed(run, "--on", GPU, lists, "--each")["kernels"]) == 3
    text = run("place", "--on", GPU, lists, "--top", "1").stdout
    assert "and 1 other, 4.0 s or 30.8 % of the time" in text
    only = placed(run, "--on", GPU, lists, "--only", "oth*")["kernels"]
    assert [k["name"] for k in only] == ["other"]


def test_partly_usable_files(run, fails):
    done = run("place", "--on", GPU, NCU / "n12_bad_values.csv", "--format", "json")
    assert done.returncode == 0 and len(json.loads(done.stdout)["kernels"]) == 1
    assert done.stderr.startswith("ridgeline: ")
    assert run("place", "--on", GPU, NCU / "n12_bad_values.csv", "--strict").returncode == 1
    assert "permission" in fails(4, "place", "--on", GPU,
                                 NCU / "n04_all_na_permission.csv").lower()


@pytest.mark.parametrize("arguments, message", [
    (["--flop", "1e9"], "--on ARCHIVE"),
    (["--on", GPU], "no kernels given"),
    (["--on", GPU, "--seconds", "1"], "--flop"),
    (["--on", GPU, "--flop", "1e9", "--path", "fma"], "needs '--precision'"),
    (["--on", GPU, "--flop", "many"], "no number"),
    (["--on", GPU, "--flop", "1,000,000"], "gives one thing twice"),
    (["--on", GPU, "--flop", "1", "--bytes", "DRAM=1GB,DRAM=2GB"], "gives one thing twice"),
    (["--on", GPU, "--flop", "fp33=1"], "did you mean"),
    (["--on", GPU, "--flop", "1", "--bytes", "L9=1GB"], "is not known"),
    (["--on", GPU, "--flop", "1", "--bytes", "HBM=1GB"], "DRAM (any device memory)"),
    (["--on", GPU, "--flop", "1", "--precision", "double"], "'double' is not known; it is a pre"),
    (["--on", GPU, "--flop", "1", "--seconds", "0"], "time is 0"),
    (["--on", GPU, "--flop", "1", "--facts", "8"], "NAME=VALUE"),
    (["--on", GPU, "--flop", "1", "--scope", "moon"], "moon"),
    (["--on", GPU, "--flop", "1", "list.csv"], "not both"),
    (["--on", GPU, "--flop", "1", "--name", "gemm", "--only", "conv"], "no kernel"),
])
def test_wrong_usage(fails, arguments, message):
    assert message in fails(2, "place", *arguments)


def test_formats_and_widths(run, tmp_path):
    name = NCU / "n06_nvtx_rules_multiline_unicode.csv"
    kernels = placed(run, "--on", GPU, name)["kernels"]
    rows = list(csv.DictReader(io.StringIO(
        run("place", "--on", GPU, name, "--format", "csv").stdout)))
    assert [row["verdict"] for row in rows] == [k["verdict"] for k in kernels]
    assert "| kernel |" in run("place", "--on", GPU, name, "--format", "markdown").stdout
    for columns in [80, 120]:
        text = run("place", "--on", GPU, name,
                   environment=clean_environment(COLUMNS=str(columns))).stdout
        assert "SIMULATED" in text
        assert max(map(len, text.splitlines())) <= columns


def test_every_archive_takes_kernels(run, archives):
    for archive in [*archives, CPU]:
        kernel = one(run, "--flop", "1e9", "--bytes", "1GB", "--seconds", "1s", on=archive)
        assert kernel["verdict"]
        for value in kernel.values():
            assert value not in ("nan", "inf")

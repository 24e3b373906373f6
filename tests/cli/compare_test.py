"""Archives against each other: side by side, by device class, over time, in every format."""

import copy
import csv
import io
import json

import pytest
from running import ROOT, clean_environment

PUBLISHED = ROOT / "results" / "published"
SIMULATED = ROOT / "tests" / "data" / "archives"
PLAIN = json.loads((SIMULATED / "schema-1.2.json").read_text())


def ceiling(identity, value, **changes):
    kind = identity.split("/")[0]
    known = {"id": identity, "kind": kind, "scope": "chip", "unit": "B/s", "value": value,
             "low": 0.99 * value, "high": 1.01 * value, "roof": True, "reference": True}
    if kind == "bandwidth":
        known.update(level=identity.split("/")[1], mix="1:0", path="ld16B")
    else:
        known.update(precision=identity.split("/")[1], path="fma", unit="FLOP/s")
    return {**known, **changes}


def card(bandwidth, compute, device_class="card", **changes):
    archive = copy.deepcopy(PLAIN)
    archive["device"]["class"] = device_class
    archive.update(samples=[], levels=[], ridges=[], empirical=[], ceilings=[
        ceiling("bandwidth/DRAM/chip/1:0/ld16B", bandwidth),
        ceiling("compute/fp64/fma/chip", compute)])
    archive.update(changes)
    return archive


@pytest.fixture
def written(tmp_path):
    """Writes archives and returns their paths."""
    def write(*archives):
        paths = []
        for archive in archives:
            paths.append(tmp_path / f"{len(list(tmp_path.iterdir()))}.json")
            paths[-1].write_text(json.dumps(archive))
        return paths
    return write


def as_json(run, *arguments):
    done = run("compare", *arguments, "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_crossover_by_hand(run, written):
    a, b = written(card(1e12, 100e12), card(2e12, 50e12, "other"))
    shown = as_json(run, a, b, "--at", "10,50,200")
    [crossing] = shown["crossovers"]
    assert crossing["crossover"] == 50 and crossing["faster"] == "B below, A above"
    assert [crossing[f"ratio_at_{at}"] for at in (10, 50, 200)] == [2, 1, 0.5]
    [ridge] = shown["ridges"]
    assert (ridge["base_ridge"], ridge["other_ridge"], ridge["shift"]) == (100, 25, 0.25)
    rows = {(row["key"], row["archive"]): row for row in shown["ceilings"]}
    assert rows["bandwidth/DRAM/reference", "B"]["ratio"] == 2
    assert rows["bandwidth/DRAM/reference", "B"]["significance"] == "differs"
    assert rows["compute/fp64/reference", "B"]["ratio"] == 0.5
    turned = as_json(run, a, b, "--baseline", b)
    assert turned["crossovers"][0]["crossover"] == 50
    assert turned["crossovers"][0]["faster"] == "B below, A above"
    table = run("compare", a, b).stdout
    assert "B/A" in table and "B faster" in table and "A faster" in table


def test_every_format_says_the_same(run):
    pair = [PUBLISHED / "h200-sxm.json", PUBLISHED / "a100-sxm4-80gb.json"]
    shown = as_json(run, *pair)
    rows = list(csv.DictReader(io.StringIO(run("compare", *pair, "--format", "csv").stdout)))
    assert [row["key"] for row in rows] == [row["key"] for row in shown["ceilings"]]
    assert [float(row["value"]) if row["value"] else None for row in rows] == [
        row["value"] for row in shown["ceilings"]]
    markdown = run("compare", *pair, "--format", "markdown").stdout
    assert "| ceiling | A published | B published |" in markdown


def test_published_and_simulated_ones_are_marked(run):
    done = run("compare", PUBLISHED / "h200-sxm.json", SIMULATED / "simulated-h200-like.json")
    assert "A published" in done.stdout and "B simulated" in done.stdout
    assert "PUBLISHED" in done.stdout and "SIMULATED" in done.stdout
    assert "gpu-benches" in done.stdout, "the citation"
    shown = as_json(run, PUBLISHED / "h200-sxm.json", SIMULATED / "simulated-h200-like.json")
    assert [archive["provenance"] for archive in shown["archives"]] == ["published", "simulated"]
    assert {row["provenance"] for row in shown["ceilings"]} == {"published", "simulated"}
    assert any(row["source"] for row in shown["ceilings"])


def test_gpu_against_cpu(run):
    pair = [SIMULATED / "simulated-h200-like.json", SIMULATED / "simulated-cpu-3-level.json"]
    shown = as_json(run, *pair)
    rows = {(row["key"], row["archive"]): row for row in shown["ceilings"]}
    assert rows["bandwidth/L3/reference", "A"]["value"] is None, "a GPU has none"
    assert rows["bandwidth/L3/reference", "B"]["value"] > 0
    assert 0 < rows["bandwidth/DRAM/reference", "B"]["ratio"] < 0.1
    assert {row["level"] for row in shown["crossovers"]} >= {"L1", "L2", "DRAM"}
    assert {row["setting"] for row in shown["settings"]} >= {"device class", "units used"}
    line = next(line for line in run("compare", *pair).stdout.splitlines()
                if line.startswith("L3 read"))
    assert line.split()[2] == "-"


def test_all_lists_ids(run):
    pair = [SIMULATED / "simulated-cpu-3-level.json"] * 2
    known = {c["id"] for c in json.loads(pair[0].read_text())["ceilings"]}
    shown = as_json(run, *pair, "--all")
    assert {row["key"] for row in shown["ceilings"]} == known
    assert {row["significance"] for row in shown["ceilings"] if row["archive"] == "B"} == {
        "overlaps"}


def test_settings_and_methods(run, written):
    a, b = card(1e12, 1e12), card(1e12, 1e12)
    b["environment"]["facts"]["ecc"] = "off"
    b["tool"]["method"] = 1
    b["ceilings"][0]["suspect"] = ["unsteady"]
    a["tool"]["method"] = 2
    shown = as_json(run, *written(a, b))
    settings = {row["setting"]: (row["A"], row["B"]) for row in shown["settings"]}
    assert settings == {"method version": ("2", "1"), "ecc": ("on", "off")}
    assert "METHODS" in shown["warnings"][0]["warning"]
    table = run("compare", *written(a, b)).stdout
    assert "DIFFERENT METHODS" in table and "TB/s!" in table and "unsteady" in table


@pytest.mark.parametrize("count", [2, 3, 6])
@pytest.mark.parametrize("columns", [80, 120])
def test_no_line_is_wider_than_the_terminal(run, count, columns):
    names = ["h200-sxm", "a100-sxm4-80gb", "b200-sxm", "t4", "rtx-4090", "v100-sxm2"][:count]
    done = run("compare", *[PUBLISHED / f"{name}.json" for name in names],
               environment=clean_environment(COLUMNS=str(columns)))
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= columns
    for letter in "ABCDEF"[:count]:
        assert f"{letter} published" in done.stdout, "no archive is dropped"


def test_plain_ascii(run):
    done = run("compare", PUBLISHED / "rtx-5090.json", PUBLISHED / "t4.json",
               environment=clean_environment(LC_ALL="C", COLUMNS="100"))
    assert done.stdout.isascii() and " - " in done.stdout


def test_fail_on(run, fails, written):
    good, same, slower, faster, other = written(
        card(1e12, 1e12), card(0.995e12, 1e12), card(0.9e12, 1e12), card(1.2e12, 1e12),
        card(0.9e12, 1e12, "other"))
    assert run("compare", good, same, "--fail-on", "3%").returncode == 0
    assert run("compare", good, faster, "--fail-on", "3").returncode == 0
    done = run("compare", good, slower, "--fail-on", "3%")
    assert done.returncode == 1 and "DRAM read" in done.stdout.splitlines()[-1]
    assert "lost more than" in done.stdout
    assert run("compare", good, slower).returncode == 0, "only where asked for"
    assert run("compare", good, slower, "--fail-on", "12%").returncode == 0
    assert run("compare", "--baseline", slower, good, "--fail-on", "3%").returncode == 0
    assert run("compare", good, same, slower, "--fail-on", "3%").returncode == 1
    assert "--force" in fails(2, "compare", good, other, "--fail-on", "3%")
    assert run("compare", good, other, "--fail-on", "3%", "--force").returncode == 1
    drift = json.loads(run("compare", good, slower, "--fail-on", "3%", "--format", "json").stdout)
    assert [row["verdict"] for row in drift["drift"]] == ["loss", "steady"]


def test_missing_ceilings_fail(run, fails, written):
    less = card(1e12, 1e12)
    less["ceilings"].pop()
    none = card(1e12, 1e12, ceilings=[])
    good, less, none = written(card(1e12, 1e12), less, none)
    done = run("compare", good, less, "--fail-on", "3%")
    assert done.returncode == 1 and "missing" in done.stdout
    fails(2, "compare", good, none, "--fail-on", "3%")


@pytest.mark.parametrize("wrong", [["--fail-on", "much"], ["--fail-on", "-1%"],
                                   ["--fail-on", "nan"], ["--fail-on", "3%%"], ["--at", "0"],
                                   ["--at", "1,,2"],
                                   ["--at", "inf"]])
def test_wrong_usage(fails, written, wrong):
    a, b = written(card(1e12, 1e12), card(1e12, 1e12))
    message = fails(2, "compare", a, b, *wrong)
    assert wrong[0] in message and f"'{wrong[1]}'" in message


def test_one_archive_is_too_few(run, fails, written):
    [a] = written(card(1e12, 1e12))
    assert "show" in fails(2, "compare", a)
    assert run("compare", a, "--group").returncode == 0


def test_many_are_grouped(run, written):
    archives = [card((1 + 0.001 * (i % 5)) * 1e12, 1e12) for i in range(12)]
    archives[7] = card(0.5e12, 1e12)
    archives += [card(3e12, 5e12, "other", provenance="published", citation="someone")]
    paths = written(*archives)
    shown = as_json(run, *paths)
    groups = {(row["device_class"], row["key"]): row for row in shown["groups"]}
    dram = groups["card", "bandwidth/DRAM/reference"]
    assert dram["count"] == 12 and dram["archives"] == 12 and dram["outliers"] == 1
    assert dram["least"] == 0.5e12 and dram["most"] == 1.004e12
    assert groups["other", "compute/fp64/reference"]["median"] == 5e12
    [outlier] = [row for row in shown["outliers"] if row["key"] == "bandwidth/DRAM/reference"]
    assert outlier["path"] == str(paths[7]) and outlier["score"] < -3.5
    table = run("compare", *paths).stdout
    assert "12 archives" in table and "PUBLISHED" in table and paths[7].name in table


def test_unreadable_ones_among_many(run, fails, written, tmp_path):
    paths = written(*[card(1e12, 1e12)] * 8)
    paths[3].write_text("{")
    done = run("compare", *paths)
    assert done.returncode == 4 and "7 archives" in done.stdout
    assert done.stderr.count("\n") == 1 and paths[3].name in done.stderr
    fails(4, "compare", paths[0], paths[3])
    assert "nowhere.json" in fails(4, "compare", paths[0], tmp_path / "nowhere.json")


@pytest.mark.parametrize("hostile", ["\x1b]0;evil\x07", "a\nb", "\u202egnp", "x" * 3000, "| a |"])
def test_hostile_names(run, written, hostile):
    a = card(1e12, 1e12, "c" + hostile)
    a["device"]["model"] = hostile
    a["environment"]["facts"][hostile] = hostile
    paths = written(a, card(1e12, 1e12))
    for form in ["table", "markdown", "csv"]:
        for extra in [[], ["--group"]]:
            done = run("compare", *paths, *extra, "--format", form,
                       environment=clean_environment(COLUMNS="100"))
            assert done.returncode == 0
            assert all(c.isprintable() or c == "\n" for c in done.stdout)
            if form == "table":
                assert max(map(len, done.stdout.splitlines())) <= 100

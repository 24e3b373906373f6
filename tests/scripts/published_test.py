"""The archives of figures from literature: what the script makes of its two tables."""

import json
import shutil
import subprocess
import sys

import jsonschema
import pytest
from running import ROOT

SCRIPT = ROOT / "scripts" / "published_cards"
PUBLISHED = ROOT / "results" / "published"
CARDS = sorted(PUBLISHED.glob("*.json"))


def cards(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *map(str, arguments)], capture_output=True,
                          text=True, timeout=60)


@pytest.fixture
def tables(tmp_path):
    """A folder with the two tables alone."""
    for name in ["figures.csv", "sources.csv"]:
        shutil.copy(PUBLISHED / name, tmp_path / name)
    return tmp_path


def test_the_repository_s_own_archives_are_up_to_date():
    done = cards("--check")
    assert done.returncode == 0, done.stderr


def test_same_tables_same_archives(tables):
    assert cards(tables).returncode == 0
    assert sorted(path.name for path in tables.glob("*.json")) == [path.name for path in CARDS]
    for path in CARDS:
        assert (tables / path.name).read_bytes() == path.read_bytes()


def test_check_notices_what_is_stale(tables):
    assert cards("--check", tables).returncode == 1, "missing"
    cards(tables)
    (tables / "t4.json").write_text("{}")
    assert "t4.json" in cards("--check", tables).stderr
    assert (tables / "t4.json").read_text() == "{}"
    cards(tables)
    (tables / "old.json").write_text("{}")
    done = cards("--check", tables)
    assert done.returncode == 1 and "old.json" in done.stderr


@pytest.mark.parametrize("line, word", [
    ("T4,bandwidth/L2/chip/1:0/x,1,GB,,KR,", "unit"),
    ("T4,bandwidth/L2/chip/1:0/x,1,GB/s,,Nobody,", "source"),
    ("T4,bandwidth/L2/chip/1:0/x,one,GB/s,,KR,", "ValueError")])
def test_wrong_lines_are_named(tables, line, word):
    with open(tables / "figures.csv", "a", encoding="utf-8") as file:
        file.write(line + "\n")
    done = cards(tables)
    assert done.returncode == 1 and word in done.stderr and "Traceback" not in done.stderr


def test_all_are_valid(run):
    assert len(CARDS) >= 21
    done = run("validate", *CARDS)
    assert done.returncode == 0 and done.stdout.count(": ok\n") == len(CARDS)
    schema = jsonschema.Draft202012Validator(
        json.loads((ROOT / "results" / "schema.json").read_text()))
    for path in CARDS:
        assert [error.message for error in schema.iter_errors(json.loads(path.read_text()))] == []


def test_shown_as_published(run):
    table = run("show", PUBLISHED / "h200-sxm.json").stdout
    assert table.startswith("*** PUBLISHED")


def test_listed_apart_from_measured_ones():
    text = (ROOT / "results" / "README.md").read_text(encoding="utf-8")
    measured, published = text.split("## PUBLISHED")
    assert "published/" not in measured
    for path in CARDS:
        assert f"(published/{path.name})" in published


def test_every_card_has_a_citation_and_each_figure_a_source():
    for path in CARDS:
        archive = json.loads(path.read_text())
        assert archive["provenance"] == "published" and archive["citation"]
        for ceiling in archive["ceilings"]:
            assert ceiling["source"] and ceiling["source"] not in {"", "?"}
            assert all(part in archive["citation"] for part in ceiling["source"].split("; "))

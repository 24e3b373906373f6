"""The table of results: generated, deterministic, harmless."""

import json
import re
import subprocess
import sys

from running import ROOT

SCRIPT = ROOT / "scripts" / "results_index"


def index(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *map(str, arguments)], capture_output=True,
                          text=True, timeout=60)


def filled(tmp_path, archives, **changes):
    for i, path in enumerate(archives):
        archive = json.loads(path.read_text())
        archive.update(changes)
        folder = tmp_path / f"device {i}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / path.name).write_text(json.dumps(archive))
        (folder / path.name).with_suffix(".png").write_bytes(b"a picture")
    return tmp_path


def test_the_repository_s_own_table_is_up_to_date():
    done = index("--check")
    assert done.returncode == 0, done.stderr


def test_same_archives_same_text(tmp_path, archives):
    filled(tmp_path, archives)
    assert index(tmp_path).returncode == 0
    first = (tmp_path / "README.md").read_text()
    assert index(tmp_path).returncode == 0
    assert (tmp_path / "README.md").read_text() == first
    assert index("--check", tmp_path).returncode == 0
    for path in archives:
        assert path.name in first
    assert "](device%200/" in first


def test_check_notices_a_stale_table(tmp_path, archives):
    filled(tmp_path, archives)
    assert index("--check", tmp_path).returncode == 1, "missing"
    index(tmp_path)
    (tmp_path / "README.md").write_text("old")
    done = index("--check", tmp_path)
    assert done.returncode == 1 and "scripts/results_index" in done.stderr
    assert (tmp_path / "README.md").read_text() == "old"


def test_what_must_be_seen_is_marked(tmp_path, archives):
    filled(tmp_path, archives, provenance="published", citation="someone", complete=False)
    index(tmp_path)
    text = (tmp_path / "README.md").read_text()
    assert "PUBLISHED" in text and "INCOMPLETE" in text


def test_hostile_names(tmp_path, archives):
    filled(tmp_path, archives[:1], command="a | b `c`\n<script>\x1b[2J", profile="x|y")
    index(tmp_path)
    text = (tmp_path / "README.md").read_text()
    assert "\x1b" not in text
    rows = [line for line in text.splitlines() if line.startswith("| [") and ".png" not in line]
    assert len(rows) == 1
    assert rows[0].replace("\\|", "").count("|") == text.splitlines()[-2].count("|")


def test_the_gallery_shows_each_device_and_each_published_card(tmp_path, archives):
    filled(tmp_path / "measured", archives, provenance="measured")
    filled(tmp_path / "literature", archives, provenance="published", citation="someone")
    for kind, count in (("measured", None), ("literature", len(archives))):
        index(tmp_path / kind)
        text = (tmp_path / kind / "README.md").read_text()
        classes = {json.loads(path.read_text())["device"]["class"] for path in archives}
        assert text.count("[![Roofline of ") == (count or len(classes))
        linked = re.findall(r"\]\((device%20\d/[\w.-]+)\.png\)\]\((.+?)\.json\)", text)
        assert linked and all(picture == archive for picture, archive in linked)


def test_a_picture_that_is_missing_is_asked_for(tmp_path, archives):
    filled(tmp_path, archives[:1])
    (tmp_path / "device 0" / archives[0].name).with_suffix(".png").unlink()
    assert index(tmp_path).returncode == 0
    assert "(no picture)" in (tmp_path / "README.md").read_text()
    done = index("--check", tmp_path)
    assert done.returncode == 1 and archives[0].name in done.stderr
    assert "scripts/plot" in done.stderr


def test_a_report_beside_an_archive_is_linked_and_not_insisted_on(tmp_path, archives):
    filled(tmp_path, archives[:1])
    index(tmp_path)
    assert "[report]" not in (tmp_path / "README.md").read_text()
    report = (tmp_path / "device 0" / archives[0].name).with_suffix(".html")
    report.write_text("a page")
    assert index("--check", tmp_path).returncode == 0, "without the link"
    index(tmp_path)
    assert f"[report](device%200/{report.name})" in (tmp_path / "README.md").read_text()
    assert index("--check", tmp_path).returncode == 0, "with the link"
    report.unlink()
    assert index("--check", tmp_path).returncode == 1, "a link to nowhere"


def test_values_are_those_of_reading(tmp_path):
    folder = tmp_path / "d"
    folder.mkdir()
    ceilings = [
        {"id": "", "kind": "bandwidth", "level": "L1", "scope": scope, "mix": mix, "value": value}
        for scope, mix, value in [("core", "1:0", 3.2e11), ("all", "1:0", 6.4e11),
                                  ("all", "1:1", 9e11)]]
    ceilings.append({"id": "", "kind": "compute", "precision": "fp64", "scope": "core",
                     "value": 8.75e10, "unit": "FLOP/s", "suspect": ["above-limit"]})
    (folder / "a.json").write_text(json.dumps(
        {"created": "2026-01-01T00:00:00Z", "device": {"class": "c"}, "ceilings": ceilings}))
    index(tmp_path)
    text = (tmp_path / "README.md").read_text()
    assert "640 GB/s" in text and "900 GB/s" not in text and "87.5 GFLOP/s" in text
    assert "1 suspect" in text


def test_broken_archives_are_named(tmp_path):
    folder = tmp_path / "d"
    folder.mkdir()
    (folder / "bad.json").write_text("{")
    done = index(tmp_path)
    assert done.returncode == 4 and "bad.json" in done.stderr and done.stderr.count("\n") == 1
    done = index(tmp_path / "missing")
    assert done.returncode == 2 and "missing is not a folder" in done.stderr

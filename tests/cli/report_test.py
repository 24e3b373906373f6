"""ridgeline report as a command: where the page goes, what it replaces, what is refused. What the
page does is seen in a browser (tests/page)."""

import base64
import hashlib
import json
import os
import re
import threading

import pytest
from running import ROOT

KERNELS = ROOT / "tests" / "data" / "kernels" / "list.csv"
LARGEST = 6_000_000  # bytes of a page of one archive


@pytest.fixture
def archive(tmp_path, archives):
    copy = tmp_path / "one.json"
    copy.write_bytes(archives[-1].read_bytes())
    return copy


def data_of(page):
    block = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    return json.loads(block.group(1))


def test_the_page_lies_beside_its_archive(run, archive):
    done = run("report", archive)
    page = archive.with_suffix(".html")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout == f"Report: {page}\n"
    text = page.read_text(encoding="utf-8")
    assert len(text.encode()) <= LARGEST
    assert data_of(text)["archives"][0]["file"] == "one.json"


def test_numbers_are_those_of_show_and_place(run, archive, tmp_path):
    out = tmp_path / "page.html"
    assert run("report", archive, "--kernels", KERNELS, "-o", out).returncode == 0
    data = data_of(out.read_text(encoding="utf-8"))
    shown = json.loads(run("show", archive, "--format", "json").stdout)
    summary, view = data["archives"][0]["summary"], data["archives"][0]["view"]
    drawn = ("scopes", "lines", "roofs", "ridge_points")  # the page has lines of its own in `view`
    assert summary == {key: value for key, value in shown.items() if key not in drawn}
    assert view["scopes"] == shown["scopes"]
    measured = [line for line in view["lines"] if not line["theoretical"]]
    lines = {(line["scope"], line["id"]): line for line in shown["lines"]}
    assert len(measured) == len(lines)
    for line in measured:
        same = lines[line["scope"], line["id"]]
        assert all(same[key] == line[key] for key in ("subject", "name", "value", "low", "high"))
    placed = json.loads(run("place", "--on", archive, KERNELS, "--format", "json").stdout)
    placed["archive"] = "one.json"  # no folder of this machine
    assert data["kernels"] == placed


def test_the_policy_names_the_page_s_own_scripts_and_style(run, archive):
    run("report", archive)
    text = archive.with_suffix(".html").read_text(encoding="utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="(.*?)"', text, re.S).group(1)
    assert "default-src 'none'" in policy
    scripts = re.findall(r'<script(?: type="text/plain" id="plotly")?>(.*?)</script>', text, re.S)
    styles = re.findall(r"<style>(.*?)</style>", text, re.S)
    assert len(scripts) == 2 and len(styles) == 1
    allowed = re.search(r"script-src ([^;]*)", policy).group(1)
    for part in scripts + styles:
        digest = base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert allowed.count("'sha256-") == 2 and "unsafe" not in allowed and "http" not in allowed


def test_the_page_names_no_other_place(run, archive):
    """Beside plotly's own text, which the policy keeps from loading anything."""
    run("report", archive)
    text = archive.with_suffix(".html").read_text(encoding="utf-8")
    ours = re.sub(r'<script type="text/plain" id="plotly">.*?</script>', "", text, flags=re.S)
    assert len(ours) < len(text) / 2
    assert not re.search(r"(src|href)=[\"']?(https?:)?//|@import|url\(", ours)


def test_a_report_is_replaced_and_nothing_else(run, fails, archive, tmp_path):
    out = tmp_path / "page.html"
    assert run("report", archive, "-o", out).returncode == 0
    first = out.read_text(encoding="utf-8")
    assert run("report", archive, archive, "-o", out).returncode == 0
    assert out.read_text(encoding="utf-8") != first
    mine = tmp_path / "mine.html"
    mine.write_text("<html>my own</html>")
    assert str(mine) in fails(2, "report", archive, "-o", mine)
    assert mine.read_text() == "<html>my own</html>"
    assert str(archive) in fails(2, "report", archive, "-o", archive)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["mine.html", "one.json", "page.html"]


@pytest.mark.parametrize("arguments, code, part", [
    ([], 2, "ARCHIVE"),
    (["{archive}", "--each"], 2, "--kernels"),
    (["{archive}", "--scope", "chip"], 2, "--kernels"),
    (["{archive}", "--kernels", str(KERNELS), "--scope", "moon"], 2, "moon"),
    (["missing.json"], 4, "missing.json"),
    (["{archive}", "missing.json"], 4, "missing.json"),
    (["{archive}", "--kernels", "missing.csv"], 4, "missing.csv"),
    (["{archive}", "--kernels", "{archive}"], 4, "one.json"),
    (["{archive}", "-o", "no/such/folder/page.html"], 3, "no/such/folder"),
])
def test_what_is_refused(fails, archive, tmp_path, arguments, code, part):
    words = [word.format(archive=archive) for word in arguments]
    assert part in fails(code, "report", *words, cwd=tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["one.json"], "nothing is left behind"


def test_an_archive_is_read_once(run, archive, tmp_path):
    """It may be a pipe, and must not change between its roofline and its kernels."""
    pipe, out = tmp_path / "pipe", tmp_path / "page.html"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(archive.read_bytes()))
    writer.start()
    done = run("report", pipe, "--kernels", KERNELS, "-o", out)
    writer.join()
    assert done.returncode == 0, done.stderr
    assert data_of(out.read_text(encoding="utf-8"))["kernels"]["kernels"]


def test_a_link_is_written_through(run, fails, archive, tmp_path):
    link, target, broken = (tmp_path / n for n in ("link.html", "target.html", "broken.html"))
    assert run("report", archive, "-o", target).returncode == 0
    target.write_text(target.read_text(encoding="utf-8") + "old", encoding="utf-8")
    link.symlink_to(target)
    assert run("report", archive, "-o", link).returncode == 0
    assert link.is_symlink() and not target.read_text(encoding="utf-8").endswith("old")
    broken.symlink_to(tmp_path / "nothing")
    assert "link to nothing" in fails(2, "report", archive, "-o", broken)


def test_warnings_of_kernel_files_are_said(run, archive, tmp_path):
    german = ROOT / "tests" / "data" / "kernels" / "list_german.csv"
    done = run("report", archive, "--kernels", german, "-o", tmp_path / "page.html")
    assert done.returncode == 0 and done.stderr.startswith("ridgeline: ")


def test_characterize_writes_it_beside_the_archive(run, simulated, tmp_path):
    out = tmp_path / "a.json"
    arguments = ["characterize", "--device", simulated, "--profile", "quick"]
    done = run(*arguments, "--out", out, "--format", "json")
    assert done.returncode == 0 and done.stderr == ""
    assert json.loads(done.stdout)["report"] == str(tmp_path / "a.html")
    data = data_of((tmp_path / "a.html").read_text(encoding="utf-8"))
    assert data["archives"][0]["summary"]["provenance"] == "simulated"
    done = run(*arguments, "--out", tmp_path / "b.json", "--no-report")
    assert done.returncode == 0 and "Report" not in done.stdout
    assert not (tmp_path / "b.html").exists()


def test_a_page_that_cannot_be_written_costs_no_archive(run, simulated, tmp_path):
    (tmp_path / "a.html").write_text("notes")
    done = run("characterize", "--device", simulated, "--profile", "quick", "--out",
               tmp_path / "a.json")
    assert done.returncode == 0 and (tmp_path / "a.json").is_file()
    assert done.stderr.startswith("ridgeline: no report: ") and "a.html" in done.stderr
    assert (tmp_path / "a.html").read_text() == "notes"

"""scripts/plot as people run it: files of each kind and format, what they contain, and how it
refuses."""

import json
import os
import re
import stat
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest
from figure_archives import DATA, ROOT, ceiling, many_kernels, small_archive, two_lines

GPU, CPU = DATA / "simulated-h200-like.json", DATA / "simulated-cpu-3-level.json"
SVG = "{http://www.w3.org/2000/svg}"


def texts(path):
    return ["".join(text.itertext()) for text in ElementTree.parse(path).iter(SVG + "text")]


def test_an_svg_has_its_text_as_text_and_is_the_same_each_time(plot, tmp_path):
    first, second = tmp_path / "1.svg", tmp_path / "2.svg"
    for path in (first, second):
        assert plot(CPU, "-o", path).returncode == 0
    assert first.read_bytes() == second.read_bytes()
    shown = texts(first)
    for wanted in ("Arithmetic intensity (FLOP per byte)", "FLOP/s", "SIMULATED", "100 G"):
        assert wanted in shown, shown
    assert any(re.match(r"DRAM \S.* [GT]B/s$", text) for text in shown), shown
    source = first.read_text(encoding="utf-8")
    links = re.findall(r'(?:href|src)="([^"]*)"|url\(([^)]*)\)', source)
    assert all((one or two).startswith("#") for one, two in links), links
    assert "<script" not in source and "<image" not in source
    assert all("textLength" in text.attrib for text in ElementTree.parse(first).iter(SVG + "text"))


def test_pdf_and_png_are_whole_and_without_dates(plot, tmp_path):
    archive = written_two(tmp_path)
    paths = [tmp_path / name for name in ("a.pdf", "b.pdf", "c.png")]
    for path in paths:
        assert plot(archive, "-o", path).returncode == 0
    pdf, again, png = (path.read_bytes() for path in paths)
    assert pdf.startswith(b"%PDF") and pdf == again and len(pdf) > 8000
    assert b"/ToUnicode" in pdf and b"CreationDate" not in pdf
    assert png.startswith(b"\x89PNG") and len(png) > 30000 and b"tIME" not in png


def written_two(folder):
    path = folder / "two.json"
    path.write_text(json.dumps(two_lines()), encoding="utf-8")
    return path


@pytest.mark.parametrize("kind, archives, wanted", [
    ("sweep", [CPU], ["Working set", "Bandwidth"]),
    ("curve", [GPU], ["Operations in flight per thread"]),
    ("compare", [GPU, CPU], ["SIMULATED"]),
    ("drift", [CPU, CPU], ["vertical bars: 95 % interval of the median"])])
def test_each_kind_draws_its_own(plot, tmp_path, kind, archives, wanted):
    path = tmp_path / "figure.svg"
    done = plot(*archives, "-o", path, "--kind", kind)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert set(wanted) <= set(texts(path)), texts(path)


def test_a_comparison_marks_where_the_archives_are_equal(plot, written, tmp_path):
    slow_but_wide = small_archive([
        ceiling("bandwidth/DRAM/all/1:0/avx2", 2e11, roof=True, reference=True),
        ceiling("compute/fp64/fma-avx2/all", 5e11, roof=True, reference=True)])
    path = tmp_path / "compare.svg"
    done = plot(written(two_lines(), "a.json"), written(slow_but_wide, "b.json"), "-o", path)
    assert done.returncode == 0, done.stderr
    # 0.5 TFLOP/s on 100 GB/s.
    assert "equal at 5.0 FLOP/B" in texts(path), texts(path)


def test_missing_techniques_are_shares_of_the_fma_rate(plot, written, tmp_path):
    archive = two_lines()
    archive["ceilings"].append(ceiling("compute/fp64/mul-add-avx2/all", 5e11, role="secondary",
                                       lacks="FMA"))
    path = tmp_path / "curve.svg"
    assert plot(written(archive), "-o", path, "--kind", "curve").returncode == 0
    assert "fp64 no FMA: 50 %, 500 GFLOP/s" in texts(path), texts(path)


def test_suspect_ceilings_say_why_and_published_ones_where_from(plot, written, tmp_path):
    archive = two_lines(provenance="published", citation="A paper, 2026")
    archive["ceilings"][0]["suspect"] = ["unsteady"]
    path = tmp_path / "figure.svg"
    assert plot(written(archive), "-o", path).returncode == 0
    shown = texts(path)
    assert "! unsteady: DRAM read" in shown and "published: A paper, 2026" in shown, shown
    assert any("PUBLISHED" in text for text in shown) and "SIMULATED" not in shown


def test_hostile_names_stay_text(plot, written, tmp_path):
    name = '</text><script>alert(1)</script>&"\'$x^2$\u202e'
    archive = two_lines(device={"class": "x", "kind": "cpu", "model": name})
    kernels = written(many_kernels(3, lambda _: name), "kernels.json")
    path = tmp_path / "figure.svg"
    assert plot(written(archive), "-o", path, "--kernels", kernels).returncode == 0
    assert "<script" not in path.read_text(encoding="utf-8")
    assert any(text.startswith("</text><script>alert(1)") for text in texts(path))


def test_kernels_of_other_files_are_placed_by_the_program(plot, tmp_path):
    calls = tmp_path / "calls"
    program = tmp_path / "ridgeline"
    program.write_text(f"#!/bin/sh\necho \"$*\" >{calls}\n"
                       f"cat {ROOT / 'tests' / 'figures' / 'placed.json'}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    listed = tmp_path / "list.csv"
    listed.write_text("name,seconds\n")
    path = tmp_path / "figure.svg"
    done = plot(GPU, "-o", path, "--kernels", listed, RIDGELINE=str(program))
    assert done.returncode == 0, done.stderr
    assert calls.read_text().split() == ["place", "--on", str(GPU), str(listed), "--format", "json"]
    assert {"saxpy", "latency bound: 1"} <= set(texts(path)), texts(path)
    assert "1 not drawn: no FLOP, time or bytes" in texts(path)


def test_thumbnails_stand_beside_their_archives_and_are_small(plot, written, tmp_path):
    gpu = written(GPU.read_text(encoding="utf-8"), "gpu.json")
    assert plot(gpu, written(two_lines(), "cpu.json"), "--thumbnails").returncode == 0
    for name in ("gpu.png", "cpu.png"):
        content = (tmp_path / name).read_bytes()
        assert int.from_bytes(content[16:20], "big") == 480
        assert int.from_bytes(content[20:24], "big") == 320
        assert 2000 < len(content) < 30 * 1024


REFUSED = [
    (2, [], "ARCHIVE"), (2, [CPU], "-o FILE"), (2, [CPU, "-o", "x.gif"], ".svg, .png or .pdf"),
    (2, [CPU, "-o", "x.svg", "--levels", "L9"], "there are: L1, L2, L3, DRAM"),
    (2, [CPU, "-o", "x.svg", "--precisions", "fp3"], "there are:"),
    (2, [CPU, "-o", "x.svg", "--scope", "chip"], "there are:"),
    (2, [CPU, "-o", "x.svg", "--x-range", "5:1"], "--x-range 5:1"),
    (2, [CPU, "-o", "x.svg", "--theme", "pink"], "light, dark, paper"),
    (2, [CPU, CPU, "-o", "x.svg", "--kind", "sweep"], "takes one archive"),
    (2, [GPU, CPU, "-o", "x.svg", "--kind", "drift"], "one device class"),
    (2, [CPU] * 7 + ["-o", "x.svg"], "2 to 6 archives"),
    (2, [CPU, "-o", "no/such/folder/x.svg"], "cannot be written"),
    (4, [CPU, "-o", "x.svg", "--kernels", "missing.csv"], "missing.csv"),
    (4, ["two.json", "-o", "x.svg", "--kind", "sweep"], "no sweep"),
    (4, ["two.json", "-o", "x.svg", "--kind", "curve"], "no curves"),
    (4, ["empty.json", "-o", "x.svg"], "no ceilings"),
    (4, ["broken.json", "-o", "x.svg"], "line 1, column 2")]
ONE_PROCESS = """
import contextlib, io, json, sys
sys.path.insert(0, sys.argv[1])
from figures import command
found = []
for arguments in json.load(sys.stdin):
    with contextlib.redirect_stderr(io.StringIO()) as said:
        code = command.main(arguments, "")
    found.append([code, said.getvalue()])
print(json.dumps(found))
"""


def test_each_refusal_is_one_line_and_its_own_code(plot_python, written, tmp_path):
    written(two_lines(), "two.json")
    written(small_archive([]), "empty.json")
    written("{", "broken.json")
    done = subprocess.run(
        [plot_python, "-B", "-c", ONE_PROCESS, ROOT / "scripts"], cwd=tmp_path, check=True,
        input=json.dumps([[str(part) for part in arguments] for _, arguments, _ in REFUSED]),
        stdout=subprocess.PIPE, universal_newlines=True)
    for (code, arguments, wanted), (got, said) in zip(REFUSED, json.loads(done.stdout)):
        assert (got, said.count("\n")) == (code, 1) and said.startswith("plot: "), (arguments, said)
        assert wanted in said, (arguments, said)
    assert not (tmp_path / "x.svg").exists()


def test_a_missing_archive_is_named(refused):
    assert "missing.json: cannot be read" in refused(4, "missing.json", "-o", "x.svg")


def test_a_missing_program_or_matplotlib_is_one_line(refused, written, tmp_path):
    listed = written("name,seconds\n", "list.csv")
    assert "RIDGELINE" in refused(3, CPU, "-o", "x.svg", "--kernels", listed,
                                  RIDGELINE=str(tmp_path / "none"))
    bare = tmp_path / "python"
    bare.write_text(f"#!/bin/sh\nexec {os.sys.executable} -S -I \"$@\"\n")
    bare.chmod(0o755)
    assert "no matplotlib" in refused(3, CPU, "-o", "x.svg", RIDGELINE_PLOT_PYTHON=str(bare))
    assert "cannot be started" in refused(3, CPU, "-o", "x.svg",
                                          RIDGELINE_PLOT_PYTHON=str(tmp_path / "none"))


def test_the_example_of_the_documentation_runs(plot_python, tmp_path):
    page = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.S).group(1)
    for place in ("scripts", "results"):
        (tmp_path / place).symlink_to(ROOT / place)
    done = subprocess.run([plot_python, "-B", "-c", code], cwd=tmp_path, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "ridge point, with its intensity" in done.stdout.splitlines()
    assert (tmp_path / "own.svg").stat().st_size > 5000

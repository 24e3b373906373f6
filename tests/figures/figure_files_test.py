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


def test_an_svg_has_its_text_as_text_and_is_the_same_each_time(plot, script, tmp_path):
    """Whatever the process, the packages on PYTHONPATH, and the user's settings of matplotlib."""
    first, second = tmp_path / "1.svg", tmp_path / "2.svg"
    own = tmp_path / "own.rc"
    own.write_text("lines.linewidth: 9\nxtick.direction: in\naxes.grid.axis: x\n")
    assert plot(CPU, "-o", first).returncode == 0
    assert script(CPU, "-o", second, MATPLOTLIBRC=str(own)).returncode == 0
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
        ceiling("bandwidth/DRAM/all/2:1/triad-avx2", 2e11, roof=True),
        ceiling("bandwidth/DRAM/all/1:0/avx2", 5e10, reference=True),
        ceiling("compute/fp64/fma-avx2/all", 5e11, roof=True, reference=True)],
        provenance="simulated")
    path = tmp_path / "compare.svg"
    done = plot(written(two_lines(), "a.json"), written(slow_but_wide, "b.json"), "-o", path)
    assert done.returncode == 0, done.stderr
    # 0.5 TFLOP/s on 100 GB/s: of the roofs, whatever the reads do.
    assert "equal at 5.0 FLOP/B" in texts(path), texts(path)
    assert any("1 of them SIMULATED" in text for text in texts(path))


def test_ridge_points_pair_reads_with_fma_and_roofs_with_the_highest(plot, written, tmp_path):
    archive = small_archive([
        ceiling("bandwidth/DRAM/all/2:1/triad-avx2", 2e11, roof=True),
        ceiling("bandwidth/DRAM/all/1:0/avx2", 1e11, reference=True),
        ceiling("compute/fp32/fma-avx2/all", 3e12, roof=True, reference=True),
        ceiling("compute/fp64/fma-avx2/all", 1e12, roof=True, reference=True)])
    path = tmp_path / "figure.svg"
    assert plot(written(archive), "-o", path).returncode == 0
    assert {"10", "15", "ridge points in FLOP/B, read and fp64 FMA: DRAM 10",
            "ridge points in FLOP/B, roof and fp32 FMA: DRAM 15"} <= set(texts(path)), texts(path)
    archive["ceilings"] = archive["ceilings"][2:]
    assert plot(written(archive), "-o", path).returncode == 0
    assert not [text for text in texts(path) if "ridge" in text]


def test_only_what_is_drawn_has_measured_points_and_kernels(plot, written, tmp_path):
    """No fp32 point above an fp64 roof; nothing that --x-range leaves out is explained."""
    point = {"sample": "s", "level": "DRAM", "scope": "all", "intensity": 1.0, "rate": 9e10,
             "precision": "fp32"}
    archive, path = written(two_lines(empirical=[point])), tmp_path / "figure.svg"
    assert plot(archive, "-o", path).returncode == 0
    assert not [text for text in texts(path) if text.startswith("measured, of known")]
    archive = written(two_lines(empirical=[{**point, "precision": "fp64"}]))
    assert plot(archive, "-o", path).returncode == 0
    assert [text for text in texts(path) if text.startswith("measured, of known")]
    kernels = written(many_kernels(5), "kernels.json")
    assert plot(archive, "-o", path, "--x-range", "0.11:0.12", "--kernels", kernels).returncode == 0
    assert not [text for text in texts(path) if text.startswith("measured, of known")]
    assert [text for text in texts(path) if text.startswith("5 not drawn: ")], texts(path)
    assert "ridge point, with its intensity" not in texts(path)


def test_a_roof_that_lacks_something_says_so_and_paper_has_no_title_unless_told(plot, written,
                                                                                tmp_path):
    archive = small_archive([ceiling("compute/fp64/fma-constant/all", 1e12, role="secondary",
                                     lacks="real operands")])
    archive, path = written(archive), tmp_path / "figure.svg"
    heights = []
    for title in ([], ["--title", "Own words"]):
        assert plot(archive, "-o", path, "--theme", "paper", *title).returncode == 0
        assert "nothing better is known than: fp64 FMA 1.00 TFLOP/s (constant operands)" in \
            texts(path), texts(path)
        assert "Small" not in texts(path) and ("Own words" in texts(path)) == bool(title)
        heights.append(float(ElementTree.parse(path).getroot().get("height")[:-2]))
    assert heights[0] < heights[1]


def test_mixed_units_are_both_on_both_axes(plot, written, tmp_path):
    archive = two_lines()
    archive["ceilings"].append(ceiling("compute/int8->int32/vnni-avx2/all", 4e12, unit="OP/s"))
    path = tmp_path / "figure.svg"
    done = plot(written(archive), "-o", path, "--precisions", "int8,fp64")
    assert done.returncode == 0, done.stderr
    assert {"Arithmetic intensity (FLOP or OP per byte)", "FLOP/s or OP/s"} <= set(texts(path))


def test_missing_techniques_are_shares_of_the_fma_rate(plot, written, tmp_path):
    archive = two_lines()
    archive["ceilings"].append(ceiling("compute/fp64/mma-m8n8k4/all", 4e12, roof=True,
                                       reference=True))
    archive["ceilings"].append(ceiling("compute/fp64/mul-add-avx2/all", 5e11, role="secondary",
                                       lacks="FMA"))
    path = tmp_path / "curve.svg"
    assert plot(written(archive), "-o", path, "--kind", "curve").returncode == 0
    assert "fp64 no FMA: 50 %, 500 GFLOP/s" in texts(path), texts(path)


def test_suspect_ceilings_say_why_and_published_ones_where_from(plot, written, tmp_path):
    source = "A long enough title of a paper to need two lines, " * 4 + "2026"
    archive = two_lines(provenance="published", citation=source)
    archive["ceilings"][0]["suspect"] = ["unsteady"]
    path = tmp_path / "figure.svg"
    assert plot(written(archive), "-o", path).returncode == 0
    shown = texts(path)
    assert "! unsteady: DRAM read" in shown, shown
    assert f"published: {source}" in " ".join(shown), shown
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
    program.write_text(f"#!/bin/sh\n[ $1 = place ] || exec {os.environ['RIDGELINE']} \"$@\"\n"
                       f"echo \"$*\" >{calls}\n"
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
    (4, ["broken.json", "-o", "x.svg"], "line 1, column 2"),
    (4, ["far.json", "-o", "x.svg"], "far.json: has something that can't be drawn"),
    (4, ["missing.json", "-o", "x.svg"], "missing.json: cannot be read"),
    (2, [CPU, "-o", "x.svg", "--kind", "sweep", "--levels", "L1"], "--kind roofline or compare"),
    (2, [CPU, GPU, "-o", "x.svg", "--all-ceilings"], "--all-ceilings goes with --kind roofline"),
    (2, [CPU, "--thumbnails", "--scope", "core"], "not with --thumbnails")]


def test_each_refusal_is_one_line_and_its_own_code(plot, written, tmp_path):
    written(two_lines(), "two.json")
    written(small_archive([]), "empty.json")
    written("{", "broken.json")
    written(small_archive([ceiling("bandwidth/DRAM/all/1:0/avx2", 1e-300),
                           ceiling("compute/fp64/fma-avx2/all", 1e300)]), "far.json")
    for code, arguments, wanted in REFUSED:
        done = plot(*arguments)
        said = done.stderr
        assert (done.returncode, said.count("\n")) == (code, 1), (arguments, said)
        assert said.startswith("plot: ") and wanted in said, (arguments, said)
    assert not (tmp_path / "x.svg").exists()


def test_a_missing_or_old_program_is_one_line(plot, written, tmp_path):
    listed, old = written("name,seconds\n", "list.csv"), tmp_path / "ridgeline"
    old.write_text("#!/bin/sh\necho \"ridgeline: unknown command 'place'\" >&2; exit 2\n")
    old.chmod(0o755)
    for program, said in ((tmp_path / "none", "RIDGELINE="), (old, "is too old")):
        done = plot(CPU, "-o", "x.svg", "--kernels", listed, RIDGELINE=str(program))
        assert done.returncode == 3 and said in done.stderr, done.stderr
        assert done.stderr.startswith("plot: ") and done.stderr.count("\n") == 1


def test_a_missing_matplotlib_is_one_line(refused, tmp_path):
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

"""Where texts stand in rendered figures: no two of them meet, labels stay within their axes, all is
within the canvas and large enough to read."""

import json
import subprocess
from itertools import combinations
from pathlib import Path

import numpy
import pytest
from figure_archives import DATA, ROOT, close_levels, many_kernels, small_archive, two_lines

HOSTILE = ["$\\frac{1}{0}$^_{x", "<script>alert(1)</script>", "a" * 5000, "\u202eevil",
           "new\nline\x07", "\u4e2d\u6587", "", "e" + "\u0301" * 50, "\\alpha_{$", "100% #&~"]
SLACK = 0.75  # pixels: antialiasing


def gap(first, second):
    """By how much the best separating line parts two boxes; negative where they meet."""
    best = -numpy.inf
    for one, two in ((first, second), (second, first)):
        one, two = numpy.array(one), numpy.array(two)
        for edge in numpy.roll(one, -1, axis=0) - one:
            normal = numpy.array([edge[1], -edge[0]])
            if (length := numpy.linalg.norm(normal)) > 0:
                a, b = one @ normal / length, two @ normal / length
                best = max(best, b.min() - a.max(), a.min() - b.max())
    return best


def check(figure):
    wide, tall = figure["canvas"]
    for text in figure["texts"]:
        xs, ys = numpy.array(text["corners"]).T
        assert xs.min() >= 0 and xs.max() <= wide and ys.min() >= 0 and ys.max() <= tall, text
        assert text["size"] >= 7 and not text["math"], text
        if text["frame"]:
            left, low, right, high = text["frame"]
            assert xs.min() >= left and xs.max() <= right and ys.min() >= low - SLACK and \
                ys.max() <= high + SLACK, text
    for text in figure["texts"]:
        xs, ys = zip(*text["corners"])
        text["bounds"] = min(xs), min(ys), max(xs), max(ys)
    for one, two in combinations(figure["texts"], 2):
        a, b = one["bounds"], two["bounds"]
        apart = a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]
        if not apart:
            assert gap(one["corners"], two["corners"]) > -SLACK, (one["text"], two["text"])


@pytest.fixture(scope="module")
def figures(plot_python, tmp_path_factory):
    """All cases, drawn in one process."""
    folder = tmp_path_factory.mktemp("labels")

    def write(name, document):
        (folder / name).write_text(json.dumps(document), encoding="utf-8")
        return str(folder / name)
    gpu, cpu = str(DATA / "simulated-h200-like.json"), str(DATA / "simulated-cpu-3-level.json")
    measured = sorted(map(str, (ROOT / "results" / "intel-xeon-processor").glob("*.json")))
    published = sorted(map(str, (ROOT / "results" / "published").glob("*.json")))
    hostile = small_archive(two_lines()["ceilings"], device={
        "class": "x", "kind": "cpu", "model": HOSTILE[0] + HOSTILE[2]})
    cases = {f"kernels {count}": [gpu, "--kernels", write(f"{count}.json", many_kernels(count))]
             for count in (1, 10, 50, 200)}
    cases["on label"] = [write("two.json", two_lines()), "--kernels", write("on.json", {
        "archive": "two.json", "kernels": [{"name": "k", "verdict": "above-roof", "flop": 1e12,
                                            "seconds": 1, "rate": 1.06e12, "bound_by": "DRAM",
                                            "intensity_DRAM": 110}]})]
    cases["hostile kernels"] = [gpu, "--theme", "dark", "--kernels", write(
        "hostile.json", many_kernels(10, lambda place: HOSTILE[place]))]
    cases.update({
        "gpu": [gpu], "cpu": [cpu], "gpu, all": [gpu, "--all-ceilings"], "measured": measured[:1],
        "close": [write("close.json", close_levels())], "hostile": [write("h.json", hostile)],
        "range": [gpu, "--x-range", "0.1:100"], "narrow": [cpu, "--x-range", "1:2"],
        "wide": [cpu, "--x-range", "1e-5:1e6"], "left": [cpu, "--x-range", "0.0001:0.001"],
        "paper": [gpu, "--theme", "paper", "--title", "A title " * 40],
        "integers": [gpu, "--precisions", "int8", "--levels", "L2,DRAM"],
        "sweep": [cpu, "--kind", "sweep"], "gpu sweep": [gpu, "--kind", "sweep"],
        "curve": [gpu, "--kind", "curve"], "compare": [gpu, cpu, "--kind", "compare"],
        "drift": [*measured[:2], "--kind", "drift"],
        "long drift": ["--kind", "drift"] + [write(f"day{day}.json", two_lines(1 + 0.01 * day))
                                             for day in range(25)]})
    cases.update({Path(path).stem: [path] for path in published[::11]})
    cases["compare published"] = [path for path in published
                                  if Path(path).stem in ("h200-sxm", "a100-sxm4-80gb")]
    done = subprocess.run([plot_python, Path(__file__).with_name("measure_labels.py")],
                          input=json.dumps([[*case, "-o", "x.svg"] for case in cases.values()]),
                          stdout=subprocess.PIPE, check=True, universal_newlines=True)
    return dict(zip(cases, json.loads(done.stdout)))


def test_nothing_overlaps_or_is_clipped(figures):
    for name, figure in figures.items():
        try:
            check(figure)
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from None


def test_the_check_finds_overlaps_of_turned_boxes():
    square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    diamond = [(3, 0), (5, 2), (3, 4), (1, 2)]   # its bounds meet the square's, it does too
    beside = [(4, 1), (6, 3), (4, 5), (2, 3)]    # its bounds would touch, a slanted line parts them
    assert gap(square, diamond) < 0 < gap([(0, 0), (2, 0), (2, 1.5), (0, 1.5)], beside)


def labels(figure, kind="label"):
    return [text["text"] for text in figure["texts"] if text["kind"] == kind]


def test_roofs_are_labelled_along_their_lines(figures):
    texts = labels(figures["cpu"])
    assert any(text.startswith("L1") and text.endswith("B/s") for text in texts), texts
    assert any(text.startswith("fp64 FMA") for text in texts), texts


def test_close_levels_are_all_named_somewhere(figures):
    shown = labels(figures["close"]) + labels(figures["close"], "note")
    for level in ("L1 read", "L2 read", "L3 read", "L4 read", "DRAM read", "fp64 FMA", "fp16 FMA"):
        assert any(text.startswith(level) for text in shown), (level, shown)


def test_kernels_are_named_numbered_or_counted(figures):
    assert "kernel_0" in labels(figures["kernels 1"], "kernel-label")
    assert {f"kernel_{place}" for place in range(10)} == \
        set(labels(figures["kernels 10"], "kernel-label"))
    for count in (10, 50, 200):
        figure = figures[f"kernels {count}"]
        named = labels(figure, "kernel-label")
        notes = labels(figure, "note")
        more = sum(int(text[1:].split()[0]) for text in notes if text.startswith("+"))
        assert len(named) + more == count, (count, len(named), more)
        numbers = [text for text in named if text.isdigit()]
        listed = [text for text in notes if text.split()[0].isdigit() and "kernel" in text]
        assert len(numbers) == len(listed)


def test_a_narrow_range_has_two_ticks_and_the_lines_that_cross_it(figures):
    ticks = [text["text"] for text in figures["narrow"]["texts"] if text["kind"] == "axis"]
    assert {"1", "1.5", "2"} <= set(ticks), ticks
    assert {text.split()[0] for text in labels(figures["left"])} >= {"L1", "L2", "L3", "DRAM"}


def test_a_roofs_label_makes_room_for_a_kernel_on_its_place(figures):
    texts = [text for text in figures["on label"]["texts"] if text["text"].startswith("fp64 FMA")]
    (x, y), = figures["on label"]["markers"]
    assert len(texts) == 1 and texts[0]["kind"] == "label"
    assert gap(texts[0]["corners"], [(x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1)]) > 0


def test_decades_are_equal(figures):
    for name in ("gpu", "cpu", "measured", "kernels 50", "close", "compare", "range"):
        along, up = figures[name]["decades"]
        assert along == pytest.approx(up, rel=0.01), name

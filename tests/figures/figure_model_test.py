"""What figures are made of, without matplotlib: numbers and names, boxes, the placer, and an
archive's ceilings as lines."""

import json
import math

import pytest
from figure_archives import ROOT, ceiling, small_archive, two_lines

from figures import formatting, model
from figures.archives import read_archive
from figures.drawing import geometry, style
from figures.drawing.placer import Placer, Spot
from figures.errors import Refusal
from figures.kinds import strokes


@pytest.fixture
def read(written):
    """An archive as figures read it: through a file and the program."""
    return lambda archive: read_archive(written(archive))


@pytest.mark.parametrize("value, unit, text", [
    (2.62e11, "B/s", "262 GB/s"), (1e12, "FLOP/s", "1.00 TFLOP/s"), (999.6e9, "B/s", "1.00 TB/s"),
    (5.3e-9, "s", "5.30 ns"), (0, "B/s", "0 B/s"), (1.6e15, "FLOP/s", "1.60 PFLOP/s")])
def test_rates_have_three_digits_and_a_prefix(value, unit, text):
    assert formatting.si(value, unit) == text


def test_working_sets_are_binary():
    assert [formatting.size(n) for n in (512, 49152, 1 << 20, 3 << 29)] == \
        ["512 B", "48 KiB", "1 MiB", "1.50 GiB"]


def test_text_from_archives_becomes_one_harmless_line():
    assert formatting.clean("a\n\tb\x00\x07 c\u202e\u200f") == "a b c"
    assert formatting.clean("e" + "\u0301" * 500 + "x") == "ex"
    assert len(formatting.clean("x" * 5000, 30)) == 30


def test_turned_boxes_meet_only_where_they_do():
    flat = geometry.box(0, 0, 10, 2)
    assert geometry.meet(flat, geometry.box(5, 1, 10, 2, 45))
    assert not geometry.meet(flat, geometry.box(0, 4, 10, 2))
    # Along one diagonal: the bounds of the two meet, the boxes themselves do not.
    low, high = geometry.box(0, 0, 20, 2, 45), geometry.box(0, 4, 20, 2, 45)
    assert geometry.near(geometry.bounds(low), geometry.bounds(high))
    assert not geometry.meet(low, high)
    assert geometry.meet(flat, [(5, -5), (5, 5)]) and not geometry.meet(flat, [(11, -5), (11, 5)])


def test_a_grown_box_keeps_its_middle_and_angle():
    width, height = 12, 4
    bigger = geometry.grown(geometry.box(1, 2, width - 2, height - 2, 30), 1)
    (ax, ay), (bx, by), (cx, cy) = bigger[:3]
    assert math.hypot(bx - ax, by - ay) == pytest.approx(width)
    assert math.hypot(cx - bx, cy - by) == pytest.approx(height)
    assert math.degrees(math.atan2(by - ay, bx - ax)) == pytest.approx(30)


def test_the_placer_takes_the_cheapest_free_spot():
    placer = Placer((0, 0, 100, 100))
    placer.take(geometry.rectangle(0, 0, 50, 20))
    spots = [Spot(5, 5), Spot(5, 40, cost=2), Spot(60, 5, cost=1), Spot(95, 50)]
    assert placer.place((20, 8, 2), spots) is spots[2]
    assert placer.place((20, 8, 2), spots) is spots[1], "the third is taken by now"
    assert placer.place((20, 8, 2), spots) is None, "the last is outside"


def test_lines_below_a_label_cost_but_its_own():
    line = [(0, 10), (100, 10)]
    for own, most, found in (("line", 5, True), ("other", 5, False), ("other", 50, True)):
        placer = Placer((0, 0, 100, 100))
        placer.avoid(line, 6, "line")
        assert (placer.place((20, 8, 2), [Spot(5, 8)], own, most) is not None) == found


def test_one_sm_counts_for_all_where_the_chip_has_none(read):
    archive = read(small_archive([
        ceiling("bandwidth/L1/sm/1:0/ld16B", 2e11, units=1),
        ceiling("bandwidth/L2/sm/1:0/ld16B", 1e11, units=1),
        ceiling("bandwidth/L2/chip/1:0/ld16B", 3e11, units=4),
        ceiling("compute/fp32/fma/chip", 1e13)]))
    roofline = model.roofline_of(archive)
    assert roofline.scope == "chip"
    assert [(line.name, line.value) for line in roofline.bandwidths] == [("L1", 8e11), ("L2", 3e11)]


def test_failed_ceilings_are_no_lines_and_marked_roofs_win(read):
    archive = read(small_archive([
        ceiling("compute/fp64/fma-avx2/all", 9e12, suspect=["optimised-away"]),
        ceiling("compute/fp64/fma-sse/all", 1e12, role="secondary"),
        ceiling("compute/fp64/mul-add-avx2/all", 2e12, roof=True),
        ceiling("compute/fp64/fma-add-avx2/all", 3e12)]))
    lines = model.roofline_of(archive).computes
    assert 9e12 not in [line.value for line in lines]
    assert model.roof(lines, "fp64").value == 2e12


def test_the_roofs_are_those_that_committed_archives_mark():
    seen = 0
    for path in sorted((ROOT / "results").glob("*/*.json")):
        if path.stat().st_size > 1e6:
            continue
        roofline = model.roofline_of(read_archive(path))
        for lines in (roofline.bandwidths, roofline.computes):
            for name in model.names(lines):
                marked = [line for line in lines if line.name == name and line.ceiling["roof"]]
                assert not marked or model.roof(lines, name) in marked, (path, name)
                seen += bool(marked)
    assert seen > 30


def test_without_a_whole_device_the_scope_of_most_ceilings_counts_the_first_of_equal_ones(read):
    names = ["zone", "core", "core.kind1", "zone", "core"]
    ceilings = [ceiling(f"bandwidth/DRAM/{scope}/1:{place}/avx2", 1e11)
                for place, scope in enumerate(names)]
    assert model.roofline_of(read(small_archive(ceilings))).scope == "zone"
    assert model.roofline_of(read(small_archive(ceilings[1:]))).scope == "core"


def test_lines_that_words_would_name_alike_say_their_path(read):
    archive = read(small_archive([
        ceiling("compute/fp64/fma-avx2/all", 1e12, roof=True),
        ceiling("compute/fp64/mul-add-avx2/all", 5e11, role="secondary", lacks="FMA"),
        ceiling("compute/fp64/mul-add-sse/all", 2e11, role="secondary", lacks="FMA")]))
    found = strokes.strokes_of(archive, model.roofline_of(archive), every=True)
    assert [stroke.label for stroke in found[1:]] == [
        "fp64 mul-add-avx2 500 GFLOP/s", "fp64 mul-add-sse 200 GFLOP/s"]


def test_block_scaled_types_have_the_hue_of_their_width():
    theme = style.theme_of("light")
    assert style.precision_hue(theme, "mxf4->fp32") == style.precision_hue(theme, "fp4") == \
        style.precision_hue(theme, "nvf4") != style.precision_hue(theme, "fp8")


def test_long_names_lose_their_middle():
    assert formatting.middle("gemm_" + "x" * 50 + "_tn", 15) == "gemm_xx…xxxx_tn"
    assert formatting.middle("short", 15) == "short"


@pytest.mark.parametrize("value, text", [(0.0001, "0.0001"), (1.5, "1.5"), (20, "20"),
                                         (1e5, "10⁵"), (1e-6, "10⁻⁶")])
def test_intensities_of_ticks(value, text):
    assert formatting.intensity(value) == text


def test_empty_fields_come_from_the_id(read):
    archive = read(small_archive([ceiling("bandwidth/DRAM@node1/all/2:1/triad-avx2", 1e11)]))
    one = model.roofline_of(archive).bandwidths[0].ceiling
    assert (one["level"], one["node"], one["scope"], one["mix"], one["path"]) == \
        ("DRAM", "node1", "all", "2:1", "triad-avx2")


def test_labels_say_level_technique_and_doubt(read):
    archive = read(small_archive([
        ceiling("bandwidth/DRAM/all/1:0/avx2", 1e11, roof=True, suspect=["unsteady"]),
        ceiling("compute/fp64/fma-avx2/all", 1e12, roof=True),
        ceiling("compute/fp64/mul-add-avx2/all", 5e11, role="secondary", lacks="FMA"),
        ceiling("compute/int32/add-avx2/all", 5e11, unit="OP/s", roof=True)]))
    found = strokes.strokes_of(archive, model.roofline_of(archive))
    assert [stroke.label for stroke in found] == [
        "DRAM read ! 100 GB/s", "fp64 FMA 1.00 TFLOP/s", "fp64 no FMA 500 GFLOP/s"]


@pytest.mark.parametrize("change, where", [
    ({"ceilings": [{"id": "bandwidth/DRAM/all/1:0/avx2"}]}, "/ceilings/0/kind"),
    ({"ceilings": [ceiling("compute/fp64/fma/all", -1.0)]}, "/ceilings/0/value"),
    ({"ceilings": [ceiling("compute/fp64/fma/all", float("nan"))]}, "NaN is no number"),
    ({"schema": "2.0"}, "schema"), ({"provenance": "guessed"}, "provenance"),
    ({"samples": [{"work": {}, "repetitions": [{"seconds": "1"}]}]}, "samples[0].repetitions[0]")])
def test_a_wrong_archive_is_refused_with_the_place(written, change, where):
    path = written(json.dumps({**two_lines(), **change}))
    with pytest.raises(Refusal) as refusal:
        read_archive(path)
    assert refusal.value.code == 4 and str(path) in str(refusal.value)
    assert where in str(refusal.value)

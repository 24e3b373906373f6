"""The roofline: its lines switched, pointed at, probed, and saved as pictures."""

import struct
import xml.etree.ElementTree as ElementTree

import pytest

import cards

@pytest.fixture(scope="module")
def page(open_page):
    return open_page(cards.whole_card())


def drawn_names(page):
    """Names of the lines in the picture."""
    return page.js("return document.getElementById('chart').data.map(t => t.name).filter(Boolean)")


def paths_drawn(page):
    return page.count("#chart .scatterlayer .trace")


def toggle(page, text):
    page.click("#controls label > span", text)


def test_roofs_are_drawn_and_integers_are_not(page):
    names = " | ".join(drawn_names(page))
    for part in ("L2", "DRAM", "fp32", "fp64"):
        assert part in names
    assert "int32" not in names and "strided" not in names


def test_a_line_of_the_legend_switches_it_off_and_on(page):
    before = paths_drawn(page)
    entry = "#legend button[data-id='bandwidth/L2/chip/1:0/ld16B']"
    assert page.attribute(entry, "aria-pressed") == "true"
    page.click(entry)
    assert page.attribute(entry, "aria-pressed") == "false"
    assert not any(name.startswith("L2") for name in drawn_names(page))
    assert paths_drawn(page) < before
    page.click(entry)
    assert paths_drawn(page) == before


def test_levels_and_precisions_are_chosen(page):
    toggle(page, "L2")
    assert not any(name.startswith("L2") for name in drawn_names(page))
    toggle(page, "L2")
    toggle(page, "int32")
    assert any(name.startswith("int32") for name in drawn_names(page))
    assert "OP/s" in page.text("#chart")
    toggle(page, "int32")
    toggle(page, "fp64")
    assert not any(name.startswith("fp64") for name in drawn_names(page))
    toggle(page, "fp64")
    assert any(name.startswith("fp64") for name in drawn_names(page))


def test_secondaries_come_when_asked_for(page):
    toggle(page, "all secondary ceilings")
    names = " | ".join(drawn_names(page))
    assert "strided" in names and "random" in names and "mul-add" in names
    dashes = page.js("return document.getElementById('chart').data"
                     ".filter(t => t.name && t.name.includes('strided')).map(t => t.line.dash)")
    assert dashes == ["dash"]
    toggle(page, "all secondary ceilings")
    assert not any("strided" in name for name in drawn_names(page))


def test_pointing_at_a_line_says_how_it_was_measured(page):
    text = page.hover_text(2, 2e12)
    for part in ("DRAM", "1.000 TB/s", "990 GB/s", "12 repetitions", "! unsteady"):
        assert part in text, text


def attainable(page, level):
    return float(page.attribute(f"#probe-readings tr[data-level='{level}'] .attainable",
                                "data-value"))


def test_the_probe_reads_what_is_attainable(page):
    page.type_into("#probe-intensity", "3")
    assert attainable(page, "DRAM") == pytest.approx(3e12)
    assert attainable(page, "L2") == pytest.approx(12e12)
    page.type_into("#probe-intensity", "1000")
    assert attainable(page, "DRAM") == pytest.approx(20e12)
    assert "20.00 TFLOP/s" in page.text("#probe-readings")
    page.choose("#probe-precision", "fp64")
    assert attainable(page, "DRAM") == pytest.approx(10e12)
    page.choose("#probe-precision", "fp32")


def probed(page):
    return 10 ** float(page.attribute("#probe-grip", "aria-valuenow"))


def test_the_probe_follows_the_keyboard(page):
    page.type_into("#probe-intensity", "2")
    page.js("document.getElementById('probe-grip').focus()")
    page.press("ArrowRight")
    moved = probed(page)
    assert 2 < moved < 4
    assert attainable(page, "DRAM") == pytest.approx(1e12 * moved, rel=2e-3)
    assert "FLOP per byte" in page.attribute("#probe-grip", "aria-valuetext")
    page.press("ArrowLeft")
    assert probed(page) == pytest.approx(2, rel=2e-3)


def test_the_probe_follows_the_mouse(page):
    page.click_at(*page.point_in_chart(0.5, 3e12))
    assert probed(page) == pytest.approx(0.5, rel=0.02)
    assert attainable(page, "DRAM") == pytest.approx(0.5e12, rel=0.02)
    assert attainable(page, "L2") == pytest.approx(2e12, rel=0.02)


def saved(page, folder, kind):
    page.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    page.move_to(*page.point_in_chart(0.5, 3e12))
    page.click(f"#chart .modebar [data-title='Save as {kind.upper()}']")
    return page.wait(lambda: next(iter(folder.glob(f"*.{kind}")), None), f"a saved .{kind}", 20)


def test_a_missing_technique_is_drawn_below_its_roof(page):
    lines = page.js("return document.getElementById('chart').data.filter(t => t.name)"
                    ".map(t => [t.name, t.line.dash])")
    assert ["fp32 mul-add", "dash"] in lines
    toggle(page, "no FMA, one chain")
    assert "fp32 mul-add" not in drawn_names(page)
    toggle(page, "no FMA, one chain")
    assert "fp32 mul-add" in drawn_names(page)


def test_saves_a_png(page, tmp_path):
    content = saved(page, tmp_path, "png").read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n") and content.endswith(b"IEND\xaeB`\x82")
    width, height = struct.unpack(">II", content[16:24])
    box = page.js("const c = document.getElementById('chart');"
                  "return [c.clientWidth, c.clientHeight]")
    assert (width, height) == tuple(2 * side for side in box)
    assert len(content) > 20000


def test_saves_an_svg(page, tmp_path):
    root = ElementTree.parse(saved(page, tmp_path, "svg")).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    words = " ".join("".join(e.itertext()) for e in root.iter("{http://www.w3.org/2000/svg}text"))
    assert "DRAM" in words and "fp32" in words
    assert page.complaints() == []

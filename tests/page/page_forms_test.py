"""The forms the page takes: dark, on a phone, on paper, with a sweep, and with colours to read."""

from pathlib import Path

import pytest

import cards

DATA = Path(__file__).resolve().parents[1] / "data" / "archives"

# The contrast of a text is that of its colour against the nearest background behind it (WCAG 2).
CONTRAST = """
const channel = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const behind = (e) => {
  for (; e; e = e.parentElement) {
    const colour = parts(getComputedStyle(e).backgroundColor);
    if (colour.length < 4 || colour[3] === 1) return colour;
  }
  return [255, 255, 255];
};
return arguments[0].map((selector) => {
  const e = document.querySelector(selector);
  if (!e) return [selector, 0];
  const [a, b] = [light(parts(getComputedStyle(e).color)), light(behind(e))];
  return [selector, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
});"""
TEXTS = ["body", "#masthead h1", ".banner", ".provenance", ".facts dt", "#sections a", "caption",
         "thead .sort", "#ceilings-body .marks", ".note", ".table-tools .count", "#foot",
         "#legend .value", "#kernels-body tbody td", "#probe-readings td",
         "#ceilings-body .flags dt"]


@pytest.fixture(scope="module")
def page(open_page):
    suspicious = cards.whole_card()
    return open_page(suspicious, kernels=cards.kernel_list(cards.many_kernels(8)))


@pytest.fixture(autouse=True)
def usual_window(page):
    yield
    page.media()
    page.cdp("Emulation.clearDeviceMetricsOverride")


def brightness(colour):
    return sum(map(float, colour.strip("rgba()").split(",")[:3])) / 3


def paper(page):
    return brightness(page.style("html", "backgroundColor"))


def chart_paper(page):
    return brightness(page.style("#chart .main-svg", "backgroundColor"))


def test_follows_the_systems_theme_and_the_switch(page):
    assert paper(page) > 230 and chart_paper(page) > 230
    page.media(scheme="dark")
    page.wait(lambda: paper(page) < 60, "a dark page")
    assert chart_paper(page) < 60
    page.click("#theme label", "light")
    assert paper(page) > 230 and chart_paper(page) > 230
    page.media()
    page.click("#theme label", "dark")
    assert paper(page) < 60 and chart_paper(page) < 60
    page.click("#theme label", "auto")
    assert paper(page) > 230


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_can_be_read(page, theme):
    page.click("#theme label", theme)
    measured = page.js(CONTRAST, TEXTS)
    page.click("#theme label", "auto")
    assert [(text, round(ratio, 2)) for text, ratio in measured if ratio < 4.5] == []


def test_fits_a_phone(page):
    page.size(360, 740)
    assert page.js("return document.documentElement.scrollWidth") <= 360
    wide = page.js("""
        return [...document.querySelectorAll("main *, #head *")].filter((e) => {
          const box = e.getBoundingClientRect();
          return box.width && box.right > 361 && !e.closest(".table-box, svg, #sections, .unseen");
        }).map((e) => e.outerHTML.slice(0, 90));""")
    assert wide == []
    page.wait(lambda: page.js("return document.querySelector('#chart .main-svg')"
                              ".getBoundingClientRect().width") <= 360, "a narrow chart")


def test_prints_light_and_whole(page):
    page.click("#theme label", "dark")
    page.media("print")
    page.js("dispatchEvent(new Event('beforeprint'))")
    assert paper(page) > 230 and chart_paper(page) > 230
    for hidden in ("#controls", "#theme", "#sections", "#ceilings-body .table-tools"):
        assert page.js("return document.querySelector(arguments[0]).checkVisibility()",
                       hidden) is False, hidden
    cut = page.js("return [...document.querySelectorAll('.table-box')]"
                  ".filter((e) => e.scrollHeight > e.clientHeight + 1).length")
    assert cut == 0
    assert page.js("return document.querySelector('#chart .main-svg').clientWidth") <= 700
    page.media()
    page.js("dispatchEvent(new Event('afterprint'))")
    assert paper(page) < 60
    page.click("#theme label", "auto")
    assert page.cdp("Page.printToPDF")["data"].startswith("JVBERi0")  # "%PDF-"


def test_a_sweep_is_drawn_with_its_levels(open_page):
    page = open_page(DATA / "simulated-cpu-3-level.json")
    assert page.complaints() == []
    page.js("document.getElementById('sweep').scrollIntoView()")
    chart = "#sweep-body .chart"
    page.wait(lambda: page.count(f"{chart} .scatterlayer .trace") >= 2, "a drawn sweep")
    text = page.text(chart)
    for part in ("L1", "L2", "DRAM", "KiB", "MiB", "GB/s"):
        assert part in text, part
    assert page.count(f"{chart} .shapelayer path") >= 4
    levels = page.text("#levels-body")
    assert "Memory levels found" in levels and "Ridge points" in levels
    assert page.count("#levels-body table:nth-of-type(1) tbody tr") >= 3

"""Several archives on one page, and what was not measured here: published and simulated ones."""

import pytest

import cards

BASE = cards.plain("Wide card", 1e12, 100e12)
OTHER = cards.plain("Fast card", 2e12, 50e12)
PUBLISHED = cards.plain("Paper card", 3e12, 200e12, provenance="published")


class TestTwo:
    @pytest.fixture(scope="class")
    def page(self, open_page):
        return open_page(BASE, OTHER)

    def test_both_are_overlaid_and_named(self, page):
        assert page.complaints() == []
        text = page.text("#overlay")
        assert "Wide card" in text and "Fast card" in text
        assert page.count("#overlay .scatterlayer .trace") >= 2
        assert not page.js("return document.getElementById('comparison').hidden")

    def test_the_crossover_is_where_the_cards_change_places(self, page):
        cells = page.js("return [...document.querySelectorAll('#crossovers td.crossover')]"
                        ".map(e => [e.dataset.value, e.innerText])")
        assert [float(value) for value, _ in cells] == [pytest.approx(50)]
        assert "50" in cells[0][1]
        assert "50" in page.text("#ratio") + page.text("#overlay")

    def test_the_probe_reads_every_card(self, page):
        page.type_into("#probe-intensity", "10")
        values = [float(v) for v in page.js(
            "return [...document.querySelectorAll('#probe-readings .attainable')]"
            ".map(e => e.dataset.value)")]
        assert sorted(values) == [pytest.approx(10e12), pytest.approx(20e12)]

    def test_the_other_archive_can_be_shown(self, page):
        page.choose("#choose-archive", "1")
        assert page.text("#masthead h1").startswith("Fast card")
        assert "2.000 TB/s" in page.text("#ceilings-body")
        page.choose("#choose-archive", "0")
        assert page.text("#masthead h1").startswith("Wide card")


def test_three_cards_of_which_one_is_published(open_page):
    page = open_page(BASE, OTHER, PUBLISHED)
    assert page.complaints() == []
    legend = page.text("#overlay")
    assert "Paper card (published)" in legend and "Wide card (published)" not in legend
    values = page.js("return [...document.querySelectorAll('#crossovers td.crossover')]"
                     ".map(e => e.dataset.value ?? null)")
    assert len(values) == 2
    assert page.count("#masthead .cards button") == 3
    page.click("#masthead .cards li:nth-child(3) button")
    assert "PUBLISHED" in page.text("#masthead h1").upper()
    assert "A. Author" in page.text("#masthead")
    assert page.count(".page-watermark") == 0


def test_the_address_chooses_an_archive(open_page):
    page = open_page(BASE, OTHER, fragment="#archive=card-1.json")
    assert page.text("#masthead h1").startswith("Fast card")


def test_simulated_cards_are_watermarked(open_page):
    page = open_page(cards.plain("Imagined card", 1e12, 10e12, provenance="simulated"))
    assert page.text(".page-watermark") == "SIMULATED"
    assert "SIMULATED" in page.text("#chart")
    assert "SIMULATED" in page.text("#masthead .banner").upper()
    assert page.style(".page-watermark", "pointerEvents") == "none"
    page.size(360, 740)
    assert page.js("return document.documentElement.scrollWidth") <= 360

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


def test_many_cards_are_named_in_a_list(open_page):
    """Each by a dress of its own; compared at what the first one has."""
    def numbered(i):
        return cards.card(f"Card {i}", [
            cards.ceiling("bandwidth/DRAM/chip/1:0/ld16B", 1e12 + 1e10 * i),
            cards.ceiling("compute/fp64/fma/chip", 1e13 + 1e11 * i),
            *([cards.ceiling("compute/fp32/fma/chip", 2e13)] if i else [])])
    page = open_page(*map(numbered, range(13)))
    assert page.js("return document.getElementById('compare-precision').value") == "fp64"
    assert page.count("#card-key li") == 13 and page.count("#ratio:not([hidden])") == 1
    dress = page.js("return document.getElementById('overlay').data"
                    ".map(t => t.line.color + t.line.dash)")
    assert len(set(dress)) == 13


def test_a_lone_secondary_ceiling_is_no_roof_and_the_data_sheet_is_told(open_page):
    card = cards.card("Paper card", [
        cards.ceiling("bandwidth/DRAM/chip/1:0/ld16B", 4e12),
        cards.secondary("compute/fp32/three-sources/chip", 42.6e12, "registers")])
    card["device"]["peaks"] = [{"key": "compute/fp32/fma", "per_cycle": 0.0,
                                "per_second": 66.9e12, "source": "a data sheet"}]
    page = open_page(card)
    page.type_into("#probe-intensity", "1000")
    text = page.text("#probe-readings")
    assert "42.60 TFLOP/s" in text and "data sheet: 66.9 TFLOP/s" in text


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

"""Kernels on the page: placed, pointed at, explained; many of them; and names that mean harm."""

import pytest

import cards

SAXPY = ("saxpy <float>", 1e-3, 1e8, 0.5e9)   # 0.2 FLOP/B, 100 GFLOP/s
GEMM = ("gemm & more", 2e-3, 2e10, 1e9)       # 20 FLOP/B, 10 TFLOP/s
HOSTILE = [
    "<img src=x onerror=window.hacked=1>",
    "</script><script>window.hacked=1</script>",
    "\"><svg onload='window.hacked=1'>&amp;&#60;b&#62;",
    "javascript:window.hacked=1",
    "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 \u202etxet desrever",
    "bell\x07 escape\x1b[31m tab\tend",
    "template<" + "std::pair<int, long>, " * 220 + "int>::run",
    "{{data}} <b>bold</b> <a href='https://example.com'>link</a>",
]


def place(page, kernel):
    seconds, flop, size = kernel[1:]
    return page.hover_text(flop / size, flop / seconds)


class TestTwo:
    @pytest.fixture(scope="class")
    def page(self, open_page):
        return open_page(cards.whole_card(), kernels=cards.kernel_list([SAXPY, GEMM]))

    def test_pointing_gives_name_and_numbers(self, page):
        text = place(page, GEMM)
        assert "gemm & more" in text and "10.0 TFLOP/s" in text and "DRAM" in text, text
        text = place(page, SAXPY)
        assert "saxpy <float>" in text and "100 GFLOP/s" in text, text

    def test_table_is_by_time_and_opens_a_diagnosis(self, page):
        names = page.texts("#kernels-body tr.main .name bdi")
        assert names == ["gemm & more", "saxpy <float>"]
        assert page.texts("#kernels-body tr.main td:nth-child(2)") == ["2.00 ms", "1.00 ms"]
        assert page.count("#kernels-body tr.details") == 0
        page.click("#kernels-body tr.main .opener")
        details = page.text("#kernels-body tr.details")
        assert "diagnosis" in details and "advice" in details
        page.click("#kernels-body tr.main .opener")
        assert page.count("#kernels-body tr.details") == 0

    def test_a_row_marks_its_kernel_in_the_chart(self, page):
        before = page.count("#chart .scatterlayer .trace")
        page.click("#kernels-body tr.main:nth-child(2) td:nth-child(2)")
        assert page.texts("#kernels-body tr.chosen .name bdi") == ["saxpy <float>"]
        assert page.count("#chart .scatterlayer .trace") > before
        page.click("#kernels-body tr.main:nth-child(2) td:nth-child(2)")
        assert page.count("#kernels-body tr.chosen") == 0
        assert page.count("#chart .scatterlayer .trace") == before


def intensity_of(number):
    """Where a hostile kernel is placed: so far apart that each can be pointed at."""
    return 0.15 * 3 ** number


class TestHostile:
    @pytest.fixture(scope="class")
    def page(self, open_page):
        rows = [(name, 1e-3 * (1 + i), 1e8 * (1 + i), 1e8 * (1 + i) / intensity_of(i))
                for i, name in enumerate(HOSTILE)]
        facts = {"driver": HOSTILE[0], HOSTILE[1]: HOSTILE[2]}
        return open_page(cards.whole_card(HOSTILE[0] + 5000 * "x", command=HOSTILE[1],
                                         environment={"facts": facts, "notes": [HOSTILE[2]]}),
                         kernels=cards.kernel_list(rows))

    def test_names_are_shown_and_not_run(self, page):
        assert page.js("return window.hacked ?? null") is None
        assert page.complaints() == []
        assert page.count("main script, main img, main svg[onload], #masthead img") == 0
        assert page.count("a[href*='example.com']") == 0
        assert [u for u in page.requests() if u.startswith(("http", "file:///x"))] == []
        assert page.text("#masthead h1").startswith(HOSTILE[0])
        names = "\n".join(page.texts("#kernels-body .name bdi"))
        for name in (HOSTILE[0], HOSTILE[1], HOSTILE[3]):
            assert name in names

    def test_control_and_direction_characters_are_made_visible(self, page):
        names = "\n".join(page.texts("#kernels-body .name bdi"))
        assert "\u2407" in names and "\u241b" in names      # pictures of bell and escape
        assert "\u202e" not in names and "\u05e9\u05dc\u05d5\u05dd" in names

    def test_long_names_are_cut_and_whole_in_the_details(self, page):
        long = HOSTILE[6]
        assert len(long) > 4800
        assert max(map(len, page.texts("#kernels-body .name bdi"))) < 120
        page.type_into("#kernels-body input[type=search]", "template<std")
        page.click("#kernels-body tr.main .opener")
        assert page.texts("#kernels-body tr.details code")[0] == long
        page.type_into("#kernels-body input[type=search]", "")

    def test_the_chart_shows_them_as_text(self, page):
        for number in (0, 7):  # letter by letter, tags and all
            text = page.hover_text(intensity_of(number), 1e11)
            assert HOSTILE[number] in text, text
        assert page.count("#chart img, #chart script, #chart a[href^='http']") == 0
        assert page.js("return window.hacked ?? null") is None

    @pytest.mark.parametrize("width", [1280, 360])
    def test_the_page_does_not_become_wider(self, page, width):
        page.size(width, 800)
        assert page.js("return document.documentElement.scrollWidth") <= width


# Words that every object of JavaScript answers to, a tower of accents, and what hides in a name.
HIDDEN = ["constructor", "__proto__", "toString", "e" + 40 * "\u0301", "a\u200bb\u2028c\u2066d"]


def test_levels_of_any_name_are_drawn(open_page):
    levels = [cards.ceiling(f"bandwidth/DRAM/chip/1:0/ld{i}B", 1e12 * (1 + i), level=name)
              for i, name in enumerate([*HIDDEN, 60 * "wide"])]
    compute = cards.ceiling("compute/fp32/fma/chip", 2e13, accumulate=60 * "x")
    page = open_page(cards.card("Odd levels", [*levels, compute]))
    assert page.complaints() == []
    assert "could not be drawn" not in page.text("main")
    shown = [name.strip() for name in page.texts("#probe-readings tbody th")]
    assert len(shown) == 6 and set(HIDDEN[:3]) < set(shown)
    assert "e" + 4 * "\u0301" in shown and "a\u2426b\u2426c\u2426d" in shown
    page.size(360, 800)
    assert page.js("return document.documentElement.scrollWidth") <= 360


def test_integer_work_is_told_in_its_own_unit(open_page):
    page = open_page(cards.whole_card(), kernels="name,seconds,op_int32,bytes_DRAM_read\n"
                                                 "hash,1e-3,1e9,1e9\n")
    text = page.hover_text(1, 1e12)
    assert "1.00 TOP/s at 1.00 OP/B of DRAM" in text and "bound by DRAM" in text
    assert "FLOP" not in text
    page.choose("#probe-precision", "int32")
    said = page.attribute("#probe-grip", "aria-valuetext")
    assert "OP/s" in said and "OP per byte" in said and "FLOP" not in said


class TestScope:
    """Kernels of one SM stand under the roofs of one SM."""
    @pytest.fixture(scope="class")
    def page(self, open_page):
        sm = [cards.ceiling("bandwidth/DRAM/sm/1:0/ld16B", 1e10),
              cards.ceiling("compute/fp32/fma/sm", 1e11)]
        card = cards.whole_card()
        card["ceilings"] += sm
        return open_page(card, kernels=cards.kernel_list([("one", 1e-3, 1e7, 1e6)]), scope="sm")

    def test_the_page_opens_with_it(self, page):
        assert page.js("return document.getElementById('choose-scope').value") == "sm"
        assert "100 GFLOP/s attainable" in page.hover_text(10, 1e10)

    def test_other_parts_of_the_device_have_none(self, page):
        page.choose("#choose-scope", "chip")
        kernels = "return document.getElementById('chart').data.filter(t => t.meta.kernels).length"
        assert page.js(kernels) == 0
        assert "placed under" in page.text("#chart-notes")
        page.choose("#choose-scope", "sm")
        assert page.js(kernels) == 1

    def test_the_keyboard_marks_one_as_well(self, page):
        page.click("#kernels-body tr.main .opener")
        page.click("#kernels-body tr.details button", "Mark in the roofline")
        assert page.count("#kernels-body tr.chosen") == 1


@pytest.mark.parametrize("count", [200, 1000])
def test_many_kernels_stay_interactive(open_page, count):
    rows = cards.many_kernels(count)
    page = open_page(cards.whole_card(), kernels=cards.kernel_list(rows))
    print(f"\n{count} kernels: loaded in {page.seconds:.2f} s, "
          f"{page.path.stat().st_size / 1e6:.2f} MB")
    assert page.complaints() == []
    assert page.count("#kernels-body tr.main") == count
    longest = max(rows, key=lambda row: row[1])
    assert "kernel" in place(page, longest)
    page.type_into("#kernels-body input[type=search]", "0042")
    assert page.texts("#kernels-body tr.main .name bdi") == ["kernel 0042"]
    assert page.text("#kernels-body .count") == f"1 of {count}"

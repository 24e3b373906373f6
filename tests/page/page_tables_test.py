"""The table of ceilings: order, sorting, filters, reasons of marks."""

import pytest
from selenium.webdriver.common.keys import Keys

import cards

ROWS = "#ceilings-body tr.main"


@pytest.fixture(scope="module")
def page(open_page):
    return open_page(cards.whole_card())


def names(page):
    return page.texts(f"{ROWS} .name")


def column(page, number):
    return page.texts(f"{ROWS} td:nth-child({number})")


def sort_state(page, number):
    return page.attribute(f"#ceilings-body thead th:nth-child({number})", "aria-sort")


def sort_by(page, number):
    page.click(f"#ceilings-body thead th:nth-child({number}) button")


def test_roofs_stand_above_what_they_cover(page):
    assert names(page) == ["L2 read, ld16B", "L2 read, ld4B-strided", "DRAM read, ld16B",
                           "DRAM read, ld32B-random", "fp32 fma", "fp32 mul-add", "fp64 fma",
                           "int32 mad"]
    assert column(page, 7)[:2] == ["roof, reference", "lacks coalescing"]
    assert column(page, 3)[:3] == ["4.000 TB/s", "500.0 GB/s", "1.000 TB/s"]
    assert column(page, 3)[-1] == "40.00 TOP/s"


def test_sorts_by_any_column_both_ways_and_back(page):
    grouped = names(page)
    sort_by(page, 3)
    assert sort_state(page, 3) == "descending"
    assert names(page)[0] == "int32 mad" and names(page)[-1] == "DRAM read, ld32B-random"
    sort_by(page, 3)
    assert sort_state(page, 3) == "ascending"
    assert names(page)[0] == "DRAM read, ld32B-random"
    sort_by(page, 1)
    assert (sort_state(page, 1), sort_state(page, 3)) == ("ascending", "none")
    assert names(page)[0] == "DRAM read, ld16B" and names(page)[-1] == "L2 read, ld16B"
    sort_by(page, 1)
    sort_by(page, 1)
    assert sort_state(page, 1) == "none" and names(page) == grouped
    sort_by(page, 6)
    assert column(page, 6)[-1] == "50.0 %"
    sort_by(page, 6)
    sort_by(page, 6)


def test_filters_by_all_words(page):
    field = "#ceilings-body input[type=search]"
    page.type_into(field, "read l2")
    assert names(page) == ["L2 read, ld16B", "L2 read, ld4B-strided"]
    assert page.text("#ceilings-body .count") == "2 of 8"
    page.type_into(field, "L2 fp32")
    assert names(page) == []
    page.type_into(field, "")
    assert len(names(page)) == 8


def test_checkboxes_leave_roofs_and_suspects(page):
    page.click("#ceilings-body .table-tools label", "roofs only")
    assert names(page) == ["L2 read, ld16B", "DRAM read, ld16B", "fp32 fma", "fp64 fma",
                           "int32 mad"]
    page.click("#ceilings-body .table-tools label", "suspect only")
    assert names(page) == ["DRAM read, ld16B"]
    for text in ("roofs only", "suspect only"):
        page.click("#ceilings-body .table-tools label", text)
    assert len(names(page)) == 8


def test_marks_say_their_reason(page):
    assert page.texts("#ceilings-body .marks") == ["! unsteady"]
    assert "unsteady:" in page.attribute("#ceilings-body .marks", "title")
    assert "! unsteady" in page.text("#ceilings-body .flags")
    page.click("#ceilings-body .marks")
    details = page.text("#ceilings-body tr.details")
    assert "Suspect, because:" in details and "unsteady:" in details
    assert "bandwidth/DRAM/chip/1:0/ld16B" in details and "a data sheet" in details
    assert "990.0 GB/s to 1.005 TB/s" in details
    # An open row goes and comes with its own row, and closes alone.
    page.type_into("#ceilings-body input[type=search]", "fp64")
    assert page.count("#ceilings-body tr.details") == 0
    page.type_into("#ceilings-body input[type=search]", "")
    assert page.count("#ceilings-body tr.details") == 1
    page.click("#ceilings-body .marks")
    assert page.count("#ceilings-body tr.details") == 0 and len(names(page)) == 8


def test_ids_can_be_copied(page):
    page.js("document.querySelector('#ceilings-body .opener').click()")
    page.cdp("Browser.grantPermissions", permissions=["clipboardReadWrite",
                                                      "clipboardSanitizedWrite"])
    page.click("#ceilings-body .copy")
    page.wait(lambda: page.text("#ceilings-body .copy") in ("Copied", "Selected"), "the copy")
    taken = page.driver.execute_async_script(
        "const done = arguments[0]; const chosen = getSelection().toString();"
        "if (chosen) done(chosen); else navigator.clipboard.readText().then(done, done);")
    assert str(taken).strip() == "bandwidth/L2/chip/1:0/ld16B"
    page.js("document.querySelector('#ceilings-body .opener').click()")


def test_sort_buttons_work_from_the_keyboard(page):
    page.js("document.querySelector('#ceilings-body thead th:nth-child(4) button').focus()")
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    assert sort_state(page, 4) == "descending" and names(page)[0] == "DRAM read, ld16B"
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    assert sort_state(page, 4) == "none"

"""The page as a file: it loads without a word of complaint, asks for nothing, runs nothing else."""

import base64
import hashlib
import re

import pytest

import cards

LIMIT = 6e6  # bytes of a page of one archive


@pytest.fixture(scope="module")
def page(open_page):
    kernels = cards.kernel_list(cards.many_kernels(5))
    return open_page(cards.whole_card(), kernels=kernels)


@pytest.fixture(scope="module")
def source(page):
    return page.path.read_text(encoding="utf-8")


def checksum(text):
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_loads_quietly_and_asks_for_nothing(page):
    assert page.complaints() == []
    addresses = page.requests()
    assert f"file://{page.path}" in addresses
    assert [a for a in addresses if not a.startswith(("file:", "data:", "blob:", "about:"))] == []
    assert [a for a in addresses if a.startswith("file:")] == [f"file://{page.path}"]
    print(f"\nloaded in {page.seconds:.2f} s, {page.path.stat().st_size / 1e6:.2f} MB")


def test_every_part_is_drawn(page):
    for selector in ("#chart .scatterlayer .trace", "#ceilings-body tbody tr", "#masthead h1",
                     "#probe-readings tbody tr", "#kernels-body tbody tr", "#environment-body td"):
        assert page.count(selector) > 0, selector
    assert "could not be drawn" not in page.text("main")
    assert page.text("#masthead h1").startswith("Test card")


def test_links_lead_to_every_section_with_something_in_it(page):
    sections = page.js("return [...document.querySelectorAll('main section')]"
                       ".filter(e => e.checkVisibility()).map(e => '#' + e.id)")
    links = page.js("return [...document.querySelectorAll('#sections a')]"
                    ".filter(e => e.checkVisibility()).map(e => e.getAttribute('href'))")
    assert links == sections and "#kernels" in links and "#sweep" not in links


def test_is_small_enough(page):
    assert page.path.stat().st_size < LIMIT


def test_policy_names_the_scripts_that_are_there(source):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', source).group(1)
    assert "default-src 'none'" in policy and "base-uri 'none'" in policy
    blocks = re.findall(r"<script( [^>]*)?>(.*?)</script>", source, re.DOTALL)
    scripts = [text for kind, text in blocks if "application/json" not in kind]
    assert len(scripts) == 2
    allowed = re.search(r"script-src ([^;]*)", policy).group(1).split()
    assert sorted(allowed) == sorted(f"'{checksum(script)}'" for script in scripts)
    style = re.search(r"<style>(.*?)</style>", source, re.DOTALL).group(1)
    assert f"'{checksum(style)}'" in policy


def test_injected_code_does_not_run(page):
    page.js("""
        const script = document.createElement("script");
        script.textContent = "window.injected = 1";
        document.body.append(script);
        const image = document.createElement("div");
        image.innerHTML = '<img src="data:," onerror="window.injected = 2">';
        document.body.append(image);
        const frame = document.createElement("a");
        frame.setAttribute("onclick", "window.injected = 3");
        document.body.append(frame);
        frame.click();
        frame.remove(); image.remove(); script.remove();""")
    page.wait(lambda: len(page.complaints()) >= 2, "the policy's complaints")
    assert page.js("return window.injected ?? null") is None


def test_every_control_has_a_name(page):
    nameless = page.js("""
        const named = (e) => e.getAttribute("aria-label") || e.innerText.trim() ||
          [...(e.labels || [])].some((label) => label.innerText.trim()) || e.title ||
          e.dataset.title;
        return [...document.querySelectorAll("button, input, select, a, summary, [role=slider]")]
          .filter((e) => !named(e)).map((e) => e.outerHTML.slice(0, 120));""")
    assert nameless == []


def test_scrolling_boxes_can_be_reached_by_keyboard(page):
    assert page.count(".table-box") > 2
    assert page.count(".table-box:not([tabindex='0'])") == 0
    assert page.attribute("#chart", "aria-label").startswith("Roofline of Test card")


def test_functions_of_all_files_have_names_of_their_own(source):
    """The page's files share one scope: a second function would silently replace the first."""
    code = re.findall(r"<script>(.*?)</script>", source, re.DOTALL)[-1]
    names = re.findall(r"^(?:async )?(?:function|const|let) (\w+)", code, re.MULTILINE)
    assert len(names) > 50
    assert sorted({name for name in names if names.count(name) > 1}) == []

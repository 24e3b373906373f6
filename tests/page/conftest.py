"""One Chromium for all tests of the page, and pages made by the built program."""

import os
import subprocess
from pathlib import Path

import pytest

import browsing
import cards

ROOT = Path(__file__).resolve().parents[2]
RIDGELINE = Path(os.environ.get("RIDGELINE", ROOT / "build" / "release" / "ridgeline")).resolve()


@pytest.fixture(scope="session")
def chromium():
    driver = browsing.start()
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def make_report(tmp_path_factory):
    """Writes archives (dicts, or paths of real ones) and a page of them; returns its path."""
    assert RIDGELINE.is_file(), f"{RIDGELINE} is not built; set RIDGELINE or run scripts/test"

    def make(*archives, kernels=None, scope=None):
        folder = tmp_path_factory.mktemp("page")
        paths = [a if isinstance(a, Path) else cards.write(folder / f"card-{i}.json", a)
                 for i, a in enumerate(archives)]
        arguments = [*paths, "-o", folder / "report.html"]
        if kernels is not None:
            (folder / "kernels.csv").write_text(kernels, encoding="utf-8")
            arguments += ["--kernels", folder / "kernels.csv"]
            arguments += ["--scope", scope] if scope else []
        done = subprocess.run([RIDGELINE, "report", *map(str, arguments)], capture_output=True,
                              text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return folder / "report.html"
    return make


@pytest.fixture(scope="module")
def open_page(chromium, make_report):
    """Opens a page of these archives; the pages of one module follow each other in one window."""
    def open_it(*archives, kernels=None, fragment="", scope=None):
        path = make_report(*archives, kernels=kernels, scope=scope)
        page = browsing.Page(chromium).open(path, fragment)
        page.path = path
        return page
    return open_it

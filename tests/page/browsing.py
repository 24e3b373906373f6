"""A real headless Chromium, and what a reader does in it: look, point, click, type, print."""

import json
import os
import shutil
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35}


def program(variable, *names):
    """Path of the first of these programs that is here, or what the variable names."""
    found = os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)
    assert found, (f"{names[0]} is missing: the page is tested in a real browser; "
                   f"run scripts/setup --test, or name one by {variable}")
    return found


def start():
    """A Chromium without a window, with its console and its network traffic recorded."""
    options = webdriver.ChromeOptions()
    options.binary_location = program("RIDGELINE_CHROMIUM", "chromium", "chromium-browser")
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,900",
                 "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = Service(program("RIDGELINE_CHROMEDRIVER", "chromedriver"))
    driver = webdriver.Chrome(service=service, options=options)
    driver.set_page_load_timeout(60)
    return driver


class Page:
    """An open page. `js` runs in the page as its own developer would by the console."""

    def __init__(self, driver):
        self.driver = driver
        self.width = 1280

    def open(self, path, fragment=""):
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.media()
        for log in ("browser", "performance"):
            self.driver.get_log(log)
        self.driver.get("about:blank")
        began = time.monotonic()
        self.driver.get(f"file://{path}{fragment}")
        self.seconds = time.monotonic() - began
        self.wait(lambda: self.js("return document.documentElement.dataset.drawn === 'yes'"),
                  "all parts of the page")
        return self

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def cdp(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def count(self, selector):
        return self.js("return document.querySelectorAll(arguments[0]).length", selector)

    def text(self, selector):
        """What is to be read there, as it is shown."""
        return self.js("return document.querySelector(arguments[0]).innerText", selector)

    def texts(self, selector):
        return self.js("return [...document.querySelectorAll(arguments[0])].map(e => e.innerText)",
                       selector)

    def attribute(self, selector, name):
        return self.js("return document.querySelector(arguments[0]).getAttribute(arguments[1])",
                       selector, name)

    def style(self, selector, name):
        return self.js("return getComputedStyle(document.querySelector(arguments[0]))"
                       "[arguments[1]]", selector, name)

    def click(self, selector, text=None):
        """A click with the mouse in the middle of the first element that has this text."""
        box = self.js("""
            const found = [...document.querySelectorAll(arguments[0])].find((e) =>
              arguments[1] === null || e.innerText.trim() === arguments[1]);
            if (!found) return null;
            found.scrollIntoView({block: "center", inline: "center"});
            const box = found.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];""", selector, text)
        assert box, f"nothing to click: {selector} {text!r}"
        self.click_at(*box)

    def click_at(self, x, y):
        self.move_to(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def move_to(self, x, y):
        for dx in (-3, 0):
            self.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=x + dx, y=y)

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.cdp("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                     windowsVirtualKeyCode=KEYS[key])

    def type_into(self, selector, text):
        """Replaces the text of a field, as typing and leaving it would."""
        self.js("""const field = document.querySelector(arguments[0]);
            field.value = arguments[1];
            for (const kind of ["input", "change"]) {
              field.dispatchEvent(new Event(kind, {bubbles: true}));
            }""", selector, text)

    def choose(self, selector, value):
        self.type_into(selector, value)

    def size(self, width, height):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=width < 600)
        time.sleep(0.3)  # the charts follow the window one frame later

    def media(self, kind="", scheme="light"):
        self.cdp("Emulation.setEmulatedMedia", media=kind,
                 features=[{"name": "prefers-color-scheme", "value": scheme}])

    def wait(self, condition, what, seconds=10):
        """Waits for what a condition, a function, returns; fails by name."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            value = condition()
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError(f"waited {seconds} s for {what}")

    def complaints(self):
        """Errors and warnings of the console since the page was opened."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING")]

    def requests(self):
        """Addresses that were asked for since the page was opened."""
        events = [json.loads(e["message"])["message"] for e in self.driver.get_log("performance")]
        return [e["params"]["request"]["url"] for e in events
                if e["method"] == "Network.requestWillBeSent"]

    def point_in_chart(self, x, y, chart="chart"):
        """Where in the window a point of a chart's axes is, and whether it is inside them."""
        return self.js("""
            const chart = document.getElementById(arguments[2]);
            chart.scrollIntoView({block: "center"});
            const box = chart.getBoundingClientRect(), axes = chart._fullLayout;
            return [box.x + axes._size.l + axes.xaxis.d2p(arguments[0]),
                    box.y + axes._size.t + axes.yaxis.d2p(arguments[1])];""", x, y, chart)

    def hover_text(self, x, y):
        """What the chart says when pointed at this intensity and rate."""
        self.move_to(2, 2)
        self.move_to(*self.point_in_chart(x, y))
        return self.wait(lambda: self.js(
            "return [...document.querySelectorAll('#chart .hoverlayer .hovertext')]"
            ".map(e => e.textContent).join(' ')"), f"a hover box at {x}, {y}")

"""Headless Chromium, driven over a pipe in the DevTools protocol: nothing is needed but Debian's
package `chromium` and Python.

    with Chromium() as browser:
        page = browser.open("build/page.html", width=390, height=844, dark=True)
        page.click("#train")
        page.wait("document.querySelector('#step').textContent === '100'")
        page.screenshot("build/screenshots/page.png")

A page records what its console said and what it asked the network for; checks.py looks at both.
`need_chromium()` ends the test with 77 and the reason where there is none.
"""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile
import time

FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-default-apps", "--disable-extensions", "--disable-dev-shm-usage",
    "--disable-features=Translate,OptimizationHints,MediaRouter", "--mute-audio",
    "--hide-scrollbars", "--force-color-profile=srgb", "--remote-debugging-pipe",
]


class BrowserError(Exception):
    """The browser, or a page in it, did not do what was asked."""


def chromium_path():
    return shutil.which(os.environ.get("CHROMIUM", "chromium"))


def need_chromium():
    if not chromium_path():
        print("skipped: Debian's package chromium is not installed (make peers installs it)")
        sys.exit(77)


class Chromium:
    """The browser's process; ends with the `with` block, its folder too."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="adrop-chromium-")
        to_read, self.to_browser = os.pipe()
        self.from_browser, to_write = os.pipe()

        def connect():  # the protocol's pipe: 3 to read, 4 to write
            first, second = os.dup(to_read), os.dup(to_write)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [chromium_path(), *FLAGS, "--user-data-dir=" + self.folder, "about:blank"],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.rest, self.number, self.pages = b"", 0, {}
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close", timeout=10)
        except (BrowserError, OSError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.to_browser)
        os.close(self.from_browser)
        shutil.rmtree(self.folder, ignore_errors=True)

    def receive(self, deadline):
        """The next message; None if there is none until then."""
        while b"\0" not in self.rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.from_browser], [], [], left)[0]:
                return None
            more = os.read(self.from_browser, 1 << 16)
            if not more:
                raise BrowserError("Chromium ended")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, timeout=60, **params):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to_browser, data):]
        deadline = time.monotonic() + timeout
        while True:
            answer = self.receive(deadline)
            if answer is None:
                raise BrowserError("no answer to %s within %g s" % (method, timeout))
            if answer.get("id") == number:
                break
            self.take(answer)
        if "error" in answer:
            raise BrowserError("%s: %s" % (method, answer["error"].get("message")))
        return answer["result"]

    def take(self, event):
        page = self.pages.get(event.get("sessionId"))
        if page:
            page.events(event["method"], event["params"])

    def open(self, address, width=1280, height=900, dark=False, scripts=True, touch=False,
             timeout=60):
        """A new page of a file or an address, once it is loaded. scripts: False, as for a reader
        without JavaScript."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self.pages[session] = Page(self, session, target)
        page.prepare(width, height, dark, scripts, touch)
        if "://" not in address:
            address = pathlib.Path(address).resolve().as_uri()
        page.goto(address, timeout)
        return page


class Page:
    def __init__(self, browser, session, target):
        self.browser, self.session, self.target = browser, session, target
        self.messages, self.requests, self.loaded = [], [], False
        self.address = ""

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def events(self, method, params):
        if method == "Runtime.consoleAPICalled":
            words = [str(a.get("value", a.get("description", ""))) for a in params["args"]]
            self.messages.append("%s: %s" % (params["type"], " ".join(words)))
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            text = details.get("exception", {}).get("description") or details["text"]
            self.messages.append("exception: " + text)
        elif method == "Log.entryAdded":
            entry = params["entry"]
            self.messages.append("%s: %s %s" % (entry["level"], entry["text"],
                                                entry.get("url", "")))
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def prepare(self, width, height, dark, scripts, touch):
        for domain in ("Page", "Runtime", "Log", "Network", "DOM"):
            self.call(domain + ".enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.set_scheme(dark)
        self.resize(width, height, touch)
        if not scripts:
            self.call("Emulation.setScriptExecutionDisabled", value=True)

    def set_scheme(self, dark):
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def resize(self, width, height, touch=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=touch)
        self.width, self.height = width, height

    def goto(self, address, timeout=60):
        self.loaded, self.address = False, address
        answer = self.call("Page.navigate", url=address)
        if answer.get("errorText"):
            raise BrowserError("%s: %s" % (address, answer["errorText"]))
        deadline = time.monotonic() + timeout
        while not self.loaded:
            event = self.browser.receive(deadline)
            if event is None:
                raise BrowserError("%s was not loaded within %g s" % (address, timeout))
            self.browser.take(event)

    def settle(self, seconds=0.2):
        """Let events come in for a while."""
        deadline = time.monotonic() + seconds
        while (event := self.browser.receive(deadline)) is not None:
            self.browser.take(event)

    def evaluate(self, script):
        """The value of a JavaScript expression; of a promise, what it resolves to."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait(self, condition, timeout=60):
        """Until the JavaScript expression is true."""
        deadline = time.monotonic() + timeout
        while not self.evaluate("Boolean(%s)" % condition):
            if time.monotonic() > deadline:
                raise BrowserError("not true within %g s: %s" % (timeout, condition))
            self.settle(0.05)

    def place(self, selector):
        """The middle of an element, scrolled into view."""
        where = self.evaluate(
            """(() => { const e = document.querySelector(%s); if (!e) return null;
            e.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
            const r = e.getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2, r.width, r.height]; })()"""
            % json.dumps(selector))
        if not where or not where[2] or not where[3]:
            raise BrowserError("there is no visible element '%s'" % selector)
        return where[0], where[1]

    def hover(self, selector, dx=0, dy=0):
        x, y = self.place(selector)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + dx, y=y + dy)

    def click(self, selector, dx=0, dy=0):
        x, y = self.place(selector)
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x + dx, y=y + dy, button="left",
                      clickCount=1)

    def wheel(self, selector, delta):
        x, y = self.place(selector)
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=delta)

    def key(self, name, times=1, modifiers=0):
        """One of the keys of KEYS, or a character. modifiers: 8 is the shift key."""
        code, text = KEYS.get(name, (ord(name.upper()[0]), name))
        for _ in range(times):
            down = {"type": "keyDown", "key": name, "windowsVirtualKeyCode": code,
                    "modifiers": modifiers}
            if text:
                down["text"] = text
            self.call("Input.dispatchKeyEvent", **down)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code,
                      modifiers=modifiers)

    def screenshot(self, path, whole=True):
        """A PNG of the page, whole or what the window shows; folders are made."""
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        more = {}
        if whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            more["clip"] = {"x": 0, "y": 0, "width": self.width,
                            "height": min(size["height"], 16000), "scale": 1}
        answer = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole,
                           **more)
        with open(path, "wb") as file:
            file.write(base64.b64decode(answer["data"]))

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
        self.browser.pages.pop(self.session, None)


KEYS = {
    "Tab": (9, ""), "Enter": (13, "\r"), "Escape": (27, ""), " ": (32, " "), "PageUp": (33, ""),
    "PageDown": (34, ""), "End": (35, ""), "Home": (36, ""), "ArrowLeft": (37, ""),
    "ArrowUp": (38, ""), "ArrowRight": (39, ""), "ArrowDown": (40, ""), "Delete": (46, ""),
}

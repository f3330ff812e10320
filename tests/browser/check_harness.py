#!/usr/bin/env python3
"""The browser checks themselves: a sound page passes all of them, and each defect is noticed by
the one that is for it."""

import functools
import http.server
import os
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from checks import LOOKS, Checks, ask, console, figures, network, screenshot_path  # noqa: E402
from chromium import Chromium, need_chromium  # noqa: E402

SOUND = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>sound</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
:root { color-scheme: light dark; --ink: #222; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --paper: #111; } }
body { color: var(--ink); background: var(--paper); } text { fill: var(--ink); }
svg { max-width: 100%% }</style></head><body><h1>A page</h1>
<p>Its text.</p><button id="b" onclick="this.textContent = 'pressed'">press</button>
<svg width="200" height="60" viewBox="0 0 200 60"><title>a bar</title>
<rect width="80" height="30" fill="#004488"/><text x="90" y="20">80</text>
<text x="5" y="20" style="fill: #fff">in it</text></svg>
%s</body></html>"""

# A defect, the check that must notice it, and a word of what it says.
DEFECTS = [
    ("<script>console.log('hello')</script>", console, "hello"),
    ("<script>nothing.at.all()</script>", console, "nothing is not defined"),
    ("<script>setTimeout(() => Promise.reject(new Error('late')), 0)</script>", console, "late"),
    ("<img src='missing.png' alt='x'>", network, "missing.png"),
    ("<script>fetch('other.json').catch(() => 0)</script>", network, "other.json"),
    ("<svg width='9' height='9'><title>t</title></svg>", figures, "no shapes"),
    ("<svg width='0' height='9'><title>t</title><rect/></svg>", figures, "0 x 9"),
    ("<svg width='50' height='9'><title>t</title><path d='M NaN 0'/></svg>", figures, "NaN"),
    ("<svg width='50' height='20'><title>t</title><rect/><text x='30' y='12'>a long label</text>"
     "</svg>", figures, "cut off"),
    ("<svg width='90' height='20'><title>t</title><rect/><text x='1' y='12'>under</text>"
     "<text x='4' y='12'>above</text></svg>", "overlappingTexts", "'under' and 'above'"),
    ("<p style='color: #999'>pale</p>", "lowContrast", "pale"),
    ("<p style='opacity: 0.4'>faded</p>", "lowContrast", "faded"),
    ("<svg width='90' height='20'><title>t</title><rect width='90' height='20' fill='#444'/>"
     "<text x='5' y='15' style='fill: #222'>dark on dark</text></svg>", "lowContrast",
     "dark on dark"),
    ("<div style='width: 2000px'>wide</div>", "overflow", "wide"),
    ("<input type='range'>", "unnamed", "has no name"),
    ("<i id='b'></i>", "unnamed", "twice"),
    ("<script src='data:,'></script><link rel='icon' href='https://example.org/i'>", "outside",
     "example.org"),
]


def serve(folder):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0),
                                             functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def check_sound(checks, browser, folder):
    path = write(folder, "sound.html", SOUND % "")
    checks.every_look(browser, path, "harness", at_least_figures=1)
    page = browser.open(path)
    page.click("#b")
    checks.equal(page.evaluate("document.querySelector('#b').textContent"), "pressed", "a click")
    page.close()
    page = browser.open(path)
    page.key("Tab")
    page.key("Enter")
    checks.equal(page.evaluate("document.querySelector('#b').textContent"), "pressed", "a key")
    page.close()
    page = browser.open(path, scripts=False)
    page.click("#b")
    checks.equal(page.evaluate("document.querySelector('#b').textContent"), "press",
                 "a click without scripts")
    page.close()


def check_defects(checks, browser, folder):
    server = serve(folder)
    for i, (markup, check, word) in enumerate(DEFECTS):
        write(folder, "%d.html" % i, SOUND % markup)
        page = browser.open("http://127.0.0.1:%d/%d.html" % (server.server_port, i))
        said = ask(page, check) if isinstance(check, str) else check(page)
        checks.that(any(word in text for text in said),
                    "a defect goes unnoticed: %s; said: %s" % (markup, said))
        page.close()
    server.shutdown()


def main():
    need_chromium()
    checks = Checks()
    with Chromium() as browser, tempfile.TemporaryDirectory() as folder:
        check_sound(checks, browser, folder)
        check_defects(checks, browser, folder)
    for look in LOOKS:
        path = screenshot_path("harness-" + look)
        with open(path, "rb") as file:
            checks.equal(file.read(8), b"\x89PNG\r\n\x1a\n", path)
    return checks.result()


if __name__ == "__main__":
    sys.exit(main())

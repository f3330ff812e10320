#!/usr/bin/env python3
"""A report in headless Chromium: it opens without a message and asks nothing of the network, reads well at
all widths, light and dark; values under the pointer, legends, zoom, other axes, smoothing, sorted tables
and the keyboard do what they say, and values are those of the files.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "report"))
import folders  # noqa: E402
from checks import Checks  # noqa: E402
from chromium import Chromium, need_chromium  # noqa: E402

FIRST = "document.querySelector('figure.adf .panel[data-plot]')"
FIGURE = "document.querySelector('figure.adf:has(.panel[data-plot])')"


def line(page):
    return page.evaluate(FIRST + ".querySelector('.series .line').getAttribute('d')")


def main():
    need_chromium()
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder, Chromium() as browser:
        folders.everything(folder)
        html = os.path.join(folder, "report.html")
        done = subprocess.run([os.environ.get("ADROP", "build/adrop"), "report", folder, "--output", html,
                               "--title", "A <report> & its \"title\""], capture_output=True, text=True, check=False)
        checks.equal(done.returncode, 0, "adrop report " + done.stderr)
        checks.that(os.path.getsize(html) < 1_000_000, "the page is below 1 MB")
        checks.every_look(browser, html, "report", at_least_figures=15)

        page = browser.open(html, width=1280, height=900)
        checks.equal(page.evaluate("document.title"), 'A <report> & its "title"', "title")
        checks.equal(page.evaluate("document.documentElement.dataset.ready"), "1", "the script ran to its end")
        page.evaluate(FIGURE + ".scrollIntoView()")

        # hover: the values of epoch 10 are those of the file
        box = json.loads(page.evaluate("JSON.stringify((r => [r.x, r.y, r.width, r.height])(" + FIRST
                                       + ".querySelector('.hit').getBoundingClientRect()))"))
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=box[0] + box[2] * 9 / 19, y=box[1] + box[3] / 2)
        page.settle()
        tip = page.evaluate("document.querySelector('.tip').hidden ? '' : document.querySelector('.tip').innerText")
        checks.that("epoch 10" in tip, "the pointer shows epoch 10: " + repr(tip))
        values = [folders.epoch(10, 20, 2, noise=0.3 * __import__("math").sin(7 * s + 10))["test_acc"] for s in (1, 2, 3)]
        checks.that("advanced: %.3f" % (sum(values) / 3) in tip.replace("\n", " ") or
                    "advanced: %.5g" % (sum(values) / 3) in tip, "its value is the mean of the runs: " + repr(tip))

        # the legend switches a series off and on again, also by the keyboard
        hidden = "getComputedStyle(%s.querySelector('.series[data-name=none]')).display" % FIRST
        page.evaluate(FIGURE + ".querySelector('.key[data-name=none]').dispatchEvent(new MouseEvent('click',{bubbles:true}))")
        checks.equal(page.evaluate(hidden), "none", "a click on the legend")
        page.evaluate(FIGURE + ".querySelector('.key[data-name=none]').focus()")
        page.key("Enter")
        checks.that(page.evaluate(hidden) != "none", "Enter on the legend shows it again")

        # zoom by buttons, by the keyboard, and back
        start = line(page)
        page.evaluate(FIGURE + ".querySelector('.bar button').click()")
        closer = line(page)
        checks.that(closer != start, "zooming in draws anew")
        page.evaluate(FIGURE + ".querySelector('.draw').focus()")
        page.key("0")
        ticks = page.evaluate(FIRST + ".querySelectorAll('.xticks text').length")
        checks.that(ticks >= 2, "ticks are there after a reset")
        again = line(page)
        checks.that(again != closer, "0 resets the zoom")
        page.key("+")
        checks.that(line(page) != again, "plus zooms")
        page.key("0")
        page.key("ArrowRight")
        checks.that(page.evaluate("!document.querySelector('.tip').hidden"), "arrows show values")

        # logarithmic axes and smoothing
        buttons = FIGURE + ".querySelectorAll('.bar button')"
        page.evaluate(buttons + "[4].click()")
        checks.that(line(page) != again and page.evaluate(buttons + "[4].getAttribute('aria-pressed')") == "true", "log y")
        page.evaluate(buttons + "[2].click()")
        checks.equal(line(page), again, "reset")
        page.evaluate("(r => { r.value = 9; r.dispatchEvent(new Event('input')); })(" + FIGURE + ".querySelector('input'))")
        checks.that(line(page) != again, "smoothing")

        # tables sort by a click, up and down, numbers as numbers
        column = "[...document.querySelector('table.sort').tBodies[0].rows].map(r => parseFloat(r.cells[3].textContent))"
        sort = "document.querySelector('table.sort').tHead.rows[0].cells[3].querySelector('button').click()"
        page.evaluate(sort)
        up = page.evaluate(column)
        checks.equal(up, sorted(up), "sorted up")
        page.evaluate(sort)
        checks.equal(page.evaluate(column), sorted(up, reverse=True), "sorted down")
        checks.page(page, "report, after all that")
        page.close()

        # complete without JavaScript
        text = pathlib.Path(html).read_text(encoding="utf-8")
        bare = text[:text.rindex("<script>")] + text[text.rindex("</script>") + 9:]
        plain = os.path.join(folder, "plain.html")
        pathlib.Path(plain).write_text(bare, encoding="utf-8")
        checks.that("<script" not in bare, "no script is left")
        page = browser.open(plain, width=1280, height=900)
        checks.page(page, "without JavaScript", at_least_figures=15)
        page.close()
    return checks.result()


if __name__ == "__main__":
    sys.exit(main())

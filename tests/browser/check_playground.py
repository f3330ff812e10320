#!/usr/bin/env python3
"""The page of `adrop playground` in headless Chromium: it opens without a console message or a
request, at every width, light and dark; every number of the first view equals what `adrop dist`
prints, for all 30 pairs at several mu and sigma; the networks of the second view train as the same
source does when it is compiled for this machine (BUILD/tests/dump_playground), for every technique;
keyboard, wrong input, and a reader without JavaScript. ADROP is the program, BUILD its folder."""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from checks import Checks, ask, screenshot_path  # noqa: E402
from chromium import Chromium, need_chromium  # noqa: E402

ADROP = os.environ.get("ADROP", "build/adrop")
BUILD = os.environ.get("BUILD", "build")
POINTS = [("0", "1"), ("1", "2"), ("-3", "0.5"), ("0.5", "0.25"), ("4.5", "8")]
READY = "document.body.dataset.ready === 'yes'"
SHOWN = "document.body.dataset.nearest === 'shown'"
TABLES = """Object.fromEntries([...document.querySelectorAll('#numbers tr, #nearest tr')]
    .map(r => [r.cells[0].textContent, r.cells[1].textContent]))"""
STATE = """Object.fromEntries([...document.querySelectorAll('#state tr')]
    .map(r => [r.cells[0].textContent, r.cells[1].textContent]))"""


def program(*arguments):
    return subprocess.run([ADROP, *arguments], check=True, capture_output=True, text=True).stdout


def facts(text):
    return dict(re.findall(r"^ *(\S.*?)  +(\S.*)$", text, re.M))


def printed(command):
    """The rows of `adrop dist`, and its samples, of a command line that the page showed. The page has
    each of the nearest distributions in one row."""
    text = program(*shlex.split(command)[1:])
    parts = text.split("\n\n")
    table = facts(parts[1])
    for part in parts[2:]:
        found = re.match(r"(Nearest \w+) distribution\n", part)
        if found:
            near = facts(part)
            limit = " (only in a limit)" if near.pop("only in a limit", "no") == "yes" else ""
            table[found[1].replace("N", "n", 1)] = ", ".join(f"{k} {v}" for k, v in near.items()) + limit
    return table, text.split("samples\n")[1].split()


def choose(page, seed, mapping, mu, sigma):
    page.evaluate("masks.choose(%s)" % json.dumps([seed, mapping, mu, sigma])[1:-1])
    page.wait(SHOWN)


def check_numbers(checks, page):
    seeds = page.evaluate("[...document.querySelector('#seed-dist').options].map(o => o.value)")
    maps = page.evaluate("[...document.querySelector('#map').options].map(o => o.value)")
    checks.equal(len(seeds) * len(maps), 42, "pairs, a formula on either side among them")
    for seed in seeds:
        for mapping in maps:
            for mu, sigma in POINTS:
                choose(page, seed, mapping, mu, sigma)
                command = page.evaluate("document.querySelector('#command').textContent")
                table, samples = printed(command)
                checks.that("--mu %s --sigma %s " % (mu, sigma) in command, command)
                checks.equal(page.evaluate(TABLES), table, command)
                shown = page.evaluate("document.querySelector('#samples').textContent").split()
                checks.equal(shown, samples, command)


def check_hands(checks, page):
    """Sliders by keyboard, the numbers beside them, tabs, the next draw, wrong numbers."""
    choose(page, "gaussian", "sigmoid", "1", "2")
    page.evaluate("document.querySelector('#mu-slide').focus()")
    page.key("ArrowRight", 4)
    checks.equal(page.evaluate("document.querySelector('#mu').value"), "1.2", "mu after four keys")
    page.wait(SHOWN)
    checks.equal(page.evaluate(TABLES), printed(page.evaluate(
        "document.querySelector('#command').textContent"))[0], "after the keys")
    before = page.evaluate("document.querySelector('#samples').textContent")
    page.click("#draw")
    checks.that(before != page.evaluate("document.querySelector('#samples').textContent"),
                "the next draw has other masks")
    page.evaluate("(() => { const e = document.querySelector('#sigma'); e.value = '-1';"
                  " e.dispatchEvent(new Event('input')); })()")
    checks.that("sigma is -1" in page.evaluate("document.querySelector('#masks-problem').textContent"),
                "a negative sigma is refused in words")
    page.screenshot(screenshot_path("playground-refused"))
    choose(page, "gaussian", "clamp", "0.5", "0.5")
    checks.that(page.evaluate("document.querySelector('#masks-problem').hidden"), "and forgiven")
    choose(page, "gaussian", "formula", "0.5", "0.5")
    page.evaluate("(() => { const e = document.querySelector('#map-formula'); e.value = 'sin(r)';"
                  " e.dispatchEvent(new Event('input')); })()")
    checks.that("is not monotone: at r = -1.574" in page.evaluate("document.querySelector('#masks-problem').textContent"),
                "a formula that falls is refused in words")
    choose(page, "gaussian", "clamp", "0.5", "0.5")
    checks.none(ask(page, "lowGraphics", "#density .density, #density .beta, #density .atom, #density .coin"),
                "masks, lines")
    page.evaluate("document.querySelector('#tab-masks').focus()")
    page.key("ArrowRight")
    checks.equal(page.evaluate("document.activeElement.id"), "tab-network", "the tab by keyboard")
    checks.that(page.evaluate("!document.querySelector('#view-network').hidden"), "shows the view")


def native(text):
    """Loss, accuracies and rates after 100 steps, by the program of this machine."""
    found = subprocess.run([f"{BUILD}/tests/dump_playground", text, "100"], capture_output=True,
                           text=True, check=True)
    return json.loads(found.stdout)


def set_value(page, selector, value):
    page.evaluate("(() => { const e = document.querySelector(%s); e.value = %s;"
                  " e.dispatchEvent(new Event('change')); })()" % (json.dumps(selector), json.dumps(value)))


def check_training(checks, page):
    techniques = page.evaluate("[...document.querySelector('#technique').options].map(o => o.value)")
    checks.that(len(techniques) >= 25, "%d techniques" % len(techniques))
    learned = 0
    for text in techniques + ["bernoulli:rate=0.1", "advanced:unit=node", "nonsense", "bernoulli:rate=2"]:
        set_value(page, "#text", text)
        wanted = native(text)
        if "message" in wanted:
            checks.equal(page.evaluate("document.querySelector('#network-problem').textContent"),
                         wanted["message"], text)
            checks.that(page.evaluate("document.querySelector('#train').disabled"), text + " cannot train")
            continue
        for _ in range(10):
            page.evaluate("document.querySelector('#step').click()")
        state = page.evaluate(STATE)
        for name, value in wanted.items():
            checks.equal(state.get(name), value, "%s, %s" % (text, name))
        learned += float(wanted["test points right"].split()[0]) > 85
        checks.that(page.evaluate("document.querySelectorAll('#border image, #border .edge').length") == 2,
                    text + ": a picture and a border")
    checks.that(learned >= 18, "%d networks learned" % learned)


def check_train_button(checks, page):
    set_value(page, "#text", "concrete")
    page.click("#train")
    page.wait("Number(document.querySelector('#state td').textContent) > 40")
    page.click("#train")
    at = page.evaluate("document.querySelector('#state td').textContent")
    page.settle(0.5)
    checks.equal(page.evaluate("document.querySelector('#state td').textContent"), at, "paused")
    checks.none(ask(page, "lowGraphics", "#border .edge, #border circle, #loss path.train, #loss path.test"),
                "network, lines")
    set_value(page, "#all-steps", "100")
    page.click("#all")
    page.wait("!document.querySelector('#all').disabled", 200)
    cards = page.evaluate("""[...document.querySelectorAll('.card')].map(c => [c.dataset.technique,
        Boolean(c.querySelector('image')), c.querySelector('p').textContent])""")
    checks.that(len(cards) >= 25, "a card for every technique")
    for name, drawn, text in cards:
        checks.that(drawn or name in text, "%s: a picture, or why not: %s" % (name, text))
    page.click("#reset")
    checks.equal(page.evaluate("document.querySelector('#state td').textContent"), "0", "from the start")


def network_of(page):
    page.wait(READY)
    page.click("#tab-network")
    page.wait("document.querySelector('#border image')")
    for _ in range(8):
        page.evaluate("document.querySelector('#step').click()")


def main():
    need_chromium()
    checks = Checks()
    with Chromium() as browser, tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "page.html")
        made = subprocess.run([ADROP, "playground", "--output", path], capture_output=True, text=True)
        if made.returncode == 1 and "without the page" in made.stderr:
            print("skipped: " + made.stderr.strip())
            return 77
        checks.equal(made.returncode, 0, made.stderr)
        checks.every_look(browser, path, "playground-masks", 1, lambda page: page.wait(SHOWN))
        checks.every_look(browser, path, "playground-network", 3, network_of)
        page = browser.open(path)
        page.wait(READY)
        check_numbers(checks, page)
        check_hands(checks, page)
        check_training(checks, page)
        check_train_button(checks, page)
        checks.page(page, "after all that", 20)
        page.screenshot(screenshot_path("playground-all"))
        page.close()
        page = browser.open(path, scripts=False)
        checks.that("needs JavaScript" in page.evaluate("document.body.innerText"),
                    "without JavaScript it says what it is")
        page.screenshot(screenshot_path("playground-without"))
    return checks.result()


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""How long do a report and its page take?

    report.py [PROGRAM] [ROUNDS]        build/adrop, 5

Folders of 100 runs of 200 epochs (ten techniques, three dropout layers), and of one usual comparison (three techniques, three
runs, 20 epochs), a search, a pruning and an uncertainty record. Of each: seconds and megabytes of `adrop report`, bytes of the page, and, where Chromium is
installed, seconds from the navigation to the event `load` and to the first frame after the script ran. Medians of the rounds, and the
largest. A million epochs of one run: seconds and megabytes."""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests/report"), str(ROOT / "tests/browser")]
import folders  # noqa: E402
from chromium import Chromium, chromium_path  # noqa: E402


def once(command):
    """Seconds, megabytes and the processor's seconds of one run of a command."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(command)}: exit {child.returncode}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def opened(browser, html):
    """Seconds to 'load', and to the first frame that is drawn with the script's changes."""
    start = time.perf_counter()
    page = browser.open(html)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
    whole = time.perf_counter() - start
    timing = json.loads(page.evaluate("JSON.stringify(performance.getEntriesByType('navigation')[0])"))
    ready = page.evaluate("document.documentElement.dataset.ready")
    page.close()
    if ready != "1" or page.messages:
        sys.exit(f"{html}: the script did not run to its end: {page.messages}")
    return timing["loadEventEnd"] / 1000, whole


def show(name, values, unit, digits=2):
    print(f"  {name:34} {statistics.median(values):10.{digits}f} {unit:3} (largest {max(values):.{digits}f})")


def measure(adrop, name, folder, rounds, browser):
    html = folder + ".html"
    made = [once([adrop, "report", folder, "--output", html, "--quiet"]) for _ in range(rounds)]
    print(name)
    show("adrop report", [m[0] for m in made], "s")
    show("the processor's part of it", [m[2] for m in made], "s")
    show("its memory", [m[1] for m in made], "MB", 0)
    print(f"  {'the page':34} {os.path.getsize(html) / 1e6:10.2f} MB")
    if browser:
        times = [opened(browser, html) for _ in range(rounds)]
        show("opens in Chromium: to 'load'", [t[0] for t in times], "s")
        show("to the first frame after it", [t[1] for t in times], "s")


def main():
    adrop = sys.argv[1] if len(sys.argv) > 1 else "build/adrop"
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    browser = Chromium() if chromium_path() else None
    with tempfile.TemporaryDirectory() as folder:
        large, usual, long = (os.path.join(folder, n) for n in ("large", "usual", "long"))
        folders.comparison(large, techniques=[f"bernoulli:rate=0.{i}" for i in range(1, 10)] + ["advanced"], runs=10, epochs=200)
        folders.everything(usual)
        folders.run(long, epochs=1)
        line = json.dumps(folders.epoch(1, 1, 1))
        with open(os.path.join(long, "metrics.jsonl"), "w", encoding="utf-8") as f:
            for e in range(1, 1_000_001):
                f.write(line.replace('"epoch": 1,', f'"epoch": {e},') + "\n")
        if browser:
            browser.__enter__()
        measure(adrop, "100 runs of 200 epochs", large, rounds, browser)
        measure(adrop, "a comparison, a search, a pruning", usual, rounds, browser)
        measure(adrop, "one run of 1,000,000 epochs", long, 2, browser)
        if browser:
            browser.__exit__(None, None, None)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Figures of every kind: XML that xmllint accepts, SVG and CSV with the same numbers, lines drawn where
the numbers say, colours that people with each kind of colour blindness can tell apart, PNG by librsvg.
"""
import csv
import itertools
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
FIELDS = ("x", "y", "low", "high")
bad = []


def expect(fact, text):
    if not fact:
        bad.append(text)


def unpack(series):
    """The points of a <g class="series">, as CSV has them."""
    lists = {}
    for key in FIELDS:
        text = series.get("data-" + key)
        counted = re.fullmatch(r"1\.\.(\d+)", text or "")
        if counted:
            lists[key] = [str(i + 1) for i in range(int(counted[1]))]
        elif text is not None:
            lists[key] = text.split(",")
    names = series.get("data-label")
    if names is not None:
        lists["name"] = names.split("\t")
    n = len(next(iter(lists.values()), []))
    return [{key: lists[key][i] if key in lists else "" for key in FIELDS + ("name",)} for i in range(n)]


def numbers_agree(path):
    root = ET.parse(path).getroot()
    with open(path.with_suffix(".csv"), newline="", encoding="utf-8") as f:
        rows = list(csv.DictReader(f))
    drawn = []
    for panel in root.iter(SVG + "g"):
        if (panel.get("class") or "").startswith("panel"):
            for series in panel.iter(SVG + "g"):
                if (series.get("class") or "").startswith("series"):
                    drawn += [dict(p, series=series.get("data-name")) for p in unpack(series)]
    expect(len(drawn) == len(rows) and rows, f"{path.name}: {len(drawn)} points, {len(rows)} lines of CSV")
    for point, row in zip(drawn, rows):
        for key in ("series", "name") + FIELDS:
            expect(point[key] == row.get(key, ""), f"{path.name}: {key} is {point[key]}, CSV has {row.get(key)}")


def place(value, ends, is_log):
    value, low, high = (math.log10(v) if is_log else v for v in (value, *ends))
    return (value - low) / (high - low)


def lines_are_where_numbers_say(path):
    checked = 0
    for panel in ET.parse(path).getroot().iter(SVG + "g"):
        if not panel.get("data-plot"):
            continue
        left, top, width, height = map(float, panel.get("data-plot").split())
        xr, yr = ([float(v) for v in panel.get(k).split()] for k in ("data-xr", "data-yr"))
        logs = [v == "1" for v in panel.get("data-log").split()]
        for series in panel.iter(SVG + "g"):
            if not (series.get("class") or "").startswith("series"):
                continue
            line = next(p for p in series.iter(SVG + "path") if p.get("class") == "line")
            drawn = [float(v) for v in re.findall(r"-?\d+\.\d", line.get("d").replace("h.01", ""))]
            wanted = [p for p in unpack(series) if p["x"] and p["y"]]
            expect(len(drawn) == 2 * len(wanted), f"{path.name}: {len(drawn)} coordinates")
            for i, p in enumerate(wanted):
                x = left + width * place(float(p["x"]), xr, logs[0])
                y = top + height * (1 - place(float(p["y"]), yr, logs[1]))
                expect(abs(x - drawn[2 * i]) < 0.11 and abs(y - drawn[2 * i + 1]) < 0.11,
                       f"{path.name}: a point is off by {x - drawn[2 * i]}, {y - drawn[2 * i + 1]}")
                checked += 1
    return checked


# Machado, Oliveira, Fernandes (2009), severity 1.
SIGHT = {
    "normal": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "no red cones": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green cones": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "no blue cones": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def linear(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def lab(rgb):
    rgb = [min(1, max(0, c)) for c in rgb]
    xyz = [sum(a * b for a, b in zip(row, rgb)) for row in
           ([0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505])]
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
               for t in (xyz[0] / 0.9505, xyz[1], xyz[2] / 1.089))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def luminance(colour):
    return sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear(colour)))


def colours_can_be_told_apart(css):
    light, dark = css.split("@media screen", 1)
    for name, part in (("light", light), ("dark", dark)):
        paper = re.search(r"\.paper\{fill:(#[0-9a-f]{3,6})\}", part)[1]
        paper = "#ffffff" if paper == "#fff" else paper
        colours = [re.search(r"\.s%d \.whisker\{stroke:(#[0-9a-f]{6})\}" % i, part)[1] for i in range(8)]
        for c in colours:
            a, b = sorted((luminance(c), luminance(paper)))
            expect((b + 0.05) / (a + 0.05) >= 3, f"{name}: {c} on {paper} has a contrast below 3")
        for sight, matrix in SIGHT.items():
            seen = [lab([sum(a * b for a, b in zip(row, linear(c))) for row in matrix]) for c in colours]
            for i, k in itertools.combinations(range(8), 2):
                apart = math.dist(seen[i], seen[k])
                expect(apart >= 11, f"{name}, {sight}: {colours[i]} and {colours[k]} are {apart:.1f} apart")


def main():
    build = pathlib.Path(os.environ.get("BUILD", "build"))
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([build / "tests/test_figure", folder], capture_output=True, text=True, check=False)
        expect(done.returncode == 0, "test_figure failed: " + done.stdout[-500:])
        files = sorted(pathlib.Path(folder).glob("*.svg"))
        expect(len(files) == 10, f"{len(files)} figures, not 10")
        points = 0
        for path in files:
            if shutil.which("xmllint"):
                lint = subprocess.run(["xmllint", "--noout", path], capture_output=True, text=True, check=False)
                expect(not lint.returncode and not lint.stderr, "xmllint: " + lint.stderr[:300])
            numbers_agree(path)
            points += lines_are_where_numbers_say(path)
        expect(points > 200, f"{points} points of lines checked")
        colours_can_be_told_apart(ET.parse(files[0]).getroot().find(SVG + "style").text)
        without = [n for n in ("xmllint", "rsvg-convert") if not shutil.which(n)]
        if shutil.which("rsvg-convert"):
            png = pathlib.Path(folder) / "a.png"
            done = subprocess.run(["rsvg-convert", "-o", png, files[0]], capture_output=True, text=True, check=False)
            expect(done.returncode == 0 and png.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n", "librsvg: " + done.stderr[:300])
            expect(not done.stderr, "librsvg says: " + done.stderr[:300])
            done = subprocess.run([os.environ.get("ADROP", build / "adrop"), "reproduce", "gpdf", "--figures", folder + "/made", "--png",
                                   "--pdf", "--quiet"], capture_output=True, text=True, check=False)
            made = {p.name: p.read_bytes()[:5] for p in pathlib.Path(folder, "made").iterdir()}
            expect(done.returncode == 0 and made.get("gpdf.png") == b"\x89PNG\r" and made.get("gpdf.pdf") == b"%PDF-"
                   and set(made) == {"gpdf.csv", "gpdf.pdf", "gpdf.png", "gpdf.svg"}, f"--png --pdf: {sorted(made)} {done.stderr[:300]}")
    for line in bad[:30]:
        print(line)
    print(f"{len(files)} figures, {points} points; {len(bad)} failures"
          + (f"; not installed, not checked: {', '.join(without)}" if without else ""))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

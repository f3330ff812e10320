#!/usr/bin/env python3
"""Write the measured cost into every page of docs/techniques, from a recorded run.

    bench/fill_costs.py bench/recorded/masks-avx2.txt

A page has a line `<!-- cost NAME -->`; what follows it up to the next empty line is replaced. Run from
the top of the project.
"""
import pathlib
import re
import sys


def read(path):
    """{technique: {pass: (ours, PyTorch's or None)}} of the rows with one thread, best figures."""
    rows = {}
    for line in pathlib.Path(path).read_text().splitlines():
        field = line.split()
        if len(field) >= 8 and field[1] in ("forward", "forward+backward") and field[2] == "1":
            peer = None if field[5] == "-" else float(field[5])
            rows.setdefault(field[0], {})[field[1]] = (float(field[3]), peer)
    return rows


def sentence(row, source):
    forward, both = row["forward"], row["forward+backward"]
    text = (f"One AVX2 thread, 256 x 800, best of the recorded rounds: {forward[0]:.0f} million masks a second forward,\n"
            f"{both[0]:.0f} forward and backward.")
    if forward[1] is not None:
        text += f" PyTorch's counterpart in the same run: {forward[1]:.0f} and {both[1]:.0f}."
    return text + f"\nRecorded in `{source}`; `make bench` repeats it.\n"


def main():
    source = sys.argv[1]
    rows = read(source)
    for page in sorted(pathlib.Path("docs/techniques").glob("*.md")):
        text = page.read_text()
        mark = re.search(r"<!-- cost (\S+) -->\n", text)
        if not mark:
            continue
        end = text.find("\n\n", mark.end() - 1)
        rest = text[end + 1:] if end >= 0 else ""
        page.write_text(text[:mark.end()] + sentence(rows[mark.group(1)], source) + rest)


if __name__ == "__main__":
    main()

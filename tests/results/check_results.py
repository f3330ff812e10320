#!/usr/bin/env python3
"""Do the documents of results/ say what their records say?

- Every decimal number in a section of results/README.md that links JSON files follows from one of them: it is a
  value of it, a share in per cent, a difference of two means, an end of such a difference's 95 % interval (paired where
  runs have the same seeds, else Welch's), or stands in one of its sentences. Numbers in code are commands, no results.
- Differences written "A less B: d, low to high" are computed again from the runs.
- The first page (section "In one page"): each row of its table leads to such a section, and its numbers follow from that
  section's files.
- Tables: "mean ± standard deviation" of each technique in X.md is that of X.json, block by block; of pruning every cell.
- verdicts.json, which the page of `adrop reproduce --all` shows: a sentence for each record, with numbers of that record.
- Figures: each SVG has the CSV of its numbers beside it, and the README names both and the command.

check_runs.py, beside this, looks at the runs that are kept.

    python3 tests/results/check_results.py [FOLDER]          # results
"""
import itertools
import json
import math
import pathlib
import re
import sys

from student import difference, mean, variance

HERE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "results")
NUMBER = re.compile(r"(?<![\w.])[-−]?\d+\.\d+(?:e-?\d+)?(?![\w]|\.\d)")
LINK = re.compile(r"\[[^\]]*\]\(([^)#]+)(?:#[^)]*)?\)")
DIFFERENCE = re.compile(r"`([^`]+)` less `([^`]+)`: ([-−]?[\d.]+), ([-−]?[\d.]+) to ([-−]?[\d.]*\d)")
bad = []
checked = 0


def expect(fact, text):
    global checked
    checked += 1
    if not fact:
        bad.append(text)


# -- What follows from a record ----------------------------------------------------------------------------------------

def blocks(record):
    """Rows of one part, data set, network and column, of `adrop reproduce` or of `adrop compare`."""
    rows = [dict(r, asked=r.get("asked", r["dropout"]), metric=r.get("metric", record.get("metric")))
            for r in record.get("rows", []) if isinstance(r, dict) and isinstance(r.get("runs"), list) and "dropout" in r]
    key = lambda r: (r.get("part"), r["data"], r["model"], r["metric"])  # noqa: E731
    return [list(g) for _, g in itertools.groupby(rows, key)]


def title(row):
    """Of the table in which a row stands."""
    if "part" not in row:
        what = "rmse" if row["metric"] == "test_rmse" else "accuracy (%)"
        return "Test %s, %s, %s" % (what, row["data"], row["model"])
    return "%s: %s, %s, %s" % (row["part"], row["data"], row["model"], row["metric"])


def leaves(x):
    if isinstance(x, bool) or x is None:
        return
    if isinstance(x, (int, float)):
        yield float(x)
    elif isinstance(x, str):
        for t in NUMBER.findall(x):
            yield float(t.replace("−", "-"))
    elif isinstance(x, (list, dict)):
        for v in x.values() if isinstance(x, dict) else x:
            yield from leaves(v)


def groups_of_plain_rows(record):
    """Records that are a list of runs: means and standard deviations over the runs of a technique."""
    rows = [r for r in record.get("rows", []) if isinstance(r, dict) and "technique" in r]
    for _, g in itertools.groupby(rows, lambda r: (r["technique"], r.get("prediction"))):
        g = list(g)
        for inner in (lambda r: r, lambda r: r.get("ood") or {}):
            for key, value in inner(g[0]).items():
                x = [inner(r).get(key) for r in g]
                if isinstance(value, (int, float)) and all(isinstance(v, (int, float)) for v in x):
                    yield mean(x)
                    if len(x) > 1:
                        yield math.sqrt(variance(x))


def derived(path, known={}):
    """Every number that a document may quote from a record."""
    if path not in known and path.suffix == ".md":
        known[path] = sorted(leaves(path.read_text(encoding="utf-8")))
    if path not in known:
        record = json.loads(path.read_text(encoding="utf-8"))
        values = set(leaves(record)) | set(groups_of_plain_rows(record))
        for block in blocks(record):
            means = [r["mean"] for r in block if r.get("mean") is not None]
            values.update(a - b for a, b in itertools.permutations(means, 2))
            values.update(a / b for a, b in itertools.permutations(means, 2) if b)
            for a, b in itertools.permutations([r for r in block if r["runs"]], 2):
                if "advanced" in (a["asked"], b["asked"]):
                    values.update(difference(a, b))
        by_technique = {}
        for block in blocks(record):  # one technique in several networks
            for r in block:
                if r.get("mean") is not None:
                    by_technique.setdefault((r["asked"], r["metric"]), []).append(r["mean"])
        for means in by_technique.values():
            values.update(a - b for a, b in itertools.permutations(means, 2))
        known[path] = sorted(v for v in values if math.isfinite(v))
    return known[path]


def follows(token, files):
    value = abs(float(token.replace("−", "-")))
    text = token.replace("−", "-").split("e")[0]
    half = 0.5000001 * 10.0 ** -len(text.split(".")[1])
    if "e" in token:
        half *= 10.0 ** int(token.split("e")[1])
    return any(abs(abs(v) - value) <= half or abs(100 * abs(v) - value) <= half for f in files for v in derived(f))


# -- Documents ---------------------------------------------------------------------------------------------------------

def sections(text):
    """(title, body) of each '## ' of a document."""
    parts = re.split(r"(?m)^## (.*)$", text)
    return list(zip(parts[1::2], parts[2::2]))


def anchor(title):
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def files_of(body):
    """The records that a section links; of a table without a record, the table."""
    found = []
    for link in LINK.findall(body):
        path = HERE / link
        if path.suffix in (".txt", ".md") and path.with_suffix(".json").exists():
            path = path.with_suffix(".json")
        if path.suffix in (".json", ".md") and path.name != "README.md" and ".." not in link and path not in found:
            found.append(path)
    return found


def prose(body):
    """Without code: commands and settings have numbers of their own."""
    body = re.sub(r"(?ms)^    \S.*?$", "", body)
    body = re.sub(r"`[^`]*`", "", body)
    return re.sub(r"\]\([^)]*\)", "]", body)


def check_numbers(where, text, files):
    for token in NUMBER.findall(text):
        expect(follows(token, files), f"{where}: {token} does not follow from {', '.join(f.name for f in files)}")


def check_differences(where, text, files):
    """'`A` less `B`: d, low to high', computed again from the runs of both."""
    for a, b, d, low, high in DIFFERENCE.findall(text):
        found = []
        for f in (f for f in files if f.suffix == ".json"):
            for block in blocks(json.loads(f.read_text(encoding="utf-8"))):
                one = {r["asked"]: r for r in block}
                if a in one and b in one and one[a]["runs"] and one[b]["runs"]:
                    found.append(difference(one[a], one[b]))
        numbers = [float(x.replace("−", "-")) for x in (d, low, high)]
        places = len(d.split(".")[1])
        expect(any(all(abs(x - y) <= 0.5000001 * 10 ** -places for x, y in zip(numbers, f)) for f in found),
               f"{where}: {a} less {b} is {[tuple(round(v, 4) for v in f) for f in found]}, not {numbers}")


def check_page(title, body, all_sections):
    """The table of the first page."""
    rows = [line for line in body.splitlines() if line.startswith("| [")]
    expect(len(rows) >= 10, f"'{title}' has {len(rows)} claims")
    for line in rows:
        target = re.search(r"\(#([^)]+)\)", line)
        there = [b for t, b in all_sections if target and anchor(t) == target.group(1)]
        expect(there, f"'{line[:60]}..' leads to no section")
        files = files_of(there[0]) if there else []
        check_numbers("the first page, " + line[:40], prose(DIFFERENCE.sub("", line)), files)
        check_differences("the first page", line, files)


def check_table(markdown, record):
    """'mean ± std' of X.md beside X.json."""
    want = {}
    for block in blocks(record):
        want[title(block[0])] = {r["asked"]: r for r in block}
    seen, name = 0, None
    for line in markdown.read_text(encoding="utf-8").splitlines():
        head = re.match(r"\*\*(.*)\*\*$", line)
        if head:
            name = head.group(1).replace("\\_", "_")
        cells = [c.strip() for c in line.strip("|").split("|")]
        technique = cells[0].split(" (")[0]
        if name not in want or technique not in want[name] or len(cells) < 3:
            continue
        row, here = want[name][technique], re.sub(r"[*<>/u]", "", cells[2]).strip()
        digits = len(here.split(" ")[0].split(".")[-1]) if "." in here else 0
        if row["mean"] is None:
            continue
        text = f"{row['mean']:.{digits}f}" + (f" ± {row['std']:.{digits}f}" if row.get("std") is not None and "±" in here else "")
        expect(here == text, f"{markdown.name}, {name}, {technique}: '{here}', the record has '{text}'")
        seen += 1
    expect(seen >= sum(r["mean"] is not None for b in want.values() for r in b.values()),
           f"{markdown.name} shows {seen} rows of its record")


def check_sheets(markdown, record):
    """Tables that are no comparison: each cell of X.md that is a number is the record's, to the digits shown."""
    lines = markdown.read_text(encoding="utf-8").splitlines()
    for sheet in record.get("sheets", []):
        title = f"**{sheet['title']}**"
        at = lines.index(title) if title in lines else None
        expect(at is not None, f"{markdown.name} has no table '{sheet['title']}'")
        shown = [line for line in lines[at + 4:at + 4 + len(sheet["rows"])]] if at is not None else []
        for line, row in zip(shown, sheet["rows"]):
            for cell, value in zip((c.strip() for c in line.strip("|").split("|")), row):
                digits = len(cell.split(".")[1]) if "." in cell else 0
                same = cell == value if isinstance(value, str) else \
                    value is None or abs(float(cell) - value) <= 0.5000001 * 10.0 ** -digits
                expect(same, f"{markdown.name}, '{sheet['title']}': {cell}, the record has {value}")


def check_figures(readme):
    for svg in sorted((HERE / "figures").glob("*.svg")):
        expect(svg.with_suffix(".csv").exists(), f"{svg} has its CSV beside it")
        expect(f"figures/{svg.name}" in readme, f"{svg} is named in the README")
        label = svg.stem.split("-")[0]
        expect(re.search(rf"`adrop \w+ (runs/)?{label}[-.\w]*[ `]", readme), f"the command of {svg} stands in the README")


def main():
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    parts = sections(readme)
    expect(parts and parts[0][0] == "In one page", "the README opens with 'In one page'")
    for title, body in parts:
        for link in LINK.findall(body):
            expect("://" in link or (HERE / link).exists(), f"{title}: there is no '{link}'")
        if title == "In one page":
            check_page(title, body, parts)
        elif files_of(body):
            files = [f for f in files_of(body) if f.exists()]
            check_differences(title, body, files)
            check_numbers(title, prose(DIFFERENCE.sub("", body)), files)
    verdicts = json.loads((HERE / "verdicts.json").read_text(encoding="utf-8"))
    for name, sentence in verdicts.items():
        expect((HERE / name).exists(), f"verdicts.json speaks of '{name}', which is not there")
        check_numbers("verdicts.json, " + name, sentence, [f for f in [HERE / name] if f.exists()])
    for record in sorted(HERE.glob("*.json")):
        if "recipe" in json.loads(record.read_text(encoding="utf-8")):
            expect(record.name in verdicts, f"verdicts.json has no verdict on {record.name}")
        markdown = record.with_suffix(".md")
        content = json.loads(record.read_text(encoding="utf-8"))
        expect(record.name == "verdicts.json" or f"({record.name})" in readme, f"{record.name} is named in the README")
        if markdown.exists() and blocks(content):
            check_table(markdown, content)
        if markdown.exists() and content.get("recipe") == "pruning":
            check_sheets(markdown, content)
    check_figures(readme)
    for line in bad[:40]:
        print(line)
    print(f"{checked} facts, {len(bad)} failures")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

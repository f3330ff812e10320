#!/usr/bin/env python3
"""Do the runs that are kept in results/runs, one archive for each comparison, bear out what is said of them?

- A record X.json whose runs are kept in runs/X.tar.xz: every accuracy in it, top 1 or top 5, is that of the last epoch in the run's
  metrics, for each technique and seed, and no kept run is left out, but for those beyond the number that the record was made with.
- Commands in results/README.md and runs/README.md that write to a folder whose runs are kept: their options are the
  settings in its compare.json, and every technique that has runs there is one of theirs, where they name any.
- Runs of one folder are paired: the same training and test rows, and the same seeds, or the first of them.
- side.json: rates and noise levels by epoch are those of the metrics that it names, to the digits written.
- Members of an archive are sorted, have no dates, and lie below one folder with its name.
- No file names a path of the machine that made it.

    python3 tests/results/check_runs.py [FOLDER]          # results
"""
import json
import pathlib
import re
import shlex
import sys
import tarfile
import tempfile

HERE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "results")
NOT_SETTINGS = {"data", "model", "dropout", "out", "threads", "jobs", "runs", "baseline", "format", "json"}  # of compare.json
RUNS = pathlib.Path()  # where the archives are unpacked
bad = []
checked = 0


def expect(fact, text):
    global checked
    checked += 1
    if not fact:
        bad.append(text)


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def epochs(run):
    """The lines of a run's metrics."""
    return [json.loads(line) for line in (run / "metrics.jsonl").read_text(encoding="utf-8").splitlines()]


def runs_of(folder):
    """{(data, network, technique): {seed: folder}}, as the names of folders say."""
    found = {}
    for path in sorted(folder.glob("*/*/*/*/run.json")):
        data, network, technique, seed = path.parent.relative_to(folder).parts
        found.setdefault((data, network, technique), {})[int(seed)] = path.parent
    return found


def slug(text):
    """A technique or a network as the name of a folder."""
    return text.replace(":", "_")


# -- Records -----------------------------------------------------------------------------------------------------------

def check_record(record, folder):
    kept, said = runs_of(folder), set()
    for row in read(record)["rows"]:
        where = f"{record.name}, {row.get('asked', row['dropout'])}"
        key = (row["data"], slug(row["model"]), slug(row.get("asked", row["dropout"])))
        metric = "test_top5" if row.get("metric") == "top5" else "test_acc"
        there = kept.get(key, {})
        said.add(key)
        more = set(there) - set(row["seeds"])
        expect(set(row["seeds"]) <= set(there), f"{where}: seeds {row['seeds']}, kept are those of {sorted(there)}")
        expect(not more or row.get("planned") == len(row["seeds"]), f"{where} leaves out the kept runs of {sorted(more)}")
        for seed, value in zip(row["seeds"], row["runs"]):
            if seed in there:
                last = epochs(there[seed])[-1][metric]
                expect(last == value, f"{where}, seed {seed}: {value}, the metrics end with {last}")
    expect(not said or said >= set(kept), f"{record.name} leaves out the kept runs of {sorted(set(kept) - said)}")


def check_pairs(folder):
    rows = {}
    for (data, network, _), runs in runs_of(folder).items():
        for seed, run in runs.items():
            record = read(run / "run.json")
            expect(record["status"] == "done", f"{run} is not finished")
            expect(int(record["settings"]["epochs"]) == len(epochs(run)), f"{run} has {len(epochs(run))} epochs")
            key = (data, network, seed)
            sums = {part: record["rows"][part]["xxh3"] for part in ("train", "test")}
            expect(rows.setdefault(key, sums) == sums, f"{run} has other rows than its pair")
    seeds = [list(runs) for runs in runs_of(folder).values()]
    longest = set(max(seeds, key=len, default=[]))
    expect(all(set(s) <= longest for s in seeds), f"{folder}: techniques have seeds of their own")


# -- Commands ----------------------------------------------------------------------------------------------------------

def commands(text):
    """Calls of the program, in a line of prose or in an indented block, as lists of words."""
    text = text.replace("\\\n", " ")
    for found in re.findall(r"(?m)^    (adrop .*)$", text) + re.findall(r"`(adrop [^`]*)`", text):
        yield shlex.split(" ".join(found.split()))


def settings_of(words):
    """What a command of compare sets by its options, and one of reproduce by --change KEY=VALUE."""
    for option, value in zip(words, words[1:] + [""]):
        if words[1] == "reproduce" and option == "--change":
            yield tuple(value.split("=", 1))
        elif words[1] == "compare" and option.startswith("--") and option[2:] not in NOT_SETTINGS:
            yield option[2:], value


def check_command(words, folder):
    settings = read(folder / "compare.json")["settings"]
    techniques = {slug(value) for option, value in zip(words, words[1:]) if option == "--dropout"}
    for key, value in settings_of(words):
        expect(settings.get(key) == value, f"{folder}: the command has {key} {value}, compare.json {settings.get(key)}")
    for _, _, technique in runs_of(folder):
        expect(not techniques or technique in techniques, f"{folder}: '{technique}' has runs, but the command does not name it")


def check_commands():
    seen = set()
    for name in ("README.md", "runs/README.md"):
        for words in commands((HERE / name).read_text(encoding="utf-8")):
            to = words[words.index("--out") + 1] if "--out" in words[:-1] else ""
            folder = RUNS / pathlib.PurePath(to).name
            if words[1] in ("compare", "reproduce") and to and folder.is_dir():
                check_command(words, folder)
                seen.add(folder.name)
    expect("mnist-paper" in seen, "the command of runs/mnist-paper stands in a README")


# -- Curves and names ----------------------------------------------------------------------------------------------------

def check_curves(side):
    """Rates and noise levels of dropout layers after some epochs."""
    for entry in (e for part in side.values() if isinstance(part, list) for e in part if "metrics" in e):
        at = {e["epoch"]: e["dropout"] for e in epochs((RUNS.parent / entry["metrics"]).parent)}
        for key in ("rate", "level"):
            for epoch, values in zip(entry["epochs"], entry[key]):
                for layer, value in zip(at[epoch], values):
                    expect(float(f"{layer[key]:.{entry['digits']}g}") == value,
                           f"side.json, {entry['metrics']}, epoch {epoch}: {key} {value}, the metrics have {layer[key]}")


def texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for v in value.values() if isinstance(value, dict) else value:
            yield from texts(v)


def unpack(archive):
    with tarfile.open(archive) as tar:
        members = tar.getmembers()
        names = [m.name for m in members]
        expect(names == sorted(names) and all(m.mtime == 0 and m.isfile() for m in members), f"{archive}: not sorted, or with dates")
        within = all(n.startswith(archive.name[:-len("tar.xz") - 1] + "/") and ".." not in n for n in names)
        expect(within, f"{archive}: members outside of its folder")
        if within:
            tar.extractall(RUNS)


def check_all():
    for archive in sorted((HERE / "runs").glob("*.tar.xz")):
        unpack(archive)
    for folder in sorted(RUNS.iterdir()):
        check_pairs(folder)
        if (HERE / f"{folder.name}.json").exists():
            check_record(HERE / f"{folder.name}.json", folder)
        for path in folder.rglob("*.json"):
            here = [t for t in texts(read(path)) if t.startswith("/")]
            expect(not here, f"{path} names {here[:1]}")
    check_commands()
    check_curves(read(HERE / "side.json"))


def main():
    global RUNS
    with tempfile.TemporaryDirectory() as folder:
        RUNS = pathlib.Path(folder) / "runs"
        RUNS.mkdir()
        check_all()
    for line in bad[:40]:
        print(line)
    print(f"{checked} facts, {len(bad)} failures")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

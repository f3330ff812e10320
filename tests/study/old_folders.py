#!/usr/bin/env python3
"""Folders of comparisons, searches and prunings that other versions of adrop have begun.

- A record without the settings that came later is resumed: nothing is trained again, no file of a run changes.
- A record of another format is refused with the version that made it, and stays as it is.
- The folder of one kind of study is refused by the other kinds, by its name.
- A comparison of MNIST that is kept in results/runs is resumed: all its runs are done. Left out without ADROP_DATA.

ADROP is the program. Run from the top. Standard library only."""
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

ADROP = os.environ["ADROP"]
KEPT = pathlib.Path("results/runs/mnist-paper-f32.tar.xz").resolve()
COMMON = ["--data", "digits", "--model", "mlp:16", "--batch", "64", "--threads", "1", "--quiet"]
STUDIES = {
    "compare": ["--dropout", "none,bernoulli", "--epochs", "2", "--runs", "2", "--json"],
    "tune": ["--vary", "lr=0.01,0.1", "--method", "grid", "--epochs", "2", "--runs", "1", "--json"],
    "prune": ["--rounds", "2", "--rate", "50", "--criterion", "magnitude", "--epochs", "2", "--time-passes", "0", "--json"],
}
NAMES = {"compare": "comparison", "tune": "search", "prune": "pruning"}
wrong = []


def expect(holds, what):
    if not holds:
        wrong.append(what)
        print(f"FAILED: {what}")


def run(study, folder, *more):
    done = subprocess.run([ADROP, study, *COMMON, *STUDIES[study], "--out", str(folder), *more], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def contents(folder, but):
    return {p.relative_to(folder): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file() and p.name != but}


def change(path, edit):
    record = json.loads(path.read_text(encoding="utf-8"))
    edit(record)
    path.write_text(json.dumps(record), encoding="utf-8")
    return path.read_bytes()


def old_settings():
    """The settings that the record of the kept comparison has."""
    with tarfile.open(KEPT) as archive:
        name = next(n for n in archive.getnames() if n.endswith("/compare.json"))
        return set(json.load(archive.extractfile(name))["settings"])


def one_study(study, folder, known):
    status, first, err = run(study, folder)
    expect(status == 0, f"{study} ends with {status}: {err}")
    record, name = folder / f"{study}.json", f"{study}.json"
    own = {"vary", "method", "trials", "by", "judge", "min-epochs", "eta", "keep", "unit", "criterion", "rounds", "rate", "scope", "rewind", "model",
           "dropout", "runs", "score-rows"}
    said = json.loads(record.read_text(encoding="utf-8"))["settings"]
    newer = [key for key in said if key not in known | own]
    expect(len(newer) > 5, f"{study}: only these settings are newer: {newer}")
    before = contents(folder, name)
    change(record, lambda r: [r["settings"].pop(key) for key in newer])
    status, again, err = run(study, folder)
    expect(status == 0, f"{study}: a record without {newer} is refused: {err}")
    expect(again == first, f"{study}: a resumed folder says something else:\n{first}\n{again}")
    after = contents(folder, name)
    runs = [p for p in before if p.name in ("metrics.jsonl", "model.safetensors", "run.json")]
    expect(runs and all(before[p] == after.get(p) for p in runs), f"{study}: runs that were done have changed")
    for other in STUDIES:
        if other != study:
            status, _, err = run(other, folder)
            expect(status != 0 and f"is the folder of a {NAMES[study]}" in err, f"{other} takes the folder of a {NAMES[study]}: {err}")

    def newer_format(r):
        r["format"], r["adrop"] = 2, "7.8.9"
    kept = change(record, newer_format)
    status, _, err = run(study, folder)
    expect(status == 3 and "made by adrop 7.8.9 in format 2" in err, f"{study}: format 2 ends with {status}: {err}")
    expect(record.read_bytes() == kept, f"{study}: a record that was refused is written")


def kept_comparison(work):
    if not (pathlib.Path(os.environ.get("ADROP_DATA", "/nowhere")) / "mnist").is_dir():
        print("left out: MNIST, which ADROP_DATA does not have")
        return
    with tarfile.open(KEPT) as archive:
        archive.extractall(work / "results" / "runs")
    command = [ADROP, "compare", "--data", "mnist", "--model", "mlp:800,800", "--dropout", "none,bernoulli,advanced", "--dropout-at",
               "dense-inputs", "--epochs", "200", "--lr", "0.01", "--batch", "256", "--momentum", "0.9", "--weight-decay", "0.0005", "--dropout-lr",
               "0.0001", "--eval-every", "20", "--threads", "1", "--runs", "1", "--out", "results/runs/mnist-paper-f32", "--dry-run", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=work)
    plan = json.loads(done.stdout) if done.returncode == 0 else {}
    expect([r["state"] for r in plan.get("runs", [])] == ["done"] * 3, f"the kept comparison is not done: {done.stdout[:400]}{done.stderr}")


def main():
    known = old_settings()
    with tempfile.TemporaryDirectory() as name:
        for study in STUDIES:
            one_study(study, pathlib.Path(name) / study, known)
        kept_comparison(pathlib.Path(name))
    print("folders of other versions are resumed, or refused with the version" if not wrong else f"{len(wrong)} failed")
    sys.exit(1 if wrong else 0)


main()

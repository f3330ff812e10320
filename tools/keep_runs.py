#!/usr/bin/env python3
"""Keep the finished runs of a comparison among the recorded results.

    tools/keep_runs.py FOLDER results/runs/NAME

Copies compare.json, and run.json and metrics.jsonl of every run that is finished; `adrop compare --out results/runs/NAME`
with the same settings counts them as done and trains the others. Data sets become names relative to $ADROP_DATA, and the
folder of the comparison becomes the one where it is kept, so that the files say nothing of the machine: data are found
again by --data-dir or ADROP_DATA, and known by their checksums.
"""
import json
import os
import pathlib
import shutil
import sys


def renamed(value, names):
    """The same JSON, with other beginnings of paths: {old: new}."""
    if isinstance(value, dict):
        return {k: renamed(v, names) for k, v in value.items()}
    if isinstance(value, list):
        return [renamed(v, names) for v in value]
    if isinstance(value, str) and value.startswith("/"):
        path = os.path.normpath(value)
        for old, new in names.items():
            if path.startswith(old):
                return new + path[len(old):]
    return value


def copy_json(path, to, names):
    to.parent.mkdir(parents=True, exist_ok=True)
    record = json.loads(path.read_text(encoding="utf-8"))
    to.write_text(json.dumps(renamed(record, names), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: tools/keep_runs.py FOLDER results/runs/NAME")
    folder, to = map(pathlib.Path, sys.argv[1:])
    names = {os.path.join(os.path.abspath(os.environ.get("ADROP_DATA", "data")), ""): "",
             os.path.join(os.path.abspath(folder), ""): f"{to}/"}
    if not (folder / "compare.json").is_file():
        sys.exit(f"keep_runs: '{folder}' has no compare.json: give the folder of a comparison")
    copy_json(folder / "compare.json", to / "compare.json", names)
    kept = 0
    for run in sorted(folder.rglob("run.json")):
        if json.loads(run.read_text(encoding="utf-8")).get("status") != "done":
            continue
        place = to / run.parent.relative_to(folder)
        copy_json(run, place / "run.json", names)
        shutil.copyfile(run.parent / "metrics.jsonl", place / "metrics.jsonl")
        kept += 1
    print(f"{kept} finished runs of {folder} are in {to}")


if __name__ == "__main__":
    main()

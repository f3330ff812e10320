#!/usr/bin/env python3
"""Keep the finished runs of a comparison among the recorded results.

    tools/keep_runs.py FOLDER results/runs/NAME

Copies compare.json, and run.json and metrics.jsonl of every run that is finished; `adrop compare --out results/runs/NAME`
with the same settings counts them as done and trains the others. Data sets become names relative to $ADROP_DATA, so that the
files say nothing of the machine: they are found again by --data-dir or ADROP_DATA, and known by their checksums.
"""
import json
import os
import pathlib
import shutil
import sys


def relative(value, data):
    """The same JSON, with paths below `data` relative to it."""
    if isinstance(value, dict):
        return {k: relative(v, data) for k, v in value.items()}
    if isinstance(value, list):
        return [relative(v, data) for v in value]
    if isinstance(value, str) and value.startswith(data):
        return value[len(data):]
    return value


def copy_json(path, to, data):
    to.parent.mkdir(parents=True, exist_ok=True)
    record = json.loads(path.read_text(encoding="utf-8"))
    to.write_text(json.dumps(relative(record, data), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: tools/keep_runs.py FOLDER results/runs/NAME")
    folder, to = map(pathlib.Path, sys.argv[1:])
    data = os.path.join(os.path.abspath(os.environ.get("ADROP_DATA", "data")), "")
    if not (folder / "compare.json").is_file():
        sys.exit(f"keep_runs: '{folder}' has no compare.json: give the folder of a comparison")
    copy_json(folder / "compare.json", to / "compare.json", data)
    kept = 0
    for run in sorted(folder.rglob("run.json")):
        if json.loads(run.read_text(encoding="utf-8")).get("status") != "done":
            continue
        place = to / run.parent.relative_to(folder)
        copy_json(run, place / "run.json", data)
        shutil.copyfile(run.parent / "metrics.jsonl", place / "metrics.jsonl")
        kept += 1
    print(f"{kept} finished runs of {folder} are in {to}")


if __name__ == "__main__":
    main()

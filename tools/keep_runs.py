#!/usr/bin/env python3
"""Keep the finished runs of a comparison among the recorded results, in one archive.

    tools/keep_runs.py FOLDER results/runs/NAME.tar.xz

The archive holds NAME/compare.json, and run.json and metrics.jsonl of every run that is finished, beside what an earlier
archive of this name holds. Members are sorted and have no dates, so that equal runs make equal bytes. Data sets become
names relative to $ADROP_DATA, and the folder of the comparison becomes results/runs/NAME, so that the files say nothing of the
machine: data are found again by --data-dir or ADROP_DATA, and known by their checksums.

`adrop report results/runs/NAME.tar.xz` shows it. `tar -C results/runs -xf results/runs/NAME.tar.xz` unpacks it, and `adrop compare --out
results/runs/NAME` with the same settings then counts its runs as done and trains the others.
"""
import io
import json
import os
import pathlib
import sys
import tarfile


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


def json_bytes(path, names):
    record = json.loads(path.read_text(encoding="utf-8"))
    return (json.dumps(renamed(record, names), indent=2, ensure_ascii=False) + "\n").encode("utf-8")


def members_of(archive):
    """{name: bytes} of an archive; none if it is not there."""
    if not archive.is_file():
        return {}
    with tarfile.open(archive) as tar:
        return {m.name: tar.extractfile(m).read() for m in tar if m.isfile()}


def write_archive(archive, members):
    with tarfile.open(archive, "w:xz", format=tarfile.USTAR_FORMAT, preset=9) as tar:
        for name in sorted(members):
            info = tarfile.TarInfo(name)
            info.size = len(members[name])
            tar.addfile(info, io.BytesIO(members[name]))


def collect(folder, name, members):
    """Add what is kept of a folder; the number of its finished runs."""
    names = {os.path.join(os.path.abspath(os.environ.get("ADROP_DATA", "data")), ""): "",
             os.path.join(os.path.abspath(folder), ""): f"results/runs/{name}/"}
    members[f"{name}/compare.json"] = json_bytes(folder / "compare.json", names)
    kept = 0
    for run in sorted(folder.rglob("run.json")):
        if json.loads(run.read_text(encoding="utf-8")).get("status") != "done":
            continue
        place = f"{name}/{run.parent.relative_to(folder)}"
        members[f"{place}/run.json"] = json_bytes(run, names)
        members[f"{place}/metrics.jsonl"] = (run.parent / "metrics.jsonl").read_bytes()
        kept += 1
    return kept


def main():
    if len(sys.argv) != 3 or not sys.argv[2].endswith(".tar.xz"):
        sys.exit("usage: tools/keep_runs.py FOLDER results/runs/NAME.tar.xz")
    folder, archive = map(pathlib.Path, sys.argv[1:])
    if not (folder / "compare.json").is_file():
        sys.exit(f"keep_runs: '{folder}' has no compare.json: give the folder of a comparison")
    members = members_of(archive)
    kept = collect(folder, archive.name[:-len(".tar.xz")], members)
    write_archive(archive, members)
    print(f"{kept} finished runs of {folder} are in {archive}, which has {sum(m.endswith('/run.json') for m in members)}")


if __name__ == "__main__":
    main()

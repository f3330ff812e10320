#!/usr/bin/env python3
"""Cut the power at every moment, leave on the disk whatever a disk may leave, and resume.

    powercut.py [--every N] [--random N] [--only SCENARIO] [--jobs N] [--blind files|folders]

A command runs once with a library that records its writes, flushes, renames and new files
(recorder.c). A moment is a point between two of these. What was flushed by then is on the disk:
bytes by an fsync of their file, names by an fsync of their folder. Of the rest, in any order and
independent of each other, anything may be there. So for each moment a fresh folder gets

    all of it, none, all but one, only one, for each, and 50 random subsets,
    whose last writes may be there in part,

and the same command is given again (a run: with --resume). It must end in the same bits as the
command that was recorded, or refuse with one sentence; it is an error if it ends otherwise, and
also if what a finished command left is not on the disk. Equal folders are tried once.

--blind takes flushes of files or of folders for nothing, as if the program had forgotten them, and
then something must be lost: it shows that the checker would notice.

A name is a link to its file: a rename that reached the disk while the name it came from did
not still shows the file. ADROP is the program, BUILD the folder with tests/fault_recorder.so.
Standard library only.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import os
import posixpath
import random
import re
import shutil
import subprocess
import sys
import tempfile

from scenarios import (ADROP, BUILD, PREDICT, SAVE, TRAIN, Compare, Output, Prune, Resume, Train, Tune, difference,
                       environment, run)

RECORDER = os.path.join(BUILD, "tests", "fault_recorder.so")

# An operation on the disk. `on` is what has to be flushed: a file's number, or a folder's path.
Op = collections.namedtuple("Op", "kind on path file at bytes")


class Record:
    """The operations of a command, and the files that it found."""

    def __init__(self, folder, log, blind):
        self.blind = {"files": int, "folders": str}.get(blind)  # flushes that do not count
        self.ops, self.names, self.files, self.folders = [], {}, [], {"."}
        for base, folders, names in os.walk(folder):
            here = posixpath.normpath(os.path.relpath(base, folder))
            self.folders.update(posixpath.normpath(posixpath.join(here, f)) for f in folders)
            for name in names:
                with open(os.path.join(base, name), "rb") as file:
                    self.names[posixpath.normpath(posixpath.join(here, name))] = len(self.files)
                    self.files.append(file.read())
        self.first_names, self.first_folders = dict(self.names), set(self.folders)
        self.open = {}  # by descriptor: a file's number, or a folder's path
        with open(log, "rb") as file:
            while line := file.readline():
                self.read_line(file, line.decode().rstrip("\n").split(" "))

    def add(self, kind, on, path=None, file=None, at=0, data=b""):
        self.ops.append(Op(kind, on, path, file, at, data))

    def read_line(self, log, words):
        what = words[0]
        if what == "o":
            self.read_open(int(words[1]), words[2] == "1", words[3] == "1", words[4])
        elif what == "w":
            data = log.read(int(words[3]))
            log.read(1)
            on = self.open[int(words[1])]
            self.add("write", on, file=on, at=int(words[2]), data=data)
        elif what == "t":
            on = self.open[int(words[1])]
            self.add("cut", on, file=on, at=int(words[2]))
        elif what == "s":
            self.add("flush", self.open[int(words[1])])
        else:
            paths = [posixpath.normpath(p) for p in words[1:]]
            folder = posixpath.dirname(paths[-1]) or "."
            if what == "m":
                self.add("folder", folder, paths[0])
            elif what == "u":
                self.names.pop(paths[0])
                self.add("remove", folder, paths[0])
            else:
                assert posixpath.dirname(paths[0]) == posixpath.dirname(paths[1])
                file = self.names.pop(paths[0])
                self.names[paths[1]] = file
                self.add("rename", folder, paths, file)

    def read_open(self, fd, created, cut, path):
        path = posixpath.normpath(path)
        if path not in self.names and not created:
            self.open[fd] = path  # a folder
            return
        if created:
            self.names[path] = len(self.files)
            self.files.append(b"")
            self.add("name", posixpath.dirname(path) or ".", path, self.names[path])
        self.open[fd] = self.names[path]
        if cut and not created:
            self.add("cut", self.names[path], file=self.names[path])

    def pending(self, moment):
        """Indices of operations that are done but need not be on the disk."""
        flushed, pending = set(), []
        for i in range(moment - 1, -1, -1):
            op = self.ops[i]
            if op.kind == "flush":
                if not self.blind or not isinstance(op.on, self.blind):
                    flushed.add(op.on)
            elif op.on not in flushed:
                pending.append(i)
        return pending[::-1]

    def state(self, moment, missing, torn):
        """What is there: folders, and contents by path. torn: bytes of a write that are."""
        names, folders = dict(self.first_names), set(self.first_folders)
        contents = {}
        for i, op in enumerate(self.ops[:moment]):
            if i in missing or op.kind == "flush":
                continue
            if op.kind == "folder":
                folders.add(op.path)
            elif op.kind == "name":
                names[op.path] = op.file
            elif op.kind == "remove":
                names.pop(op.path, None)
            elif op.kind == "rename":
                if names.get(op.path[0]) == op.file:
                    del names[op.path[0]]
                names[op.path[1]] = op.file
            else:
                old = contents.get(op.file, self.files[op.file])
                data = op.bytes[:torn.get(i, len(op.bytes))]
                old = old[:op.at] if op.kind == "cut" else old
                old += bytes(max(op.at - len(old), 0))
                contents[op.file] = old[:op.at] + data + old[op.at + len(data):]
        folders = {f for f in folders if all(p in folders for p in parents(f))}
        return folders, {path: contents.get(file, self.files[file])
                         for path, file in names.items()
                         if (posixpath.dirname(path) or ".") in folders}


def parents(folder):
    while folder := posixpath.dirname(folder):
        yield folder


def chosen(pending, rng, n_random):
    """Sets of operations that are missing from the disk, each with writes that are torn."""
    yield set(), {}
    yield set(pending), {}
    for i in pending:
        yield {i}, {}
        yield set(pending) - {i}, {}
    for _ in range(n_random if len(pending) else 0):
        yield {i for i in pending if rng.random() < 0.5}, rng.random()


def states(record, every, n_random):
    """Different folders, as (moment, folders, contents)."""
    seen = set()
    moments = list(range(every // 2, len(record.ops), every)) + [len(record.ops)]
    for moment in moments:
        rng = random.Random(moment)
        pending = record.pending(moment)
        for missing, tear in chosen(pending, rng, n_random):
            torn = {}
            if tear:
                torn = {i: rng.randint(0, len(record.ops[i].bytes)) for i in pending
                        if record.ops[i].kind == "write" and rng.random() < tear}
            folders, contents = record.state(moment, missing, torn)
            key = hashlib.sha256(repr((moment == len(record.ops), sorted(folders),
                                       sorted(contents.items()))).encode()).digest()
            if key not in seen:
                seen.add(key)
                yield moment, folders, contents


def put(folder, folders, contents):
    for name in sorted(folders):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    for path, data in contents.items():
        with open(os.path.join(folder, path), "wb") as file:
            file.write(data)


def same_folder(folder, folders, contents):
    """Does the record account for everything that the command left?"""
    found = {}
    for base, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(base, name), "rb") as file:
                found[posixpath.normpath(os.path.relpath(os.path.join(base, name), folder))] = \
                    file.read()
    return found == contents


def try_one(scenario, expected, finished, folders, contents):
    """A complaint or None, and what was refused."""
    with tempfile.TemporaryDirectory(prefix="adrop-power-") as top:
        folder = top + "/t"
        put(folder, folders, contents)
        complaint = scenario.whole(folder, "torn")
        if complaint:
            return complaint, None
        if finished:
            try:
                result = scenario.result(folder, b"")
            except (OSError, ValueError, KeyError) as error:
                return "finished, and lost: %s" % error, None
            if result != expected:
                return "finished, and lost: " + difference(expected, result), None
        try:
            code, stdout, stderr = run(scenario.again, folder)
        except subprocess.TimeoutExpired:
            return "did not end", None
        if code < 0 or code > 4 or code == 1:
            return "ended with %d: %s" % (code, stderr.strip()[-200:]), None
        if code:
            said = stderr.strip()
            return (None if len(said.splitlines()) == 1 else "said several lines: " + said), said
        result = scenario.result(folder, stdout)
        return None if result == expected else difference(expected, result), None


def recorded(scenario, top, blind):
    before, folder, log = top + "/before", top + "/whole", top + "/log"
    os.mkdir(before)
    scenario.prepare(before)
    shutil.copytree(before, folder)
    done = subprocess.run([ADROP] + scenario.argv, cwd=folder, capture_output=True, check=False,
                          env=dict(environment(), LD_PRELOAD=RECORDER, RECORD_TO=log))
    if done.returncode:
        sys.exit("%s ended with %d: %s" % (scenario.name, done.returncode, done.stderr))
    record = Record(before, log, blind)
    if not same_folder(folder, *record.state(len(record.ops), set(), {})):
        sys.exit("%s writes to files in ways that were not recorded" % scenario.name)
    return record, scenario.result(folder, done.stdout)


class FewSaves(Train):
    """A run whose checkpoints are rationed by time, as they are by default."""


class PruneSurely(Prune):
    """Removals are not flushed: after a power cut, checkpoints of rounds that are done may be there again."""
    passing = ("checkpoint.safetensors", "checkpoint.prev.safetensors")


def commands():
    return [Train("train", TRAIN), FewSaves("train-few-saves", TRAIN[:-len(SAVE)]),
            Resume("resume", TRAIN), Output("predict", PREDICT, "out/file.csv"), Compare("compare"),
            PruneSurely("prune"), Tune("tune")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--random", type=int, default=50)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--blind", choices=["files", "folders"])
    options = parser.parse_args()
    if os.environ.get("SANITIZE"):
        print("skipped: nothing is gained from it with sanitizers")
        return 77
    wrong = 0
    print("| command | operations | folders tried | refused | wrong |\n|---|---|---|---|---|")
    for scenario in commands():
        if options.only and scenario.name not in options.only.split(","):
            continue
        with tempfile.TemporaryDirectory(prefix="adrop-power-") as top:
            record, expected = recorded(scenario, top, options.blind)
            scenario.new = expected
            bad, refusals = [], collections.Counter()
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                ended = [(moment, pool.submit(try_one, scenario, expected,
                                              moment == len(record.ops), folders, contents))
                         for moment, folders, contents in states(record, options.every,
                                                                 options.random)]
                for moment, e in ended:
                    complaint, refused = e.result()
                    if complaint:
                        bad.append("%s, after operation %d: %s" % (scenario.name, moment,
                                                                   complaint))
                    if refused:
                        refusals[re.sub(r"'[^']*'", "'..'", refused)] += 1
        wrong += len(bad)
        print("| %s | %d | %d | %d | %d |" % (scenario.name, len(record.ops), len(ended),
                                              sum(refusals.values()), len(bad)), flush=True)
        for line in bad:
            print("  " + line, file=sys.stderr, flush=True)
        for line, n in refusals.most_common():
            print("  refused %d times: %s" % (n, line), file=sys.stderr, flush=True)
    if options.blind:
        print("" if wrong else "nothing was noticed")
        return 0 if wrong else 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Fail every allocation and every call on a file, one after another, and look at what is left.

Each scenario is a short command. It runs once undisturbed, with the shim (shim.c) counting its
calls, and then once for each call with that call failing. After every fault the exit status
must be one that the manual allows, at most one sentence may have been said, a file that was
there must be the old or the new one, and the same command without a fault (a run: with
--resume) must end in the same bits as the undisturbed one.

    faults.py [--every N] [--only SCENARIO] [--kind alloc|io|kill] [--jobs N] [--state FILE]
              [--report FILE] [--list]

alloc: each allocation fails; io: each call on a file fails; kill: SIGKILL before each call on a
file and after it, and in the middle of each write. Without --every all calls are tried; with
it every N-th, from a fixed start. Every allocation of a program without threads fails in forks of
one run (forks.h); and the command is repeated once for each different folder that faults left. With --state what was done is kept in a file after every few
hundred trials, and the same command continues there (counts of another program, by its checksum, are not
added to); --report prints the table of such a file. ADROP is the program, BUILD the folder with
tests/fault_shim.so. Ends with 0 if nothing was wrong, and prints a table of trials. Standard
library only.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from scenarios import KILLS, difference, program_sum, run, scenarios

# What is tried at a call on a file. "lasts": it stays broken from there on.
IO_FAULTS = {
    "open": ["EIO", "EINTR"],
    "openat": ["EIO", "EINTR"],
    "fopen": ["EIO"],
    "read": ["EIO", "EINTR", "short"],
    "write": ["ENOSPC", "ENOSPC lasts", "EDQUOT", "EIO", "EINTR", "short"],
    "fsync": ["EIO", "ENOSPC", "EINTR"],
    "fdatasync": ["EIO", "EINTR"],
    "ftruncate": ["EIO", "EINTR"],
    "rename": ["ENOSPC", "EIO", "EINTR"],
    "mkdir": ["ENOSPC", "EINTR"],
    "close": ["EIO", "EINTR"],
}
ALLOC_FAULTS = ["ENOMEM", "ENOMEM lasts"]
ABORTED = "ended by Jansson"  # not wrong, but counted
CHUNK, FORKED_CHUNK = 50, 100  # trials of a job between two writes of the state
TIMES = re.compile(rb'"(started|ended|command|bytes|metrics_bytes|absolute|[a-z_]*seconds[a-z_]*)": ?[^,}]*')
HARMLESS = ("EINTR", "short")  # the program must go on as if nothing had been


# -- Trials ------------------------------------------------------------------------------------

def allowed(scenario, call, fault):
    how = fault.split()[0]
    if how in KILLS:
        return {-signal.SIGKILL, 0}
    if how in HARMLESS:
        return {0}
    if how == "ENOMEM":
        return {0, 4}  # 0: a library did without
    if scenario.threads:
        return {0, 3, 4}
    if call in ("open", "close") and scenario.reads and scenario.under == "run":
        return {0, 3, 4}  # read or written
    if scenario.reads and call in ("open", "openat", "fopen", "read", "close"):
        return {0, 3}  # 0: closed after reading, or the other checkpoint was taken
    return {0, 4} if call == "close" else {4}


def is_library_abort(code, stderr, call):
    """Jansson asserts (load.c) when its buffer cannot grow in the middle of a number or of an escape,
    and runs over the end of a text whose last quote it could not keep; where there is no memory at
    all the C library has no more words for it than two."""
    if code not in (-signal.SIGABRT, -signal.SIGSEGV):
        return False
    return "libjansson" in call or stderr == "Unexpected error.\n" or ": load.c:" in stderr


def left_in(folder):
    """The files of a folder, without times: what a repeated command can depend on."""
    left = []
    for base, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            path = os.path.join(base, name)
            with open(path, "rb") as file:
                text = file.read()
            if name.endswith((".json", ".jsonl")):
                text = TIMES.sub(b"", text)
            elif name.endswith(".safetensors"):
                text = b"%d" % len(text)  # its own times are within
            left.append((os.path.relpath(path, folder), text))
    return hashlib.sha256(repr(left).encode()).digest()


def judge(scenario, expected, folder, call, fault, ended, seen):
    """What a program with a fault left: a complaint, ABORTED, or None. `seen` are folders from which
    the same command was repeated, and all was well: not done again for one that is the same."""
    code, stdout, stderr = ended
    aborted = is_library_abort(code, stderr, call)
    if not aborted and code not in allowed(scenario, call, fault):
        return "ended with %d: %s" % (code, stderr.strip()[-200:])
    if code > 0 and len(stderr.splitlines()) != 1:
        return "said %d lines: %s" % (len(stderr.splitlines()), stderr[:200])
    complaint = scenario.whole(folder, fault)
    if complaint:
        return complaint
    if code == 0:
        result = scenario.result(folder, stdout)
        if result != expected:
            return "ended with 0 and another result: " + difference(expected, result)
    state = left_in(folder)
    if state not in seen:
        code, stdout, stderr = run(scenario.again, folder)
        if code:
            return "the same command again ended with %d: %s" % (code, stderr.strip()[-200:])
        result = scenario.result(folder, stdout)
        if result != expected:
            return "the same command again: another result: " + difference(expected, result)
        seen.add(state)
    return ABORTED if aborted else None


def try_one(scenario, before, expected, kind, k, call, fault, seen):
    """A complaint, ABORTED, or None."""
    with tempfile.TemporaryDirectory(prefix="adrop-fault-") as top:
        folder = top + "/t"
        shutil.copytree(before, folder, symlinks=True)
        env = {"FAULT_KIND": "alloc" if kind == "alloc" else "io", "FAULT_AT": str(k), "FAULT_HOW": fault.split()[0],
               "FAULT_UNDER": scenario.under, "FAULT_LASTS": str(int("lasts" in fault))}
        try:
            ended = run(scenario.argv, folder, env)
        except subprocess.TimeoutExpired:
            return "did not end"
        return judge(scenario, expected, folder, call, fault, ended, seen)


def try_forked(scenario, before, expected, trials, seen):
    """The complaints of consecutive allocations, which fail in forks of one program (forks.h)."""
    complaints = []
    with tempfile.TemporaryDirectory(prefix="adrop-fault-") as top:
        folder, forks = top + "/t", top + "/forks"
        shutil.copytree(before, folder, symlinks=True)
        os.mkdir(forks)
        code, stdout, stderr = run(scenario.argv, folder, {
            "FAULT_KIND": "alloc", "FAULT_FORKS": forks, "FAULT_FROM": str(trials[0][0]),
            "FAULT_TO": str(trials[-1][0])}, timeout=1200)
        if code or scenario.result(folder, stdout) != expected:
            sys.exit("%s, disturbed by its forks, ended with %d: %s" % (scenario.name, code, stderr))
        for k, call, fault in trials:
            copy = "%s/%d-%s" % (forks, k, "lasts" if "lasts" in fault else "once")
            if not os.path.exists(copy + ".code"):  # threads, or another order than before
                complaints.append(try_one(scenario, before, expected, "alloc", k, call, fault, seen))
                continue
            ended = [open(copy + end, "rb").read() for end in (".code", ".out", ".err", ".where")]
            code = int(ended[0])
            # whose it was is known better here: sizes of files in /proc move the count by one or two
            complaints.append(judge(scenario, expected, copy, ended[3].decode(), fault,
                                    (code if code < 128 else 128 - code, ended[1],
                                     ended[2].decode("utf-8", "replace")), seen))
    return complaints


def calls_of(scenario, before, kind, top):
    """The undisturbed command: its result and its calls, by name."""
    folder, log = top + "/" + kind, top + "/" + kind + ".log"
    shutil.copytree(before, folder, symlinks=True)
    code, stdout, stderr = run(scenario.argv, folder, {
        "FAULT_KIND": "alloc" if kind == "alloc" else "io", "FAULT_LOG": log,
        "FAULT_UNDER": scenario.under})
    if code:
        sys.exit("%s without a fault ended with %d: %s" % (scenario.name, code, stderr))
    with open(log, encoding="utf-8") as file:
        lines = [line.split() for line in file]
    # the name of a call on a file; of an allocation also whose it is
    calls = [" ".join(line[1:4:2]) if kind == "alloc" else line[1] for line in lines]
    return scenario.result(folder, stdout), calls


def faults_at(call, kind):
    if kind == "alloc":
        return ALLOC_FAULTS
    if kind == "io":
        return IO_FAULTS.get(call, [])
    return KILLS if call == "write" else KILLS[1:]


def trials_of(calls, kind, every):
    chosen = range(every // 2, len(calls), every)
    for i, k in enumerate(chosen):
        faults = faults_at(calls[k], kind)
        if every > 1 and faults:
            faults = [faults[i % len(faults)]]
        for fault in faults:
            yield k + 1, calls[k], fault


# -- The state ---------------------------------------------------------------------------------

def load(path, every):
    fresh = {"program": program_sum(), "every": every, "rows": {}}
    if not path or not os.path.exists(path):
        return fresh
    with open(path, encoding="utf-8") as file:
        state = json.load(file)
    if state["program"] == fresh["program"] and state["every"] == every:
        return state
    print("'%s' is of another program or --every: counting starts anew" % path, file=sys.stderr)
    return fresh


def save(path, state):
    if path:
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(state, file, indent=1)
        os.replace(path + ".new", path)


HEAD = ("| command | faults | calls | trials | wrong | ended by Jansson |\n"
        "|---|---|---|---|---|---|")


def print_row(name, row):
    print("| %s | %s | %d | %d%s | %d | %d |" % (
        *name.split(" "), row["calls"], row["done"],
        "" if row["done"] == row["trials"] else " of %d" % row["trials"], len(row["wrong"]),
        row["aborted"]), flush=True)


def report(path):
    with open(path, encoding="utf-8") as file:
        state = json.load(file)
    print(HEAD)
    for name, row in state["rows"].items():
        print_row(name, row)
    for row in state["rows"].values():
        for line in row["wrong"]:
            print("  " + line)


def try_all(scenario, before, kind, top, options, state):
    """Every trial of one kind that the state does not have yet. The row of the table."""
    expected, calls = calls_of(scenario, before, kind, top)
    if options.list:
        print(scenario.name, kind, dict(collections.Counter(calls)))
        return None
    trials, seen = list(trials_of(calls, kind, options.every)), set()
    row = state["rows"].setdefault(scenario.name + " " + kind, {
        "calls": len(calls), "trials": len(trials), "done": 0, "aborted": 0, "wrong": []})
    while row["done"] < min(row["trials"], len(trials)):
        forked = kind == "alloc" and options.every == 1 and scenario.forks
        size = FORKED_CHUNK if forked else CHUNK
        chunk = trials[row["done"]:row["done"] + size * options.jobs]
        if forked:
            parts = [chunk[i:i + size] for i in range(0, len(chunk), size)]
            tries = [lambda p=p: try_forked(scenario, before, expected, p, seen) for p in parts]
        else:
            tries = [lambda t=t: [try_one(scenario, before, expected, kind, *t, seen)] for t in chunk]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            ended = [e for part in pool.map(lambda t: t(), tries) for e in part]
        row["aborted"] += ended.count(ABORTED)
        for (k, call, fault), complaint in zip(chunk, ended):
            if complaint and complaint != ABORTED:
                row["wrong"].append("%s %s: call %d, %s, %s: %s" % (
                    scenario.name, kind, k, call, fault, complaint))
                print("  " + row["wrong"][-1], file=sys.stderr, flush=True)
        row["done"] += len(chunk)
        save(options.state, state)
    return row


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--kind", default="kill,io,alloc")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--state")
    parser.add_argument("--report")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.report:
        return report(options.report)
    if os.environ.get("SANITIZE"):
        print("skipped: the sanitizers have an allocator of their own")
        return 77
    state = load(options.state, options.every)
    print(HEAD)
    for scenario in scenarios():
        if options.only and scenario.name not in options.only.split(","):
            continue
        with tempfile.TemporaryDirectory(prefix="adrop-fault-") as top:
            before = top + "/before"
            os.mkdir(before)
            scenario.prepare(before)
            for kind in options.kind.split(","):
                row = try_all(scenario, before, kind, top, options, state)
                if row:
                    print_row(scenario.name + " " + kind, row)
    return 1 if any(row["wrong"] for row in state["rows"].values()) else 0


if __name__ == "__main__":
    sys.exit(main())

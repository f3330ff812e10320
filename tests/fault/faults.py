#!/usr/bin/env python3
"""Fail every allocation and every call on a file, one after another, and look at what is left.

Each scenario is a short command. It runs once undisturbed, with the shim (shim.c) counting its
calls, and then once for each call with that call failing. After every fault the exit status
must be one that the manual allows, at most one sentence may have been said, a file that was
there must be the old or the new one, and the same command without a fault (a run: with
--resume) must end in the same bits as the undisturbed one.

    faults.py [--every N] [--only SCENARIO] [--kind alloc|io|kill] [--jobs N] [--list]

alloc: each allocation fails; io: each call on a file fails; kill: SIGKILL before each call on a
file and after it, and in the middle of each write. Without --every all calls are tried; with
it every N-th, from a fixed start. ADROP is the program, BUILD the folder with
tests/fault_shim.so. Ends with 0 if nothing was wrong, and prints a table of trials. Standard
library only.
"""
import argparse
import collections
import concurrent.futures
import os
import shutil
import signal
import subprocess
import sys
import tempfile

from scenarios import KILLS, Predict, difference, run, scenarios

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
ABORTS = collections.Counter()  # by scenario: programs that a library ended
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


def is_library_abort(code, stderr):
    """Jansson asserts (load.c) when its buffer cannot grow in the middle of a number or of an escape;
    where there is no memory at all the C library has no more words for it than two."""
    return code == -signal.SIGABRT and (stderr == "Unexpected error.\n" or ": load.c:" in stderr)


def try_one(scenario, before, expected, kind, k, call, fault):
    """A complaint, or None."""
    with tempfile.TemporaryDirectory(prefix="adrop-fault-") as top:
        folder = top + "/t"
        shutil.copytree(before, folder, symlinks=True)
        env = {"FAULT_KIND": "alloc" if kind == "alloc" else "io", "FAULT_AT": str(k), "FAULT_HOW": fault.split()[0],
               "FAULT_UNDER": scenario.under, "FAULT_LASTS": str(int("lasts" in fault))}
        try:
            code, stdout, stderr = run(scenario.argv, folder, env)
        except subprocess.TimeoutExpired:
            return "did not end"
        if is_library_abort(code, stderr):
            ABORTS[scenario.name] += 1
        elif code not in allowed(scenario, call, fault):
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
        code, stdout, stderr = run(scenario.again, folder)
        if code:
            return "the same command again ended with %d: %s" % (code, stderr.strip()[-200:])
        result = scenario.result(folder, stdout)
        if result != expected:
            return "the same command again: another result: " + difference(expected, result)
    return None


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
        calls = [line.split()[1] for line in file]
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--kind", default="kill,io,alloc")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if os.environ.get("SANITIZE"):
        print("skipped: the sanitizers have an allocator of their own")
        return 77
    wrong = 0
    print("| command | faults | calls | trials | wrong | aborted by Jansson |\n"
          "|---|---|---|---|---|---|")
    for scenario in scenarios():
        if options.only and scenario.name not in options.only.split(","):
            continue
        with tempfile.TemporaryDirectory(prefix="adrop-fault-") as top:
            before = top + "/before"
            os.mkdir(before)
            scenario.prepare(before)
            for kind in options.kind.split(","):
                expected, calls = calls_of(scenario, before, kind, top)
                if isinstance(scenario, Predict):
                    scenario.new = expected
                if options.list:
                    print(scenario.name, kind, dict(collections.Counter(calls)))
                    continue
                trials = list(trials_of(calls, kind, options.every))
                bad = []
                with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                    ended = [(t, pool.submit(try_one, scenario, before, expected, kind, *t))
                             for t in trials]
                    for (k, call, fault), e in ended:
                        if e.result():
                            bad.append("%s %s: call %d, %s, %s: %s" % (
                                scenario.name, kind, k, call, fault, e.result()))
                wrong += len(bad)
                print("| %s | %s | %d | %d | %d | %d |" % (
                    scenario.name, kind, len(calls), len(trials), len(bad),
                    ABORTS.pop(scenario.name, 0)), flush=True)
                for line in bad:
                    print("  " + line, file=sys.stderr, flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

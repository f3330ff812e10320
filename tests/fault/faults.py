#!/usr/bin/env python3
"""Fail every allocation and every call on a file, one after another, and look at what is left.

Each scenario is a short command. It runs once undisturbed, with the shim (shim.c) counting its
calls, and then once for each call with that call failing. After every fault the exit status
must be one that the manual allows, at most one sentence may have been said, a file that was
there must be the old or the new one, and the same command without a fault (a run: with
--resume) must end in the same bits as the undisturbed one.

    faults.py [--every N] [--only SCENARIO] [--kind alloc|io] [--jobs N] [--list]

Without --every all calls are tried; with it every N-th, from a fixed start. ADROP is the
program, BUILD the folder with fault_shim.so. Ends with 0 if nothing was wrong, and prints a
table of trials. Standard library only.
"""
import argparse
import collections
import concurrent.futures
import gzip
import hashlib
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import zipfile

ADROP = os.path.realpath(os.environ.get("ADROP", "build/adrop"))
BUILD = os.path.realpath(os.environ.get("BUILD", "build"))
SHIM = os.path.join(BUILD, "tests", "fault_shim.so")

# What is tried at a call on a file. "lasts": it stays broken from there on.
IO_FAULTS = {
    "open": ["EIO", "EINTR", "kill-before", "kill-after"],
    "openat": ["EIO", "EINTR", "kill-before"],
    "fopen": ["EIO"],
    "read": ["EIO", "EINTR", "short"],
    "write": ["ENOSPC", "ENOSPC lasts", "EDQUOT", "EIO", "EINTR", "short", "torn", "kill-before",
              "kill-after"],
    "fsync": ["EIO", "ENOSPC", "EINTR", "kill-before", "kill-after"],
    "fdatasync": ["EIO", "EINTR"],
    "ftruncate": ["EIO", "EINTR", "kill-before", "kill-after"],
    "rename": ["ENOSPC", "EIO", "EINTR", "kill-before", "kill-after"],
    "mkdir": ["ENOSPC", "EINTR", "kill-before", "kill-after"],
    "close": ["EIO", "EINTR", "kill-after"],
}
ALLOC_FAULTS = ["ENOMEM", "ENOMEM lasts"]
HARMLESS = ("EINTR", "short")  # the program must go on as if nothing had been
KILLS = ("torn", "kill-before", "kill-after")


def run(argv, folder, faults=None):
    env = dict(os.environ, OMP_WAIT_POLICY="passive", OMP_NUM_THREADS="1", LC_ALL="C.UTF-8")
    env.pop("ADROP_DATA", None)
    if faults:
        env.update(faults, LD_PRELOAD=SHIM)
    done = subprocess.run([ADROP] + argv, cwd=folder, env=env, capture_output=True, timeout=120)
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def without_times(text):
    return re.sub(r'"[a-z_]*seconds[a-z_]*": ?[^,}]*', "", text)


def litter(folder):
    return [name for base, _, names in os.walk(folder) for name in names
            if name.endswith(".tmp") or ".tmp." in name or name == "checkpoint.next.safetensors"]


# -- What the scenarios work with --------------------------------------------------------------

def write(path, data):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def table(rows=60):
    lines = ["a,b,c,class"]
    for i in range(rows):
        lines.append("%d,%d.5,%d,%s" % (i % 7, i % 5, i % 3, "xyz"[i % 3]))
    return ("\n".join(lines) + "\n").encode()


def idx(shape, values):
    return struct.pack(">HBB%dI" % len(shape), 0, 8, len(shape), *shape) + bytes(values)


def npy(shape, kind, values):
    head = "{'descr': '%s', 'fortran_order': False, 'shape': %r, }" % (kind, shape)
    head += " " * (63 - (10 + len(head)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + values


def png(side, value):
    import zlib

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(
            ">I", zlib.crc32(name + body))
    rows = b"".join(b"\0" + bytes([(value + x) % 256 for x in range(side)]) for _ in range(side))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def make_inputs(folder):
    write(folder + "/table.csv", table())
    write(folder + "/table.csv.gz", gzip.compress(table(), mtime=0))
    n = 20
    write(folder + "/idx/train-images-idx3-ubyte", idx((n, 4, 4), [i % 251 for i in range(n * 16)]))
    write(folder + "/idx/train-labels-idx1-ubyte", idx((n,), [i % 4 for i in range(n)]))
    write(folder + "/idx/t10k-images-idx3-ubyte", idx((n, 4, 4), [i % 241 for i in range(n * 16)]))
    write(folder + "/idx/t10k-labels-idx1-ubyte", idx((n,), [i % 4 for i in range(n)]))
    for part in ("data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin",
                 "data_batch_5.bin", "test_batch.bin"):
        write(folder + "/cifar/" + part,
              b"".join(bytes([i % 10]) + bytes([i * 3 % 256]) * 3072 for i in range(10)))
    x = b"".join(struct.pack("<f", i % 13) for i in range(n * 5))
    y = b"".join(struct.pack("<q", i % 2) for i in range(n))
    write(folder + "/npy/x.npy", npy((n, 5), "<f4", x))
    write(folder + "/npy/y.npy", npy((n,), "<i8", y))
    with zipfile.ZipFile(folder + "/npy.npz", "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("x.npy", npy((n, 5), "<f4", x))
        z.writestr("y.npy", npy((n,), "<i8", y))
    for name in ("cat", "dog"):
        for i in range(6):
            write("%s/images/%s/%d.png" % (folder, name, i), png(4, i * 20))


# -- Scenarios ---------------------------------------------------------------------------------

TRAIN = ["train", "--data", "digits", "--model", "mlp:8", "--dropout", "advanced", "--epochs", "2",
         "--batch", "500", "--threads", "1", "--quiet", "--out", "run"]
TRAIN_TABLE = ["train", "--data", "data/table.csv", "--model", "mlp:4", "--epochs", "2", "--threads",
               "1", "--quiet", "--out", "run"]


class Scenario:
    """A command, what it needs, and what it leaves. `under` is what io faults are limited to."""
    under = "run"
    reads = False  # does it read files below `under`? Then calls on them may fail with 3
    threads = False  # is the k-th call another one each time?

    def __init__(self, name, argv):
        self.name, self.argv, self.again = name, argv, argv

    def prepare(self, folder):
        """What is there before; called once, the folder is copied for each trial."""

    def result(self, folder, stdout):
        """What must be equal whenever the command ends with 0."""
        return stdout

    def whole(self, folder, fault):
        """A complaint, or None: is what was there before whole?"""
        return None


class Train(Scenario):
    def __init__(self, name, argv, under="run"):
        super().__init__(name, argv)
        self.again = argv + ["--resume"]
        self.under = under

    def result(self, folder, stdout):
        base = folder + "/run"
        with open(base + "/run.json", "rb") as file:
            record = json.load(file)
        record["settings"].pop("resume", None)  # how it was called last
        size = os.path.getsize(base + "/metrics.jsonl")
        record["metrics"]["bytes"] -= size  # times have more or fewer digits
        with open(base + "/metrics.jsonl", encoding="utf-8") as file:
            metrics = without_times(file.read())
        return digest(base + "/model.safetensors"), record, metrics, litter(base)


class TrainTable(Train):
    reads = True

    def __init__(self, name, argv):
        super().__init__(name, argv, under="data/")

    def prepare(self, folder):
        make_inputs(folder + "/data")


class Resume(Train):
    """A run that was killed in its second epoch is resumed."""
    reads = True

    def prepare(self, folder):
        log = folder + "/log"
        code, _, _ = run(self.argv, folder, {"FAULT_KIND": "io", "FAULT_UNDER": "run",
                                             "FAULT_LOG": log})
        with open(log, encoding="utf-8") as file:
            lines = file.read().splitlines()
        os.remove(log)
        shutil.rmtree(folder + "/run")
        renames = [i + 1 for i, line in enumerate(lines) if " rename " in line]
        code, _, _ = run(self.argv, folder,
                         {"FAULT_KIND": "io", "FAULT_UNDER": "run", "FAULT_HOW": "kill-before",
                          "FAULT_AT": str(renames[len(renames) // 2])})
        assert code == -signal.SIGKILL
        self.argv = self.again


class Compare(Scenario):
    under = "cmp"
    reads = threads = True

    def __init__(self, name):
        super().__init__(name, ["compare", "--data", "digits", "--model", "mlp:4", "--dropout",
                                "none,bernoulli", "--runs", "2", "--epochs", "1", "--batch", "500",
                                "--jobs", "2", "--threads", "1", "--quiet",
                                "--json", "--out", "cmp"])

    def result(self, folder, stdout):
        left = litter(folder + "/cmp")
        models = sorted(digest(os.path.join(base, name))
                        for base, _, names in os.walk(folder + "/cmp")
                        for name in names if name == "model.safetensors")
        with open(folder + "/cmp/table.json", encoding="utf-8") as file:
            return without_times(file.read()), models, left


class Info(Scenario):
    under = "data/"
    reads = True

    def __init__(self, name, path):
        super().__init__(name, ["data", "info", path])

    def prepare(self, folder):
        make_inputs(folder + "/data")


class Predict(Scenario):
    under = "out/"
    old = b"an old file\n"

    def __init__(self, name):
        super().__init__(name, ["predict", "run", "--input", "digits", "--samples", "2",
                                "--threads", "1", "--quiet", "--output", "out/file.csv"])

    def prepare(self, folder):
        assert run(TRAIN, folder)[0] == 0
        write(folder + "/out/file.csv", self.old)

    def result(self, folder, stdout):
        return digest(folder + "/out/file.csv")

    def whole(self, folder, fault):
        with open(folder + "/out/file.csv", "rb") as file:
            now = file.read()
        if now != self.old and hashlib.sha256(now).hexdigest() != self.new:
            return "the old output is neither kept nor replaced"
        if fault not in KILLS and litter(folder + "/out"):
            return "a temporary file was left"
        return None


def scenarios():
    return [
        Train("train", TRAIN),
        Resume("resume", TRAIN),
        TrainTable("train-table", TRAIN_TABLE),
        Compare("compare"),
        Predict("predict"),
        Info("info-table", "data/table.csv"),
        Info("info-gz", "data/table.csv.gz"),
        Info("info-idx", "data/idx"),
        Info("info-cifar", "data/cifar"),
        Info("info-npy", "data/npy"),
        Info("info-npz", "data/npy.npz"),
        Info("info-images", "data/images"),
    ]


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


def try_one(scenario, before, expected, kind, k, call, fault):
    """A complaint, or None."""
    with tempfile.TemporaryDirectory(prefix="adrop-fault-") as top:
        folder = top + "/t"
        shutil.copytree(before, folder, symlinks=True)
        env = {"FAULT_KIND": kind, "FAULT_AT": str(k), "FAULT_HOW": fault.split()[0],
               "FAULT_UNDER": scenario.under, "FAULT_LASTS": str(int("lasts" in fault))}
        try:
            code, stdout, stderr = run(scenario.argv, folder, env)
        except subprocess.TimeoutExpired:
            return "did not end"
        if code not in allowed(scenario, call, fault):
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
    code, stdout, stderr = run(scenario.argv, folder, {"FAULT_KIND": kind, "FAULT_LOG": log,
                                                       "FAULT_UNDER": scenario.under})
    if code:
        sys.exit("%s without a fault ended with %d: %s" % (scenario.name, code, stderr))
    with open(log, encoding="utf-8") as file:
        calls = [line.split()[1] for line in file]
    return scenario.result(folder, stdout), calls


def difference(expected, got):
    """A few words on the first thing that differs."""
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in sorted(set(expected) | set(got)):
            if expected.get(key) != got.get(key):
                return key + ": " + difference(expected.get(key), got.get(key))
    if isinstance(expected, (tuple, list)) and len(expected) == len(got):
        for e, g in zip(expected, got):
            if e != g:
                return difference(e, g)
    return "%.120r, expected %.120r" % (got, expected)


def trials_of(calls, kind, every):
    chosen = range(every // 2, len(calls), every)
    for i, k in enumerate(chosen):
        faults = IO_FAULTS.get(calls[k], []) if kind == "io" else ALLOC_FAULTS
        for fault in faults if every == 1 else faults[i % len(faults):i % len(faults) + 1]:
            yield k + 1, calls[k], fault


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--kind", default="alloc,io")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if os.environ.get("SANITIZE"):
        print("skipped: the sanitizers have an allocator of their own")
        return 77
    wrong = 0
    print("| command | faults | calls | trials | wrong |\n|---|---|---|---|---|")
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
                print("| %s | %s | %d | %d | %d |" % (scenario.name, kind, len(calls), len(trials),
                                                      len(bad)), flush=True)
                for line in bad:
                    print("  " + line, file=sys.stderr, flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

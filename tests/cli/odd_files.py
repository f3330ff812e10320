#!/usr/bin/env python3
"""Folders in which something else stands where a file should. Every file of a run, a comparison, a
search, a pruning, the folder of workers and a data set is replaced by a FIFO, a socket, a device, a
folder and a link to nothing; every command that reads the folder ends by itself, with an exit status
of 0 and what it prints if the file is there or is not, or with one sentence and status 1 to 4.
What a user names as an input may be a FIFO: those cases work.

    odd_files.py [--all] [--seed S]     all kinds for all files; ADROP_CASES has the same effect
"""
import argparse
import os
import random
import re
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time

adrop = os.path.abspath(os.environ.get("ADROP", "build/adrop"))
RESULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../results/")
SECONDS = 20  # of the clock; a command takes some hundredths of processor time
KINDS = "fifo", "folder", "socket", "device", "link"


def make(kind, path):
    os.unlink(path)
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        os.mkdir(path)
    elif kind == "socket":
        here = os.getcwd()
        os.chdir(os.path.dirname(path))  # the name of a socket has at most 107 bytes
        with socket.socket(socket.AF_UNIX) as s:
            s.bind(os.path.basename(path))
        os.chdir(here)
    elif kind == "device":
        try:
            os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 5))  # /dev/zero
        except PermissionError:
            os.symlink("/dev/zero", path)
    elif kind == "link":
        os.symlink("nowhere", path)


def run(words, folder, env=None):
    """(status, output, errors); status None: it did not end."""
    p = subprocess.Popen([adrop] + words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, env=dict(os.environ, LC_ALL="C", **(env or {})))
    try:
        out, err = p.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        p.kill()
        p.communicate()
        return None, "", ""
    return p.returncode, re.sub(r"[0-9.]+ (s|min|ms)\b|[0-9:]{5,}", "TIME", out.decode("utf-8", "replace")), err.decode("utf-8", "replace")


NET = ["--data", "rows.csv", "--model", "mlp:8", "--epochs", "1", "--threads", "1", "--quiet"]
COMPARE = ["compare", "--dropout", "none,bernoulli", "--runs", "2", "--baseline", "none", *NET, "--out", "C"]
TUNE = ["tune", "--vary", "lr=0.01,0.1", "--trials", "2", "--runs", "2", "--no-baseline", *NET, "--out", "T"]
PRUNE = ["prune", "--rounds", "1", "--rate", "50", *NET, "--out", "P"]
LOOKS = [["runs", "{}"], ["report", "{}", "--output", "page.html"], ["watch", "{}", "--once"], ["show", "{}"]]

# folder: (how it is made, its files, the commands that read it)
SCENES = {
    "R": ([["train", "--dropout", "bernoulli", "--val-fraction", "0.2", *NET, "--out", "R"], ["uncertainty", "R", "--quiet", "--threads", "1"]],
          ["run.json", "metrics.jsonl", "model.safetensors", "last.safetensors", "checkpoint.safetensors", "calibration.json", "lock"],
          LOOKS + [["eval", "R"], ["predict", "R", "--input", "rows.csv"], ["predict", "R", "--input", "rows.csv", "--conformal", "0.9"],
                   ["uncertainty", "R"], ["compare", "R", "R2"], ["train", "--resume", "R", "--quiet"],
                   ["train", "--init", "R", *NET, "--out", "new"], ["train", "--init", "R/model.safetensors", *NET, "--out", "new"]]),
    "C": ([COMPARE], ["compare.json", "table.csv", "table.json", "table.md", "table.tex", "lock"], LOOKS + [COMPARE]),
    "T": ([TUNE], ["tune.json", "lock"], LOOKS + [TUNE]),
    "P": ([PRUNE], ["prune.json", "lock"], LOOKS + [PRUNE]),
    "S": ([], ["settings.yaml", "net.yaml", "test.txt"],
          [["train", "--config", "S/settings.yaml", "--dry-run"], ["train", *NET, "--model", "S/net.yaml", "--out", "new"],
           ["train", *NET, "--test-rows", "S/test.txt", "--out", "new"]]),
    "D": ([], ["x.npy", "y.npy"], [["data", "info", "D"], ["train", "--data", "D", "--model", "mlp:2", "--epochs", "1", "--quiet", "--out", "new"]]),
    "I": ([], ["a/1.txt", "b/1.txt"], [["data", "info", "I"], ["train", "--data", "I", "--epochs", "1", "--quiet", "--out", "new"]]),
    "Z": ([], ["verdicts.json", "ablation2-resnet18-quick.json", "ablation2-resnet18-quick.md"],
          [["reproduce", "--all", "--report", "page.html", "--records", "Z"]]),
    "W": ([], ["launch/head.json", "launch/0/task.json", "launch/0/worker.json", "launch/0/done.json", "launch/0/at.json", "launch/lock"],
          [["runs", "W"], ["watch", "W", "--once"], ["work", "W", "--worker", "0"]]),  # work: see end_worker
}


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(text)


def npy(path, values, width):
    head = "{'descr': '<f4', 'fortran_order': False, 'shape': (%s), }" % (
        "%d, %d" % (len(values) // width, width) if width > 1 else "%d," % len(values))
    head += " " * (63 - (len(head) + 10) % 64) + "\n"
    import array
    with open(path, "wb") as f:
        f.write(b"\x93NUMPY\1\0" + len(head).to_bytes(2, "little") + head.encode() + array.array("f", values).tobytes())


def build(room):
    draw = random.Random(7)
    rows = [(draw.gauss(0, 1), draw.gauss(0, 1)) for _ in range(120)]
    write(room + "/rows.csv", "a,b,y\n" + "".join("%.3f,%.3f,%s\n" % (a, b, "up" if a + b > 0 else "down") for a, b in rows))
    write(room + "/S/settings.yaml", "data: rows.csv\nmodel: mlp:2\nepochs: 1\nout: new\n")
    code, text, err = run(["list", "models", "mlp:2", "--yaml", "--data", "rows.csv"], room)
    write(room + "/S/net.yaml", text if code == 0 else "")
    write(room + "/S/test.txt", "1\n2\n3\n")
    os.mkdir(room + "/Z")
    for name in SCENES["Z"][1]:
        shutil.copy(RESULTS + name, room + "/Z")
    os.mkdir(room + "/D")
    npy(room + "/D/x.npy", [v for r in rows for v in r], 2)
    npy(room + "/D/y.npy", [float(a + b > 0) for a, b in rows], 1)
    for k in "ab":
        for i in range(1, 9):
            write(room + "/I/%s/%d.txt" % (k, i), "word%s other%s %d\n" % (k, k, i))
    write(room + "/W/launch/head.json", '{"session": "s", "launch": "slurm", "workers": 1, "beat": 1, "ended": true, "job": ""}')
    for name in "task", "worker", "done", "at":
        write(room + "/W/launch/0/%s.json" % name, '{"session": "s", "task": 0}')
    write(room + "/W/launch/lock", "")
    for name, (made, files, _) in SCENES.items():
        for words in made:
            code, out, err = run(words, room)
            if code:
                sys.exit("cannot begin: adrop %s: %s" % (" ".join(words), err))
    shutil.copytree(room + "/R", room + "/R2")


def files_of(room, name):
    """Those of the table, and those of one run below."""
    files = [f for f in SCENES[name][1] if os.path.isfile("%s/%s/%s" % (room, name, f))]
    for at, _, names in sorted(os.walk(room + "/" + name)):
        if name != "R" and "run.json" in names:
            return files + [os.path.relpath(at + "/" + f, room + "/" + name) for f in sorted(names)]
    return files


def end_worker(words, folder):
    """A worker waits for its head; SIGTERM ends it, and would not if it waited for a FIFO."""
    p = subprocess.Popen([adrop] + words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.5)
    p.terminate()
    try:
        out, err = p.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        p.kill()
        p.communicate()
        return None, "", ""
    return 0 if p.returncode == 143 else p.returncode, "", err.decode("utf-8", "replace")


class Trial:
    def __init__(self, room):
        self.room, self.base = room, room + "/base"
        self.known = {}

    def call(self, name, file, kind, words):
        here = tempfile.mkdtemp(dir=self.room)
        shutil.copy(self.base + "/rows.csv", here)
        for folder in (name, "R2") if "R2" in words else (name,):
            shutil.copytree(self.base + "/" + folder, here + "/" + folder)
        path = "%s/%s/%s" % (here, name, file)
        if kind == "gone":
            os.unlink(path)
        elif kind != "there":
            make(kind, path)
        if words[0] == "work":
            result = end_worker(words, here)
        else:
            result = run([w.replace("{}", name) for w in words], here)
        if words[0] in ("report", "reproduce") and os.path.isfile(here + "/page.html"):
            with open(here + "/page.html", encoding="utf-8") as f:
                self.is_told = "not a regular file" in f.read()
        shutil.rmtree(here)
        return result

    def reference(self, name, file, words):
        key = (name, file, tuple(words))
        if key not in self.known:
            self.known[key] = [self.call(name, file, k, words)[:2] for k in ("there", "gone")]
        return self.known[key]

    def judge(self, name, file, kind, words):
        self.is_told = False
        code, out, err = self.call(name, file, kind, words)
        if code is None:
            return "did not end"
        if code == 0 and (words[0] == "prune" or self.is_told):  # prune prints times; a page says what it lacks
            return None
        if code == 0:
            return None if (0, out) in self.reference(name, file, words) else "exit 0, and prints:\n" + out + err
        lines = [x for x in err.split("\n") if x]
        if code not in (1, 2, 3, 4):
            return "exit %d, %s" % (code, err)
        most = 2 if words[0] in ("compare", "tune") else 1  # the run, and the experiment
        if not 1 <= len(lines) <= most or not all(x.startswith("adrop " + words[0]) for x in lines):
            return "exit %d without one sentence: %s" % (code, err)
        return None


def feed(path, data):
    def write_it():
        with open(path, "wb") as f:
            f.write(data)
    thread = threading.Thread(target=write_it, daemon=True)
    thread.start()


def named_inputs(base):
    """What a user names may be a FIFO, standard input, or /dev/stdin."""
    wrong = []
    data = open(base + "/rows.csv", "rb").read()
    expected = subprocess.run([adrop, "predict", "R", "--input", "rows.csv"], cwd=base, capture_output=True)
    for how in "fifo", "-", "/dev/stdin":
        name = how
        if how == "fifo":
            name = base + "/pipe"
            os.mkfifo(name)
            feed(name, data)
        done = subprocess.run([adrop, "predict", "R", "--input", name], cwd=base, capture_output=True, timeout=SECONDS,
                              **({} if how == "fifo" else {"input": data}))
        if done.returncode or done.stdout != expected.stdout or not expected.stdout:
            wrong.append("predict --input %s: exit %d, %s" % (how, done.returncode, done.stderr.decode()))
    return wrong


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--all", action="store_true", default="ADROP_CASES" in os.environ)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--only", default="".join(SCENES))
    a = p.parse_args()
    draw = random.Random(a.seed)
    room = tempfile.mkdtemp()
    build_here = room + "/base"
    os.mkdir(build_here)
    build(build_here)
    trial, failed, tried = Trial(room), 0, 0
    for name in a.only:
        for file in files_of(build_here, name):
            for words in SCENES[name][2]:
                for kind in KINDS if a.all else ("fifo",) if draw.random() < 0.6 else (draw.choice(KINDS[1:]),):
                    wrong = trial.judge(name, file, kind, words)
                    tried += 1
                    if wrong:
                        failed += 1
                        print("not ok: %s/%s is a %s: adrop %s: %s" % (name, file, kind, " ".join(words).replace("{}", name), wrong))
    for wrong in named_inputs(build_here):
        failed += 1
        print("not ok: " + wrong)
    shutil.rmtree(room)
    print("%d tried, %d failed" % (tried + 3, failed))
    sys.exit(failed > 0)


main()

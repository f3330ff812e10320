#!/usr/bin/env python3
"""Names of folders in scripts for Slurm. Each byte from 1 to 255, alone, at the start, in the
middle and at the end of a name, and pairs drawn by a seed, through `--launch slurm` with a false
sbatch and through `--launch script`. A name is refused before anything is made, or the script is
one that bash accepts, whose lines are those of any other script, and whose program gets the words
that were given. With `--launch mpi` a few names train to the end.

    names.py [--cases N] [--seed S]     ADROP_CASES sets N, too
"""
import argparse
import concurrent.futures
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading

adrop = os.path.abspath(os.environ.get("ADROP", "build/adrop")).encode()
REFUSED = set(range(1, 32)) | {127, ord('"'), ord("\\")}


def names(cases, seed):
    """All bytes at all places (few cases: each byte at one place), then pairs."""
    draw = random.Random(seed)
    out = [b"out\n touch MARK\n#", b"$(touch MARK)", b"`touch MARK`", b"'; touch MARK; '", b"%a%%A",
           b"#SBATCH --wrap=x", b"\n#SBATCH --wrap=touch MARK", b"a\r\nb", b"-x"]
    for b in range(1, 256):
        c = bytes([b])
        places = [c, c + b"out", b"o" + c + b"ut", b"out" + c]
        out += places if cases > 1000 else [places[(b + seed) % 4]]
    while len(out) < cases:
        b = [bytes([draw.randrange(1, 256)]) for _ in range(2)]
        out.append(draw.choice([b"", b"o"]) + b[0] + draw.choice([b"", b"u", b"$(touch MARK)"]) + b[1] +
                   draw.choice([b"", b"t"]))
    return out


def is_usable(name):
    """Not outside of the folder of the test, nor that folder itself."""
    return not name.startswith(b"/") and not set(name.split(b"/")) & {b".", b".."} and name.strip(b"/")


class Room:
    def __init__(self):
        self.path = tempfile.mkdtemp().encode()
        self.bin = self.path + b"/bin"
        os.mkdir(self.bin)
        for program in b"sbatch", b"squeue", b"scancel":
            with open(self.bin + b"/" + program, "wb") as f:
                f.write(b"#!/bin/sh\n[ \"${0##*/}\" = sbatch ] && cat >'%s/script'\nexit 1\n" % self.path)
            os.chmod(self.bin + b"/" + program, 0o755)
        with open(self.path + b"/rows.csv", "wb") as f:
            f.write(b"a,y\n" + b"".join(b"%d,%s\n" % (i, b"xy"[i % 2:i % 2 + 1]) for i in range(40)))
        # bash runs a function in place of the program of that path: it writes its words to a file
        with open(self.path + b"/instead", "wb") as f:
            f.write(b"function %s { printf '%%s\\0' \"$@\" >'%s/words'; }\n" % (adrop, self.path))
        self.env = {"PATH": self.bin + b":" + os.environb[b"PATH"], "LC_ALL": "C", "TERM": "dumb"}

    def call(self, folder, *words, **more):
        env = dict(self.env, **more)
        return subprocess.run([adrop, b"compare", b"--data", self.path + b"/rows.csv", b"--dropout",
                               b"none,bernoulli", b"--runs", b"1", b"--epochs", b"1", b"--model",
                               b"mlp:2", b"--threads", b"1", b"--quiet", b"--jobs", b"2", *words],
                              cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)

    def words_of(self, script, folder):
        """The words that the program of a script gets; None if bash refuses the script."""
        with open(self.path + b"/try", "wb") as f:
            f.write(script)
        if subprocess.run([b"bash", b"-n", self.path + b"/try"], capture_output=True).returncode:
            return None
        if os.path.exists(self.path + b"/words"):
            os.unlink(self.path + b"/words")
        env = dict(self.env, BASH_ENV=self.path + b"/instead", SLURM_ARRAY_TASK_ID=b"1")
        subprocess.run([b"bash", self.path + b"/try"], cwd=folder, env=env, capture_output=True, timeout=20)
        with open(self.path + b"/words", "rb") as f:
            return f.read().split(b"\0")[:-1]


def check_head(script):
    """The lines before the first command are comments, and those that are expected."""
    head = script.split(b"pass() {")[0].split(b"\n")[:-1]
    keys = [re.match(rb"#SBATCH --([a-z-]+)(=|$)", line) for line in head[1:]]
    if head[0] != b"#!/bin/bash" or not all(keys):
        return "a line that is no option: %r" % head
    found = [k.group(1) for k in keys]
    if found != [b"job-name", b"array", b"ntasks", b"cpus-per-task", b"requeue", b"open-mode", b"output", b"signal"]:
        return "other options: %r" % found
    return None


def try_slurm(room, name):
    folder = tempfile.mkdtemp(dir=room.path)
    script = room.path + b"/script"
    if os.path.exists(script):
        os.unlink(script)
    done = room.call(folder, b"--launch", b"slurm", b"--out=" + name)
    made = os.listdir(folder)
    wrong = None
    if set(name) & REFUSED:
        if done.returncode != 2 or b"cannot hold" not in done.stderr or done.stderr.count(b"\n") != 1:
            wrong = "not refused: %d, %r" % (done.returncode, done.stderr)
        elif made or os.path.exists(script):
            wrong = "refused, and yet there is %r" % made
    elif done.returncode != 1 or b"sbatch has refused the job" not in done.stderr:
        wrong = "exit %d, %r" % (done.returncode, done.stderr)
    else:
        with open(script, "rb") as f:
            text = f.read()
        log = re.search(rb'^#SBATCH --output="(.*)"$', text, re.M)
        words = room.words_of(text, folder)
        wrong = check_head(text)
        if not wrong and (not words or words[:3] != [b"work", b"--worker", b"1"] or words[-2:] != [b"--", name]):
            wrong = "the words that arrive are %r" % words
        if not wrong and log.group(1).replace(b"%%", b"\0").replace(b"%a", b"1").replace(b"\0", b"%") != name + b"/launch/1/log":
            wrong = "the log is %r" % log.group(1)
        if not wrong and os.listdir(folder) != [name.split(b"/")[0]]:
            wrong = "there is %r" % os.listdir(folder)
    shutil.rmtree(folder)
    return wrong


def try_script(room, name):
    folder = tempfile.mkdtemp(dir=room.path)
    done = room.call(folder, b"--launch", b"script", b"--out=" + name)
    wrong = None
    if done.returncode or done.stderr:
        wrong = "exit %d, %r" % (done.returncode, done.stderr)
    else:
        words = room.words_of(done.stdout, folder)
        wrong = check_head(done.stdout)
        if not wrong and (not words or words[0] != b"compare" or b"--out=" + name not in words or words[-2:] != [b"--launch", b"mpi"]):
            wrong = "the words that arrive are %r" % words
        if not wrong and b"\r" in done.stdout:
            wrong = "a carriage return, for which sbatch refuses a script"
    if not wrong and os.listdir(folder):
        wrong = "there is %r" % os.listdir(folder)
    shutil.rmtree(folder)
    return wrong


def try_mpi(room, name):
    folder = tempfile.mkdtemp(dir=room.path)
    rank = {"OMPI_COMM_WORLD_SIZE": b"2"}
    env = dict(room.env, OMPI_COMM_WORLD_RANK=b"1", OMPI_COMM_WORLD_SIZE=b"2")
    words = [adrop, b"compare", b"--data", room.path + b"/rows.csv", b"--dropout", b"none,bernoulli", b"--runs", b"1",
             b"--epochs", b"1", b"--model", b"mlp:2", b"--threads", b"1", b"--quiet", b"--launch", b"mpi", b"--out=" + name]
    worker = subprocess.Popen(words, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    head = room.call(folder, b"--launch", b"mpi", b"--out=" + name, OMPI_COMM_WORLD_RANK=b"0", **rank)
    said = worker.communicate(timeout=60)[0]
    wrong = None
    if head.returncode or worker.returncode:
        wrong = "exit %d and %d: %r %r" % (head.returncode, worker.returncode, head.stderr, said)
    elif os.listdir(folder) != [name.split(b"/")[0]] or not os.path.exists(os.path.join(folder, name, b"compare.json")):
        wrong = "there is %r" % os.listdir(folder)
    shutil.rmtree(folder)
    return wrong


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--cases", type=int, default=int(os.environ.get("ADROP_CASES", 264)))
    p.add_argument("--seed", type=int, default=1)
    a = p.parse_args()
    todo = [(f, n) for n in names(a.cases, a.seed) if is_usable(n) for f in (try_slurm, try_script)]
    todo += [(try_mpi, n) for n in (b"a\nb", b"it's \"so\"", b"%a $(touch MARK)", b"\xff\x01", b"-x")]
    rooms, mine = [], threading.local()

    def begin():
        mine.room = Room()
        rooms.append(mine.room)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0)), initializer=begin) as pool:
        for (f, name), wrong in zip(todo, pool.map(lambda one: one[0](mine.room, one[1]), todo)):
            if wrong:
                failed += 1
                print("not ok: %s, name %r: %s" % (f.__name__[4:], name, wrong))
    for room in rooms:
        shutil.rmtree(room.path)
    print("%d names tried, %d failed" % (len(todo), failed))
    sys.exit(failed > 0)


main()

"""From unpacked SGML to ten features: adrop against scikit-learn, in one run.

    python3 bench/text.py --adrop build/adrop --data FOLDER [--rounds 5] [--threads 2]
    python3 bench/text.py --adrop build/adrop --data FOLDER --fasttext [--rounds 1]

FOLDER holds reuters21578/reuters21578.tar.xz or the .sgm files; an archive is unpacked first, and not timed. The peer reads
the files, parses them with one compiled regular expression, chooses the ten topics, fits TfidfVectorizer(sublinear_tf=True,
min_df=3) on the training documents, and TruncatedSVD(10) with 10 power iterations, which agrees with the exact singular values
to 4e-7 (its default misses them by 2.6e-4), and standardises; adrop does all of it in `data info --features lsa:10`. Each is a process
of its own, in turns, and the first round warms the files. What the peer takes to be imported is not counted, adrop's start and
its checksums of the files are. Seconds are best and median, and those of the
processor (both threads together), which company on the machine changes less; memory is the largest resident.

With --fasttext: training on the same documents and split, accuracy on the test part, and the size of the model's file: adrop's
linear model on the full vocabulary, fastText with its defaults and with 25 epochs and pairs of words.
"""
import argparse
import glob
import json
import os
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time

PEER = r"""
import collections, glob, html, re, sys, time
import numpy as np
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
start, cpu = time.perf_counter(), time.process_time()
story = re.compile(rb'<REUTERS ([^>]*)>.*?<TOPICS>(.*?)</TOPICS>.*?<TEXT[^>]*>(.*?)</TEXT>', re.S)
topic, tag = re.compile(r'<D>(.*?)</D>'), re.compile(r'<[^>]*>')
documents = []
for path in sorted(glob.glob(sys.argv[1] + '/*.sgm')):
    with open(path, 'rb') as file:
        for head, topics, text in story.findall(file.read()):
            if b'TOPICS="YES"' not in head or b'LEWISSPLIT="NOT-USED"' in head:
                continue
            documents.append((b'LEWISSPLIT="TRAIN"' in head, set(topic.findall(topics.decode('latin-1'))),
                              html.unescape(tag.sub(' ', text.decode('latin-1')))))
parsed = time.perf_counter() - start
count = collections.Counter(t for train, topics, _ in documents if train for t in topics)
best = [t for t, _ in count.most_common(10)]
rows = [d for d in documents if d[1] & set(best)]
train = np.array([d[0] for d in rows])
vectoriser = TfidfVectorizer(sublinear_tf=True, min_df=3)
x = vectoriser.fit_transform(d[2] for d in rows if d[0])
y = vectoriser.transform(d[2] for d in rows if not d[0])
svd = TruncatedSVD(10, n_iter=10, random_state=1)
a = svd.fit_transform(x)
b = svd.transform(y)
mean, deviation = a.mean(0), a.std(0)
a, b = (a - mean) / deviation, (b - mean) / deviation
print(time.perf_counter() - start, time.process_time() - cpu, parsed, len(a), len(b), x.shape[1])
"""


def child(command, threads, **more):
    """Seconds, of the clock and of the processor, output and largest memory in MB of a process."""
    env = dict(os.environ, OMP_NUM_THREADS=str(threads), OPENBLAS_NUM_THREADS=str(threads), **more)
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{command[0]} failed: {status}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, out, usage.ru_maxrss / 1024


def unpack(data, folder):
    """The .sgm files in a folder."""
    found = os.path.join(data, "reuters21578")
    for archive in glob.glob(found + "/*.tar.*"):
        with tarfile.open(archive) as tar:
            for member in tar:
                if member.name.endswith(".sgm"):
                    with open(os.path.join(folder, os.path.basename(member.name)), "wb") as file:
                        shutil.copyfileobj(tar.extractfile(member), file)
    return folder if glob.glob(folder + "/*.sgm") else found


def features(args, folder):
    ours, theirs, parse, memory, shapes = [], [], [], [0, 0], None
    work = [[], []]  # seconds of the processor
    for round_ in range(args.rounds + 1):
        seconds, cpu, out, mb = child([args.adrop, "data", "info", folder, "--features", "lsa:10", "--threads",
                                       str(args.threads), "--json"], args.threads)
        info = json.loads(out)
        _, _, out, mb2 = child([sys.executable, "-c", PEER, folder], args.threads)
        theirs_seconds, theirs_cpu, parsed, *counts = out.split()
        if [info["train"], info["test"]] != [int(c) for c in counts[:2]]:
            sys.exit(f"the two do not read the same documents: {info['train']}, {info['test']} and {counts}")
        if round_:
            ours.append(seconds)
            theirs.append(float(theirs_seconds))
            parse.append(float(parsed))
            work[0].append(cpu)
            work[1].append(float(theirs_cpu))
        memory = [max(memory[0], mb), max(memory[1], mb2)]
        shapes = counts
    print(json.dumps({"threads": args.threads, "rounds": args.rounds, "documents": [int(s) for s in shapes[:2]],
                      "adrop_best": min(ours), "adrop_median": statistics.median(ours), "sklearn_best": min(theirs),
                      "sklearn_median": statistics.median(theirs), "sklearn_parse": min(parse),
                      "ratio_best": min(theirs) / min(ours),
                      "ratio_median": statistics.median(theirs) / statistics.median(ours),
                      "adrop_cpu": min(work[0]), "sklearn_cpu": min(work[1]), "ratio_cpu": min(work[1]) / min(work[0]), "adrop_mb": memory[0],
                      "sklearn_mb": memory[1]}))


LINEAR = "--features tfidf --min-df 2 --model mlp: --dropout none --lr 1 --weight-decay 0 --epochs 15 --batch 32".split()


def fasttext(args, folder):
    """The same documents as lines for fastText, in the words that adrop finds."""
    import html
    import re
    story = re.compile(rb'<REUTERS ([^>]*)>.*?<TOPICS>(.*?)</TOPICS>.*?<TEXT[^>]*>(.*?)</TEXT>', re.S)
    best = "earn acq money-fx grain crude trade interest wheat ship corn".split()
    parts = {True: [], False: []}
    for path in sorted(glob.glob(folder + "/*.sgm")):
        for head, topics, text in story.findall(open(path, "rb").read()):
            named = set(re.findall("<D>(.*?)</D>", topics.decode()))
            if b'TOPICS="YES"' not in head or b"NOT-USED" in head or not named & set(best):
                continue
            label = next(t for t in best if t in named)
            words = re.findall(r"(?u)\b\w\w+\b", html.unescape(re.sub("<[^>]*>", " ", text.decode("latin-1"))).lower())
            parts[b'LEWISSPLIT="TRAIN"' in head].append(f"__label__{label} {' '.join(words)}\n")
    with tempfile.TemporaryDirectory() as work:
        for train, name in ((True, "news.train"), (False, "news.test")):
            with open(os.path.join(work, name), "w", encoding="utf-8") as file:
                file.writelines(parts[train])
        for _ in range(args.rounds):
            for more in ([], ["-epoch", "25", "-wordNgrams", "2", "-lr", "0.5"]):
                model = os.path.join(work, "model")
                seconds, cpu, _, mb = child(["fasttext", "supervised", "-input", work + "/news.train", "-output", model, "-thread",
                                        str(args.threads), *more], args.threads)
                out = child(["fasttext", "test", model + ".bin", work + "/news.test"], args.threads)[2]
                print(json.dumps({"fasttext": more, "seconds": seconds, "cpu": cpu, "mb": mb,
                                  "accuracy": float(re.search(r"P@1\s+([0-9.]+)", out)[1]) * 100,
                                  "model_mb": os.path.getsize(model + ".bin") / 2**20}))
            out = os.path.join(work, "run")
            shutil.rmtree(out, ignore_errors=True)
            seconds, cpu, told, mb = child([args.adrop, "train", "--data", work, *LINEAR, "--threads", str(args.threads), "--quiet",
                                       "--json", "--eval-every", "0", "--out", out], args.threads)
            done = json.loads(told.splitlines()[-1])
            print(json.dumps({"adrop": LINEAR, "seconds": seconds, "cpu": cpu, "mb": mb, "accuracy": done["test_acc"],
                              "model_mb": os.path.getsize(out + "/model.safetensors") / 2**20}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adrop", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--fasttext", action="store_true")
    args = parser.parse_args()
    args.adrop = os.path.abspath(args.adrop)
    with tempfile.TemporaryDirectory() as folder:
        folder = unpack(args.data, folder)
        (fasttext if args.fasttext else features)(args, folder)


if __name__ == "__main__":
    main()

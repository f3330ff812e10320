#!/usr/bin/python3
"""What documents become, and what is said of sets of classes, against scikit-learn and SciPy, on
Reuters-21578:

- TF-IDF of words, and of words and pairs of words: scikit-learn's TfidfVectorizer with the same
  settings on the same documents; the same terms, weights within 1e-6 (they are floats here);
- ten singular values: SciPy's exact ones within 1e-6 relative, vectors up to sign within 1e-4
  (1e-6 / the smallest relative gap of singular values, rounded up), their rows within 1e-4;
- the same bits with 1, 2 and 4 threads;
- a network without hidden layers on the ten inputs: scikit-learn's logistic regression on the same inputs, within half a point
  of test accuracy (12 of 2545 documents; they stop at different places);
- `train --multi-label`, `eval`, `predict`: F1 of scikit-learn for the probabilities that predict writes.

Needs $ADROP_DATA. Exit status 77 means skipped."""
import csv
import json
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from scipy import sparse
    from scipy.sparse.linalg import svds
    from sklearn import metrics
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
except ImportError as reason:
    print(f"skipped: {reason}")
    sys.exit(77)
import dump

DATA = os.environ.get("ADROP_DATA", "")
if not os.path.exists(os.path.join(DATA, "reuters21578")):
    print("skipped: $ADROP_DATA has no reuters21578")
    sys.exit(77)
checks, failed = 0, 0


def check(ok, what):
    global checks, failed
    checks += 1
    if not ok:
        failed += 1
        print("failed:", what)


class Case:
    def __init__(self, header):
        self.__dict__.update(header)
        self.name, self.arrays = header["case"], {}


def documents(arrays):
    text, start = arrays["text"].tobytes(), arrays["text_start"]
    return [text[a:b].decode() for a, b in zip(start[:-1], start[1:])]


def tfidf(case):
    a = case.arrays
    texts = documents(a)
    train = [texts[i] for i in a["train"]]
    theirs = TfidfVectorizer(sublinear_tf=True, min_df=3, ngram_range=(1, case.ngrams)).fit(train)
    names = a["terms"].tobytes().decode().splitlines()
    check(sorted(theirs.vocabulary_) == sorted(names), f"{len(names)} terms")
    to = np.array([theirs.vocabulary_[n] for n in names])
    expected = theirs.transform(texts)
    found = sparse.csr_matrix((a["value"].astype(float), to[a["column"]], a["start"].astype(np.int64)), expected.shape)
    off = abs(found - expected).max()
    check(found.nnz == expected.nnz and off <= 1e-6, f"weights differ by {off}")
    print(f"tfidf, {case.ngrams}-grams: {len(names)} terms, {found.nnz} values, largest difference {off:.2g}")
    return found[a["train"]], to


def svd(case, rows, to):
    a = case.arrays
    _, s, vt = svds(rows, k=10, tol=0)
    order = np.argsort(-s)
    s, vt = s[order], vt[order]
    off = np.max(np.abs(a["singular"] / s - 1))
    check(off <= 1e-6, f"singular values differ by {off}")
    ours = np.zeros((10, rows.shape[1]))
    ours[:, to] = a["components"].T
    sign = np.sign((ours * vt).sum(1))
    apart = np.abs(ours * sign[:, None] - vt).max()
    check(apart <= 1e-4, f"vectors differ by {apart}")
    projected = np.abs(a["rows"][a["train"]] * sign - rows @ vt.T).max()
    check(projected <= 1e-4, f"rows differ by {projected}")
    print(f"lsa:10: singular values within {off:.2g}, vectors {apart:.2g}, rows {projected:.2g}")


def logistic(case, folder):
    """Without hidden layers, on the same ten inputs: scikit-learn's logistic regression."""
    a = case.arrays
    x, y = a["rows"].astype(float), a["label"]
    test = np.setdiff1d(np.arange(len(y)), a["train"])
    x = (x - x[a["train"]].mean(0)) / x[a["train"]].std(0)
    theirs = LogisticRegression(C=1e4, max_iter=2000).fit(x[a["train"]], y[a["train"]])
    expected = 100 * theirs.score(x[test], y[test])
    done = json.loads(adrop("train", "--data", "reuters21578", "--model", "mlp:", "--dropout", "none", "--lr", "0.5",
                            "--schedule", "cosine", "--weight-decay", "0", "--epochs", "100", "--batch", "64", "--threads", "1", "--eval-every", "0",
                            "--out", os.path.join(folder, "ten"), "--json").splitlines()[-1])
    check(abs(done["test_acc"] - expected) <= 0.5, f"ten inputs: {done['test_acc']}, expected {expected}")
    print(f"logistic regression on ten inputs: {done['test_acc']:.2f} %, scikit-learn {expected:.2f} %")


def bits(cases):
    for name in ("tfidf", "lsa:10"):
        same = [c for c in cases if c.name == name and c.ngrams == 1]
        check([c.threads for c in same] == [1, 2, 4], f"{name}: threads")
        for c in same[1:]:
            for key, value in c.arrays.items():
                check(np.array_equal(value, same[0].arrays[key]), f"{name}: {key} with {c.threads} threads")


def adrop(*args):
    return subprocess.run([os.environ.get("ADROP", "build/adrop"), *args, "--quiet"], check=True,
                          stdout=subprocess.PIPE).stdout.decode()


def sets(folder):
    run = os.path.join(folder, "run")
    done = json.loads(adrop("train", "--data", "reuters21578", "--multi-label", "--features", "tfidf", "--model", "mlp:",
                            "--dropout", "none", "--lr", "10", "--weight-decay", "0", "--epochs", "3", "--threads", "1",
                            "--out", run, "--json").splitlines()[-1])
    said = json.loads(adrop("eval", run, "--json"))
    rows = list(csv.DictReader(adrop("predict", run, "--input", "reuters21578", "--samples", "0").splitlines()))
    classes = [k[5:] for k in rows[0] if k.startswith("prob:")]
    y = np.array([[c in r["truth"].split("|") for c in classes] for r in rows])
    p = np.array([[float(r["prob:" + c]) for c in classes] for r in rows])
    hat = np.array([[c in r["predicted"].split("|") for c in classes] for r in rows])
    check(np.array_equal(hat, p > 0.5) and len(rows) == 2545, "what is predicted")
    for kind in ("micro", "macro"):
        f1 = metrics.f1_score(y, hat, average=kind, zero_division=0)
        check(abs(f1 - said[f"{kind}_f1"]) <= 1e-9, f"{kind} F1 of eval: {said[f'{kind}_f1']}, expected {f1}")
        check(abs(100 * f1 - done[f"test_{kind}_f1"]) <= 1e-9, f"{kind} F1 of train: {done[f'test_{kind}_f1']}")
        print(f"{kind} F1 {f1:.4f}")
    accuracy = metrics.accuracy_score(y, hat)
    check(abs(100 * accuracy - said["test_acc"]) <= 1e-9, f"accuracy of sets: {said['test_acc']}, expected {accuracy}")


with tempfile.TemporaryDirectory() as folder:
    cases = dump.read_cases("dump_text", Case, DATA)
    rows, to = tfidf(cases[0])
    svd(cases[1], rows, to)
    tfidf(cases[-1])
    bits(cases)
    logistic(cases[1], folder)
    sets(folder)
print(f"{checks} checks, {failed} failed")
sys.exit(failed > 0 or checks < 20)

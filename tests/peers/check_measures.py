#!/usr/bin/python3
"""Measures of predictions (adrop/measure.h), called in libadrop.so, against scikit-learn and SciPy
where they have the measure, and against its definition, written here row by row, where not: 200
random cases each, with ties, with classes that do not occur. Bound: 1e-10.

Exit status 77 means skipped."""
import ctypes as c
import os
import sys

try:
    import numpy as np
    from scipy import integrate, optimize, stats
    from sklearn import metrics
except ImportError as reason:
    print(f"skipped: {reason}")
    sys.exit(77)
if os.environ.get("SANITIZE"):
    print("skipped: a sanitized library does not load into Python")
    sys.exit(77)

lib = c.CDLL(os.path.join(os.environ.get("BUILD", "build"), "libadrop.so"))
lib.adrop_ctx_message.restype = c.c_char_p
ctx = c.c_void_p()
assert lib.adrop_ctx_create(None, c.byref(ctx)) == 0
rng = np.random.default_rng(1)
of_sets = np.random.default_rng(2)
checked, failed = 0, 0


def double(a):
    return np.ascontiguousarray(a, np.float64)


def ptr(a):
    return a.ctypes.data_as(c.c_void_p)


def call(name, *args):
    given = [c.c_size_t(a) if isinstance(a, (int, np.integer)) else c.c_double(a) if isinstance(a, float) else a
             for a in args]
    if getattr(lib, name)(ctx, *given):
        raise SystemExit(f"{name}: {lib.adrop_ctx_message(ctx).decode()}")


def struct(name, fields, *args):
    out = np.zeros(fields)
    call(name, *args, ptr(out), 8 * fields)
    return out


def close(what, found, expected, bound=1e-10):
    global checked, failed
    checked += 1
    found, expected = np.asarray(found, float), np.asarray(expected, float)
    ok = (np.isnan(found) & np.isnan(expected)) | (np.abs(found - expected) <= bound * np.maximum(1, np.abs(expected)))
    if not np.all(ok):
        failed += 1
        print(f"{what}: {found}, expected {expected}")


def case():
    n, k = int(rng.integers(5, 400)), int(rng.integers(2, 9))
    z = rng.normal(size=(n, k)) * rng.choice([0.5, 2, 6])
    p = np.exp(z) / np.exp(z).sum(1, keepdims=True)
    if rng.random() < 0.5:
        p = np.round(p, 1) + 0.02  # ties
        p /= p.sum(1, keepdims=True)
    y = np.array([rng.choice(k, p=row) for row in p], np.uint32)
    return n, k, double(p), y


def classes():
    n, k, p, y = case()
    s = struct("adrop_score_probabilities_sized", 3, n, k, ptr(p), ptr(y))
    hat = p.argmax(1).astype(np.uint32)
    close("accuracy", s[0], metrics.accuracy_score(y, hat))
    close("nll", s[1], metrics.log_loss(y, p, labels=range(k), eps=1e-300))
    close("brier", s[2], np.mean(((p - np.eye(k)[y]) ** 2).sum(1)))
    counts = np.zeros((k, k), np.uintp)
    call("adrop_confusion", n, k, ptr(y), ptr(hat), ptr(counts))
    close("confusion", counts, metrics.confusion_matrix(y, hat, labels=range(k)))
    scores = np.zeros((3, k))
    lib.adrop_class_scores(c.c_size_t(k), ptr(counts), ptr(scores[0]), ptr(scores[1]), ptr(scores[2]))
    theirs = metrics.precision_recall_fscore_support(y, hat, labels=range(k), zero_division=0)
    for name, ours, theirs in zip(("precision", "recall", "f1"), scores, theirs):
        close(name, np.nan_to_num(ours), theirs)
    share = c.c_double()
    call("adrop_top_k", n, k, ptr(p), ptr(y), 2, c.byref(share))
    order = np.argsort(-p, axis=1, kind="stable")[:, :2]
    close("top 2", share.value, np.mean((order == y[:, None]).any(1)))


def sets():
    n, k = int(of_sets.integers(1, 200)), int(of_sets.integers(1, 9))
    p = double(of_sets.random((n, k)) ** of_sets.choice([0.2, 1, 8]))
    y = np.ascontiguousarray(of_sets.random((n, k)) < of_sets.choice([0, 0.1, 0.5]), np.uint8)
    counts = np.zeros((3, k), np.uintp)
    s = struct("adrop_score_sets_sized", 4, n, k, ptr(p), ptr(y), ptr(counts))
    said = (p > 0.5).astype(int)
    for name, ours in zip(("micro", "macro"), s):
        close(f"{name} F1", ours, metrics.f1_score(y, said, average=name, zero_division=0, labels=range(k))
              if k > 1 else metrics.f1_score(y[:, 0], said[:, 0], zero_division=0))
    close("subset accuracy", s[2], np.mean((said == y).all(1)))
    close("binary cross-entropy", s[3], -np.mean(np.log(np.maximum(np.where(y == 1, p, 1 - p), 1e-300))))
    both = [((said == a) & (y == b)).sum(0) for a, b in ((1, 1), (1, 0), (0, 1))]
    close("counts", counts, both)


def detection():
    n, k, p, y = case()
    right = np.ascontiguousarray(p.argmax(1) == y, np.uint8)
    score = double(p.max(1))
    out = struct("adrop_detect_sized", 8, n, ptr(score), ptr(right), 0.95)
    if right.all() or not right.any():
        close("undefined", out[:6], np.full(6, np.nan))
        return
    close("auroc", out[0], metrics.roc_auc_score(right, score))
    close("aupr", out[4], metrics.average_precision_score(right, score))
    fpr, tpr, _ = metrics.roc_curve(right, score, drop_intermediate=False)
    close("fpr95", out[5], fpr[tpr >= 0.95 - 1e-12].min())


def calibration():
    n, k, p, y = case()
    conf, hit = double(p.max(1)), np.ascontiguousarray(p.argmax(1) == y, np.uint8)
    bins = int(rng.integers(1, 20))
    for kind in (0, 1):
        a, b, rows = np.zeros(bins), np.zeros(bins), np.zeros(bins, np.uintp)
        ece, largest = c.c_double(), c.c_double()
        call("adrop_reliability", c.c_int(kind), bins, n, ptr(conf), ptr(hit), ptr(a), ptr(b), ptr(rows), c.byref(ece),
             c.byref(largest))
        if kind == 0:
            place = np.clip(np.ceil(conf * bins) - 1, 0, bins - 1)
        else:
            place = np.array([np.floor((conf < v).sum() * bins / n) for v in conf])
        total, worst = 0, 0
        for i in range(bins):
            rows_in = place == i
            close("rows", rows[i], rows_in.sum())
            if rows_in.any():
                off = abs(hit[rows_in].mean() - conf[rows_in].mean())
                total += off * rows_in.mean()
                worst = max(worst, off)
                close("share", b[i], hit[rows_in].mean())
        close("ece", ece.value, total)
        close("largest", largest.value, worst)


def temperature():
    n, k, p, y = case()
    z, t = double(np.log(p)), c.c_double()
    call("adrop_temperature_fit", n, k, ptr(z), ptr(y), c.byref(t))

    def nll(log_t):
        s = z / np.exp(log_t)
        s = s - s.max(1, keepdims=True)
        return np.mean(np.log(np.exp(s).sum(1)) - s[np.arange(n), y])

    found = optimize.minimize_scalar(nll, bounds=(np.log(0.01), np.log(100)), method="bounded",
                                     options={"xatol": 1e-12})
    close("temperature's likelihood", nll(np.log(t.value)), found.fun)
    q = np.zeros_like(z)
    lib.adrop_temperature_apply(c.c_size_t(n), c.c_size_t(k), ptr(z), t, ptr(q))
    close("scaled", q, np.exp(z / t.value) / np.exp(z / t.value).sum(1, keepdims=True))


def selective():
    n = int(rng.integers(2, 9))
    conf, loss = double(rng.integers(0, 3, n)), double(rng.integers(0, 2, n))
    risk = np.zeros(n)
    s = struct("adrop_select_sized", 3, n, ptr(conf), ptr(loss), ptr(risk))
    # all orders of equal confidences, by sampling many; small n, so the mean is near
    orders = [np.lexsort((rng.random(n), -conf)) for _ in range(400)]
    sums = np.mean([np.cumsum(loss[o]) for o in orders], axis=0)
    exact = np.zeros(n)
    before = 0.0
    done = 0
    for v in sorted(set(conf), reverse=True):
        group = loss[conf == v]
        for _ in group:
            done += 1
            before += group.mean()
            exact[done - 1] = before
    assert np.all(np.abs(sums - exact) <= 5 * np.sqrt(n) / np.sqrt(400)), (sums, exact)
    counts = np.arange(1, n + 1)
    close("risk", risk, exact / counts)
    close("aurc", s[0], np.mean(exact / counts))
    close("best aurc", s[1], np.mean(np.cumsum(np.sort(loss)) / counts))
    close("augrc", s[2], np.mean(exact / n))


def values():
    n = int(rng.integers(2, 300))
    y, m, s = double(rng.normal(size=n) * 3), double(rng.normal(size=n)), double(rng.gamma(2, 1, n))
    v = struct("adrop_score_values_sized", 3, n, ptr(y), ptr(m))
    close("rmse", v[0], np.sqrt(metrics.mean_squared_error(y, m)))
    close("mae", v[1], metrics.mean_absolute_error(y, m))
    close("r2", v[2], metrics.r2_score(y, m))
    g = struct("adrop_score_gaussian_sized", 3, n, ptr(y), ptr(m), ptr(s))
    close("gaussian nll", g[0], -np.mean(stats.norm.logpdf(y, m, s)))
    close("sharpness", g[2], np.sqrt(np.mean(s * s)))
    one = struct("adrop_score_gaussian_sized", 3, 1, ptr(y), ptr(m), ptr(s))
    below = integrate.quad(lambda x: stats.norm.cdf(x, m[0], s[0]) ** 2, m[0] - 12 * s[0] - abs(y[0] - m[0]), y[0],
                           epsabs=1e-12, epsrel=1e-12, limit=400)[0]
    above = integrate.quad(lambda x: stats.norm.sf(x, m[0], s[0]) ** 2, y[0], m[0] + 12 * s[0] + abs(y[0] - m[0]),
                           epsabs=1e-12, epsrel=1e-12, limit=400)[0]
    close("crps", one[1], below + above, 1e-9)
    levels, shares = double([0.5, 0.8, 0.9, 0.95]), np.zeros(4)
    call("adrop_interval_coverage", n, ptr(y), ptr(m), ptr(s), 4, ptr(levels), ptr(shares))
    low, high = stats.norm.interval(levels[:, None], m, s)
    close("coverage", shares, ((low <= y) & (y <= high)).mean(1))
    call("adrop_quantile_coverage", n, ptr(y), ptr(m), ptr(s), 4, ptr(levels), ptr(shares))
    close("quantiles", shares, (y <= stats.norm.ppf(levels[:, None], m, s)).mean(1))


for _ in range(200):
    for measure in (classes, sets, detection, calibration, temperature, selective, values):
        measure()
lib.adrop_ctx_free(ctx)
print(f"{checked} comparisons, {failed} failed")
sys.exit(failed > 0 or checked < 10000)

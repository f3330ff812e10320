#!/usr/bin/python3
"""Statistics against SciPy, on 10,000 random pairs of samples and 4,000 points of the t and
the normal distribution. dump_stats (BUILD/tests) answers; SciPy answers the same questions: all
cases by Welch's test, the pooled or the paired one, and g; half of them by ranks, half by signs.

Samples are of 2 to 400 values: normal ones, rounded ones (ties), some or all of them equal
(zero variance in one group or both), means 1e9 times the deviation, scales from 1e-60 to 1e60.
Relative errors are at most 1e-10, of p-values of 1e-300 as of others, except for what is
said here:

- Large means. SciPy subtracts means that were rounded at their own size, and so has an error
  of about 1e-16 mean / deviation. The t tests do not depend on a common shift, so it gets the
  samples with the first value of x taken off, by exact subtraction (checked by fractions).
- No variance at all. SciPy has t = +-inf, p = 0 for different means, as we do, its Welch df (NaN,
  taken as 1) and interval aside; and NaN for equal ones, where ours must be t = 0 and p = 1 or
  1/2. Both are checked here from the definition.
- Differences that cancel (the difference of means is 0 up to rounding): the error counts
  relative to the standard error; and relative to the larger end for the ends of an interval.
- SciPy's t.ppf is good to 1e-8, and ends at 1e100; one step of Newton's method with SciPy's own
  cdf makes the rest, and df is at least 0.5. Quantiles below 1e-3, which SciPy finds from the
  last digits of p - 1/2, count relative to 1e-3.
- SciPy's exact distributions of ranks leave ties out. With ties, all outcomes are counted
  here, up to 12 values; likewise for the signs of differences. Large samples by SciPy's normal
  approximations with its corrections for ties and continuity.

Exit status 77 means skipped."""
import itertools
import math
import os
import subprocess
import sys
import warnings
from fractions import Fraction

try:
    import numpy as np
    from scipy import special, stats
except ImportError as reason:
    print(f"skipped: {reason}")
    sys.exit(77)

BUILD = os.environ.get("BUILD", "build")
CASES, POINTS = 10000, 4000
BOUND = 1e-10
KINDS = ("welch", "pooled", "paired")
SIDES = ("two-sided", "greater", "less")

warnings.simplefilter("ignore")  # of samples without variance
rng = np.random.default_rng(1)
questions, checks = [], []
passed, worst, failures = 0, {}, []


def ask(line, check):
    questions.append(line)
    checks.append(check)


def text(values):
    return " ".join([str(len(values))] + [repr(float(v)) for v in values])


def close(what, found, expected, scale=0.0, bound=BOUND):
    """Relative to the expected value, or to scale if that is larger."""
    global passed
    if math.isnan(expected) or math.isinf(expected) or math.isinf(found):
        error = 0.0 if found == expected or (math.isnan(expected) and math.isnan(found)) else math.inf
    elif found == expected:
        error = 0.0
    else:
        error = abs(found - expected) / max(abs(expected), scale)
    key = what.split(":")[0]
    worst[key] = max(worst.get(key, 0.0), error)
    if error <= bound:
        passed += 1
    else:
        failures.append(f"{what}: {found!r}, expected {expected!r}, off by {error:.1e}")


def t_quantile(p, df):
    """The upper quantile, for p <= 1/2: stats.t.isf without its overhead, and the step."""
    t = -special.stdtrit(df, p)
    density = math.exp(special.gammaln((df + 1) / 2) - special.gammaln(df / 2)
                       - (df + 1) / 2 * math.log1p(t * t / df)) / math.sqrt(math.pi * df)
    return t + (special.stdtr(df, -t) - p) / density


def shifted(x, y):
    """Both less x[0], exactly; None if that is not possible in double."""
    a, b = x - x[0], y - x[0]
    for v, d in zip(np.concatenate([x, y]), np.concatenate([a, b])):
        if Fraction(v) - Fraction(x[0]) != Fraction(d):
            return None
    return a, b


# ---------------------------------------------------------------- t tests

def interval(side, level, difference, error, df):
    outside = (1 - level) / 2 if side == 0 else 1 - level
    sign = 1 if outside <= 0.5 else -1  # the far side of the middle
    reach = sign * t_quantile(min(outside, 1 - outside), df) * error
    low = -math.inf if side == 2 else difference - reach
    high = math.inf if side == 1 else difference + reach
    return low, high


def check_t(where, found, kind, side, level, x, y):
    difference, error, t, df, p, low, high = found
    d = x - y if kind == 2 else None
    moving = np.ptp(d) > 0 if kind == 2 else np.ptp(x) > 0 or np.ptp(y) > 0
    if not moving:
        gap = d[0] if kind == 2 else x[0] - y[0]
        close(f"no variance: {where} difference", difference, gap)
        close(f"no variance: {where} error", error, 0)
        close(f"no variance: {where} t", t, gap and math.copysign(math.inf, gap))
        sides = (0.0, float(gap < 0), float(gap > 0)) if gap else (1.0, 0.5, 0.5)
        close(f"no variance: {where} p", p, sides[side])
        close(f"no variance: {where} low", low, -math.inf if side == 2 else gap)
        close(f"no variance: {where} high", high, math.inf if side == 1 else gap)
        least = min(len(x), len(y)) - 1 if kind != 1 else len(x) + len(y) - 2
        close(f"no variance: {where} df", df, least)
        if gap and kind != 2:
            close(f"no variance: {where} SciPy's p", p, stats.ttest_ind(
                x - x[0], y - x[0], equal_var=kind == 1, alternative=SIDES[side])[1])
        return
    if kind == 2:
        answer = stats.ttest_rel(x, y, alternative=SIDES[side])
        shown_df, own = len(x) - 1, stats.sem(d)
        gap = d.mean()
    else:
        answer = stats.ttest_ind(x, y, equal_var=kind == 1, alternative=SIDES[side])
        vx, vy, nx, ny = x.var(ddof=1), y.var(ddof=1), len(x), len(y)
        a, b = vx / nx, vy / ny
        shown_df = (a + b) ** 2 / (a * a / (nx - 1) + b * b / (ny - 1))
        own = math.sqrt(a + b)
        if kind == 1:
            shown_df = nx + ny - 2
            own = math.sqrt(((nx - 1) * vx + (ny - 1) * vy) / shown_df * (1 / nx + 1 / ny))
        gap = x.mean() - y.mean()
    close(f"difference: {where}", difference, gap, own)
    close(f"standard error: {where}", error, own)
    close(f"t: {where}", t, answer[0], 1)
    close(f"df: {where}", df, shown_df)
    if answer[1] > 1e-300:
        close(f"p: {where}", p, answer[1])
    ends = interval(side, level, gap, own, shown_df)
    scale = max([abs(e) for e in ends if math.isfinite(e)] + [own])
    close(f"interval: {where} low", low, ends[0], scale)
    close(f"interval: {where} high", high, ends[1], scale)


def check_table(where, found, kind, side, sx, sy):
    answer = stats.ttest_ind_from_stats(*sx, *sy, equal_var=kind == 1, alternative=SIDES[side])
    close(f"table t: {where}", found[2], answer[0], 1)
    if answer[1] > 1e-300:
        close(f"table p: {where}", found[4], answer[1])


def check_g(where, found, kind, x, y):
    if kind == 2:
        d = x - y
        f, gap, std = len(x) - 1, d.mean(), d.std(ddof=1)
        if np.ptp(d) == 0:
            gap, std = d[0], 0.0
    else:
        f, gap = len(x) + len(y) - 2, x.mean() - y.mean()
        std = math.sqrt(((len(x) - 1) * x.var(ddof=1) + (len(y) - 1) * y.var(ddof=1)) / f)
        if np.ptp(x) == 0 and np.ptp(y) == 0:
            gap, std = x[0] - y[0], 0.0
    if f == 1:
        close(f"g: {where}", found[0], math.nan)
    elif std == 0:
        close(f"g: {where}", found[0], gap and math.copysign(math.inf, gap))
    else:
        factor = math.exp(special.gammaln(f / 2) - special.gammaln((f - 1) / 2)) / math.sqrt(f / 2)
        close(f"g: {where}", found[0], factor * gap / std, 1)


# ---------------------------------------------------------------- ranks and signs

def tails(side, outcomes, seen, slack=0.0):
    """p by counting all outcomes."""
    most, least = np.mean(outcomes <= seen + slack), np.mean(outcomes >= seen - slack)
    return (min(1.0, 2 * min(most, least)), least, most)[side]


def all_signs(n):
    return np.array(list(itertools.product((0, 1), repeat=n))).reshape(-1, n)


def check_wilcoxon(where, found, side, x, y):
    d = x - y
    d = d[d != 0]
    m = len(d)
    if m == 0:
        for value, expected in zip(found, (0, 1, 1, 1)):
            close(f"wilcoxon: {where}", value, expected)
        return
    ranks = stats.rankdata(abs(d))
    plus = ranks[d > 0].sum()
    close(f"wilcoxon: {where} statistic", found[0], plus)
    if m <= 200:
        close(f"wilcoxon: {where} least p", found[2], min(1, (2 if side == 0 else 1) / 2.0 ** m))
    close(f"wilcoxon: {where} exact", found[3], m <= 200)
    if m <= 10:
        close(f"wilcoxon: {where} p", found[1], tails(side, all_signs(m) @ ranks, plus))
    elif m > 200:
        p = stats.wilcoxon(d, mode="approx", correction=True, alternative=SIDES[side])[1]
        close(f"wilcoxon, normal: {where} p", found[1], p)
    elif len(set(abs(d))) == m:
        p = stats.wilcoxon(d, mode="exact", alternative=SIDES[side])[1]
        close(f"wilcoxon, exact: {where} p", found[1], p)


def check_rank_sum(where, found, side, x, y):
    u = 0.5 * (1 + np.sign(x[:, None] - y)).sum()
    close(f"rank sum: {where} statistic", found[0], u)
    both = np.concatenate([x, y])
    n, k = len(both), len(x)
    if n <= 12:
        ranks = stats.rankdata(both)
        sums = np.array([ranks[list(c)].sum() for c in itertools.combinations(range(n), k)])
        close(f"rank sum: {where} p", found[1], tails(side, sums, ranks[:k].sum()))
        least = [tails(side, sums, s) for s in (sums.min(), sums.max())]
        close(f"rank sum: {where} least p", found[2], min(least))
    elif found[3] == 1 and len(set(both)) == n and n <= 60:
        p = stats.mannwhitneyu(x, y, alternative=SIDES[side], method="exact")[1]
        close(f"rank sum, exact: {where} p", found[1], p)
    elif found[3] == 0:
        p = stats.mannwhitneyu(x, y, alternative=SIDES[side], method="asymptotic")[1]
        close(f"rank sum, normal: {where} p", found[1], p)


def check_sign_flip(where, found, side, x, y):
    d = x - y
    close(f"sign flip: {where} mean", found[0], d.mean(), abs(d).max())
    sums = (2 * all_signs(len(d)) - 1) @ d
    slack = 1e-12 * abs(d).sum()
    close(f"sign flip: {where} p", found[1], tails(side, sums, d.sum(), slack))
    close(f"sign flip: {where} least p", found[2],
          min(1, (2 if side == 0 else 1) / 2.0 ** np.count_nonzero(d)))


def check_sign_draws(where, found, side, x, y):
    """100,000 draws against 20,000 of NumPy's: within six standard errors, 2e-9 false alarms."""
    d = x - y
    sums = rng.choice([-1.0, 1.0], (20000, len(d))) @ d
    p = tails(side, sums, d.sum())
    error = 2 * math.sqrt(max(p, 1e-3) * (1 / 20000 + 1 / 100000))
    close(f"sign draws: {where} p", found[1], p, 1, 6 * error)


def check_holm(where, found, p):
    """From the definition: the largest over smaller p of p times how many are no smaller."""
    known = [v for v in p if not math.isnan(v)]
    for value, own in zip(found, p):
        expected = math.nan if math.isnan(own) else min(1.0, max(
            v * (len(known) - sum(w < v for w in known)) for v in known if v <= own))
        close(f"holm: {where}", value, expected)


# ---------------------------------------------------------------- the cases

def sample(n, style):
    x = rng.normal(size=n)
    if style == "ties":
        return np.round(2 * x) / 4
    if style == "constant":
        return np.full(n, np.round(x[0]))
    return x


def case(number):
    style = rng.choice(["plain", "ties", "constant", "half", "large", "scaled", "far"],
                       p=[0.35, 0.25, 0.05, 0.1, 0.1, 0.05, 0.1])
    n = 2 if number % 10 == 0 else int(rng.choice([rng.integers(2, 11), rng.integers(2, 41)]))
    m = 2 if number % 20 == 0 else int(rng.choice([n, rng.integers(2, 11)]))
    if number % 100 == 50:
        n, m = (int(v) for v in rng.integers(150, 401, 2))
        m = n if number % 200 == 50 else m
    x, y = sample(n, style), sample(m, "plain" if style == "half" else style)
    if style == "half":
        x = np.full(n, x[0])
    if style == "far":  # p down to the smallest there are
        y = y * 10 ** rng.uniform(-3, 1) + 10 ** rng.uniform(0, 3)
    elif style in ("plain", "ties"):
        y = y + rng.choice([0, 0.5, 2])
    elif style == "large":  # multiples of 2^-20 about 1e9 and more: all subtractions are exact
        base = float(rng.integers(10 ** 9, 8 * 10 ** 9))
        x, y = (np.round(v * 2 ** rng.integers(0, 12)) * 2.0 ** -20 + base for v in (x, y))
    elif style == "scaled":
        x, y = x * (s := 10.0 ** rng.integers(-60, 61)), y * s
    side, level = int(rng.integers(3)), float(rng.choice([0.9, 0.95, 0.99, rng.uniform(0.01, 0.999)]))
    where = f"case {number} {style} n = {n}, {m}, {SIDES[side]}"
    moved = (x, y)
    if style == "large":
        moved = shifted(x, y)
        assert moved is not None
    ask(f"summary {text(x)}", lambda f: (
        close(f"mean: {where}", f[0], x[0] + (x - x[0]).mean(), (x - x[0]).std()),
        close(f"std: {where}", f[1], (x - x[0]).std(ddof=1)),
        close(f"std: {where} population", f[2], (x - x[0]).std())))
    for kind in (0, 2 if n == m and number % 4 else 1):
        ask(f"t {kind} {side} {level!r} {text(x)} {text(y)}", lambda f, kind=kind: check_t(
            f"{KINDS[kind]} {where}", f, kind, side, level, *moved))
        ask(f"g {kind} {text(x)} {text(y)}", lambda f, kind=kind: check_g(
            f"{KINDS[kind]} {where}", f, kind, *moved))
    if style in ("plain", "far"):
        kind = number % 2
        sx, sy = ((float(v.mean()), float(v.std(ddof=1)), len(v)) for v in (x, y))
        ask("table {} {} {!r} {} {!r} {!r} {} {!r} {!r}".format(
            kind, side, level, sx[2], sx[0], sx[1], sy[2], sy[0], sy[1]),
            lambda f: check_table(f"{KINDS[kind]} {where}", f, kind, side, sx, sy))
    if number % 2 or n > 100:
        ask(f"rank-sum {side} {text(x)} {text(y)}", lambda f: check_rank_sum(where, f, side, x, y))
    if n == m and number % 2 == 0:
        ask(f"wilcoxon {side} {text(x)} {text(y)}", lambda f: check_wilcoxon(where, f, side, x, y))
        if n <= 12:
            ask(f"sign-flip {side} 0 {text(x)} {text(y)}",
                lambda f: check_sign_flip(where, f, side, x, y))
        elif n > 20 and number % 20 == 4:
            ask(f"sign-flip {side} {number} {text(x)} {text(y)}",
                lambda f: check_sign_draws(where, f, side, x, y))
    if number % 4:
        return
    p = np.round(rng.random(int(rng.integers(1, 13))) ** rng.integers(1, 6), rng.integers(2, 9))
    p[rng.random(len(p)) < 0.1] = math.nan
    ask(f"holm {text(p)}", lambda f: check_holm(where, f, p))


def point():
    df = float(rng.choice([rng.integers(1, 40), rng.uniform(0.5, 60), 10 ** rng.uniform(0, 6)]))
    t = float(rng.choice([rng.uniform(-4, 4), rng.uniform(-40, 40), 10 ** rng.uniform(-6, 6)]))
    p = float(rng.choice([rng.random(), 10 ** rng.uniform(-30, 0), 0.5 + 1e-3 * rng.normal()]))
    ask(f"student {df!r} {t!r}", lambda f: (
        close(f"t cdf: df {df} t {t}", f[0], stats.t.cdf(t, df), 1e-290),
        close(f"t sf: df {df} t {t}", f[1], stats.t.sf(t, df), 1e-290)))
    below = t_quantile(p, df) if p <= 0.5 else -t_quantile(1 - p, df)
    ask(f"quantile {df!r} {p!r}", lambda f: close(
        f"t quantile: df {df} p {p}", f[0], -below, 1e-3))
    z = float(rng.uniform(-37, 37))
    ask(f"normal {z!r} {p!r}", lambda f: (
        close(f"normal cdf: {z}", f[0], stats.norm.cdf(z)),
        close(f"normal quantile: {p}", f[1], stats.norm.ppf(p), 1e-3)))


for i in range(CASES):
    case(i)
for i in range(POINTS):
    point()
run = subprocess.run([f"{BUILD}/tests/dump_stats"], input="\n".join(questions) + "\n",
                     capture_output=True, text=True)
answers = run.stdout.splitlines()
if run.returncode or len(answers) != len(questions):
    print(f"dump_stats failed: {len(answers)} lines for {len(questions)} questions", run.stderr)
    sys.exit(1)
for question, answer, check in zip(questions, answers, checks):
    check([float(v) for v in answer.split()])
for key in sorted(worst):
    print(f"{key:24} off by at most {worst[key]:.1e}")
print("\n".join(failures[:40]))
print(f"{CASES} cases, {POINTS} points: {passed} passed, {len(failures)} failed")
sys.exit(1 if failures or not passed else 0)

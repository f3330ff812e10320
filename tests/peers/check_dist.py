#!/usr/bin/python3
"""adrop dist against SciPy: mean, variance, atoms, density and distribution function of
every seed with every mapping, to 1e-7; and the divergence terms of the ELBO (BUILD/tests/dump_dist),
value and gradient, to 1e-8; and adrop dist --fit: distances by SciPy's wasserstein_distance of
quantiles, to 1e-5, minima by its Nelder and Mead, divergences by its quad, to 1e-6; and the nearest
Bernoulli and beta of --nearest. ADROP is the program; exit status 77 means skipped."""
import json
import math
import os
import subprocess
import sys

try:
    import numpy as np
    from scipy import integrate, optimize, special, stats
except ImportError as reason:
    print(f"skipped: {reason}")
    sys.exit(77)

ADROP = os.environ.get("ADROP", "build/adrop")
BUILD = os.environ.get("BUILD", "build")
SEEDS = {
    "gaussian": stats.norm(),
    "laplace": stats.laplace(),
    "logistic": stats.logistic(),
    "uniform": stats.uniform(-1, 2),
    "exponential": stats.expon(),
}
# k, its inverse on (0, 1), its derivative, the r where it leaves 0 and reaches 1
MAPS = {
    "sigmoid": (special.expit, special.logit, lambda r: special.expit(r) * special.expit(-r),
                -math.inf, math.inf),
    "probit": (special.ndtr, special.ndtri, stats.norm.pdf, -math.inf, math.inf),
    "clamp": (lambda r: np.clip(r, 0, 1), lambda m: m, lambda r: 1.0, 0, 1),
    "tanh": (lambda r: (1 + np.tanh(r)) / 2, lambda m: math.atanh(2 * m - 1),
             lambda r: 0.5 / math.cosh(r) ** 2, -math.inf, math.inf),
    "atan": (lambda r: 0.5 + np.arctan(r) / math.pi, lambda m: math.tan(math.pi * (m - 0.5)),
             lambda r: 1 / (math.pi * (1 + r * r)), -math.inf, math.inf),
    "one-minus-exp": (lambda r: -np.expm1(-np.maximum(r, 0)), lambda m: -math.log1p(-m),
                      lambda r: math.exp(-r), 0, math.inf),
}
POINTS = [(0, 1), (-1.2, 0.5), (0.4, 3), (2, 0.8), (0.5, 0.25)]
AT = [0.1, 0.5, 0.9]
BOUND = 1e-7

passed = failed = 0


def check(what, found, expected, bound=BOUND):
    global passed, failed
    if abs(found - expected) <= bound * max(1, abs(expected)):
        passed += 1
    else:
        failed += 1
        print(f"{what}: {found!r}, SciPy has {expected!r}")


def expect(seed, mu, sigma, f):
    """E[f(mu + sigma eps)] by QUADPACK, cut at the corners."""
    low, high = max(seed.ppf(0), -60), min(seed.isf(0), 60)
    cuts = [0, -mu / sigma, (1 - mu) / sigma] + [(r - mu) / sigma for r in (-6, 6)]
    cuts = [low] + sorted(c for c in set(cuts) if low < c < high) + [high]
    total = 0
    for a, b in zip(cuts, cuts[1:]):
        total += integrate.quad(lambda e: seed.pdf(e) * f(mu + sigma * e), a, b, epsabs=1e-12,
                                epsrel=1e-12, limit=200)[0]
    return total


def compare(seed_name, map_name, mu, sigma):
    seed, (k, inverse, slope, low, high) = SEEDS[seed_name], MAPS[map_name]
    where = f"{seed_name} x {map_name} ({mu}, {sigma})"
    command = [ADROP, "dist", "--seed-dist", seed_name, "--map", map_name, "--mu", str(mu),
               "--sigma", str(sigma), "--at", ",".join(map(str, AT)), "--json"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    mean = expect(seed, mu, sigma, k)
    check(f"{where} mean", found["mean"], mean)
    check(f"{where} variance", found["variance"],
          expect(seed, mu, sigma, lambda r: (k(r) - mean) ** 2))
    masses = {0.0: seed.cdf((low - mu) / sigma), 1.0: seed.sf((high - mu) / sigma)}
    atoms = {float(value): mass for value, mass in found["atoms"]}
    for value, mass in masses.items():
        check(f"{where} atom at {value}", atoms.pop(value, 0.0), mass)
    check(f"{where} other atoms", len(atoms), 0)
    for m, pdf, cdf in zip(AT, found["pdf"], found["cdf"]):
        r = inverse(m)
        e = (r - mu) / sigma
        check(f"{where} cdf({m})", cdf, seed.cdf(e))
        if min(abs(e - c) for c in (-1, 0, 1)) > 1e-9:  # at a jump of the density either will do
            check(f"{where} pdf({m})", pdf, seed.pdf(e) / (sigma * slope(r)))


# Mappings without flat parts: ln k, ln k' and (ln k')'.
LOGS = {
    "sigmoid": (special.log_expit, lambda r: special.log_expit(r) + special.log_expit(-r),
                lambda r: -math.tanh(r / 2)),
    "probit": (special.log_ndtr, stats.norm.logpdf, lambda r: -r),
    "tanh": (lambda r: special.log_expit(2 * r),
             lambda r: math.log(2) + special.log_expit(2 * r) + special.log_expit(-2 * r),
             lambda r: -2 * math.tanh(r)),
    "atan": (lambda r: math.log(math.atan2(1, -r) / math.pi),
             lambda r: -math.log(math.pi * (1 + r * r)), lambda r: -2 * r / (1 + r * r)),
}
PRIOR_POINTS = [(0, 1), (0, 1.4633), (-10, 0.05), (10, 10), (-10, 2), (4, 0.3), (-3, 6), (7, 1)]
PRIORS = [(0, 1), (-2, 0.5), (1.5, 4)]
PRIOR_BOUND = 1e-8


def integral(seed, mu, sigma, f):
    """E[f(eps)] by QUADPACK in panels that are short beside the seed and the mapping."""
    low, high = max(seed.ppf(0), -45), min(seed.isf(0), 45)
    cuts = [0] + [(r - mu) / sigma for r in (-30, -10, -3, -1, 0, 1, 3, 10, 30)]
    cuts += [sign * e for e in (1, 3, 8, 20) for sign in (-1, 1)]
    cuts = [low] + sorted(c for c in set(cuts) if low < c < high) + [high]
    return sum(integrate.quad(lambda e: seed.pdf(e) * f(e), a, b, epsabs=1e-13, epsrel=1e-12,
                              limit=200)[0] for a, b in zip(cuts, cuts[1:]))


def log_uniform(seed_name, map_name, mu, sigma):
    """E[ln g(m) + ln m] and its gradient, from the definition of the density g."""
    seed, (log_k, log_slope, curve) = SEEDS[seed_name], LOGS[map_name]

    def log_terms(e):
        r = mu + sigma * e
        return seed.logpdf(e) - math.log(sigma) - log_slope(r) + log_k(r)

    def by_r(e):
        r = mu + sigma * e
        return math.exp(log_slope(r) - log_k(r)) - curve(r)

    return (integral(seed, mu, sigma, log_terms), integral(seed, mu, sigma, by_r),
            integral(seed, mu, sigma, lambda e: e * by_r(e)) - 1 / sigma)


def gaussian(seed_name, mu, sigma, prior_mu, prior_sigma):
    """KL of mu + sigma eps from a Gaussian, and its gradient, under the integral."""
    seed = SEEDS[seed_name]

    def log_terms(e):
        log_prior = stats.norm.logpdf(mu + sigma * e, prior_mu, prior_sigma)
        return seed.logpdf(e) - math.log(sigma) - log_prior

    def by_r(e):
        return (mu + sigma * e - prior_mu) / prior_sigma ** 2

    return (integral(seed, mu, sigma, log_terms), integral(seed, mu, sigma, by_r),
            integral(seed, mu, sigma, lambda e: e * by_r(e)) - 1 / sigma)


def compare_priors():
    questions = [f"log-uniform {s} {k} {mu} {sigma}" for s in SEEDS for k in MAPS
                 for mu, sigma in PRIOR_POINTS]
    questions += [f"gaussian {s} {mu} {sigma} {a} {b}" for s in SEEDS
                  for mu, sigma in PRIOR_POINTS for a, b in PRIORS]
    run = subprocess.run([f"{BUILD}/tests/dump_dist"], input="\n".join(questions) + "\n",
                         check=True, capture_output=True, text=True)
    answers = run.stdout.splitlines()
    check("answers", len(answers), len(questions))
    for question, line in zip(questions, answers):
        kind, *words = question.split()
        if kind == "log-uniform" and words[1] not in LOGS:
            check(f"{question} has none", line == "none", True)
            continue
        names = [w for w in words if w in SEEDS or w in MAPS]
        numbers = [float(w) for w in words[len(names):]]
        expected = (log_uniform if kind == "log-uniform" else gaussian)(*names, *numbers)
        for what, a, b in zip(("value", "d/dmu", "d/dsigma"), line.split(), expected):
            check(f"{question} {what}", float(a), b, PRIOR_BOUND)


TARGETS = {
    "bernoulli:p=0.5": stats.bernoulli(0.5),
    "bernoulli:p=0.1": stats.bernoulli(0.1),
    "uniform": stats.uniform(),
    "beta:a=0.2,b=0.2": stats.beta(0.2, 0.2),
    "beta:a=2,b=2": stats.beta(2, 2),
    "clipped-gaussian:sigma=0.25": None,
    "log-normal:mu=0,sigma=0.3": stats.lognorm(0.3),
    "concrete:rate=0.3,temperature=0.1": None,
}
GRID = (np.arange(100000) + 0.5) / 100000
FIT_BOUND, KL_BOUND = 1e-5, 1e-6


def target_quantiles(text):
    """Of the grid's probabilities."""
    if text.startswith("clipped"):
        return np.clip(0.5 + 0.25 * stats.norm.ppf(GRID), 0, 1)
    if text.startswith("concrete"):
        return special.expit((special.logit(0.7) + special.logit(GRID)) / 0.1)
    return np.asarray(TARGETS[text].ppf(GRID), dtype=float)


def divergence(target, pair):
    """KL(target || pair) by QUADPACK in logit m."""
    seed, (_, inverse, slope, _, _) = SEEDS[pair["seed"]], MAPS[pair["map"]]

    def term(x):
        m = special.expit(x)
        r = inverse(m)
        log_q = (seed.logpdf((r - pair["mu"]) / pair["sigma"]) - math.log(pair["sigma"] * slope(r)))
        return target.pdf(m) * (target.logpdf(m) - log_q) * m * special.expit(-x)

    return sum(integrate.quad(term, a, b, epsabs=1e-11, limit=200)[0]
               for a, b in ((-34, -8), (-8, 0), (0, 8), (8, 34)))


def compare_fit(text):
    command = [ADROP, "dist", "--fit", text, "--json"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    wanted = target_quantiles(text)
    check(f"{text} mean", found["mean"], wanted.mean(), FIT_BOUND)
    check(f"{text} pairs", len(found["pairs"]), len(SEEDS) * len(MAPS))
    noise = {name: seed.ppf(GRID) for name, seed in SEEDS.items()}
    for rank, pair in enumerate(found["pairs"]):
        k, where = MAPS[pair["map"]][0], f"{text}, {pair['seed']} x {pair['map']}"
        mask = k(pair["mu"] + pair["sigma"] * noise[pair["seed"]])
        check(f"{where} distance", pair["distance"], stats.wasserstein_distance(wanted, mask),
              FIT_BOUND)
        if rank % 5 == 0 and not pair["at_limit"]:
            best = optimize.minimize(
                lambda x: np.abs(wanted[10::20] - k(x[0] + math.exp(x[1])
                                                  * noise[pair["seed"]][10::20])).mean(),
                [pair["mu"] + 0.1, math.log(pair["sigma"]) + 0.1], method="Nelder-Mead")
            check(f"{where} minimum", max(pair["distance"] - best.fun, 0), 0, 10 * FIT_BOUND)
        if text == "beta:a=2,b=2" and pair["kl"] is not None and pair["map"] in ("sigmoid", "probit"):
            check(f"{where} KL", pair["kl"], divergence(TARGETS[text], pair), KL_BOUND)


NEAR_POINTS = [(0.4, 3), (-3, 0.5)]


def compare_nearest(seed_name, map_name, mu, sigma):
    """adrop dist --nearest: distances by the masks at a grid of probabilities, and no beta that
    SciPy's Nelder and Mead finds from two other starts is nearer."""
    where = f"{seed_name} x {map_name} ({mu}, {sigma})"
    command = [ADROP, "dist", "--seed-dist", seed_name, "--map", map_name, "--mu", str(mu),
               "--sigma", str(sigma), "--nearest", "--json"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    coin, beta = found["nearest"]["bernoulli"], found["nearest"]["beta"]
    mask = np.sort(MAPS[map_name][0](mu + sigma * SEEDS[seed_name].ppf(GRID)))
    check(f"{where} p", coin["p"], (mask > 0.5).mean(), FIT_BOUND)
    check(f"{where} nearest Bernoulli", coin["distance"], np.minimum(mask, 1 - mask).mean(), FIT_BOUND)
    x = np.unique(np.concatenate((np.linspace(0, 1, 501), mask[50::200])))
    middle, width = (x[1:] + x[:-1]) / 2, np.diff(x)
    cdf = np.searchsorted(mask, middle, side="right") / len(mask)

    def area(shapes):
        return np.sum(width * np.abs(cdf - special.betainc(*np.exp(shapes), middle)))

    check(f"{where} nearest beta", beta["distance"], area(np.log([beta["a"], beta["b"]])), 2e-4)
    limits = [(math.log(1e-3), math.log(1e4))] * 2
    for start in ([0, 0], [math.log(beta["a"]) + 0.5, math.log(beta["b"]) - 0.5]):
        start = [min(max(s, limits[0][0]), limits[0][1]) for s in start]
        best = optimize.minimize(area, start, method="Nelder-Mead", bounds=limits)
        check(f"{where} minimum", max(area(np.log([beta["a"], beta["b"]])) - best.fun, 0), 0, 2e-5)


compare_priors()
for a_target in TARGETS:
    compare_fit(a_target)
for a_seed in SEEDS:
    for a_map in MAPS:
        for point in POINTS:
            compare(a_seed, a_map, *point)
        for point in NEAR_POINTS:
            compare_nearest(a_seed, a_map, *point)
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed or not passed else 0)

#!/usr/bin/python3
"""adrop dist against SciPy: mean, variance, atoms, density and distribution function of
every seed with every mapping. ADROP is the program; exit status 77 means skipped."""
import json
import math
import os
import subprocess
import sys

try:
    import numpy as np
    from scipy import integrate, special, stats
except ImportError as reason:
    print(f"skipped: {reason}")
    sys.exit(77)

ADROP = os.environ.get("ADROP", "build/adrop")
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


def check(what, found, expected):
    global passed, failed
    if abs(found - expected) <= BOUND * max(1, abs(expected)):
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


for a_seed in SEEDS:
    for a_map in MAPS:
        for point in POINTS:
            compare(a_seed, a_map, *point)
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed or not passed else 0)

#!/usr/bin/python3
"""Masks a second, adrop beside PyTorch, in one run on one machine.

    masks_torch.py ADROP [--threads 1 2] [--rounds 21] [--json]

The array is 256 x 800, float32. For every number of threads the program ADROP is timed, then
PyTorch, then the program again, and the better of its two times counts; PyTorch's rounds go
through all techniques in turn. Every round repeats a pass for at least 20 ms. Ratios are of
the best rounds. At the end stand the demands that the project has made of itself.

Where there is a choice it is PyTorch's gain: its forward pass records nothing for a
backward one, its gradients are new tensors and are added to nothing, terms of the loss that
cost next to nothing are left out, and its `advanced` has mu and sigma as free scalars, where
the program's has the encoder of the prior as well. Rows with a * hold a matrix product on
PyTorch's side and say as much about its BLAS; the product's own speed is shown.

Exit status 77: there is no PyTorch.
"""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import time

try:
    import torch
    from torch.nn import functional as F
except ImportError as reason:
    print(f"skipped: no PyTorch: {reason}")
    sys.exit(77)

ROWS, UNITS, OUTPUTS = 256, 800, 800
CHANNELS, SIDE = 8, 10  # of the map that UNITS are for `spatial` and `dropblock`
MASKS = ROWS * UNITS
LEAST = 20e-3  # seconds of a round
PASSES = ("forward", "forward+backward")
PRODUCTS = {"information", "concrete-mlp", "dropconnect"}  # that PyTorch does with its BLAS
SLOW_BLAS = 20  # 10^9 operations a second that any tuned one exceeds
BETAS = [f"beta:beta={b}" for b in ("0.001", "0.1", "0.2", "0.5", "1", "3")]


class Inputs:
    """Tensors for one kind of pass; those a technique learns want gradients in backward."""

    def __init__(self, backward):
        torch.manual_seed(1)
        self.backward = backward
        self.x = self.tensor(torch.rand(ROWS, UNITS) * 2 - 1)
        self.pre = torch.rand(ROWS, UNITS) * 4 - 2
        self.dy = torch.rand(ROWS, UNITS) * 2 - 1
        self.mu, self.sigma = self.scalar(0), self.scalar(1.4633)
        self.logit, self.log_alpha = self.scalar(math.log(0.1 / 0.9)), self.scalar(0)
        self.half = torch.tensor(0.5)
        self.weight = self.tensor(torch.rand(OUTPUTS, UNITS) * 0.1 - 0.05)
        self.bias = self.tensor(torch.zeros(OUTPUTS))
        self.down = self.tensor(torch.rand(UNITS // 16, UNITS) * 0.1 - 0.05)
        self.up = self.tensor(torch.zeros(UNITS, UNITS // 16))
        self.shift = self.tensor(torch.zeros(UNITS))
        self.readout = self.tensor(torch.rand(UNITS // 16) * 0.1 - 0.05)
        self.gate, self.softness = self.scalar(0), self.scalar(0.4283)

    def tensor(self, t):
        return t.requires_grad_(self.backward)

    def scalar(self, value):
        return self.tensor(torch.tensor(float(value)))


def logistic_like(x):
    """Noise of the logistic distribution."""
    return torch.logit(torch.rand_like(x), 1e-7)


def gaussian(i):
    return i.x * (1 + torch.randn_like(i.x))


def uniform(i):
    return i.x * (2 * torch.rand_like(i.x))


def continuous(i):
    return i.x * (2 * (0.5 + math.sqrt(0.3) * torch.randn_like(i.x)).clamp(0, 1))


def concrete(i):
    dropped = torch.sigmoid((i.logit + logistic_like(i.x)) / 0.1)
    return i.x * (1 - dropped) / (1 - torch.sigmoid(i.logit))


def variational(i):
    return i.x * (1 + torch.exp(0.5 * i.log_alpha) * torch.randn_like(i.x))


def beta(i):
    distribution = torch.distributions.Beta(i.half, i.half, validate_args=False)
    return i.x * (2 * distribution.sample(i.x.shape))


def information(i):
    alpha = 0.001 + 0.7 * torch.sigmoid(F.linear(F.linear(i.x, i.down), i.up, i.shift))
    return i.x * torch.exp(alpha * torch.randn_like(i.x)), -0.1 / 60000 / ROWS * alpha.log().sum()


def soft(i, low, high):
    p = torch.sigmoid(i.gate)
    b = torch.sigmoid((i.gate + logistic_like(i.x)) / 0.1)
    low, high = (p * i.softness * low).clamp(max=1), ((1 - p) * i.softness * high).clamp(max=1)
    return i.x * ((1 - b) * low + b * (1 - high)) * 2


def soft_gaussian(i):
    return soft(i, torch.randn_like(i.x).abs(), torch.randn_like(i.x).abs())


def soft_laplace(i):
    return soft(i, torch.empty_like(i.x).exponential_(), torch.empty_like(i.x).exponential_())


def masked(x, mu, sigma):
    c = torch.sigmoid(mu / torch.sqrt(1 + math.pi * sigma**2 / 8)).detach()
    return x * torch.sigmoid(mu + sigma * torch.randn_like(x)) / c


def advanced(i):
    return masked(i.x, i.mu, i.sigma)


def advanced_fixed(i):
    return masked(i.x, i.half, i.half)


def concrete_mlp(i):
    keep = (F.linear(i.x, i.down) @ i.readout).mean()
    return i.x * torch.sigmoid((keep + logistic_like(i.x)) / 0.1) / torch.sigmoid(keep).detach()


def dropconnect(i):
    return F.linear(i.x, F.dropout(i.weight, 0.5, True), i.bias)


def standout(i):
    return i.x * torch.bernoulli(torch.sigmoid(i.pre))


def spatial(i):
    return F.dropout2d(i.x.view(ROWS, CHANNELS, SIDE, SIDE), 0.5, True)


def dropblock(i):
    block, places = 7, SIDE - 7 + 1
    gamma = 0.1 / block**2 * SIDE**2 / places**2
    centres = torch.bernoulli(torch.full((ROWS, CHANNELS, places, places), gamma))
    kept = 1 - F.max_pool2d(F.pad(centres, [block - 1] * 4), block, 1)
    scale = kept[0].numel() / kept.sum((1, 2, 3), keepdim=True).clamp(min=1)
    return i.x.view(ROWS, CHANNELS, SIDE, SIDE) * kept * scale


# The technique with its default settings, and the tensors beside x that want gradients.
TECHNIQUES = {
    "none": (lambda i: i.x.clone(), ()),
    "bernoulli": (lambda i: F.dropout(i.x, 0.5, True), ()),
    "gaussian": (gaussian, ()),
    "uniform": (uniform, ()),
    "continuous": (continuous, ()),
    "concrete": (concrete, ("logit",)),
    "variational": (variational, ("log_alpha",)),
    "beta": (beta, ()),
    "information": (information, ("down", "up", "shift")),
    "soft-gaussian": (soft_gaussian, ("gate", "softness")),
    "soft-laplace": (soft_laplace, ("gate", "softness")),
    "advanced": (advanced, ("mu", "sigma")),
    "advanced-fixed": (advanced_fixed, ()),
    "concrete-mlp": (concrete_mlp, ("down", "readout")),
    "dropconnect": (dropconnect, ("weight", "bias")),
    "standout": (standout, ()),
    "spatial": (spatial, ()),
    "dropblock": (dropblock, ()),
}
SAME = {"advanced-noprior": "advanced"}  # as PyTorch has no prior


def forward_of(name, inputs):
    function, _ = TECHNIQUES[name]

    def work():
        with torch.no_grad():
            function(inputs)

    return work


def both_of(name, inputs):
    function, learned = TECHNIQUES[name]
    wanted = [inputs.x] + [getattr(inputs, tensor) for tensor in learned]

    def work():
        y = function(inputs)
        y, *extra = y if isinstance(y, tuple) else (y,)
        torch.autograd.grad([y, *extra], wanted, [inputs.dy.view_as(y), *[None] * len(extra)])

    return work


def round_of(work):
    """Seconds of one piece of work, repeated until LEAST seconds have passed."""
    start = time.perf_counter()
    n = 0
    while True:
        work()
        n += 1
        passed = time.perf_counter() - start
        if passed >= LEAST:
            return passed / n


def time_torch(threads, rounds):
    """(technique, pass) -> (best, median) seconds."""
    torch.set_num_threads(threads)
    plain, tracked = Inputs(False), Inputs(True)
    works = {}
    for name in TECHNIQUES:
        works[name, PASSES[0]] = forward_of(name, plain)
        works[name, PASSES[1]] = both_of(name, tracked)
    for work in works.values():
        work()
    times = {key: [] for key in works}
    for _ in range(rounds):
        for key, work in works.items():
            times[key].append(round_of(work))
    return {key: (min(t), statistics.median(t)) for key, t in times.items()}


def product_speed():
    """10^9 operations a second of PyTorch's matrix product on one thread."""
    torch.set_num_threads(1)
    a, b = torch.rand(ROWS, UNITS), torch.rand(UNITS, OUTPUTS)
    a @ b
    return 2e-9 * MASKS * OUTPUTS / min(round_of(lambda: a @ b) for _ in range(3))


def time_ours(program, threads, rounds):
    """(technique, pass) -> the program's JSON line."""
    command = [program, "bench", "--case", "masks", "--dropout", ",".join(["all", *BETAS]),
               "--rows", ROWS, "--units", UNITS, "--outputs", OUTPUTS, "--rounds", rounds,
               "--min-ms", 1e3 * LEAST, "--threads", threads, "--json"]
    try:
        done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    except OSError as reason:
        sys.exit(f"masks_torch.py: cannot run {program}: {reason.strerror}")
    if done.returncode:
        sys.exit(f"masks_torch.py: {program} ended with {done.returncode}")
    lines = map(json.loads, done.stdout.splitlines())
    return {(line["dropout"], line["pass"]): line for line in lines}


class Row:
    """One technique, pass and number of threads: times in seconds."""

    def __init__(self, first, again, torch_times):
        self.technique, self.which, self.threads = first["dropout"], first["pass"], first["threads"]
        self.with_product = "outputs" in first  # of the following layer
        self.isa = first["isa"]
        self.torch_product = self.technique in PRODUCTS
        self.ours = min(first["ms_per_step_best"], again["ms_per_step_best"]) / 1e3
        self.ours_median = min(first["ms_per_step"], again["ms_per_step"]) / 1e3
        self.torch, self.torch_median = torch_times or (None, None)

    @property
    def ratio(self):
        return self.torch / self.ours if self.torch else None

    def as_json(self):
        def rate(seconds):
            return MASKS / seconds if seconds else None

        return {"dropout": self.technique, "pass": self.which, "threads": self.threads,
                "isa": self.isa, "masks_per_second": rate(self.ours),
                "masks_per_second_median": rate(self.ours_median),
                "torch_masks_per_second": rate(self.torch),
                "torch_masks_per_second_median": rate(self.torch_median), "ratio": self.ratio,
                "torch_product": self.torch_product}


def measure(program, threads, rounds):
    """(technique, pass, threads) -> Row."""
    first = time_ours(program, threads, rounds)
    peer = time_torch(threads, rounds)
    again = time_ours(program, threads, rounds)
    rows = {}
    for (name, which), line in first.items():
        theirs = peer.get((SAME.get(name, name), which))
        rows[name, which, threads] = Row(line, again[name, which], theirs)
    return rows


class Demand:
    """Something measured that must be at least, or at most, a bound; NaN: not measured."""

    def __init__(self, text, measured, least=None, most=None, absolute=False):
        self.text, self.measured, self.least, self.most = text, measured, least, most
        self.absolute = absolute  # a figure set for one kind of machine

    @property
    def met(self):
        if math.isnan(self.measured):
            return None
        return self.measured >= self.least if self.most is None else self.measured <= self.most

    def as_json(self):
        bound = {"at_least": self.least} if self.most is None else {"at_most": self.most}
        value = None if self.met is None else self.measured
        return {"demand": self.text, "measured": value, **bound, "met": self.met}


def slowest(rows, threads, with_products):
    """The slowest technique's forward speed beside PyTorch's advanced, and its name."""
    bar = rows["advanced", "forward", threads].torch
    times = [(row.ours, row.technique) for (name, which, n), row in rows.items()
             if (which, n) == ("forward", threads) and ":" not in name
             and (with_products or not row.with_product)]
    seconds, name = max(times)
    return bar / seconds, name


def demands(rows, all_threads):
    def time_of(name, which="forward", threads=1, peer=False):
        row = rows.get((name, which, threads))
        return math.nan if row is None else row.torch if peer else row.ours

    def speed(name):
        return MASKS / time_of(name) / 1e6

    ours, peer = time_of("advanced"), time_of("advanced", peer=True)
    yield Demand("advanced, forward, million masks a second", speed("advanced"), 400, absolute=True)
    yield Demand("advanced, forward, times PyTorch's", peer / ours, 3)
    yield Demand("bernoulli, forward, million masks a second", speed("bernoulli"), 1000,
                 absolute=True)
    yield Demand("bernoulli, forward, times torch.nn.functional.dropout",
                 time_of("bernoulli", peer=True) / time_of("bernoulli"), 8)
    for threads in all_threads:
        for with_products in (True, False):
            ratio, name = slowest(rows, threads, with_products)
            without = "" if with_products else ", those aside that do the next layer's product"
            yield Demand(f"slowest technique ({name}), forward, times PyTorch's advanced, threads "
                         f"{threads}{without}", ratio, 1)
    yield Demand("beta, forward, cost in advanced", time_of("beta") / ours, most=3)
    worst = max(BETAS, key=time_of)
    yield Demand(f"worst of beta ({worst}), forward, cost in advanced", time_of(worst) / ours,
                 most=3)
    for which in PASSES:
        yield Demand(f"advanced, {which}, two threads, times one",
                     time_of("advanced", which) / time_of("advanced", which, 2), 1.7)
    yield Demand("advanced, forward+backward, cost in advanced-noprior",
                 time_of("advanced", PASSES[1]) / time_of("advanced-noprior", PASSES[1]), most=1.15)


def print_rows(rows, gflops):
    def millions(seconds):
        return f"{MASKS / seconds / 1e6:.1f}" if seconds else "-"

    isa = next(iter(rows.values())).isa
    print(f"Million masks a second, {ROWS} x {UNITS}, adrop with {isa} kernels, PyTorch "
          f"{torch.__version__};\nbest, median; the ratio of the two best.\n")
    print(f"{'technique':16} {'pass':16} {'threads':>7} {'adrop':>8} {'median':>8} "
          f"{'PyTorch':>8} {'median':>8} {'ratio':>6}")
    for row in rows.values():
        ratio = f"{row.ratio:.2f}" if row.ratio else "-"
        star = " *" if row.torch_product else ""
        print(f"{row.technique:16} {row.which:16} {row.threads:7} {millions(row.ours):>8} "
              f"{millions(row.ours_median):>8} {millions(row.torch):>8} "
              f"{millions(row.torch_median):>8} {ratio:>6}{star}")
    print(f"\n* with a matrix product, which PyTorch does at {gflops:.3g} GFLOP/s on one thread")
    if gflops < SLOW_BLAS:
        print("  (a slow BLAS: these ratios say nothing about dropout; see libopenblas0-pthread)")


def print_demands(all_demands, isa):
    words = {True: "met", False: "not met", None: "not measured"}

    print("\nWhat the project demands of itself, on one thread unless another number is named:\n")
    for d in all_demands:
        bound = f"at least {d.least}" if d.most is None else f"at most {d.most}"
        value = "" if d.met is None else f"{d.measured:.4g}, "
        note = " (set for AVX-512)" if d.absolute and isa != "avx512" else ""
        print(f"{words[d.met]:12} {d.text}: {value}{bound}{note}")
    if isa != "avx512":
        print(f"\nThe figures in million masks a second were set for AVX-512; this is {isa}.")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    processors = len(os.sched_getaffinity(0))
    parser.add_argument("adrop", metavar="ADROP", help="the program")
    parser.add_argument("--threads", type=int, nargs="+", help="default: 1 2",
                        default=[n for n in (1, 2) if n <= processors])
    parser.add_argument("--rounds", type=int, default=21, help="default: 21")
    parser.add_argument("--json", action="store_true", help="print a line of JSON a result")
    options = parser.parse_args()
    if min(options.threads) < 1 or options.rounds < 1:
        parser.error("--threads and --rounds are at least 1")

    gflops = product_speed()
    rows = {}
    for threads in options.threads:
        rows.update(measure(options.adrop, threads, options.rounds))
    all_demands = list(demands(rows, options.threads))
    if options.json:
        for item in [*rows.values(), *all_demands]:
            print(json.dumps(item.as_json()))
        print(json.dumps({"torch_gflops": gflops}))
    else:
        print_rows(rows, gflops)
        print_demands(all_demands, next(iter(rows.values())).isa)


if __name__ == "__main__":
    main()

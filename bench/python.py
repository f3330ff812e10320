#!/usr/bin/python3
"""adrop in Python beside PyTorch and scikit-learn, in one run on one machine.

    PYTHONPATH=python bench/python.py [--rounds 15] [--threads 1] [--only layer|estimator] [--json]

The layer: adrop.torch.Dropout beside nn.Dropout and an advanced dropout in PyTorch (mu and sigma for each
unit, no prior network), forward and forward with backward, on 256 x 800 and 1024 x 4096, and on 1 x 8, where
the time is that of the call. All take turns in each round; a round repeats a pass for at least 20 ms. Ratios are
of the best rounds. With one thread times are those of the processor, which other programs disturb less.

The estimator: DropoutClassifier beside MLPClassifier, the same network (256-256), batch (200), epochs, learning
rate, decay and number of threads, on digits and on 100,000 drawn rows of 50 columns in 10 classes; they take turns,
and the best of each counts. Accuracies are of rows that were not trained on, means over the turns.

At the end stand the demands that the project has made of itself; exit status 1 if one is missed, 77 without the
peers.
"""
import argparse
import json
import math
import os
import sys
import time
import warnings

LEAST = 20e-3  # seconds of a round
LR, DECAY, BATCH, HIDDEN = 0.001, 0.0001, 200, (256, 256)
SHAPES = ((1, 8), (256, 800), (1024, 4096))


def options_of():
    parser = argparse.ArgumentParser(description="adrop in Python beside PyTorch and scikit-learn")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--only", choices=("layer", "estimator"))
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


OPTIONS = options_of()
CLOCK = time.process_time if OPTIONS.threads == 1 else time.perf_counter
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = str(OPTIONS.threads)
try:  # after the threads are settled
    import numpy as np
    import torch
    from sklearn.base import clone
    from sklearn.datasets import load_digits
    from sklearn.model_selection import train_test_split
    from sklearn.neural_network import MLPClassifier
    from torch import nn
    from torch.nn import functional as F
except ImportError as reason:
    print(f"skipped: {reason}")
    sys.exit(77)
from adrop.sklearn import DropoutClassifier  # noqa: E402
from adrop.torch import Dropout  # noqa: E402


class TorchAdvanced(nn.Module):
    """x sigmoid(mu + sigma eps) / E[..], the mean by the probit approximation and held constant."""

    def __init__(self, units):
        super().__init__()
        self.mu, self.rho = nn.Parameter(torch.zeros(units)), nn.Parameter(torch.full((units,), 1.2))

    def forward(self, x):
        sigma = F.softplus(self.rho)
        mean = torch.sigmoid(self.mu / torch.sqrt(1 + math.pi / 8 * sigma * sigma)).detach()
        return x * torch.sigmoid(self.mu + sigma * torch.randn_like(x)) / mean


def one_round(layer, x, dy, backward):
    """Seconds of a pass, an average of as many as a round has."""
    n, start = 0, CLOCK()
    while True:
        y = layer(x)
        if backward:
            y.backward(dy)
            x.grad = None
        n, passed = n + 1, CLOCK() - start
        if passed >= LEAST:
            return passed / n


def layers():
    """(shape, pass) -> best seconds of each layer."""
    torch.set_num_threads(OPTIONS.threads)
    found = {}
    for rows, units in SHAPES:
        torch.manual_seed(1)
        each = {"nn.Dropout": nn.Dropout(), "adrop bernoulli": Dropout("bernoulli", units),
                "torch advanced": TorchAdvanced(units), "adrop advanced": Dropout("advanced", units)}
        dy = torch.rand(rows, units)
        for backward in (False, True):
            x, best = torch.rand(rows, units).requires_grad_(backward), dict.fromkeys(each, math.inf)
            for _ in range(OPTIONS.rounds):
                for name, layer in each.items():
                    best[name] = min(best[name], one_round(layer, x, dy, backward))
            found[f"{rows} x {units}", "forward+backward" if backward else "forward"] = best
    return found


def tables():
    """Name, epochs, and rows for training and test."""
    x, y = load_digits(return_X_y=True)
    yield "digits", 20, train_test_split((x / 16).astype(np.float32), y, test_size=0.3, random_state=0)
    random = np.random.RandomState(0)
    centres, y = random.randn(10, 50), random.randint(0, 10, 110_000)
    x = (centres[y] + 2.2 * random.randn(110_000, 50)).astype(np.float32)
    yield "100,000 rows", 3, train_test_split(x, y, test_size=10_000, random_state=0)


def estimators():
    """Table -> name -> (best seconds, mean accuracy)."""
    found = {}
    warnings.simplefilter("ignore")  # MLPClassifier: that it has not converged
    model = "mlp:" + ",".join(str(n) for n in HIDDEN)
    for table, epochs, (x, x_test, y, y_test) in tables():
        each = {"MLPClassifier": MLPClassifier(HIDDEN, batch_size=BATCH, max_iter=epochs, learning_rate_init=LR, alpha=DECAY,
                                               n_iter_no_change=epochs + 1)}
        for dropout in ("none", "bernoulli:rate=0.2", "advanced"):
            each["adrop " + dropout.split(":")[0]] = DropoutClassifier(
                model, dropout, epochs=epochs, batch=BATCH, lr=LR, weight_decay=DECAY, n_jobs=OPTIONS.threads)
        seconds, accuracy = {name: math.inf for name in each}, {name: [] for name in each}  # noqa: C420 (a list for each)
        for seed in range(1, 4 if len(x) > 10_000 else 6):
            for name, one in each.items():
                estimator, start = clone(one).set_params(random_state=seed), CLOCK()
                estimator.fit(x, y)
                seconds[name] = min(seconds[name], CLOCK() - start)
                accuracy[name].append(estimator.score(x_test, y_test))
        found[table] = {name: (seconds[name], float(np.mean(accuracy[name]))) for name in each}
    return found


def demand(text, value, least):
    kept = value >= least
    print(f"{'kept  ' if kept else 'MISSED'}  {text}: {value:.2f}, at least {least:g}")
    return kept


def layer_demands(found):
    kept = []
    for shape in ("256 x 800", "1024 x 4096"):
        best = found[shape, "forward+backward"]
        kept.append(demand(f"{shape}, bernoulli, times nn.Dropout", best["nn.Dropout"] / best["adrop bernoulli"], 8))
        kept.append(demand(f"{shape}, advanced, times PyTorch's", best["torch advanced"] / best["adrop advanced"], 4))
    call = found["1 x 8", "forward"]
    kept.append(demand("1 x 8 forward, a call of bernoulli, times nn.Dropout", call["nn.Dropout"] / call["adrop bernoulli"], 1))
    return kept


def estimator_demands(found):
    kept = []
    for table, each in found.items():
        peer = each["MLPClassifier"]
        kept.append(demand(f"{table}, speed of adrop none, times MLPClassifier", peer[0] / each["adrop none"][0], 3))
        kept.append(demand(f"{table}, accuracy of adrop none less MLPClassifier's, points",
                           100 * (each["adrop none"][1] - peer[1]), 0))
    return kept


def main():
    kept, said = [], {}
    print(f"{OPTIONS.threads} threads, load {os.getloadavg()[0]:.1f}, torch {torch.__version__}")
    if OPTIONS.only != "estimator":
        found = layers()
        for (shape, which), best in found.items():
            print(f"{shape:<12} {which:<17}" + "  ".join(f"{name} {1e6 * t:.1f} us" for name, t in best.items()))
        said["layer"] = {f"{shape} {which}": best for (shape, which), best in found.items()}
        kept += layer_demands(found)
    if OPTIONS.only != "layer":
        said["estimator"] = estimators()
        for table, each in said["estimator"].items():
            print(f"{table:<14}" + "  ".join(f"{name} {s:.2f} s {100 * a:.2f} %" for name, (s, a) in each.items()))
        kept += estimator_demands(said["estimator"])
    if OPTIONS.json:
        print(json.dumps(said))
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
"""Monte Carlo dropout on vgg16, adrop beside PyTorch, in one run on one machine.

    uncertainty_torch.py ADROP [--samples 50] [--rounds 3] [--threads 1]

One batch of 32 x 32 images, Bernoulli dropout of rate 0.5 before both dense layers of the head. PyTorch in
two ways: `loop`, the usual one, is as many forward passes of the whole network as there are samples;
`cached` runs the trunk once and the head for every sample. The program (`adrop bench --case uncertainty`)
and PyTorch take turns; the best and the median of all rounds are shown, and PyTorch's over the program's:
over 1, the program is faster. `loop` is timed for 2 samples and multiplied.

Exit status 77: there is no PyTorch.
"""
import argparse
import json
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import networks  # noqa: E402
import torch  # noqa: E402
from torch.nn import functional as F  # noqa: E402


def head(network, x):
    x = F.relu(network.classifier["1"](F.dropout(x, 0.5, True)))
    return network.classifier["4"](F.dropout(x, 0.5, True))


def trunk_of(network, x):
    return networks.average(network.features(x))


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("adrop")
    parser.add_argument("--samples", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    network = networks.build("vgg16", (3, 32, 32), 10).eval()
    x = torch.rand(256, 3, 32, 32)
    few = min(2, args.samples)

    def loop():
        total = 0
        for _ in range(few):
            total = total + F.softmax(head(network, trunk_of(network, x)), 1)

    def cached():
        trunk, total = trunk_of(network, x), 0
        for _ in range(args.samples):
            total = total + F.softmax(head(network, trunk), 1)

    ours, times = [], {"loop": [], "cached": []}
    with torch.no_grad():
        loop(), cached()
        for _ in range(args.rounds):
            out = subprocess.run([args.adrop, "bench", "--case", "uncertainty", "--dropout", "bernoulli", "--rounds",
                                  "1", "--samples", str(args.samples), "--threads", str(args.threads), "--json"],
                                 check=True, capture_output=True, text=True).stdout
            lines = [json.loads(line) for line in out.splitlines()]
            ours += [l["sampled_ms"] / 1e3 for l in lines if l["model"] == "vgg16" and l["rows"] > 1]
            times["loop"].append(seconds(loop) * args.samples / few)
            times["cached"].append(seconds(cached))
    print(f"adrop   best {min(ours):.3f} s, median {statistics.median(ours):.3f} s")
    for name, each in times.items():
        print(f"{name:7} best {min(each):.3f} s, median {statistics.median(each):.3f} s; over adrop: best "
              f"{min(each) / min(ours):.2f}, median {statistics.median(each) / statistics.median(ours):.2f}")


main()

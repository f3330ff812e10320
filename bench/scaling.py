#!/usr/bin/python3
"""Step times on many machines, from pieces that were measured (docs/scaling.md).

    scaling.py PIECES [--gbit 25 100] [--nodes 1 2 8 32 128 512 1000] [--speed 1 32] [--batch N]

PIECES holds the lines of JSON that tests/cluster/pieces.sh prints. For P parameters and R ranks that
each send one message after the other,

    n             = 2 (R - 1) / R 4 P                     bytes that a rank sends
    communication = 2 B (R - 1) a + n / b + P c
    step          = compute + n d + (1 - overlap) communication
    overlap       = min(1, h (compute + n d) / communication)

with the pieces: compute, the step of one rank's rows; h, the part of it that is backward, behind which
messages can hide; a, the seconds of a message (half of an exchange of a few bytes between two ranks);
b, the bytes per second of the line; c, the seconds of an addition; d, the processor's seconds for a byte
that it sends and one that it receives, which it takes from computing (the time of a sum without a limit
of the line); B, the buckets of gradients.

First the model is held against the steps of PIECES that were measured over a line; then it predicts
`--nodes` machines on lines of `--gbit`, each with its own batch (`weak`) or with its part of one batch of
`--batch` rows (`fixed`), for nodes `--speed` times as fast as the one that was measured.
"""
import argparse
import json

BUCKETS = {"fc": 2, "vgg16": 9, "resnet18": 9}  # of at least 2^19 numbers, whole layers (model/ranks.c)
LINE_SHARE = 0.94  # of a line's rate is left by the headers of Ethernet, IP and TCP


class Pieces:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file if line.startswith("{")]
        self.steps = {line["case"]: line for line in lines if "case" in line}
        self.shared = [line for line in lines if "network" in line]
        sums = [line for line in lines if "exchange_us" in line]
        largest = max(sums, key=lambda line: line["bytes"])
        self.message = min(line["exchange_us"] for line in sums) / 2e6
        self.add = 1e-3 * largest["add_ms"] / (largest["bytes"] / 4)
        self.carry = 1e-6 / largest["mb_per_second"]

    def compute(self, network, rows):
        """Seconds of a step of so many rows by one rank."""
        line = self.steps[network]
        return 1e-3 * line["ms_per_step"] * rows / line["batch"]

    def backward(self, network):
        """The part of a step that is backward."""
        layers = self.steps[network]["layers"]
        forward, backward = (sum(layer[name] for layer in layers)
                             for name in ("forward_ms", "backward_ms"))
        return backward / (forward + backward)

    def sent(self, network, ranks):
        return 2 * (ranks - 1) / ranks * 4 * self.steps[network]["params"]

    def communication(self, network, ranks, bytes_per_second):
        return (2 * BUCKETS[network] * (ranks - 1) * self.message
                + self.sent(network, ranks) / bytes_per_second
                + (self.steps[network]["params"] * self.add if ranks > 1 else 0))

    def step(self, network, ranks, compute, communication, speed=1):
        busy = (compute + self.sent(network, ranks) * self.carry) / speed
        return busy + communication - min(communication, self.backward(network) * busy)


def check(pieces):
    print("the model beside steps that were measured over a line (ms)")
    print("network    batch  compute   communication     step  predicted   error")
    for line in pieces.shared:
        compute, communication = 1e-3 * line["compute_ms"], 1e-3 * line["sum_ms"]
        step = 1e3 * pieces.step(line["network"], line["ranks"], compute, communication)
        print(f"{line['network']:9} {line['batch']:6} {line['compute_ms']:8.1f} {line['sum_ms']:15.1f} "
              f"{line['step_ms']:8.1f} {step:10.1f} {100 * (step / line['step_ms'] - 1):6.1f} %")


def rows_of(pieces, network, ranks, batch):
    return batch / ranks if batch else pieces.steps[network]["batch"]


def predict(pieces, network, gbit, speed, nodes, batch):
    """Step and images per second of every number of nodes."""
    found = []
    for ranks in nodes:
        rows = rows_of(pieces, network, ranks, batch)
        communication = pieces.communication(network, ranks, 1e9 * gbit / 8 * LINE_SHARE)
        step = pieces.step(network, ranks, pieces.compute(network, rows), communication, speed)
        found.append((ranks, step, rows * ranks / step))
    return found


def show(pieces, options, batch):
    what = f"one batch of {batch} rows for all" if batch else "each node has its own batch"
    print(f"\n{what}: ms per step (images per second beside one node's, per node)")
    print("network   Gbit/s  speed " + " ".join(f"{n:>14}" for n in options.nodes) + "   pays to")
    every = sorted({*options.nodes, *(2 ** k for k in range(11)), *range(50, 1001, 50)})
    for network in pieces.steps:
        for speed in options.speed:
            for gbit in options.gbit:
                cells = []
                one = predict(pieces, network, gbit, speed, [1], batch)[0][2]
                for ranks, step, rate in predict(pieces, network, gbit, speed, options.nodes, batch):
                    cells.append(f"{1e3 * step:8.1f} {100 * rate / one / ranks:3.0f} %")
                pays = max(ranks for ranks, _, rate in
                           predict(pieces, network, gbit, speed, every, batch)
                           if rate >= 0.5 * ranks * one)
                print(f"{network:9} {gbit:6g} {speed:6g} " + " ".join(f"{cell:>14}" for cell in cells)
                      + f" {pays:9}")
    print("pays to: the most nodes of which each still does half the work of one alone")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pieces", metavar="PIECES")
    parser.add_argument("--gbit", type=float, nargs="+", default=[25, 100])
    parser.add_argument("--nodes", type=int, nargs="+", default=[1, 2, 8, 32, 128, 512, 1000])
    parser.add_argument("--speed", type=float, nargs="+", default=[1, 32])
    parser.add_argument("--batch", type=int, default=8192, help="of the fixed batch; default: 8192")
    options = parser.parse_args()
    pieces = Pieces(options.pieces)
    print(f"a message {1e6 * pieces.message:.1f} us, an addition {1e9 * pieces.add:.2f} ns, "
          f"a byte {1e9 * pieces.carry:.2f} ns of the processor; backward: "
          + ", ".join(f"{name} {100 * pieces.backward(name):.0f} %" for name in pieces.steps))
    check(pieces)
    show(pieces, options, 0)
    show(pieces, options, options.batch)


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""The same training in PyTorch and in adrop: test accuracies of several seeds, side by side.

    accuracy_torch.py ADROP DATA_DIR [--dropout none bernoulli advanced] [--seeds 3]
                      [--epochs 20] [--json]

MNIST, 784-800-800-10, pixels in [0, 1], batch 256, SGD with lr 0.01, momentum 0.9 and weight
decay 5e-4, the dropout parameters' own lr 1e-4; dropout before every dense layer. The two draw
different first weights, orders and masks: what should agree is the mean over seeds.

Exit status 77: there is no PyTorch.
"""
import argparse
import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import networks  # noqa: E402  (exits with 77 where PyTorch is missing)
import numpy as np  # noqa: E402
import torch  # noqa: E402
from torch import nn  # noqa: E402
from torch.nn import functional as F  # noqa: E402

networks.DROPOUTS["bernoulli"] = lambda n: nn.Dropout(0.5)


def idx(folder, name):
    """An idx file of MNIST, compressed or not."""
    for path, opener in ((name, open), (name + ".gz", gzip.open)):
        path = os.path.join(folder, path)
        if os.path.exists(path):
            with opener(path, "rb") as file:
                data = file.read()
            dims = [int.from_bytes(data[4 + 4 * k:8 + 4 * k], "big") for k in range(data[3])]
            return np.frombuffer(data, np.uint8, offset=4 + 4 * len(dims)).reshape(dims)
    sys.exit(f"accuracy_torch.py: no {name} in {folder}")


def mnist(folder):
    parts = []
    for part in ("train", "t10k"):
        x = idx(folder, f"{part}-images-idx3-ubyte").reshape(-1, 784)
        y = idx(folder, f"{part}-labels-idx1-ubyte")
        parts += [torch.tensor(x.astype(np.float32) / 255), torch.tensor(y.astype(np.int64))]
    return parts


def in_torch(data, dropout, seed, epochs):
    x, y, test_x, test_y = data
    torch.manual_seed(seed)
    net = networks.build("mlp:800,800", (784, 1, 1), 10, dropout)
    groups = [{"params": net.other_parameters()}]
    own = net.dropout_parameters()
    if own:
        groups.append({"params": own, "lr": 1e-4, "weight_decay": 0})
    optimizer = torch.optim.SGD(groups, lr=0.01, momentum=0.9, weight_decay=5e-4)
    for _ in range(epochs):
        net.train()
        for rows in torch.randperm(len(x)).split(256):
            optimizer.zero_grad()
            F.cross_entropy(net(x[rows]), y[rows]).backward()
            optimizer.step()
    net.eval()
    with torch.no_grad():
        right = sum((net(a).argmax(1) == b).sum().item()
                    for a, b in zip(test_x.split(1000), test_y.split(1000)))
    return 100 * right / len(test_y)


def in_adrop(program, folder, dropout, seed, epochs):
    with tempfile.TemporaryDirectory() as scratch:
        command = [program, "train", "--data", "mnist", "--data-dir", folder, "--model",
                   "mlp:800,800", "--dropout", dropout, "--epochs", epochs, "--batch", 256, "--lr",
                   0.01, "--seed", seed, "--out", os.path.join(scratch, "run"), "--json"]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                              check=False)
    if done.returncode:
        sys.exit(done.stderr.strip())
    return json.loads(done.stdout.strip().splitlines()[-1])["test_acc"]


def main():
    parser = argparse.ArgumentParser(description="accuracies of adrop and PyTorch on MNIST")
    parser.add_argument("program")
    parser.add_argument("data_dir")
    parser.add_argument("--dropout", nargs="+", default=["none", "bernoulli", "advanced"])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    data = mnist(os.path.join(options.data_dir, "mnist"))
    print("" if options.json else f"MNIST, {options.epochs} epochs, {options.seeds} seeds\n"
          "dropout       adrop                         PyTorch                       difference")
    for dropout in options.dropout:
        ours, theirs = [], []
        for seed in range(1, options.seeds + 1):
            ours.append(in_adrop(options.program, options.data_dir, dropout, seed, options.epochs))
            theirs.append(in_torch(data, dropout, seed, options.epochs))
        gap = statistics.mean(ours) - statistics.mean(theirs)
        if options.json:
            print(json.dumps({"dropout": dropout, "epochs": options.epochs, "adrop": ours,
                              "torch": theirs, "difference": gap}), flush=True)
            continue
        rows = ["%.2f (%s)" % (statistics.mean(a), " ".join("%.2f" % v for v in a))
                for a in (ours, theirs)]
        print(f"{dropout:<13} {rows[0]:<29} {rows[1]:<29} {gap:+.2f}", flush=True)


if __name__ == "__main__":
    main()

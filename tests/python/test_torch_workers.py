#!/usr/bin/env python3
"""The layer in a DataLoader's workers and in children of multiprocessing, each under a time limit."""
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

LIMIT = 180  # seconds: a worker that waits for ever is a failure, a slow machine is none

# The parent computes with two threads before there are workers: a child has none of them.
PROGRAM = """
import sys
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, get_worker_info
from adrop.torch import Dropout, sample

class Noisy(Dataset):
    "Rows with noise that is drawn, and gradients that are taken, in the worker."

    def __init__(self, text):
        torch.manual_seed(0)
        self.x, self.layer = torch.rand(64, 300) + 0.5, Dropout(text, 300)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        row = self.x[i: i + 1].clone().requires_grad_()
        noisy = self.layer(row)
        noisy.sum().backward()
        assert row.grad.abs().sum() > 0
        worker = get_worker_info()
        return noisy.detach()[0], -1 if worker is None else worker.id

def passes(loader):
    rows, ids = [], set()
    for noisy, worker in loader:
        rows.append(noisy)
        ids |= set(worker.tolist())
    return torch.cat(rows), ids

def child(layer, x, queue):
    torch.manual_seed(5)
    queue.put(layer(x).detach().numpy())

def main(method, text):
    torch.set_num_threads(2)
    data = Noisy(text)
    model = nn.Sequential(nn.Linear(300, 300), data.layer, nn.Linear(300, 2))
    model(torch.rand(512, 300)).sum().backward()  # in the parent, with threads
    for again in range(2):  # and between two sets of workers
        rows, ids = passes(DataLoader(data, batch_size=8, num_workers=2, multiprocessing_context=method))
        assert rows.shape == (64, 300) and ids == {0, 1}, (rows.shape, ids)
        assert (rows[:32] != rows[32:]).any() and torch.isfinite(rows).all()
        assert sample(model, torch.rand(4, 300), 3).std(0).max() > 0
    queue = torch.multiprocessing.get_context(method).SimpleQueue()
    x = torch.rand(512, 300)
    made = torch.multiprocessing.get_context(method).Process(target=child, args=(data.layer, x, queue))
    made.start()
    said = queue.get()
    made.join()
    assert made.exitcode == 0
    torch.manual_seed(5)
    assert (data.layer(x).detach().numpy() == said).all()  # the same masks in the child
    print("fine")

if __name__ == "__main__":
    main(*sys.argv[1:])
"""


class Workers(unittest.TestCase):
    def run_with(self, method, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "program.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(textwrap.dedent(PROGRAM))
            done = subprocess.run([sys.executable, path, method, text], timeout=LIMIT, text=True,
                                  capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "fine"), done.stderr)

    def test_fork(self):
        self.run_with("fork", "advanced")
        self.run_with("fork", "bernoulli:rate=0.3")

    def test_spawn(self):
        self.run_with("spawn", "advanced")

    def test_forkserver(self):
        self.run_with("forkserver", "bernoulli:rate=0.3")


if __name__ == "__main__":
    unittest.main()

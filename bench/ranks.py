#!/usr/bin/python3
"""Two ranks of one thread beside one rank of one thread, and beside PyTorch's DDP.

    ranks.py ADROP DATA_DIR [--model vgg16] [--batch 128] [--dropout none] [--rounds 3] [--rows 768]

All train the same network on CIFAR-10's shapes with a batch of 128, cut into two shards. In every
round each takes its turn: `adrop train --shards 2 --threads 1` as one process; the same by two ranks
of mpirun (Open MPI if it is there, otherwise MPICH); DistributedDataParallel over gloo, two processes
of one thread with half a batch each. A turn's figure is images a second of training alone: adrop's
second epoch (augmentation off), DDP's steps after two that warm up. The ratios are those of the
medians. Exit status 77: there is no mpirun; without PyTorch its lines are left out, by name.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PORT = 29571


def mpirun(ranks):
    if shutil.which("mpirun.openmpi"):
        return ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-np", str(ranks)]
    if shutil.which("mpirun.mpich"):
        return ["mpirun.mpich", "-np", str(ranks)]
    print("no mpirun: make peers")
    sys.exit(77)


def adrop(options, ranks):
    with tempfile.TemporaryDirectory() as scratch:
        run = os.path.join(scratch, "run")
        words = [options.program, "train", "--data", "cifar10", "--data-dir", options.data_dir, "--model",
                 options.model, "--dropout", options.dropout, "--batch", str(options.batch), "--augment", "none",
                 "--train-limit", str(options.rows), "--test-limit", "128", "--epochs", "2", "--shards", "2",
                 "--threads", "1", "--out", run, "--quiet"]
        done = subprocess.run((mpirun(ranks) if ranks > 1 else []) + words, capture_output=True, text=True,
                              check=False, env={**os.environ, "OMP_WAIT_POLICY": "passive"})
        if done.returncode:
            sys.exit(done.stderr.strip())
        with open(os.path.join(run, "run.json"), encoding="utf-8") as file:
            rows = json.load(file)["data"]["train"]
        with open(os.path.join(run, "metrics.jsonl"), encoding="utf-8") as file:
            return rows / json.loads(file.readlines()[-1])["seconds"]


def ddp_rank(rank, options):
    """One process of two: prints seconds of the timed steps."""
    import networks
    import torch
    torch.set_num_threads(1)
    torch.manual_seed(1)
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(PORT))
    torch.distributed.init_process_group("gloo", rank=rank, world_size=2)
    network = torch.nn.parallel.DistributedDataParallel(networks.build(options.model, (3, 32, 32), 10, options.dropout))
    x, labels = torch.randn(options.batch // 2, 3, 32, 32), torch.randint(10, (options.batch // 2,))
    optimizer = torch.optim.SGD(network.parameters(), lr=0.01, momentum=0.9, weight_decay=5e-4)
    steps = options.rows // options.batch
    for i in range(steps + 2):
        if i == 2:
            torch.distributed.barrier()
            start = time.perf_counter()
        optimizer.zero_grad(set_to_none=True)
        torch.nn.functional.cross_entropy(network(x), labels).backward()
        optimizer.step()
    torch.distributed.barrier()
    if rank == 0:
        print(steps * options.batch / (time.perf_counter() - start))


def ddp(options):
    words = [sys.executable, __file__, *sys.argv[1:], "--ddp-rank"]
    other = subprocess.Popen([*words, "1"], stderr=subprocess.DEVNULL)
    first = subprocess.run([*words, "0"], capture_output=True, text=True, check=False)
    other.wait()
    if first.returncode:
        sys.exit(first.stderr.strip())
    return float(first.stdout)


def main():
    parser = argparse.ArgumentParser(description="ranks beside one process and beside PyTorch's DDP")
    parser.add_argument("program")
    parser.add_argument("data_dir")
    parser.add_argument("--model", default="vgg16")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--dropout", default="none")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rows", type=int, default=768)
    parser.add_argument("--ddp-rank", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.ddp_rank is not None:
        return ddp_rank(options.ddp_rank, options)
    turns = {"one rank": lambda: adrop(options, 1), "two ranks": lambda: adrop(options, 2)}
    try:
        import torch
        turns[f"DDP, PyTorch {torch.__version__}"] = lambda: ddp(options)
    except ImportError:
        print("no PyTorch: DDP is left out")
    rates = {name: [] for name in turns}
    for _ in range(options.rounds):
        for name, turn in turns.items():
            rates[name].append(turn())
    print(f"{options.model}, batch {options.batch}, 2 shards, 1 thread per rank: images a second")
    for name, values in rates.items():
        print(f"{name:24} median {statistics.median(values):7.1f}   {' '.join(f'{v:.1f}' for v in values)}")
    two = statistics.median(rates["two ranks"])
    for name, values in rates.items():
        if name != "two ranks":
            print(f"two ranks / {name}: {two / statistics.median(values):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
"""Two processes that share every batch: adrop over MPI beside PyTorch's DistributedDataParallel.

    ddp.py ADROP [--case vgg16] [--batch 128] [--ranks 2] [--rounds 3] [--steps 7] [--mpirun M] [--json]

A step is that of step_torch.py, without dropout: forward, mean cross-entropy, backward, SGD. Each
round times, one after the other,

    one       adrop, one process of one thread, the batch in as many shards as there are ranks
    ranks     adrop, that many processes of one thread that mpirun starts, the same shards, the same bits
    ddp       PyTorch, that many processes of one thread, DistributedDataParallel over gloo, channels
              first and last: the faster one counts

and the figures are the medians of all steps of all rounds (of the medians of the program's rounds).
Needs as many processors as ranks, and nobody else on them. Exit status 77: there is no PyTorch, or no mpirun.
"""
import argparse
import json
import os
import shutil
import socket
import statistics
import sys
import time

import step_torch

MPIRUN = {"openmpi": ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"],
          "mpich": ["mpirun.mpich"]}


# ----- PyTorch: one process a rank -----

def run_rank(rank, ranks, port, case, batch, layout, steps, found):
    import networks
    import torch
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    torch.set_num_threads(1)
    torch.manual_seed(1)
    torch.distributed.init_process_group("gloo", rank=rank, world_size=ranks)
    text, shape, _ = step_torch.CASES[case]
    network = networks.build(text, shape, step_torch.CLASSES, "none")
    rows = batch // ranks
    x, labels = torch.randn(rows, *shape), torch.randint(step_torch.CLASSES, (rows,))
    if layout == "last":
        network = network.to(memory_format=torch.channels_last)
        x = x.contiguous(memory_format=torch.channels_last)
    shared = torch.nn.parallel.DistributedDataParallel(network)
    optimizer = torch.optim.SGD(network.parameters(), lr=0.01, momentum=0.9, weight_decay=5e-4)

    def step():
        optimizer.zero_grad(set_to_none=True)
        torch.nn.functional.cross_entropy(shared(x), labels).backward()
        optimizer.step()

    for _ in range(2):
        step()
    seconds = []
    for _ in range(steps):
        torch.distributed.barrier()
        start = time.perf_counter()
        step()
        seconds.append(time.perf_counter() - start)
    if rank == 0:
        found.put(seconds)
    torch.distributed.destroy_process_group()


def measure_torch(case, batch, ranks, layout, steps):
    """A line of JSON: seconds of every step of rank 0."""
    try:
        import torch
        import torch.distributed
        import torch.multiprocessing
    except ImportError as reason:
        print(f"no PyTorch with torch.distributed: {reason}")
        sys.exit(77)
    if not torch.distributed.is_available() or not torch.distributed.is_gloo_available():
        print("this PyTorch has no gloo")
        sys.exit(77)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    context = torch.multiprocessing.get_context("spawn")
    found = context.SimpleQueue()
    workers = [context.Process(target=run_rank,
                               args=(rank, ranks, port, case, batch, layout, steps, found))
               for rank in range(ranks)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if any(worker.exitcode for worker in workers):
        sys.exit("ddp.py: a rank of PyTorch failed")
    print(json.dumps({"seconds": found.get(), "version": torch.__version__}))


# ----- rounds -----

class Rounds:
    """Everything that takes turns."""

    def __init__(self, options):
        common = ["--threads", 1, "--batch", options.batch, "--shards", options.ranks, "--steps",
                  options.steps, "--dropout", "none", "--json"]
        self.options = options
        self.one = [options.adrop, "bench", "--case", options.case, *common]
        self.ranks = [*MPIRUN[options.mpirun], "-np", options.ranks, options.adrop, "bench",
                      "--case", "comm", "--network", options.case, *common]
        self.times = {"one": [], "ranks": [], "compute": [], "sum": []}
        self.torch = {layout: [] for layout in step_torch.LAYOUTS}
        self.version = ""

    def measure(self):
        o = self.options
        self.times["one"].append(step_torch.last_line(self.one, 1)["ms_per_step"])
        line = step_torch.last_line(self.ranks, 1)
        self.times["ranks"].append(line["step_ms"])
        self.times["compute"].append(line["compute_ms"])
        self.times["sum"].append(line["sum_ms"])
        for layout, seconds in self.torch.items():
            work = json.dumps([o.case, o.batch, o.ranks, layout, o.steps])
            line = step_torch.last_line([sys.executable, os.path.abspath(__file__), "--measure",
                                         work], 1)
            seconds += line["seconds"]
            self.version = line["version"]

    def sum_up(self):
        o = self.options
        found = {name: statistics.median(values) for name, values in self.times.items()}
        layouts = {layout: 1e3 * statistics.median(values) for layout, values in self.torch.items()}
        ddp = min(layouts.values())
        return {"case": o.case, "batch": o.batch, "ranks": o.ranks, "mpirun": o.mpirun,
                "torch_version": self.version, "one_ms": found["one"], "ranks_ms": found["ranks"],
                "compute_ms": found["compute"], "sum_ms": found["sum"],
                "ddp_first_ms": layouts["first"], "ddp_last_ms": layouts["last"],
                "one_images": 1e3 * o.batch / found["one"],
                "ranks_images": 1e3 * o.batch / found["ranks"], "ddp_images": 1e3 * o.batch / ddp,
                "speedup": found["one"] / found["ranks"], "over_ddp": ddp / found["ranks"]}


def show(line):
    print(f"{line['case']}, batch {line['batch']}, {line['ranks']} ranks of one thread "
          f"({line['mpirun']}), PyTorch {line['torch_version']} with gloo; median ms per step")
    for name, text in (("one_ms", "adrop, one process"), ("ranks_ms", "adrop, all ranks"),
                       ("compute_ms", "  what a rank computes"), ("sum_ms", "  the sum of gradients"),
                       ("ddp_first_ms", "PyTorch, channels first"),
                       ("ddp_last_ms", "PyTorch, channels last")):
        print(f"{text:26} {line[name]:9.1f}")
    print(f"images per second: one process {line['one_images']:.1f}, ranks "
          f"{line['ranks_images']:.1f} ({line['speedup']:.2f} x), PyTorch {line['ddp_images']:.1f} "
          f"(ranks over it: {line['over_ddp']:.2f} x)")


def read_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("adrop", metavar="ADROP", help="the program")
    parser.add_argument("--case", choices=step_torch.CASES, default="vgg16", help="default: vgg16")
    parser.add_argument("--batch", type=int, default=128, help="of all ranks; default: 128")
    parser.add_argument("--ranks", type=int, default=2, help="default: 2")
    parser.add_argument("--rounds", type=int, default=3, help="default: 3")
    parser.add_argument("--steps", type=int, default=7, help="of a measurement; default: 7")
    parser.add_argument("--mpirun", choices=MPIRUN, default="openmpi", help="default: openmpi")
    parser.add_argument("--json", action="store_true", help="print a line of JSON")
    options = parser.parse_args()
    if min(options.rounds, options.steps) < 1 or options.ranks < 2:
        parser.error("--rounds and --steps are at least 1, --ranks at least 2")
    if options.batch % options.ranks:
        parser.error("--batch must be a multiple of --ranks: PyTorch's processes have equal parts")
    return options


def main():
    if sys.argv[1:2] == ["--measure"]:
        measure_torch(*json.loads(sys.argv[2]))
        return
    options = read_options()
    if not shutil.which(MPIRUN[options.mpirun][0]):
        print(f"no {MPIRUN[options.mpirun][0]}")
        sys.exit(77)
    rounds = Rounds(options)
    for _ in range(options.rounds):
        rounds.measure()
    line = rounds.sum_up()
    print(json.dumps(line)) if options.json else show(line)


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""A step of training, adrop beside PyTorch, in one run on one machine.

    step_torch.py ADROP [--case C].. [--dropout none advanced] [--threads 1 2] [--batch N]
                  [--rounds 3] [--steps 5] [--json]

A step is forward, mean cross-entropy, backward and SGD (momentum 0.9, weight decay 5e-4, the
parameters of dropout by themselves with a rate of 1e-4), on one batch of random numbers with ten
classes: `fc` is 784-800-800-10, the others are networks on 3 x 32 x 32 (bench/networks.py).

The program and PyTorch take turns: in every round each is timed once for every number of threads,
PyTorch with both layouts of maps (channels first and last), each time in a process of its own,
one step to warm up and then so many. `best` is the best step of all rounds, `median` the median of
all PyTorch's steps, or of the program's medians. The ratio is that of the best times, each with
the threads and the layout that suit it: over 1, the program is faster. Peak memory is that of the
process with the best time; PyTorch's libraries alone take what `libraries` says.

Exit status 77: there is no PyTorch.
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time

CASES = {  # network, shape of an input, batch
    "fc": ("mlp:800,800", (1, 28, 28), 256),
    "vgg16": ("vgg16", (3, 32, 32), 128),
    "resnet18": ("resnet18", (3, 32, 32), 128),
    "densenet40": ("densenet40", (3, 32, 32), 128),
    "mobilenet": ("mobilenet", (3, 32, 32), 128),
    "wrn16-10": ("wrn16-10", (3, 32, 32), 32),
}
CLASSES = 10
LAYOUTS = ("first", "last")  # where the channels are
MEGA = 1 << 20


# ----- one measurement of PyTorch, in a process of its own -----

def peak_bytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def step_of(network, x, labels):
    import torch
    groups = [{"params": network.other_parameters()}]
    if network.dropout_parameters():
        groups.append({"params": network.dropout_parameters(), "lr": 1e-4, "weight_decay": 0})
    optimizer = torch.optim.SGD(groups, lr=0.01, momentum=0.9, weight_decay=5e-4)

    def step():
        optimizer.zero_grad(set_to_none=True)
        torch.nn.functional.cross_entropy(network(x), labels).backward()
        optimizer.step()

    return step


def measure_torch(case, dropout, threads, batch, layout, steps):
    """A line of JSON: seconds of every step, and bytes."""
    import networks
    import torch
    torch.set_num_threads(threads)
    torch.manual_seed(1)
    libraries = peak_bytes()
    text, shape, _ = CASES[case]
    network = networks.build(text, shape, CLASSES, dropout)
    x, labels = torch.randn(batch, *shape), torch.randint(CLASSES, (batch,))
    if layout == "last":
        network = network.to(memory_format=torch.channels_last)
        x = x.contiguous(memory_format=torch.channels_last)
    step = step_of(network, x, labels)
    step()
    seconds = []
    for _ in range(steps):
        start = time.perf_counter()
        step()
        seconds.append(time.perf_counter() - start)
    print(json.dumps({"seconds": seconds, "peak_rss_bytes": peak_bytes(),
                      "libraries_bytes": libraries, "version": torch.__version__}))


# ----- rounds -----

def last_line(command, threads):
    """The last line of JSON that a command prints."""
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True,
                              env=environment)
    except OSError as reason:
        sys.exit(f"step_torch.py: cannot run {command[0]}: {reason.strerror}")
    if done.returncode == 77:
        print(done.stdout, end="")
        sys.exit(77)
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        sys.exit(f"step_torch.py: {' '.join(map(str, command))} ended with {done.returncode}")
    return json.loads(lines[-1])


class Ours:
    """The program with a number of threads."""

    def __init__(self, program, case, dropout, batch, threads, steps):
        self.threads = threads
        self.command = [program, "bench", "--case", case, "--dropout", dropout, "--threads",
                        threads, "--batch", batch, "--steps", steps, "--json"]
        self.lines = []

    def measure(self):
        self.lines.append(last_line(self.command, self.threads))

    @property
    def fastest(self):
        return min(self.lines, key=lambda line: line["ms_per_step_best"])

    @property
    def best(self):
        return self.fastest["ms_per_step_best"]

    @property
    def median(self):
        return statistics.median(line["ms_per_step"] for line in self.lines)

    @property
    def share(self):
        """Of the machine's peak with so many threads."""
        line = self.fastest
        return line["gflops"] / line["peak_gflops"] if line.get("peak_gflops") else None

    @property
    def memory(self):
        return self.fastest["peak_rss_bytes"]

    def as_json(self):
        return {"threads": self.threads, "ms_per_step_best": self.best, "ms_per_step": self.median,
                "gflops": self.fastest["gflops"], "peak_share": self.share,
                "peak_rss_bytes": self.memory}


class Torch:
    """PyTorch with a number of threads and a layout."""

    def __init__(self, case, dropout, batch, threads, layout, steps):
        self.threads, self.layout = threads, layout
        work = json.dumps([case, dropout, threads, batch, layout, steps])
        self.command = [sys.executable, os.path.abspath(__file__), "--measure", work]
        self.lines = []

    def measure(self):
        self.lines.append(last_line(self.command, self.threads))

    @property
    def best(self):
        return 1e3 * min(min(line["seconds"]) for line in self.lines)

    @property
    def median(self):
        return 1e3 * statistics.median(s for line in self.lines for s in line["seconds"])

    @property
    def memory(self):
        return min(self.lines, key=lambda line: min(line["seconds"]))["peak_rss_bytes"]

    def as_json(self):
        return {"threads": self.threads, "channels": self.layout, "ms_per_step_best": self.best,
                "ms_per_step": self.median, "peak_rss_bytes": self.memory,
                "libraries_bytes": self.lines[0]["libraries_bytes"]}


class Row:
    """A case with a kind of dropout: everything that was timed for it."""

    def __init__(self, case, dropout, options):
        self.case, self.dropout = case, dropout
        self.batch = options.batch or CASES[case][2]
        layouts = LAYOUTS[:1] if case == "fc" else LAYOUTS
        what = case, dropout, self.batch
        self.ours = [Ours(options.adrop, *what, n, options.steps) for n in options.threads]
        self.torch = [Torch(*what, n, layout, options.steps)
                      for n in options.threads for layout in layouts]

    def measure(self):
        """One round, in turns."""
        each = len(self.torch) // len(self.ours)
        for k, ours in enumerate(self.ours):
            ours.measure()
            for torch in self.torch[k * each:(k + 1) * each]:
                torch.measure()

    def best(self):
        """The faster of ours, and of PyTorch's."""
        return (min(self.ours, key=lambda one: one.best),
                min(self.torch, key=lambda one: one.best))

    @property
    def ratio(self):
        ours, torch = self.best()
        return torch.best / ours.best

    def as_json(self):
        return {"case": self.case, "dropout": self.dropout, "batch": self.batch,
                "ratio": self.ratio, "torch_version": self.torch[0].lines[0]["version"],
                "adrop": [one.as_json() for one in self.ours],
                "torch": [one.as_json() for one in self.torch]}


# ----- tables -----

def print_details(rows):
    print("Milliseconds a step, best and median, everything that was timed:\n")
    print(f"{'case':11} {'dropout':9} {'batch':>5} {'threads':>7}  {'adrop':>8} {'median':>8}"
          f"  {'PyTorch':>8} {'median':>8} {'last':>8} {'median':>8}")
    for row in rows:
        for ours in row.ours:
            peers = [one for one in row.torch if one.threads == ours.threads]
            times = " ".join(f"{one.best:8.2f} {one.median:8.2f}" for one in peers)
            print(f"{row.case:11} {row.dropout:9} {row.batch:5} {ours.threads:7}  "
                  f"{ours.best:8.2f} {ours.median:8.2f}  {times}")
    print("\nPyTorch: channels first, and last.\n")


def print_summary(rows):
    line = rows[0].torch[0].lines[0]
    print(f"Each with the threads and the layout that suit it, PyTorch {line['version']}; the "
          f"ratio of the best times;\npeak memory in MiB (PyTorch's libraries: "
          f"{line['libraries_bytes'] / MEGA:.0f}):\n")
    print(f"{'case':11} {'dropout':9} {'batch':>5}  {'adrop':>8} {'median':>8} {'threads':>7} "
          f"{'of peak':>7}  {'PyTorch':>8} {'threads':>7} {'channels':>8} {'ratio':>6}  "
          f"{'memory':>7} {'PyTorch':>7}")
    for row in rows:
        ours, torch = row.best()
        share = "-" if ours.share is None else f"{100 * ours.share:.0f} %"
        print(f"{row.case:11} {row.dropout:9} {row.batch:5}  {ours.best:8.2f} {ours.median:8.2f} "
              f"{ours.threads:7} {share:>7}  {torch.best:8.2f} {torch.threads:7} "
              f"{torch.layout:>8} {row.ratio:6.2f}  {ours.memory / MEGA:7.0f} "
              f"{torch.memory / MEGA:7.0f}")


def read_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    processors = len(os.sched_getaffinity(0))
    parser.add_argument("adrop", metavar="ADROP", help="the program")
    parser.add_argument("--case", action="append", choices=CASES, help="may be repeated; "
                        "default: all")
    parser.add_argument("--dropout", nargs="+", choices=("none", "advanced"),
                        default=["none", "advanced"], help="default: both")
    parser.add_argument("--threads", type=int, nargs="+", help="default: 1 2",
                        default=[n for n in (1, 2) if n <= processors])
    parser.add_argument("--batch", type=int, help="default: 256 for fc, 32 for wrn16-10, else 128")
    parser.add_argument("--rounds", type=int, default=3, help="default: 3")
    parser.add_argument("--steps", type=int, default=5, help="of a measurement; default: 5")
    parser.add_argument("--json", action="store_true", help="print a line of JSON a case")
    options = parser.parse_args()
    numbers = [*options.threads, options.rounds, options.steps]
    if min(numbers) < 1 or (options.batch is not None and options.batch < 2):
        parser.error("--threads, --rounds and --steps are at least 1, --batch at least 2")
    return options


def main():
    if sys.argv[1:2] == ["--measure"]:
        measure_torch(*json.loads(sys.argv[2]))
        return
    options = read_options()
    rows = [Row(case, dropout, options) for case in options.case or CASES
            for dropout in options.dropout]
    for row in rows:
        for _ in range(options.rounds):
            row.measure()
        if options.json:
            print(json.dumps(row.as_json()), flush=True)
    if not options.json:
        print_details(rows)
        print_summary(rows)


if __name__ == "__main__":
    main()

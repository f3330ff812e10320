#!/usr/bin/python3
"""How long does the program take to start?

    startup.py [PROGRAM] [ROUNDS]        build/adrop, 50

`adrop --help` against a program that does nothing but load oneDNN, and one that loads
nothing, in turns: the smallest and the median of the elapsed and of the processor's
milliseconds, and their ratios to the second. On a busy machine the processor's say more."""
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

SOURCE = "int dnnl_set_verbose(int level);\nint main(void) { return LOAD; }\n"


def once(command):
    """Elapsed and processor's milliseconds of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    elapsed = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * elapsed, 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def build(folder, name, load, flags):
    path = os.path.join(folder, name)
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-O2", f"-DLOAD={load}", "-x", "c", "-o", path, "-", *flags],
                   input=SOURCE, text=True, check=True)
    return [path]


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "build/adrop"
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    if not shutil.which(os.environ.get("CC", "cc")):
        print("startup.py: there is no C compiler")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        commands = {
            "adrop --help": [program, "--help"],
            "oneDNN alone": build(folder, "dnnl", "dnnl_set_verbose(0)", ["-ldnnl"]),
            "nothing": build(folder, "nothing", "0", []),
        }
        times = {name: [] for name in commands}
        for _ in range(rounds + 1):
            for name, command in commands.items():
                times[name].append(once(command))
        base = [min(t[k] for t in times["oneDNN alone"][1:]) for k in (0, 1)]
        print(f"{'':14}{'elapsed ms':>12}{'median':>9}{'ratio':>8}{'cpu ms':>10}{'median':>9}{'ratio':>8}")
        for name, runs in times.items():
            elapsed, cpu = zip(*runs[1:])  # the first fills the caches
            print(f"{name:14}{min(elapsed):12.2f}{statistics.median(elapsed):9.2f}{min(elapsed) / base[0]:8.2f}"
                  f"{min(cpu):10.2f}{statistics.median(cpu):9.2f}{min(cpu) / base[1]:8.2f}")
    return 0


sys.exit(main())

#!/usr/bin/env python3
"""Which technique should `adrop train` take by default? advanced-cross beside fixed techniques, on thirteen sets fixed beforehand.

    bench/defaults.py FOLDER [--adrop build/adrop] [--runs 5] [--sets digits,iris] [--record results/defaults.json]

Every set is trained by the program's own defaults (network, epochs, rates, schedule), paired: run k of a table is on its split k, run k of
another set has seed k. advanced-cross may be the default if it is, on average over the sets, at least as good as each fixed technique at
its own settings, and on no set worse than the best of a grid of fixed noise by more than half a point (half a standard deviation of the runs
for regressions). The record has the sets that are done and names those that are not. A set that it has, and a training that FOLDER has, is
not made again, so that a call that was ended goes on where it was. Needs scikit-learn's tables (python3-sklearn) and ADROP_DATA.
"""
import argparse
import gzip
import json
import pathlib
import statistics
import subprocess
import sys

TABLES = pathlib.Path("/usr/lib/python3/dist-packages/sklearn/datasets/data")
CONV = "net:conv 16 3 pad=1; norm; relu; max_pool 2; conv 32 3 pad=1; norm; relu; max_pool 2; flatten; dropout; dense 128; relu; dropout; dense"
FIXED = ["none", "bernoulli", "gaussian", "uniform", "continuous", "beta", "advanced-fixed"]
GRID = ["none", "bernoulli:rate=0.2", "bernoulli", "advanced-fixed:mu=0,sigma=0.5",
        "advanced-fixed:mu=0,sigma=1.4633", "advanced-fixed:mu=0,sigma=4"]
LEARNED = ["advanced-cross", "advanced"]


def write(path, names, rows):
    path.write_text("\n".join(",".join(r) for r in [names, *rows]) + "\n")


def make_tables(folder):
    """iris, wine, cancer and diabetes as CSV files with names."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("iris", "wine_data", "breast_cancer"):
        rows = [line.split(",") for line in (TABLES / f"{name}.csv").read_text().splitlines()[1:]]
        write(folder / f"{name}.csv", [f"x{i}" for i in range(len(rows[0]) - 1)] + ["class"], [r[:-1] + [f"c{r[-1]}"] for r in rows])
    x, y = (gzip.decompress((TABLES / f"diabetes_{part}.csv.gz").read_bytes()).decode().splitlines() for part in ("data_raw", "target"))
    rows = [a.split() + [b] for a, b in zip(x, y)]
    write(folder / "diabetes.csv", [f"x{i}" for i in range(len(rows[0]) - 1)] + ["progress"], rows)


def sets(tables):
    """{name: options of adrop compare}, the cheapest first."""
    own = {name: ["--data", str(tables / f"{name}.csv")] for name in ("iris", "wine_data", "breast_cancer")}
    return {
        **own,
        "diabetes": ["--data", str(tables / "diabetes.csv"), "--task", "regression"],
        **{name: ["--data", name, "--by-split"] for name in ("yacht", "boston", "concrete", "wine-red")},
        "reuters-words": ["--data", "reuters21578", "--features", "tfidf", "--model", "mlp:50", "--epochs", "10"],
        "digits": ["--data", "digits"],
        "reuters": ["--data", "reuters21578"],
        "mnist-1000": ["--data", "mnist", "--train-limit", "1000"],
        "cifar10-1000": ["--data", "cifar10", "--train-limit", "1000", "--model", f'"{CONV}"', "--epochs", "30"],
    }


def compare(adrop, options, runs, folder):
    """The rows of a comparison."""
    techniques = list(dict.fromkeys(LEARNED + FIXED + GRID))
    command = [adrop, "compare", *options, *[w for t in techniques for w in ("--dropout", t)], "--baseline", "advanced-cross",
               "--runs", str(runs), "--threads", "1", "--eval-every", "end", "--choose=no", "--json", "-q", "--out", str(folder)]
    if folder.exists():
        command.append("--resume")
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    said = json.loads(done.stdout.splitlines()[-1])
    return [{"dropout": r["dropout"], "metric": said["metric"], "model": r["model"], "runs": r["runs"], "seeds": r["seeds"],
             "noise_level": r["noise_level"]} for r in said["rows"]]


def join(parts):
    """Rows of comparisons of one run each: run k is that of part k, its seed the number of the split."""
    return [{**same[0], "runs": [x for r in same for x in r["runs"]], "seeds": list(range(1, len(same) + 1)),
             "noise_level": statistics.mean(r["noise_level"] for r in same)} for same in zip(*parts)]


def train(adrop, name, options, runs, folder):
    """The rows of a set, with means. A table without published splits is divided anew for each run."""
    if options[1].endswith(".csv"):
        rows = join([compare(adrop, [*options, "--data-seed", str(k)], 1, folder / name / str(k)) for k in range(1, runs + 1)])
    else:
        rows = compare(adrop, options, runs, folder / name)
    return [{"part": "default", "data": name, **r, "mean": statistics.mean(r["runs"]), "std": statistics.stdev(r["runs"])} for r in rows]


def look(name, rows):
    """What the set says: gains of advanced-cross over each, in points or in per cent of the error."""
    regression = rows[0]["metric"] == "test_rmse"
    rows = {r["dropout"]: r for r in rows}
    mine = rows["advanced-cross"]["mean"]
    gain = {t: (r["mean"] - mine) / r["mean"] * 100 if regression else mine - r["mean"] for t, r in rows.items()}
    best = min(GRID, key=lambda t: rows[t]["mean"] * (1 if regression else -1))
    margin = rows[best]["std"] / 2 if regression else 0.5
    behind = (mine - rows[best]["mean"]) * (1 if regression else -1)
    return {"set": name, "regression": regression, "advanced-cross": mine, "best fixed": best, "its mean": rows[best]["mean"],
            "behind": behind, "margin": margin, "holds": behind <= margin, "gain": gain}


def average(found):
    """{technique: mean gain of advanced-cross over it, regressions and classifications apart}"""
    return {t: {kind: statistics.mean(x) for kind, regression in (("per cent of the error", True), ("points", False))
                if (x := [f["gain"][t] for f in found if f["regression"] == regression])} for t in dict.fromkeys(FIXED + GRID + ["advanced"])}


def recorded(path):
    """{set: its rows} of a record that is there."""
    rows = {}
    if path and path.exists():
        for r in json.loads(path.read_text())["rows"]:
            rows.setdefault(r["data"], []).append(r)
    return rows


def say(f):
    print(f"{f['set']:14s} advanced-cross {f['advanced-cross']:8.3f}   best fixed {f['its mean']:8.3f} {f['best fixed']:34s}"
          f" behind {f['behind']:7.3f} of {f['margin']:.3f}  {'holds' if f['holds'] else 'FAILS'}", flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("folder", type=pathlib.Path)
    p.add_argument("--adrop", default="build/adrop")
    p.add_argument("--runs", type=int, default=5)
    p.add_argument("--sets", default="")
    p.add_argument("--record", type=pathlib.Path)
    a = p.parse_args()
    make_tables(a.folder / "tables")
    all_sets = sets(a.folder / "tables")
    rows = {n: r for n, r in recorded(a.record).items() if len(r[0]["runs"]) == a.runs}
    for name in a.sets.split(",") if a.sets else all_sets:
        if name not in rows:
            rows[name] = train(a.adrop, name, all_sets[name], a.runs, a.folder)
        say(look(name, rows[name]))
        found = [look(n, rows[n]) for n in all_sets if n in rows]
        record = {"sets": found, "not run": [n for n in all_sets if n not in rows], "average gain": average(found),
                  "rows": [r for n in all_sets if n in rows for r in rows[n]]}
        if a.record:
            a.record.write_text(json.dumps(record, indent=1) + "\n")
    print("\nmean gain of advanced-cross")
    for t, gains in record["average gain"].items():
        print(f"{t:34s}" + "".join(f"{gain:9.3f} {kind}" for kind, gain in gains.items()))


if __name__ == "__main__":
    main()

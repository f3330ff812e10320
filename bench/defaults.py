#!/usr/bin/env python3
"""Which technique should `adrop train` take by default? advanced-cross beside fixed techniques, on sets fixed beforehand.

    bench/defaults.py FOLDER [--adrop build/adrop] [--runs 5] [--sets digits,iris]

Every set is trained by the program's own defaults (network, epochs, rates, schedule), paired; tables on five splits. advanced-cross may be
the default if it is, on average over the sets, at least as good as each fixed technique at its own settings, and on no set worse than the
best of a grid of fixed noise by more than half a point (half a standard deviation of the runs for regressions). Comparisons that are done
are not made again. Needs scikit-learn's tables (python3-sklearn) and ADROP_DATA.
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
    """{name: options of adrop compare}"""
    uci = {name: ["--data", name, "--by-split"] for name in ("boston", "concrete", "wine-red", "yacht")}
    own = {name: ["--data", str(tables / f"{name}.csv")] for name in ("iris", "wine_data", "breast_cancer")}
    return {
        "digits": ["--data", "digits"],
        "mnist-1000": ["--data", "mnist", "--train-limit", "1000"],
        "fashion-1000": ["--data", "fashion-mnist", "--train-limit", "1000"],
        "cifar10-1000": ["--data", "cifar10", "--train-limit", "1000", "--model", CONV, "--epochs", "30"],
        "reuters": ["--data", "reuters21578"],
        "reuters-words": ["--data", "reuters21578", "--features", "tfidf", "--model", "mlp:50", "--epochs", "10"],
        **uci, **own,
        "diabetes": ["--data", str(tables / "diabetes.csv"), "--task", "regression"],
    }


def compare(adrop, options, runs, folder):
    techniques = list(dict.fromkeys(LEARNED + FIXED + GRID))
    command = [adrop, "compare", *options, *[w for t in techniques for w in ("--dropout", t)], "--baseline", "advanced-cross",
               "--runs", str(runs), "--threads", "1", "--eval-every", "end", "--choose=no", "--json", "-q", "--out", str(folder)]
    if folder.exists():
        command.append("--resume")
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    return json.loads(done.stdout.splitlines()[-1])


def look(name, record):
    """What the set says: gains of advanced-cross over each, in points or in per cent of the error."""
    regression = record["metric"] == "test_rmse"
    rows = {r["asked"] if "asked" in r else r["dropout"]: r for r in record["rows"]}
    mine = rows["advanced-cross"]["mean"]
    gain = {t: (r["mean"] - mine) / r["mean"] * 100 if regression else mine - r["mean"] for t, r in rows.items()}
    best = min((t for t in GRID), key=lambda t: rows[t]["mean"] * (1 if regression else -1))
    margin = rows[best]["std"] / 2 if regression else 0.5
    behind = (mine - rows[best]["mean"]) * (1 if regression else -1)
    return {"set": name, "metric": record["metric"], "advanced-cross": mine, "best fixed": best, "its mean": rows[best]["mean"],
            "behind": behind, "margin": margin, "holds": behind <= margin, "gain": gain}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("folder", type=pathlib.Path)
    p.add_argument("--adrop", default="build/adrop")
    p.add_argument("--runs", type=int, default=5)
    p.add_argument("--sets", default="")
    a = p.parse_args()
    make_tables(a.folder / "tables")
    all_sets = sets(a.folder / "tables")
    names = a.sets.split(",") if a.sets else list(all_sets)
    found = []
    for name in names:
        found.append(look(name, compare(a.adrop, all_sets[name], a.runs, a.folder / name)))
        f = found[-1]
        print(f"{name:14s} advanced-cross {f['advanced-cross']:8.3f}   best fixed {f['its mean']:8.3f} {f['best fixed']:34s}"
              f" behind {f['behind']:7.3f} of {f['margin']:.3f}  {'holds' if f['holds'] else 'FAILS'}", flush=True)
    print("\nmean gain of advanced-cross (points; per cent of the error)")
    for t in FIXED + ["advanced"]:
        parts = [[f["gain"][t] for f in found if (f["metric"] == "test_rmse") == r] for r in (False, True)]
        print(f"{t:16s}" + "".join(f"{statistics.mean(x):9.3f} of {len(x)} sets" for x in parts if x))
    (a.folder / "defaults.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()

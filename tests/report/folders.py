"""Folders as adrop writes them, made without training: for tests of `adrop report` and `adrop watch`."""
import json
import math
import os


def _write(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(value if isinstance(value, str) else json.dumps(value))


def epoch(e, n, k, layers=3, noise=0.0):
    """Line e of n of a run whose curves are smooth; k shifts them."""
    t = e / n
    return {"event": "epoch", "epoch": e, "train_loss": 2 * math.exp(-4 * t) + 0.02 * k,
            "train_acc": 99 - 60 * math.exp(-6 * t) - k, "extra_loss": 0.0,
            "test_loss": 1.9 * math.exp(-3 * t) + 0.1, "test_acc": 97 - 50 * math.exp(-5 * t) - 0.4 * k + noise,
            "lr": 0.05, "seconds": 1.5 + 0.1 * k, "eval_seconds": 0.1,
            "dropout": [{"layer": f"drop{i + 1}", "rate": 0.5 - 0.3 * t + 0.02 * i, "mu": 1.5 * t + 0.1 * i,
                         "sigma": 1.46 - 0.5 * t, "level": 0.2} for i in range(layers if k else 0)]}


def run(folder, data="digits", model="mlp:64", dropout="advanced", seed=1, epochs=20, k=1, **more):
    lines = [epoch(e, epochs, k, noise=0.3 * math.sin(7 * seed + e)) for e in range(1, epochs + 1)]
    record = {"format": 1, "status": "done", "started": "2026-01-31T12:00:00Z", "host": "here",
              "command": "adrop train", "kernels": "avx2", "versions": {"adrop": "0.1.0", "commit": "abc"},
              "settings": {"data": data, "model": model, "dropout": dropout, "seed": str(seed),
                           "epochs": str(epochs)},
              "result": {"epochs": epochs, "test_acc": lines[-1]["test_acc"],
                         "train_acc_mean": lines[-1]["train_acc"] + 0.5, "seconds": 1.5 * epochs},
              "inputs": {"classes": [str(c) for c in range(10)]}}
    record.update(more)
    _write(os.path.join(folder, "run.json"), record)
    _write(os.path.join(folder, "metrics.jsonl"), "".join(json.dumps(line) + "\n" for line in lines))
    return lines[-1]["test_acc"]


TECHNIQUES = ["none", "bernoulli", "advanced", "advanced:mu=1,sigma=2"]


def comparison(folder, techniques=None, runs=3, epochs=20):
    techniques = techniques or TECHNIQUES
    rows = []
    for k, t in enumerate(techniques):
        values = [run(os.path.join(folder, "digits", "mlp", f"t{k}", str(s)), dropout=t, seed=s, epochs=epochs, k=k)
                  for s in range(1, runs + 1)]
        mean = sum(values) / runs
        base = t == "advanced"
        rows.append({"data": "digits", "model": "mlp:64", "dropout": t, "trained": t, "runs": values,
                     "seeds": list(range(1, runs + 1)), "mean": mean, "std": 0.3, "rank": k + 1,
                     "difference": None if base else 0.5 - 0.3 * k, "ci": None if base else [-0.2 - 0.3 * k, 1.1 - 0.3 * k],
                     "p": None if base else 0.03, "p_holm": None if base else 0.06, "effect": None if base else 0.8,
                     "rate": 0.3, "noise_level": 0.2, "seconds_per_epoch": 1.5 + 0.1 * k,
                     "s1_norm": None if t == "none" else 0.2 * k, "s2_norm": None if t == "none" else 1 - 0.2 * k})
    _write(os.path.join(folder, "compare.json"), {"format": 1, "adrop": "0.1.0", "settings": {"epochs": str(epochs)}})
    _write(os.path.join(folder, "table.json"), {
        "metric": "test_acc", "baseline": "advanced", "rows": rows, "test": "paired", "level": 0.95,
        "verdict": ["digits, mlp:64: no difference from advanced is shown for none and bernoulli."]})


def search(folder):
    trials = [{"trial": i + 1, "state": "done", "settings": {"lr": 0.001 * 1.5 ** i, "dropout": TECHNIQUES[i % 3],
                                                           "batch": 32 * (1 + i % 3)},
               "rung": 1, "epochs": 5, "val": 90 + math.sin(i) * 4, "run": f"trials/{i + 1}"} for i in range(12)]
    _write(os.path.join(folder, "tune.json"), {
        "format": 1, "by": "val_acc", "settings": {"data": "digits"}, "trials": trials,
        "best": trials[1]["settings"], "best_trial": 2, "best_val": 93.4,
        "final": {"metric": "test_acc", "mean": 93.1, "ci": [92.5, 93.7], "values": [93.1], "runs": []},
        "baseline": {"mean": 92.0, "difference": 1.1, "p": 0.02}})


def pruning(folder):
    rounds = [{"round": i, "done": True, "kept": 0.6 ** i, "params": 50000 * 0.6 ** i, "macs": 50000 * 0.6 ** i,
               "bytes": 200000 * 0.6 ** i, "test_acc": 97 - 0.4 * i ** 1.5, "test_acc_before": 96 - 2.1 * i,
               "run": f"round{i}"} for i in range(6)]
    _write(os.path.join(folder, "prune.json"), {"format": 1, "settings": {"unit": "node", "criterion": "rate"},
                                               "rounds": rounds})


def uncertainty(run_folder):
    confusion = [[95 if i == j else (i * j) % 3 for j in range(10)] for i in range(10)]
    _write(os.path.join(run_folder, "uncertainty.json"), {
        "n": 1000, "samples": 50, "acc": 95.0, "ece": 0.012, "auroc_maxp": 0.93, "confusion": confusion,
        "reliability": [{"confidence": (b + 0.5) / 15, "accuracy": min(1, (b + 0.5) / 15 + 0.03), "n": 10 + b}
                        for b in range(15)],
        "risk_coverage": [{"coverage": c / 50, "risk": 0.05 * (c / 50) ** 3} for c in range(1, 51)],
        "examples": [{"rule": "least sure and right", "row": 3, "truth": "8", "predicted": "8", "maxp": 0.31,
                      "entropy": 1.9, "shape": [1, 8, 8], "pixels": [(i * 7) % 16 for i in range(64)]}]})


def everything(folder):
    comparison(os.path.join(folder, "compare"))
    uncertainty(os.path.join(folder, "compare", "digits", "mlp", "t2", "1"))
    search(os.path.join(folder, "search"))
    pruning(os.path.join(folder, "pruning"))
    run(os.path.join(folder, "alone"), data="other", dropout="advanced:seed-dist=laplace,map=sigmoid")

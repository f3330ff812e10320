#!/usr/bin/python3
"""A run's model.safetensors in PyTorch: the same names, the same answers.

    check_run.py      ADROP is the program

Trains a small network on a table with adrop, loads its weights into the same network of
bench/networks.py, and compares the probabilities that both give to every row: 1e-5.

Exit status 77 means skipped."""
import json
import os
import random
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import torch
except ImportError as reason:
    print(f"skipped: {reason}")
    sys.exit(77)

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir,
                                "bench"))
sys.dont_write_bytecode = True
import networks  # noqa: E402

ADROP = os.environ.get("ADROP", "build/adrop")
ROWS, COLUMNS, CLASSES, BOUND = 300, 4, 3, 1e-5


def write_table(path):
    """Four columns, and whether their sum is high, low or between."""
    draw = random.Random(1)
    rows = []
    with open(path, "w", encoding="ascii") as file:
        file.write("a,b,c,d,kind\n")
        for _ in range(ROWS):
            row = [round(draw.uniform(-1, 1), 4) for _ in range(COLUMNS)]
            kind = "high" if sum(row) > 0.4 else "low" if sum(row) < -0.4 else "middle"
            file.write(",".join(map(str, row)) + f",{kind}\n")
            rows.append(row)
    return np.array(rows, np.float32)


def read_tensors(path):
    with open(path, "rb") as file:
        data = file.read()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8:8 + length])
    header.pop("__metadata__", None)
    start = 8 + length
    return {name: torch.tensor(np.frombuffer(
        data[start + entry["data_offsets"][0]:start + entry["data_offsets"][1]],
        "<f4").reshape(entry["shape"]).copy()) for name, entry in header.items()}


def adrop(*words):
    done = subprocess.run([ADROP, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return done.stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        table, run = os.path.join(folder, "table.csv"), os.path.join(folder, "run")
        x = write_table(table)
        adrop("train", "--data", table, "--task", "classification", "--input-scale", "none",
              "--model", "mlp:16,8", "--dropout", "advanced", "--epochs", "5", "--out", run)
        tensors = read_tensors(os.path.join(run, "model.safetensors"))
        lines = adrop("predict", run, "--input", table, "--samples", "0", "--json").splitlines()
    net = networks.build("mlp:16,8", (COLUMNS, 1, 1), CLASSES, "advanced")
    # On a table dropout sits on hidden layers alone; PyTorch's network has one more at its start.
    known = {name: value for name, value in net.state_dict().items() if name.startswith("fc")}
    missing = set(known) - set(tensors)
    wrong = [name for name in known if name in tensors and known[name].shape != tensors[name].shape]
    net.load_state_dict({name: tensors[name] for name in known if name in tensors}, strict=False)
    net.eval()
    with torch.no_grad():
        theirs = torch.softmax(net(torch.tensor(x)), 1).numpy()
    ours = np.array([json.loads(line)["prob"] for line in lines])
    off = np.abs(ours - theirs).max() if ours.shape == theirs.shape else float("inf")
    shifted = np.abs(np.roll(ours, 1, 0) - theirs).max()  # would another order be seen?
    print(f"{len(known)} tensors, {len(missing)} missing, {len(wrong)} of another shape; "
          f"probabilities of {len(lines)} rows differ by {off:.1e}, in another order by {shifted:.1e}")
    return bool(missing or wrong or not off <= BOUND or shifted <= BOUND)


if __name__ == "__main__":
    sys.exit(main())

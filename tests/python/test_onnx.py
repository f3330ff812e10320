#!/usr/bin/env python3
"""ONNX files of the library, against its own predictions: valid by onnx.checker, run by onnxruntime-node.

Statistical tests: about 230 at 1e-7 each or less (62 Kolmogorov-Smirnov and correlations, the rest t), a false alarm in
40,000 runs of this file; the seeds of onnxruntime are new in each. Every
Kolmogorov-Smirnov test would notice a standard deviation that is off by a tenth (20,000 draws)."""
import ctypes
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import onnx
from onnx import numpy_helper

import adrop
from adrop import _generated as c, errors
from adrop._arrays import address
from adrop._library import lib

TOP = pathlib.Path(__file__).resolve().parents[2]
NPM = pathlib.Path(os.environ["ADROP_LIBRARY"]) / "npm" / "node_modules"
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="adrop-onnx-"))
RANDOM = np.random.default_rng(1)
KS = 2.9  # sqrt(-ln(alpha / 2) / 2) at alpha = 1e-7
Z = 5.33  # of the normal distribution at 1e-7, on both sides

NETWORKS = {"mlp:32,16": (1, 8, 8), "vgg16:width=0.1": (3, 32, 32), "resnet18:width=0.1": (3, 16, 16),
            "densenet40": (3, 16, 16), "mobilenet:width=0.2": (3, 32, 32), "wrn16-10:width=0.05": (3, 16, 16),
            str(TOP / "examples/lenet.yaml"): (1, 28, 28), str(TOP / "examples/residual.yaml"): (3, 12, 12),
            "net:conv out=4 kernel=3 pad=1 stride=2 bias=yes; gelu; norm; silu; average_pool window=2; flatten; "
            "dense out=12; tanh; dropout; dense out=12; leaky-relu; dense out=9; softplus; dense out=9; sigmoid; dense": (2, 9, 9)}
TECHNIQUES = ["bernoulli:rate=0.3", "gaussian:rate=0.3", "uniform", "uniform:low=0.5,high=1.5", "continuous", "continuous:clip=no",
              "concrete:rate=0.3", "concrete:rate=0.2,unit=node,temperature=0.5", "variational:alpha=0.5,unit=node",
              "variational-hierarchical", "beta", "beta:beta=1", "beta:beta=3", "soft-gaussian", "soft-laplace:rate=0.3",
              "advanced", "advanced:unit=node,map=probit,seed-dist=laplace", "advanced:map=atan,seed-dist=logistic",
              "advanced-noprior",
              "advanced-noprior:map=tanh,seed-dist=uniform,mu=0.3", "advanced-fixed", "advanced-fixed:map=clamp,mu=0.4",
              "advanced-fixed:seed-dist=exponential,map=one-minus-exp,sigma=0.8", "advanced-cross", "self-tuning", "concrete-mlp"]


def run(jobs):
    """Outputs of [(path, [inputs, ..]), ..] in onnxruntime."""
    def packed(i, name, x):
        if x.dtype.kind in "OU":
            return {"type": "string", "dims": x.shape, "data": [str(w) for w in x.ravel()]}
        x.astype("<f4").tofile(FOLDER / f"x{i}.bin")
        return {"type": "float32", "dims": x.shape, "file": str(FOLDER / f"x{i}.bin")}

    count = iter(range(10**6))
    job = {"models": [{"path": str(path), "calls": [{k: packed(next(count), k, x) for k, x in call.items()} for call in calls]}
                      for path, calls in jobs]}
    (FOLDER / "job.json").write_text(json.dumps(job))
    done = subprocess.run(["node", str(TOP / "tests/exchange/run_onnx.js"), str(FOLDER / "job.json")], check=True,
                          capture_output=True, text=True, env={**os.environ, "NODE_PATH": str(NPM)})
    return [[{name: np.array(t["data"]).reshape(t["dims"]) for name, t in call.items()} for call in calls]
            for calls in json.loads(done.stdout)["models"]]


def logits(predictor, x):
    """The library's outputs without noise."""
    x = np.ascontiguousarray(x, np.float32)
    made = np.empty((len(x), predictor.info.outputs))
    how, out = c.adrop_sample_opts(), c.adrop_draws()
    lib.adrop_sample_opts_init_sized(ctypes.byref(how), ctypes.sizeof(how))
    how.samples, out.size, out.logits, out.draws = 0, ctypes.sizeof(out), 1, address(made)
    predictor.context._call(lib.adrop_predictor_draw, predictor._at, ctypes.byref(how), len(x), address(x), None,
                            ctypes.byref(out), None)
    return made


def make(network, shape, dropout="advanced", **settings):
    """A model whose running averages and biases are no longer those it starts with."""
    settings = {"outputs": 10, "batch": 8, "n_train": 100, **settings}
    model = adrop.Model(network, dropout, channels=shape[0], height=shape[1], width=shape[2], **settings)
    for name in model.tensors:
        value = model.tensors[name]
        if name.endswith("running_var"):
            model.tensors[name] = RANDOM.uniform(0.5, 2, value.shape).astype(np.float32)
        elif name.endswith((".bias", "running_mean")) and model.tensors.group(name) != "dropout" and "drop" not in name:
            model.tensors[name] = RANDOM.normal(0, 0.3, value.shape).astype(np.float32)
    return model


def checked(path):
    made = onnx.load(str(path))
    onnx.checker.check_model(made, full_check=True)
    return made


class Means(unittest.TestCase):
    def near(self, ours, theirs):
        worst = (np.abs(ours - theirs).max(1) / np.abs(ours).max(1)).max()
        self.assertLess(worst, 1e-5)

    def test_networks(self):
        """Nine networks: logits within 1e-5 of the row's largest."""
        jobs, wanted = [], []
        for i, (network, shape) in enumerate(NETWORKS.items()):
            for dropout in ("advanced", "none") if i else TECHNIQUES + ["standout", "masksembles", "dropconnect", "fast"]:
                model = make(network, shape, dropout, dropout_at="hidden" if i == 0 else "dense-inputs")
                path, x = FOLDER / f"mean{len(jobs)}.onnx", RANDOM.normal(size=(5, *shape)).astype(np.float32)
                model.to_onnx(path)
                checked(path)
                jobs.append((path, [{"input": x}, {"input": x[:1]}]))
                wanted.append(logits(adrop.Predictor(model), x))
        for (all_rows, one), ours in zip(run(jobs), wanted):
            self.near(ours, all_rows["logits"])
            self.near(ours[:1], one["logits"])
            e = np.exp(ours - ours.max(1, keepdims=True))
            np.testing.assert_allclose(all_rows["probabilities"], e / e.sum(1, keepdims=True), atol=2e-5)

    def test_metadata_has_the_model(self):
        """Initializers and metadata give every tensor to the bit."""
        import base64
        model = make("mlp:8", (1, 4, 4), "advanced:unit=node")
        model.to_onnx(FOLDER / "whole.onnx", data="these rows")
        made = checked(FOLDER / "whole.onnx")
        said = {p.key: p.value for p in made.metadata_props}
        there = {t.name: numpy_helper.to_array(t) for t in made.graph.initializer}
        for name in model.tensors:
            mine = model.tensors[name]
            theirs = there[name] if name in there else np.frombuffer(base64.b64decode(said[f"adrop.tensor.{name}"]), "<f4")
            self.assertEqual(mine.tobytes(), theirs.tobytes(), name)
        self.assertEqual((said["technique"], said["data"], said["adrop.model"]), ("advanced:unit=node", "these rows", "mlp:8"))
        self.assertEqual([(o.domain, o.version) for o in made.opset_import], [("", 13)])


class Passes(unittest.TestCase):
    def masked(self, dropout, units=40, **settings):
        """x m for x = 1 as the network's value, by an identity behind the masks."""
        model = adrop.Model("mlp:", dropout, dropout_at="dense-inputs", channels=units, outputs=units, batch=64, n_train=100,
                            loss="squared", **settings)
        model.tensors["fc1.weight"] = np.eye(units, dtype=np.float32)
        model.tensors["fc1.bias"] = np.zeros(units, np.float32)
        return model

    def same(self, a, b, what):
        """Two samples are of one distribution (Kolmogorov, Smirnov). Values closer than 1e-5 are ties."""
        a, b = (np.sort(np.round(v.ravel(), 5)) for v in (a, b))
        at = np.concatenate([a, b])
        off = np.abs(np.searchsorted(a, at, "right") / len(a) - np.searchsorted(b, at, "right") / len(b)).max()
        self.assertLess(off, KS * np.sqrt(1 / len(a) + 1 / len(b)), what)

    def test_masks(self):
        """Masks of every technique are distributed as the library's; two calls differ."""
        x, jobs, ours = np.ones((500, 40), np.float32), [], []
        for i, dropout in enumerate(TECHNIQUES):
            model = self.masked(dropout)
            model.to_onnx(FOLDER / f"mask{i}.onnx", samples=1)
            checked(FOLDER / f"mask{i}.onnx")
            jobs.append((FOLDER / f"mask{i}.onnx", [{"input": x}, {"input": x}]))
            ours.append(adrop.Predictor(model).predict(x, samples=1).mean)
        for dropout, (one, two), mine in zip(TECHNIQUES, run(jobs), ours):
            self.same(one["mean"], mine, dropout)
            self.assertGreater(np.abs(one["mean"] - two["mean"]).max(), 0.01, dropout)
            self.assertEqual(one["std"].max(), 0)
            each = one["mean"] - one["mean"].mean(0)  # columns are drawn independently of each other
            self.assertLess(abs(np.corrcoef(each[:, 0], each[:, 1])[0, 1]), Z / np.sqrt(500), dropout)

    def alike(self, models, x):
        """One pass of each model, (name, model), is distributed as the library's."""
        jobs = []
        for i, (_, model) in enumerate(models):
            model.to_onnx(FOLDER / f"alike{i}.onnx", samples=1)
            jobs.append((FOLDER / f"alike{i}.onnx", [{"input": x}]))
        for (name, model), (theirs,) in zip(models, run(jobs)):
            self.same(theirs["mean"], adrop.Predictor(model).predict(x, samples=1).mean, name)

    def test_strength(self):
        techniques = ("advanced", "bernoulli:rate=0.4", "gaussian", "soft-laplace")
        self.alike([(d, self.masked(d, dropout_strength=0.5)) for d in techniques], np.ones((500, 40), np.float32))

    def test_maps(self):
        """Averages of maps of ones: one draw for a channel, or one for each of its four elements."""
        self.alike([(d, adrop.Model(f"net:dropout {d}; average_pool window=0; flatten", "none", channels=5, height=2, width=2,
                                    outputs=5, batch=64, n_train=100, loss="squared"))
                    for d in ("bernoulli:rate=0.3,mask=channel", "spatial:rate=0.3", "advanced:mask=channel",
                              "concrete:mask=channel,unit=node", "uniform:mask=channel", "gaussian")],
                   np.ones((1000, 5, 2, 2), np.float32))

    def test_uncertainty(self):
        """mean, std, entropy and mutual information: within the Monte Carlo error of the library's, by 25 calls of each."""
        nets = [("mlp:24", (6, 1, 1), d) for d in TECHNIQUES[:1] + ["advanced", "standout", "fast", "variational:type=b,alpha=0.5"]]
        nets += [(str(TOP / "examples/residual.yaml"), (2, 8, 8), "advanced"),
                 ("resnet18:width=0.05", (2, 16, 16), "drop-path:rate=0.4"), ("vgg16:width=0.05", (1, 8, 8), "concrete")]
        jobs, ours, calls, samples = [], [], 25, 40
        for i, (network, shape, dropout) in enumerate(nets):
            where = {} if i < 5 else {"dropout_at": "dense-inputs"}
            where = {"dropout_at": "hidden"} if dropout == "standout" else where
            model = make(network, shape, dropout, outputs=4, **where)
            x = RANDOM.normal(size=(2, *shape)).astype(np.float32)
            model.to_onnx(FOLDER / f"passes{i}.onnx", samples=samples)
            checked(FOLDER / f"passes{i}.onnx")
            jobs.append((FOLDER / f"passes{i}.onnx", [{"input": x.reshape(2, -1) if shape[1] == 1 else x}] * calls))
            predictor = adrop.Predictor(model)
            ours.append([predictor.sample(x, samples=samples, rows=[2 * k, 2 * k + 1]) for k in range(calls)])
        for net, theirs, mine in zip(nets, run(jobs), ours):
            for name in ("mean", "std", "entropy", "mutual_information"):
                a = np.array([call[name] for call in theirs])
                b = np.array([getattr(call, name) for call in mine])
                error = np.sqrt((a.var(0, ddof=1) + b.var(0, ddof=1)) / calls) + 1e-6
                self.assertLess((np.abs(a.mean(0) - b.mean(0)) / error).max(), 1.3 * Z, (net, name))

    def test_what_cannot(self):
        for dropout, network in (("masksembles", "mlp:8"), ("dropconnect", "mlp:8"), ("advanced:unit=sample", "mlp:8"),
                                 ("beta:beta=0.1", "mlp:8"), ("advanced-fixed:map=formula(min(1,max(0,r)))", "mlp:8")):
            with self.assertRaisesRegex(errors.InvalidArgument, "cannot be exported.*bernoulli, gaussian"):
                make(network, (4, 1, 1), dropout).to_onnx(FOLDER / "no.onnx", samples=2)
        with self.assertRaisesRegex(errors.InvalidArgument, "no layer that draws"):
            make("mlp:8", (4, 1, 1), "none").to_onnx(FOLDER / "no.onnx", samples=2)
        self.assertFalse((FOLDER / "no.onnx").exists())


class Tables(unittest.TestCase):
    """Words, gaps and large numbers: raw rows of a file, by the program."""

    @classmethod
    def setUpClass(cls):
        cls.rows = [[str(18 + i * 7 % 60) if i % 9 else "", "Bonn Köln Ulm Jena".split()[i * i % 4] if i % 11 else "NA",
                     str(2000 + i % 20), str(1e6 + i * 13 % 97)] for i in range(300)]
        lines = [",".join([*row, f"{float(row[3]) - 1e6 + 3 * len(row[1]) + i % 5:.1f}"]) for i, row in enumerate(cls.rows)]
        cls.table = FOLDER / "table.csv"
        cls.table.write_text("\n".join(["age,mean,year,large,price", *lines]) + "\n")

    def adrop(self, *words):
        program = [str(pathlib.Path(os.environ["ADROP_LIBRARY"]) / "adrop"), *map(str, words)]
        return subprocess.run(program, check=True, capture_output=True, text=True).stdout

    def trained(self, *settings):
        out = FOLDER / f"run{len(list(FOLDER.glob('run*')))}"
        self.adrop("train", "--data", self.table, "--target", "price", "--epochs", 5, "--val-fraction", 0.3, "--test-fraction", 0.1,
                   "--out", out, "--quiet", *settings)
        return out

    def inputs(self, rows):
        return {"age": np.array([[float(r[0] or "nan")] for r in rows]), "column:2": np.array([[r[1]] for r in rows], object),
                "year": np.array([[float(r[2])] for r in rows]), "large": np.array([[float(r[3])] for r in rows])}

    def predicted(self, run, rows, *settings):
        (FOLDER / "new.csv").write_text("\n".join(["age,mean,year,large", *map(",".join, rows)]) + "\n")
        said = self.adrop("predict", run, "--input", FOLDER / "new.csv", "--json", "--quiet", *settings)
        return [json.loads(line) for line in said.splitlines()]

    def test_words_and_gaps(self):
        rows = [["33", "Paris", "2004", "1000050"], ["", "", "2010", "1000003"], *self.rows[:40]]  # Paris was not seen
        for missing in ("mean", "median", "indicator"):
            run_folder = self.trained("--task", "regression", "--missing", missing)
            self.adrop("export", run_folder)
            made = checked(run_folder / "model.onnx")
            self.assertEqual([(o.domain, o.version) for o in made.opset_import], [("", 13), ("ai.onnx.ml", 2)])
            theirs = run([(run_folder / "model.onnx", [self.inputs(rows)])])[0][0]["value"][:, 0]
            ours = np.array([row["value"] for row in self.predicted(run_folder, rows, "--samples", 0)])
            np.testing.assert_allclose(theirs, ours, rtol=1e-5)

    def test_calibrated(self):
        """Sets and intervals are made of the graph's own mean and std as the program makes them of its own."""
        values, classes = self.trained("--task", "regression", "--missing", "mean"), FOLDER / "run-classes"
        self.adrop("train", "--data", "digits", "--epochs", 3, "--val-fraction", 0.3, "--out", classes, "--quiet")
        for folder in (values, classes):
            self.adrop("uncertainty", folder, "--samples", 20)
            self.adrop("export", folder, "--samples", 20, "--conformal", 0.9)
            checked(folder / "model.onnx")
        x = RANDOM.integers(0, 17, (100, 1, 8, 8)).astype(np.float32)
        (interval,), (sets,) = run([(values / "model.onnx", [self.inputs(self.rows)]), (classes / "model.onnx", [{"input": x}])])
        said = json.loads((values / "calibration.json").read_text())
        scores = np.sort(said["scores"]["normalised"])
        factor = scores[int(np.ceil((len(scores) + 1) * 0.9)) - 1]
        half = factor * np.hypot(interval["std"], said["noise"])
        np.testing.assert_allclose(interval["high"] - interval["mean"], half, rtol=1e-3)
        np.testing.assert_allclose(interval["mean"] - interval["low"], half, rtol=1e-3)
        scores = np.sort(json.loads((classes / "calibration.json").read_text())["scores"]["lac"])
        most = scores[int(np.ceil((len(scores) + 1) * 0.9)) - 1]
        p = sets["mean"]
        wanted = (1 - p <= most) | (p == p.max(1, keepdims=True))
        self.assertTrue(((wanted == sets["set"]) | (abs(1 - p - most) < 1e-6)).all())
        self.assertGreater(wanted.sum(), len(x))


if __name__ == "__main__":
    if not shutil.which("node") or not (NPM / "onnxruntime-node").is_dir():
        print("skipped: no onnxruntime-node; `make peers` installs it")
        sys.exit(77)
    try:
        unittest.main()
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)

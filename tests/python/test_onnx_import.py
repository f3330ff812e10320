#!/usr/bin/env python3
"""ONNX in: files of python3-onnx and of torch.onnx.export give the same logits, our own come back to the bit."""
import io
import os
import subprocess
import tempfile
import unittest

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

import adrop
from adrop import errors
from test_imagenet import ResNet18, disturbed

WITHIN = 1e-5  # of the row's largest


def initializer(name, *shape, seed=0, scale=1.0):
    values = np.random.default_rng(seed + len(name)).standard_normal(shape).astype(np.float32) * scale
    return numpy_helper.from_array(values, name)


def graph(nodes, tensors, shape, outputs, opset=13):
    made = helper.make_graph(nodes, "made", [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["N", *shape])],
                             [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["N", outputs])], tensors)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", opset)], ir_version=7)
    onnx.checker.check_model(model)
    return model


class Import(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "net.onnx")

    def put(self, model):
        with open(self.path, "wb") as file:
            file.write(model if isinstance(model, bytes) else model.SerializeToString())
        return self.path

    def close(self, got, want):
        off = np.abs(got - want).max(1) / np.abs(want).max(1)
        self.assertLess(off.max(), WITHIN)

    def of_torch(self, net, x, **how):
        net.eval()
        file = io.BytesIO()
        torch.onnx.export(net, x, file, dynamic_axes={"x": {0: "N"}}, input_names=["x"], output_names=["y"], **how)
        model = adrop.Model.from_onnx(self.put(file.getvalue()))
        with torch.no_grad():
            self.close(model.outputs(x.numpy()), net(x).numpy())
        return model

    def test_torch_mlp(self):
        torch.manual_seed(1)
        net = nn.Sequential(nn.Linear(12, 20), nn.ReLU(), nn.Dropout(), nn.Linear(20, 16), nn.Tanh(), nn.BatchNorm1d(16),
                            nn.Linear(16, 8), nn.SiLU(), nn.Linear(8, 5), nn.Softmax(1))
        logits = net[:-1]
        x = torch.randn(7, 12)
        net = disturbed(net, 2)
        file = io.BytesIO()
        torch.onnx.export(net, x, file, opset_version=13, dynamic_axes={"x": {0: "N"}}, input_names=["x"])
        model = adrop.Model.from_onnx(self.put(file.getvalue()))
        with torch.no_grad():
            self.close(model.outputs(x.numpy()), logits(x).numpy())
        for name, tensor in net[0].state_dict().items():
            self.assertTrue(np.array_equal(model.tensors["0." + name], tensor.numpy()))

    def test_torch_vgg(self):
        torch.manual_seed(1)
        net = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 8, 3, padding=1, bias=False),
                            nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2, 2), nn.Conv2d(8, 16, 3, stride=2, groups=4),
                            nn.LeakyReLU(), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(16, 12), nn.ReLU(), nn.Linear(12, 6))
        for training in torch.onnx.TrainingMode.EVAL, torch.onnx.TrainingMode.PRESERVE:  # folded, and as it is
            self.of_torch(disturbed(net, 3), torch.randn(4, 3, 12, 12), training=training,
                          do_constant_folding=training is torch.onnx.TrainingMode.EVAL)

    def test_torch_resnet18(self):
        self.of_torch(disturbed(ResNet18(10), 4), torch.randn(2, 3, 64, 64))

    def test_depthwise_and_concat(self):
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.a, self.b = nn.Conv2d(4, 4, 3, padding=1, groups=4), nn.Conv2d(4, 6, 1, bias=False)
                self.fc = nn.Linear(10, 3)

            def forward(self, x):
                y = torch.sigmoid(self.a(x))
                return self.fc(nn.functional.adaptive_avg_pool2d(torch.cat([y, nn.functional.softplus(self.b(y))], 1), 1)
                               .flatten(1))

        torch.manual_seed(5)
        self.of_torch(Net(), torch.randn(3, 4, 9, 9))

    def test_made_by_onnx(self):
        """MatMul with its bias in Add, Clip, a residual sum, Constant, double weights; the epsilon of a norm."""
        half = helper.make_tensor("half", TensorProto.FLOAT, [], [0.0])
        nodes = [helper.make_node("Constant", [], ["zero"], value=half),
                 helper.make_node("MatMul", ["x", "w.weight"], ["p"]), helper.make_node("Add", ["p", "b"], ["q"]),
                 helper.make_node("Clip", ["q", "zero"], ["r"]), helper.make_node("Gemm", ["r", "v"], ["s"], transB=1),
                 helper.make_node("Add", ["r", "s"], ["t"]), helper.make_node("Identity", ["t"], ["u"]),
                 helper.make_node("BatchNormalization", ["u", "g", "o", "m", "z"], ["n"], epsilon=0.01),
                 helper.make_node("Gemm", ["n", "e", "f"], ["y"])]
        tensors = [initializer("w.weight", 5, 8), initializer("b", 8), initializer("v", 8, 8), initializer("e", 8, 3, seed=3),
                   initializer("f", 3, seed=9), *(initializer(k, 8, seed=ord(k)) for k in "gom"),
                   numpy_helper.from_array(np.linspace(0.5, 2, 8).astype(np.float32), "z")]
        model = adrop.Model.from_onnx(self.put(graph(nodes, tensors, [5], 3)))
        t = {k.name: numpy_helper.to_array(k).astype(np.float64) for k in tensors}
        x = np.random.default_rng(0).standard_normal((6, 5)).astype(np.float32)
        r = np.maximum(x @ t["w.weight"] + t["b"], 0)
        u = r + r @ t["v"].T
        n = (u - t["m"]) / np.sqrt(t["z"] + 0.01) * t["g"] + t["o"]
        self.close(model.outputs(x), n @ t["e"] + t["f"])

    def test_listed(self):
        """What no layer computes is listed by name, once each, and what reads it is not."""
        nodes = [helper.make_node("Sin", ["x"], ["a"], name="wave"), helper.make_node("Relu", ["a"], ["b"], name="after"),
                 helper.make_node("Clip", ["x", "low", "high"], ["c"], name="six"), helper.make_node("Add", ["b", "c"], ["d"]),
                 helper.make_node("Gemm", ["d", "w"], ["y"], transB=1)]
        tensors = [initializer("w", 3, 5), numpy_helper.from_array(np.float32(0), "low"),
                   numpy_helper.from_array(np.float32(6), "high")]
        with self.assertRaisesRegex(errors.InvalidArgument, r"'wave' \(Sin.*\), 'six' \(Clip: it clips to 0 and 6\)") as e:
            adrop.Model.from_onnx(self.put(graph(nodes, tensors, [5], 3)))
        self.assertNotIn("after", str(e.exception))

    def test_hostile(self):
        """Cut anywhere, and with sizes that are not there, it is refused with a sentence."""
        nodes = [helper.make_node("Gemm", ["x", "w"], ["y"], transB=1)]
        whole = graph(nodes, [initializer("w", 3, 5)], [5], 3).SerializeToString()
        for cut in range(0, len(whole) - 1, 3):
            try:
                adrop.Model.from_onnx(self.put(whole[:cut]))
            except errors.Error as error:
                self.assertIn("net.onnx", str(error))
        huge = initializer("w", 3, 5)
        del huge.dims[:]
        huge.dims.extend([1 << 15, 1 << 16])
        model = onnx.load_model_from_string(whole)
        del model.graph.initializer[:]
        model.graph.initializer.append(huge)
        with self.assertRaisesRegex(errors.FormatError, "fewer values than its shape"):
            adrop.Model.from_onnx(self.put(model))
        elsewhere = initializer("w", 3, 5)
        elsewhere.data_location = TensorProto.EXTERNAL
        model.graph.initializer[0].CopyFrom(elsewhere)
        with self.assertRaisesRegex(errors.FormatError, "in another file"):
            adrop.Model.from_onnx(self.put(model))

    def test_own(self):
        """A model that was exported comes back: network, weights, technique's tensors, schema, the file's bytes."""
        rng = np.random.default_rng(1)
        for dropout in "advanced", "none", "variational", "standout", "dropconnect":
            x = rng.standard_normal((80, 6)).astype(np.float32)
            y = np.where(x[:, 0] > 0, "up", "down")
            run = adrop.train(adrop.Data(x, y), model="mlp:16,8", dropout=dropout, epochs=2, seed=3)
            model = run.model
            model.to_onnx(self.path)
            back = adrop.Model.from_onnx(self.path)
            self.assertEqual(model.to_bytes(), back.to_bytes(), dropout)
            self.assertEqual(back.schema["classes"], model.schema["classes"])

    def test_own_maps(self):
        model = adrop.Model("resnet18:width=0.1", "concrete", channels=3, height=20, width=20, outputs=4)
        for samples in 0, 3:
            model.to_onnx(self.path, samples=samples)
            self.assertEqual(model.to_bytes(), adrop.Model.from_onnx(self.path).to_bytes())

    def test_program(self):
        """adrop import, then a training with dropout from there."""
        program = os.path.join(os.environ["ADROP_LIBRARY"], "adrop")
        net = nn.Sequential(nn.Flatten(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))
        file = io.BytesIO()
        torch.onnx.export(net, torch.randn(1, 1, 8, 8), file)
        folder = os.path.dirname(self.put(file.getvalue()))
        said = subprocess.run([program, "import", self.path], capture_output=True, text=True, check=True).stdout
        self.assertIn("net.yaml", said)
        done = subprocess.run([program, "train", "--data", "digits", "--model", f"{folder}/net.yaml", "--init",
                               f"{folder}/net.safetensors", "--dropout", "bernoulli", "--freeze", "backbone", "--epochs", "2",
                               "--out", f"{folder}/run"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("4 of 4 tensors", done.stderr)
        trained = adrop.Model.load(f"{folder}/run/model.safetensors")
        self.assertEqual(len(trained.masks), 1)
        missing = subprocess.run([program, "import", f"{folder}/none.onnx"], capture_output=True, text=True, check=False)
        self.assertEqual((missing.returncode, "none.onnx" in missing.stderr), (3, True))


if __name__ == "__main__":
    unittest.main()

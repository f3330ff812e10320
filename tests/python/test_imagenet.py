#!/usr/bin/env python3
"""Networks of torchvision from their own state_dicts: the same names, the same logits.

torchvision is not needed: its modules are written here in plain PyTorch, with its names, its order and random
weights and running statistics. A logit is right within 1e-5 of its row's largest."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import adrop
from adrop import errors
from adrop.torch import save_weights

WITHIN = 1e-5


class Block(nn.Module):  # resnet.BasicBlock
    def __init__(self, n, out, stride):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(n, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out)
        self.conv2, self.bn2 = nn.Conv2d(out, out, 3, 1, 1, bias=False), nn.BatchNorm2d(out)
        if stride != 1 or n != out:
            self.downsample = nn.Sequential(nn.Conv2d(n, out, 1, stride, bias=False), nn.BatchNorm2d(out))

    def forward(self, x):
        y = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        return F.relu(y + (self.downsample(x) if hasattr(self, "downsample") else x))


class ResNet18(nn.Module):
    def __init__(self, outputs=1000):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64)
        self.maxpool = nn.MaxPool2d(3, 2, 1)
        n = 64
        for i, out in enumerate((64, 128, 256, 512), 1):
            setattr(self, f"layer{i}", nn.Sequential(Block(n, out, 1 if i == 1 else 2), Block(out, out, 1)))
            n = out
        self.fc = nn.Linear(512, outputs)

    def forward(self, x):
        x = self.maxpool(F.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(x.mean((2, 3)))


class VGG16BN(nn.Module):
    def __init__(self, outputs=1000):
        super().__init__()
        parts, n = [], 3
        for out in (64, 64, 0, 128, 128, 0, 256, 256, 256, 0, 512, 512, 512, 0, 512, 512, 512, 0):
            parts += [nn.Conv2d(n, out, 3, padding=1), nn.BatchNorm2d(out), nn.ReLU()] if out else [nn.MaxPool2d(2, 2)]
            n = out or n
        self.features = nn.Sequential(*parts)
        self.avgpool = nn.AdaptiveAvgPool2d(7)
        self.classifier = nn.Sequential(nn.Linear(512 * 49, 4096), nn.ReLU(), nn.Dropout(), nn.Linear(4096, 4096),
                                        nn.ReLU(), nn.Dropout(), nn.Linear(4096, outputs))

    def forward(self, x):
        return self.classifier(torch.flatten(self.avgpool(self.features(x)), 1))


class DenseLayer(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.norm1, self.conv1 = nn.BatchNorm2d(n), nn.Conv2d(n, 128, 1, bias=False)
        self.norm2, self.conv2 = nn.BatchNorm2d(128), nn.Conv2d(128, 32, 3, padding=1, bias=False)

    def forward(self, x):
        y = self.conv2(F.relu(self.norm2(self.conv1(F.relu(self.norm1(x))))))
        return torch.cat([x, y], 1)


class DenseNet121(nn.Module):
    def __init__(self, outputs=1000):
        super().__init__()
        f, n = nn.Sequential(), 64
        f.add_module("conv0", nn.Conv2d(3, 64, 7, 2, 3, bias=False))
        f.add_module("norm0", nn.BatchNorm2d(64))
        f.add_module("relu0", nn.ReLU())
        f.add_module("pool0", nn.MaxPool2d(3, 2, 1))
        for i, layers in enumerate((6, 12, 24, 16), 1):
            block = nn.Sequential()
            for k in range(layers):
                block.add_module(f"denselayer{k + 1}", DenseLayer(n))
                n += 32
            f.add_module(f"denseblock{i}", block)
            if i < 4:
                t = nn.Sequential()
                t.add_module("norm", nn.BatchNorm2d(n))
                t.add_module("relu", nn.ReLU())
                t.add_module("conv", nn.Conv2d(n, n // 2, 1, bias=False))
                t.add_module("pool", nn.AvgPool2d(2, 2))
                f.add_module(f"transition{i}", t)
                n //= 2
        f.add_module("norm5", nn.BatchNorm2d(n))
        self.features, self.classifier = f, nn.Linear(n, outputs)

    def forward(self, x):
        return self.classifier(F.relu(self.features(x)).mean((2, 3)))


def disturbed(net, seed):
    """Nothing as it begins: scales, shifts and running statistics at random."""
    torch.manual_seed(seed)
    with torch.no_grad():
        for module in net.modules():
            if isinstance(module, nn.BatchNorm2d):
                module.weight.uniform_(0.5, 1.5), module.bias.uniform_(-0.5, 0.5)
                module.running_mean.uniform_(-0.5, 0.5), module.running_var.uniform_(0.5, 1.5)
                module.num_batches_tracked.fill_(7)
    return net.eval()


class Imagenet(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "weights.safetensors")

    def agrees(self, net, text, rows=1, type=torch.float32):
        net = disturbed(net, 3)
        for tensor in net.state_dict().values():  # what the file's type can hold
            if tensor.dtype is torch.float32:
                tensor.copy_(tensor.to(type))
        save_weights({name: t.to(type) if t.is_floating_point() else t for name, t in net.state_dict().items()},
                     self.path)
        x = torch.randn(rows, 3, 224, 224)
        with torch.no_grad():
            want = net(x).numpy()
        model = adrop.Model(text, "none", channels=3, height=224, width=224, outputs=1000, batch=rows)
        model.load_weights(self.path)
        got = model.outputs(x.numpy())
        off = np.abs(got - want).max(1) / np.abs(want).max(1)
        self.assertLess(off.max(), WITHIN)
        self.assertGreater(np.abs(want[:, 0] - want[:, 1]).max(), 100 * WITHIN)  # they say something
        return model

    def test_resnet18(self):
        model = self.agrees(ResNet18(), "resnet18:imagenet", 3)
        x = np.random.default_rng(0).standard_normal((1, 3, 224, 224), np.float32)
        before = model.outputs(x)
        model.tensors["fc.bias"] = model.tensors["fc.bias"] + 0.01  # the comparison has teeth
        self.assertGreater(np.abs(model.outputs(x) - before).max() / np.abs(before).max(), WITHIN)

    def test_resnet18_of_other_types(self):
        for type in torch.float64, torch.bfloat16:
            with self.subTest(str(type)):
                self.agrees(ResNet18(), "resnet18:imagenet", 1, type)

    def test_densenet121(self):
        self.agrees(DenseNet121(), "densenet121:imagenet")

    def test_vgg16_bn(self):
        self.agrees(VGG16BN(), "vgg16_bn:imagenet", 1, torch.float16)

    def test_four_commands(self):
        """From a state_dict to a calibrated predictor with uncertainty, as docs/exchange.md has it."""
        folder = self.folder.name
        program = os.path.join(os.path.abspath(os.environ["ADROP_LIBRARY"]), "adrop")
        net = disturbed(ResNet18(), 6)
        net.conv1 = nn.Conv2d(1, 64, 7, 2, 3, bias=False)  # digits are grey
        torch.save(net.state_dict(), os.path.join(folder, "resnet18.pt"))

        def call(*command):
            paths = {"PYTHONPATH": os.path.abspath("python"), "ADROP_LIBRARY": os.path.abspath(os.environ["ADROP_LIBRARY"])}
            done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True, env={**os.environ, **paths})
            self.assertEqual(done.returncode, 0, done.stderr)
            return done

        call(sys.executable, "-c", "import torch; from adrop.torch import save_weights; "
             "save_weights(torch.load('resnet18.pt'), 'w.safetensors')")
        said = call(program, "train", "--data", "digits", "--train-limit", "300", "--model", "resnet18:imagenet", "--init",
                    "w.safetensors", "--dropout", "advanced", "--freeze", "backbone", "--val-fraction", "0.2", "--epochs", "1",
                    "--out", "run").stderr
        self.assertIn("fc.weight (1000 x 512 there, 10 x 512 here)", said)
        call(program, "uncertainty", "run", "--samples", "10", "--calibrate", "0.5")
        self.assertTrue(os.path.exists(os.path.join(folder, "run", "calibration.json")))
        rows = json.loads(call(program, "predict", "run", "--input", "digits", "--part", "test", "--samples", "10",
                               "--conformal", "0.1", "--json").stdout.splitlines()[0])
        self.assertIn("'set'", str(rows))
        kept, now = adrop.Model.load(os.path.join(folder, "run", "model.safetensors")), net.state_dict()
        for name in "conv1.weight", "layer4.1.conv2.weight", "layer1.0.bn1.bias":
            self.assertTrue(np.array_equal(kept.tensors[name], now[name].numpy()), name)

    def test_lists(self):
        """Tensors that are missing, and those that are not known, are said by name."""
        state = ResNet18(10).state_dict()
        del state["layer2.0.bn1.running_var"]
        state["extra.weight"] = torch.zeros(3)
        save_weights(state, self.path)
        model = adrop.Model("resnet18:imagenet", "none", channels=3, height=64, width=64, outputs=10, batch=1)
        with self.assertRaisesRegex(errors.FormatError, r"lacks layer2\.0\.bn1\.running_var, and has tensors that "
                                    r"the model lacks: extra\.weight$"):
            model.load_weights(self.path)
        with self.assertRaisesRegex(errors.InvalidArgument, "'a' is no tensor of"):
            save_weights({"a": torch.zeros(2, dtype=torch.int32)}, self.path)
        with self.assertRaises(errors.ShapeError):
            model.outputs(np.zeros((1, 3, 32, 32), np.float32))


if __name__ == "__main__":
    unittest.main()

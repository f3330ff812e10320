#!/usr/bin/env python3
"""The form in plain PyTorch of the paper's techniques: the same distribution as the library's masks."""
import copy
import ctypes
import io
import math
import unittest

import numpy as np
import torch
from torch import nn

from adrop import errors
from adrop._generated import adrop_moments
from adrop._library import lib
from adrop.torch import Dropout, extra_loss, sample

TEXTS = ("bernoulli:rate=0.3", "gaussian:rate=0.4", "uniform", "uniform:low=0.5,high=2", "continuous",
         "continuous:spread=0.25,reading=deviation", "continuous:clip=no", "concrete:rate=0.3", "concrete:rate=0.3,temperature=0.7",
         "variational", "advanced", "advanced:mu=1,sigma=0.7", "advanced:unit=node")
N = 200_000
# Kolmogorov-Smirnov: sqrt(n) D is above 2.72 with probability 2 exp(-2 2.72^2) = 7.5e-7 for each of the draws compared.
LIMIT = 2.72


def distance(draws, cdf):
    """Of the draws' distribution from a function with atoms: at each value, and just below it."""
    values, counts = np.unique(draws, return_counts=True)
    above = np.cumsum(counts) / len(draws)
    below = above - counts / len(draws)
    at, before = np.array([[cdf(v), cdf(np.nextafter(v, -np.inf))] for v in values]).T
    return max(np.abs(above - at).max(), np.abs(below - before).max())


def two(a, b):
    """The distance of two samples."""
    both = np.unique(np.concatenate([a, b]))
    return np.abs(np.searchsorted(np.sort(a), both, "right") / len(a) - np.searchsorted(np.sort(b), both, "right") / len(b)).max()


def masks(layer, rows, units):
    """y / x of noisy passes without training: in phase sample."""
    with torch.no_grad():
        return layer(torch.ones(rows, units)).double().numpy()


class Distribution(unittest.TestCase):
    def test_draws_are_the_library_s(self):
        """Two samples of N each: false alarms 7.5e-7 for each text."""
        torch.manual_seed(0)
        for text in TEXTS:
            with self.subTest(text):
                c, plain = Dropout(text, 8), Dropout(text, 8, plain=True)
                drawn = []
                for layer in (c, plain):
                    layer.eval().sampling = True
                    drawn.append(np.round(masks(layer, N // 8, 8)[:, 3 if "node" in text else slice(None)].ravel(), 5))
                n = len(drawn[0]) / 2
                self.assertLess(math.sqrt(n) * two(*drawn), LIMIT)

    def test_draws_follow_the_function(self):
        """Against the library's own distribution function, atoms included."""
        torch.manual_seed(1)
        for text in ("bernoulli:rate=0.3", "continuous", "concrete:rate=0.3,temperature=0.7", "advanced", "variational"):
            layer = Dropout(text, 8, plain=True).eval()
            layer.sampling = True
            at, moments = layer._ready(1)._at, adrop_moments()
            lib.adrop_dropout_moments_sized(at, 0, 0.0, ctypes.byref(moments), ctypes.sizeof(moments))
            drawn = masks(layer, 500, 8).ravel() / moments.scale
            drawn = np.where(np.abs(drawn - 1) < 1e-6, 1.0, drawn)

            def cdf(m):
                made = ctypes.c_double()
                lib.adrop_dropout_density(at, 0, 0.0, float(m), None, ctypes.byref(made))
                return made.value

            self.assertLess(math.sqrt(len(drawn)) * distance(drawn, cdf), LIMIT, text)

    def test_it_would_notice(self):
        torch.manual_seed(2)
        for text, other in (("bernoulli:rate=0.3", "bernoulli:rate=0.31"), ("gaussian:rate=0.4", "gaussian:rate=0.43"),
                            ("concrete:rate=0.3,temperature=0.7", "concrete:rate=0.3,temperature=0.75"),
                            ("advanced", "advanced:sigma=1.6")):
            drawn = []
            for layer in (Dropout(text, 8), Dropout(other, 8, plain=True)):
                layer.eval().sampling = True
                drawn.append(np.round(masks(layer, N // 8, 8).ravel(), 3))
            self.assertGreater(math.sqrt(N / 2) * two(*drawn), LIMIT, text)

    def test_channels_fall_together(self):
        for text in ("bernoulli:mask=channel", "advanced:mask=channel", "concrete:mask=channel,rate=0.5"):
            y = Dropout(text, (4, 3, 3), plain=True)(torch.ones(10, 4, 3, 3))
            self.assertEqual(float(y.flatten(2).std(2).max()), 0, text)
            self.assertGreater(float(y.flatten(2)[:, :, 0].std()), 0, text)


class Learning(unittest.TestCase):
    def test_running_averages_are_the_library_s(self):
        """What the encoder takes from batches has no noise: equal to float's precision, step after step."""
        for text in ("advanced", "advanced:unit=node", "advanced:encoder-input=detached"):
            for shape in (6, (3, 2, 2)):
                torch.manual_seed(0)
                c, plain = Dropout(text, shape), Dropout(text, shape, plain=True)
                with torch.no_grad():
                    for layer in (c, plain):
                        layer.params += 0.3
                for _ in range(5):
                    x = torch.rand(9, *((shape,) if isinstance(shape, int) else shape))
                    for layer in (c, plain):
                        layer(x.requires_grad_()).sum().backward()
                        layer.finish()
                mine = copy.deepcopy(plain)
                self.assertAlmostEqual(plain.rate, c.rate, delta=1e-6)
                self.assertNotAlmostEqual(c.rate, Dropout(text, shape).rate, delta=1e-3)
                self.assertAlmostEqual(mine.rate, c.rate, delta=1e-6)
                c.load_state_dict(plain.state_dict())  # one state for both
                self.assertAlmostEqual(plain.rate, c.rate, delta=1e-6)

    def test_gradients(self):
        """Expected gradients of the parameters agree: means over masks, 5 standard errors of both (6e-7 each)."""
        for text in ("concrete:rate=0.3,temperature=0.7", "variational", "advanced:detach=no"):
            x, found = torch.linspace(0.5, 1.5, 6).repeat(4000, 1), []
            for plain in (False, True):
                torch.manual_seed(3)
                layer = Dropout(text, 6, plain=plain)
                grads = []
                for _ in range(30):
                    layer.params.grad = None
                    (layer(x) ** 2).mean().backward()
                    grads.append(layer.params.grad.clone())
                grads = torch.stack(grads)
                found.append((grads.mean(0), grads.var(0) / len(grads)))
            (a, va), (b, vb) = found
            self.assertTrue(((a - b).abs() <= 5 * (va + vb).sqrt() + 1e-6).all(), text)

    def test_it_learns_and_is_kept(self):
        torch.manual_seed(0)
        x = torch.randn(200, 6)
        y = (x[:, 0] + x[:, 1] > 0).long()
        for text in ("advanced", "concrete"):
            model = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), Dropout(text, 32, n_train=200, plain=True), nn.Linear(32, 2))
            before, optimizer = model[2].params.detach().clone(), torch.optim.Adam(model.parameters(), 0.01)
            for _ in range(60):
                optimizer.zero_grad()
                (nn.functional.cross_entropy(model(x), y) + extra_loss(model)).backward()
                optimizer.step()
            self.assertFalse(torch.equal(model[2].params, before))
            model.eval()
            self.assertGreater((model(x).argmax(1) == y).float().mean(), 0.9)
            memory = io.BytesIO()
            torch.save(model, memory)
            memory.seek(0)
            again = torch.load(memory)
            torch.manual_seed(1)
            mine = sample(model, x, 3)
            torch.manual_seed(1)
            self.assertTrue(torch.equal(mine, sample(again, x, 3)))

    def test_other_devices(self):
        """The meta device has shapes and no numbers."""
        layer = Dropout("advanced", 6, plain=True)
        layer.params = nn.Parameter(layer.params.to("meta"))
        self.assertEqual(layer(torch.ones(2, 6, device="meta")).device.type, "meta")
        for text, words in (("beta", "no form"), ("advanced:map=probit", "map=sigmoid"), ("variational-hierarchical", "no form")):
            with self.assertRaisesRegex(errors.InvalidArgument, words):
                Dropout(text, 6, plain=True)
            with self.assertRaisesRegex(errors.InvalidArgument, words):
                Dropout(text, 6)(torch.ones(2, 6, device="meta"))


if __name__ == "__main__":
    unittest.main()

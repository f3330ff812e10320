#!/usr/bin/env python3
"""The layer for PyTorch: gradients, passes in flight, seeds, state, conversion."""
import copy
import ctypes
import io
import unittest

import numpy as np
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

import adrop
from adrop import _generated as c
from adrop import errors
from adrop._library import lib
from adrop.torch import Dropout, _Pass, _Shard, convert, extra_loss, layers, parameter_groups, sample

# What works on inputs: with detach=no where the normaliser is held fixed otherwise, which is no derivative. Those that
# have no such setting are checked for what is left: the inputs' gradients, or the mask in both directions.
TEXTS = {"advanced": "advanced:detach=no", "advanced-noprior": "advanced-noprior:detach=no", "information": "information:beta=0"}
VECTORS = ("none bernoulli gaussian uniform continuous concrete variational beta information soft-gaussian soft-laplace advanced "
           "advanced-noprior advanced-fixed concrete-mlp variational-hierarchical evolutional jumpout masksembles").split()
INPUTS_ALONE, MASKS_ALONE = ("soft-gaussian", "soft-laplace"), ("concrete-mlp", "evolutional")
MAPS = VECTORS + ["spatial", "dropblock"]


def data(n=8, units=6, seed=0):
    torch.manual_seed(seed)
    return torch.randn(n, units)


class Gradients(unittest.TestCase):
    def agrees(self, text, shape):
        torch.manual_seed(1)
        layer = Dropout(text, shape, n_train=10)
        x = (torch.rand(4, *((shape,) if isinstance(shape, int) else shape), dtype=torch.float64) + 0.5).requires_grad_()
        if text in MASKS_ALONE:
            noisy = layer.apply_noise(x.float(), 7, 3)
            noisy.backward(torch.full_like(noisy, 2.0))
            if text == "evolutional":
                torch.testing.assert_close(x.grad.float() * x.float(), 2 * noisy, rtol=1e-5, atol=1e-6)
            self.assertTrue(torch.isfinite(x.grad).all())
            return
        learned = layer.params is not None and text not in INPUTS_ALONE
        p = torch.empty(0, dtype=torch.float64) if layer.params is None else layer.params.detach().double()
        p.requires_grad_(learned)

        def pass_of(x, p):
            made = _Pass.apply(x.float(), p.float(), _Shard(layer._ready(4)), 7, 3, layer)
            return made.double()

        with torch.no_grad():
            self.assertTrue(torch.equal(pass_of(x, p), pass_of(x, p)), text)
        self.assertTrue(torch.autograd.gradcheck(pass_of, (x, p), eps=1e-2, atol=4e-3, rtol=2e-2, nondet_tol=0), text)

    def test_vectors(self):
        for name in VECTORS:
            with self.subTest(name):
                self.agrees(TEXTS.get(name, name), 6)

    def test_maps(self):
        for name in MAPS:
            with self.subTest(name):
                self.agrees(TEXTS.get(name, name), (2, 3, 3))

    def test_extra_losses(self):
        for text in ("concrete", "variational", "variational:alpha=0.25,unit=node,kl=molchanov", "variational-hierarchical"):
            layer = Dropout(text, 6, n_train=10)
            layer(data())
            loss = layer.extra_loss()
            loss.backward()
            exact, step = layer.params.grad.clone(), 1e-2
            for i in range(min(4, layer.params.numel())):
                sides = []
                for sign in (1, -1):
                    with torch.no_grad():
                        layer.params[i] += sign * step
                        sides.append(float(layer.extra_loss()))
                        layer.params[i] -= sign * step
                near = float(exact[i])
                self.assertAlmostEqual((sides[0] - sides[1]) / (2 * step), near, delta=2e-2 + 2e-2 * abs(near), msg=text)
            self.assertNotEqual(float(loss), 0)
        self.assertEqual(float(extra_loss(nn.Sequential(Dropout("bernoulli", 6)))), 0)


class Passes(unittest.TestCase):
    def test_masks_are_the_library_s(self):
        x, y = data(), torch.empty(8, 6)
        for text in ("bernoulli:rate=0.4", "gaussian", "beta"):
            layer = Dropout(text, 6)
            context, site, made, at = adrop.Context(1), c.adrop_site(), ctypes.c_void_p(), c.adrop_pass()
            lib.adrop_site_dense_sized(ctypes.byref(site), ctypes.sizeof(site), 8, 6)
            context._call_in(lib.adrop_dropout_create, text.encode(), ctypes.byref(site), 1, ctypes.byref(made))
            lib.adrop_pass_train_sized(ctypes.byref(at), ctypes.sizeof(at), 99, 5, 8, x.data_ptr(), y.data_ptr())
            context._call(lib.adrop_dropout_forward, made, ctypes.byref(at))
            lib.adrop_dropout_free(made)
            self.assertTrue(torch.equal(layer.apply_noise(x, 99, 5), y), text)

    def test_generator(self):
        layer = Dropout("bernoulli", 6)
        torch.manual_seed(5)
        first, second = layer(torch.ones(8, 6)), layer(torch.ones(8, 6))
        torch.manual_seed(5)
        self.assertTrue(torch.equal(layer(torch.ones(8, 6)), first))
        self.assertFalse(torch.equal(first, second))
        state = np.random.get_state()[1].copy()
        layer(torch.ones(8, 6))
        self.assertTrue((np.random.get_state()[1] == state).all())

    def test_a_module_used_several_times(self):
        """Gradients of passes in flight, backward in any order, are those of passes one by one."""
        layer = Dropout("advanced:detach=no", 6)
        x = [data(seed=k).requires_grad_() for k in range(7)]  # more than there is room for at first
        outputs = [layer.apply_noise(one, 10 + k, k) for k, one in enumerate(x)]
        for k in (3, 0, 6, 1, 5, 2, 4):
            (outputs[k] * (k + 1)).sum().backward()
        together, grads = [one.grad.clone() for one in x], layer.params.grad.clone()
        layer.params.grad = None
        for k, one in enumerate(x):
            one.grad = None
            (layer.apply_noise(one, 10 + k, k) * (k + 1)).sum().backward()
            torch.testing.assert_close(one.grad, together[k], rtol=1e-5, atol=1e-6)
        torch.testing.assert_close(layer.params.grad, grads, rtol=1e-4, atol=1e-5)
        # R-Drop: two passes of the same rows
        a = data().requires_grad_()
        ((layer(a) - layer(a)) ** 2).sum().backward()
        self.assertTrue(torch.isfinite(a.grad).all() and a.grad.abs().sum() > 0)
        for _ in range(50):
            layer(a)  # graphs that are forgotten give their place back
        self.assertLessEqual(layer._shards, 16)

    def test_checkpoint_and_two_losses(self):
        model = nn.Sequential(nn.Linear(6, 6), Dropout("bernoulli", 6), nn.Linear(6, 1))
        x = data().requires_grad_()
        torch.manual_seed(3)
        model(x).sum().backward()
        straight, x.grad = x.grad, None
        torch.manual_seed(3)
        checkpoint(model, x, use_reentrant=False).sum().backward()
        torch.testing.assert_close(x.grad, straight)
        y = model(data())
        (y.sum() + (y**2).sum()).backward()
        z = Dropout("bernoulli", 6)(x)
        x.grad = None
        z.sum().backward(retain_graph=True)
        once, x.grad = x.grad, None
        z.sum().backward()
        self.assertTrue(torch.equal(x.grad, once))
        with self.assertRaises(RuntimeError):
            z.sum().backward()

    def test_eval_is_the_identity(self):
        x = data()
        for text in ("advanced", "bernoulli", "variational"):
            layer = Dropout(text, 6).eval()
            self.assertIs(layer(x), x)
        for text in ("masksembles",):  # its mean is not the input
            self.assertFalse(torch.equal(Dropout(text, 6).eval()(x), x))

    def test_forms_of_inputs(self):
        layer = Dropout("bernoulli:rate=0.5", 6)
        self.assertEqual(layer(torch.ones(2, 5, 6)).shape, (2, 5, 6))
        self.assertEqual(layer(torch.ones(2, 6, dtype=torch.float64)).dtype, torch.float64)
        self.assertEqual(layer(torch.ones(0, 6)).shape, (0, 6))
        self.assertEqual(layer(torch.ones(6, 2).t().contiguous().t().t()).shape, (2, 6))
        many = layer(torch.ones(3000, 6))
        self.assertEqual(sorted(set(many.flatten().tolist())), [0.0, 2.0])
        maps = Dropout("spatial:rate=0.5", (4, 3, 3))(torch.ones(10, 4, 3, 3))
        self.assertTrue((maps.flatten(2).std(2) == 0).all())
        for call, kind, words in (
                (lambda: layer(torch.ones(2, 5)), errors.ShapeError, "made for"),
                (lambda: layer(torch.ones(6)), errors.ShapeError, "made for"),
                (lambda: Dropout("advnced", 6), errors.NoSuchName, "did you mean 'advanced'"),
                (lambda: Dropout("bernoulli:rate=2", 6), errors.InvalidArgument, "rate"),
                (lambda: Dropout("bernoulli", 0), errors.ShapeError, "cannot be"),
                (lambda: Dropout("dropconnect", 6), errors.ShapeError, "dropconnect"),
                (lambda: Dropout("standout", 6), errors.InvalidArgument, "pre-activation"),
                (lambda: Dropout("advanced-cross", 6), errors.InvalidArgument, "adrop.train"),
                (lambda: Dropout("information", 6), errors.InvalidArgument, "beta=0"),
                (lambda: Dropout("beta", 6)(torch.ones(2, 6, device="meta")), errors.InvalidArgument, "plain PyTorch")):
            with self.assertRaises(kind) as raised:
                call()
            self.assertIn(words, str(raised.exception))


class Networks(unittest.TestCase):
    def network(self, text="advanced"):
        torch.manual_seed(0)
        return nn.Sequential(nn.Linear(6, 32), nn.ReLU(), Dropout(text, 32, n_train=200), nn.Linear(32, 2))

    def fit(self, model, steps=60):
        x = data(200)
        y = (x[:, 0] + x[:, 1] > 0).long()
        optimizer = torch.optim.Adam(parameter_groups(model, 0.01, 0.001))
        for _ in range(steps):
            optimizer.zero_grad()
            (nn.functional.cross_entropy(model(x), y) + extra_loss(model)).backward()
            optimizer.step()
        return x, y

    def test_it_learns(self):
        for text in ("advanced", "concrete", "variational"):
            model = self.network(text)
            before = model[2].params.detach().clone()
            x, y = self.fit(model)
            self.assertFalse(torch.equal(model[2].params, before), text)
            model.eval()
            self.assertGreater((model(x).argmax(1) == y).float().mean(), 0.9, text)
            drawn = sample(model, x, 20)
            self.assertEqual(drawn.shape, (20, 200, 2))
            self.assertGreater(drawn.std(0).max(), 0, text)
            self.assertFalse(model.training)
            self.assertTrue(0 <= model[2].rate < 1)

    def test_state_dict_copies_and_pickles(self):
        model = self.network()
        x, _ = self.fit(model)
        memory = io.BytesIO()
        torch.save(model.state_dict(), memory)
        memory.seek(0)
        other = self.network()
        other.load_state_dict(torch.load(memory))
        whole = io.BytesIO()
        torch.save(model, whole)
        whole.seek(0)
        for again in (other, copy.deepcopy(model), torch.load(whole)):
            again.eval()
            torch.manual_seed(1)
            mine = sample(again, x, 3)
            torch.manual_seed(1)
            self.assertTrue(torch.equal(mine, sample(model.eval(), x, 3)))  # running averages too

    def test_convert(self):
        model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Dropout(0.2), nn.Linear(16, 2))
        with self.assertRaisesRegex(errors.InvalidArgument, "give an input"):
            convert(model)
        convert(model, "advanced", data())
        self.assertEqual([layer.shape[0] for layer in layers(model)], [16])
        plain = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2))
        names, outputs = set(plain.state_dict()), plain(data())
        convert(plain, "bernoulli:rate=0.3")
        self.assertTrue(names <= set(plain.state_dict()))
        self.assertTrue(torch.equal(plain.eval()(data()), outputs))
        self.assertEqual(len(list(layers(plain))), 2)
        self.assertGreater(sample(copy.deepcopy(plain), data(), 8).std(0).max(), 0)
        with self.assertRaisesRegex(errors.InvalidArgument, "neither"):
            convert(nn.Sequential(nn.ReLU()))
        maps = nn.Sequential(nn.Conv2d(3, 4, 3), nn.Dropout2d(), nn.Flatten(), nn.Linear(4 * 36, 2))
        convert(maps, "advanced", torch.randn(2, 3, 8, 8))
        maps(torch.randn(2, 3, 8, 8)).sum().backward()


if __name__ == "__main__":
    unittest.main()

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
from adrop._plain import unpacked
from adrop.torch import Dropout, _Extra, _Pass, _RowsExtra, _Shard, convert, extra_loss, layers, parameter_groups, sample

# What works on inputs: with detach=no where the normaliser is held fixed otherwise, which is no derivative. Three have no such
# setting: theirs is held in the differences, too. The noise of evolutional follows from its input, the gradient does not.
TEXTS = {"advanced": "advanced:detach=no", "advanced-noprior": "advanced-noprior:detach=no"}
VECTORS = ("none bernoulli gaussian uniform continuous concrete variational beta information soft-gaussian soft-laplace advanced "
           "advanced-noprior advanced-fixed concrete-mlp variational-hierarchical evolutional jumpout masksembles").split()
HELD = ("soft-gaussian", "soft-laplace", "concrete-mlp")
BY_ROWS = ("information", "information:activation=softplus", "advanced:kl=gaussian,detach=no", "advanced:kl=gaussian",
           "advanced-noprior:kl=gaussian,detach=no", "advanced:kl=gaussian,unit=sample,detach=no")
MAPS = VECTORS + ["spatial", "dropblock"]


def data(n=8, units=6, seed=0):
    torch.manual_seed(seed)
    return torch.randn(n, units)


class Gradients(unittest.TestCase):
    """torch.autograd.gradcheck in double, as strict as it is by default."""

    def made(self, text, shape):
        torch.manual_seed(1)
        layer = Dropout(text, shape, n_train=10).double()
        x = (torch.rand(4, *((shape,) if isinstance(shape, int) else shape), dtype=torch.float64) + 0.5).requires_grad_()
        p = torch.empty(0, dtype=torch.float64) if layer.params is None else layer.params.detach().clone().requires_grad_()
        return layer, x, p

    def scale(self, layer, x, p):
        """1 / c of a pass, c the mean of the mask."""
        if layer.text == "concrete-mlp":
            shapes = {name: tensor.shape for name, tensor in unpacked(layer._state())[1].items() if "running" not in name}
            weight, bias, *mean = (part.reshape(shape) for part, shape in zip(
                torch.split(p.detach(), [shape.numel() for shape in shapes.values()]), shapes.values()))
            rows = x.detach().flatten(2).mean(2) if x.dim() > 2 else x.detach()
            return 1 / torch.sigmoid(nn.functional.linear(nn.functional.linear(rows, weight, bias), *mean).mean())
        moments = c.adrop_moments()
        layer._layer.put(p)
        lib.adrop_dropout_moments_sized(layer._layer._at, 0, 0.0, ctypes.byref(moments), ctypes.sizeof(moments))
        return moments.scale

    def agrees(self, text, shape):
        layer, x, p = self.made(text, shape)

        def pass_of(x, p):
            noisy = _Pass.apply(x, p, _Shard(layer._ready(4, True)), 7, 3, layer)
            if text not in HELD:
                return noisy
            scale.append(self.scale(layer, x, p))
            return noisy * (scale[0] / scale[-1])

        scale = []
        with torch.no_grad():
            self.assertTrue(torch.equal(pass_of(x, p), pass_of(x, p)), text)
        if text == "evolutional":
            noisy = pass_of(x, p)
            noisy.backward(torch.full_like(noisy, 2.0))
            torch.testing.assert_close(x.grad * x, 2 * noisy, rtol=1e-12, atol=1e-12)
            x.requires_grad_(False)
        if x.requires_grad or p.requires_grad:
            self.assertTrue(torch.autograd.gradcheck(pass_of, (x, p)), text)

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
            layer, _, p = self.made(text, 6)
            self.assertNotEqual(float(layer.extra_loss()), 0)
            self.assertTrue(torch.autograd.gradcheck(lambda p: _Extra.apply(p, layer), (p,)), text)
        self.assertEqual(float(extra_loss(nn.Sequential(Dropout("bernoulli", 6)))), 0)

    def test_extra_losses_of_rows(self):
        """A number and a gradient of their own: weighted as they are asked for, and nothing where they are not."""
        for text in BY_ROWS:
            with self.subTest(text):
                layer, x, p = self.made(text, 6)

                def extra_of(x, p):
                    noisy = _Pass.apply(x, p, _Shard(layer._ready(4, True)), 7, 3, layer)
                    return _RowsExtra.apply(x, p, noisy.grad_fn)

                self.assertTrue(torch.autograd.gradcheck(extra_of, (x, p)), text)
                found = []
                for weight in (0.0, 1.0, -3.0, None):
                    layer.params.grad = x.grad = None
                    (layer.apply_noise(x, 7, 3).sum() + (0 if weight is None else weight * layer.extra_loss())).backward()
                    found.append(torch.cat([x.grad.flatten(), layer.params.grad]))
                self.assertTrue(torch.equal(found[0], found[3]))
                torch.testing.assert_close(found[2] - found[0], -3 * (found[1] - found[0]), rtol=1e-9, atol=1e-12)
                self.assertGreater((found[1] - found[0]).abs().max(), 1e-7)

    def test_which_passes_count(self):
        layer, x = Dropout("information:beta=5", 6, n_train=10), data()
        layer.apply_noise(x, 1, 1)
        one = float(layer.extra_loss())  # nothing holds the pass's graph, so nothing waits
        first, second = layer.apply_noise(x, 1, 1), layer.apply_noise(x, 1, 2)
        two = float(layer.extra_loss())
        self.assertEqual(one, 0)
        self.assertGreater(two, 0)
        self.assertEqual(float(layer.extra_loss()), 0)
        with torch.no_grad():
            layer.apply_noise(x, 1, 1)
            self.assertAlmostEqual(float(layer.extra_loss()), two / 2, places=5)
        (first.sum() + second.sum()).backward()
        layer(x)
        kept = layer(x)
        with torch.no_grad():
            layer.params += 1
        with self.assertRaisesRegex(errors.InvalidArgument, "in place"):
            layer.extra_loss()
        del kept
        for _ in range(200):
            layer(x)
        self.assertLessEqual(layer._shards, 16)
        self.assertLessEqual(len(layer._waiting), 16)

    def test_no_second_derivatives(self):
        """They are refused, not wrong."""
        x = data().requires_grad_()
        slope, = torch.autograd.grad(Dropout("advanced", 6)(x).pow(2).sum(), x, create_graph=True)
        with self.assertRaisesRegex(RuntimeError, "once_differentiable"):
            slope.sum().backward()


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
        """Between the passes the memory of a checkpoint's input is another's."""
        for text, reentrant in (("bernoulli", False), ("advanced:detach=no", False), ("advanced:detach=no", True),
                                ("information", False)):
            model = nn.Sequential(nn.Linear(6, 300), Dropout(text, 300), nn.Linear(300, 1))
            x, found = data(64).requires_grad_(), []
            for run in (model, lambda x: checkpoint(model, x, use_reentrant=reentrant)):
                model.zero_grad()
                x.grad = None
                torch.manual_seed(3)
                loss = run(x).sum()
                others = [torch.randn(64, 300) for _ in range(20)]
                loss.backward()
                found.append([x.grad, *(p.grad.clone() for p in model.parameters())])
                del others
            for straight, again in zip(*found):
                torch.testing.assert_close(again, straight, msg=f"{text} {reentrant}")
        x = data().requires_grad_()
        model = nn.Sequential(nn.Linear(6, 6), Dropout("bernoulli", 6), nn.Linear(6, 1))
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
                (lambda: Dropout("bernoulli", 6, layer=65536), errors.InvalidArgument, "layer is 65536"),
                (lambda: Dropout("variational", 6, n_train=-1), errors.InvalidArgument, "n_train is -1"),
                (lambda: Dropout("bernoulli", 6, seed=0.5), errors.InvalidArgument, "whole number"),
                (lambda: Dropout(None, 6), errors.InvalidArgument, "text"),
                (lambda: Dropout("bernoulli", 2**50), errors.ShapeError, "cannot be"),
                (lambda: layer(torch.ones(2, 6, dtype=torch.int64)), errors.InvalidArgument, "floats"),
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

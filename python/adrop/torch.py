"""A layer for PyTorch: the techniques of dropout that work on a layer's input, by the library on the CPU.

>>> from adrop.torch import Dropout, extra_loss, sample
>>> model = nn.Sequential(nn.Linear(784, 800), nn.ReLU(), Dropout("advanced", 800), nn.Linear(800, 10))
>>> loss = criterion(model(x), y) + extra_loss(model)
>>> loss.backward()
>>> mean, std = (p := sample(model, x, 50)).mean(0), p.std(0)

Forward and backward are the C kernels', on PyTorch's own memory. Every pass takes a seed from PyTorch's
generator, so ``torch.manual_seed`` and checkpointing mean what they mean elsewhere; for the same seed and
step the masks are the library's.
"""
from __future__ import annotations

import ctypes
import operator
import os
import tempfile
import threading
import weakref
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable

from . import _generated as c
from ._arrays import whole
from ._context import Context, Handle, memory
from ._library import lib
from ._plain import Plain
from ._weights import save_weights as save_weights
from .errors import InvalidArgument, ShapeError, brief
from .listing import techniques

_TRAIN, _SAMPLE, _MEAN = list(c.adrop_phase)
_contexts: dict[int, Context] = {}
_threads = threading.local()
_NOTHING = torch.empty(0)  # the parameters of a technique that has none
_ZERO = ctypes.c_double(0)  # the weight of the rows' extra loss in a gradient without it


def _seed() -> int:
    """A number of PyTorch's generator, by a tensor that each thread has of its own."""
    try:
        drawn: Tensor = _threads.drawn
    except AttributeError:
        drawn = _threads.drawn = torch.empty((), dtype=torch.int64)
    seed: int = drawn.random_().item()  # type: ignore[assignment]
    return seed


def _context() -> Context:
    """One for all layers of a process, with as many threads as PyTorch has."""
    threads = torch.get_num_threads()
    if threads not in _contexts:
        _contexts[threads] = Context(threads)
    return _contexts[threads]


class _Layer(Handle):
    """A dropout layer of the library, for some rows and some passes in flight."""

    def __init__(self, text: str, shape: tuple[int, int, int], rows: int, shards: int, n_train: int, layer: int,
                 seed: int, double: bool = False) -> None:
        context, site, made = _context(), c.adrop_site(), ctypes.c_void_p()
        lib.adrop_site_map_sized(ctypes.byref(site), ctypes.sizeof(site), rows, *shape)
        site.n_train, site.layer, site.shards, site.is_double = n_train, layer, shards, double
        context._call_in(lib.adrop_dropout_create, memory(text), ctypes.byref(site), seed, ctypes.byref(made))
        super().__init__(context, lib.adrop_dropout_free, made.value)
        self.rows, self.free, self.double = rows, list(range(shards)), double
        self.dtype, self._bytes = (torch.float64, 8) if double else (torch.float32, 4)
        self.n = lib.adrop_dropout_n_params(self._at)
        self.params = lib.adrop_dropout_params(self._at)
        self.grads = lib.adrop_dropout_grads(self._at)
        at = c.adrop_pass()
        lib.adrop_pass_train_sized(ctypes.byref(at), ctypes.sizeof(at), 0, 0, 0, None, None)
        self._template = bytes(at)

    def pass_of(self, x: Tensor, y: Tensor, seed: int, step: int, shard: int) -> Any:
        """A pass of training: what C's own call fills in, by copying what it filled in once."""
        at = c.adrop_pass.from_buffer_copy(self._template)
        at.seed, at.step, at.rows, at.shard, at.x, at.y = seed, step, x.size(0), shard, x.data_ptr(), y.data_ptr()
        return at

    def run(self, at: Any, params: Tensor | None) -> None:
        """Forward. Contexts of layers have no callbacks, so that their lock alone is enough."""
        core = self.context._core
        with core.lock:
            if params is not None and self.n:
                self.put(params)
            status = lib.adrop_dropout_forward(self._at, ctypes.byref(at))
            if status:
                self.context._check(core.handle or 0, status)
        if core.dead:
            core.tidy()

    def save(self) -> bytes:
        """Parameters and running averages, as the bytes of a file."""
        with tempfile.TemporaryDirectory(prefix="adrop-") as folder:
            path = os.path.join(folder, "dropout.safetensors")
            self.context._call(lib.adrop_dropout_save, self._at, os.fsencode(path))
            with open(path, "rb") as file:
                return file.read()

    def load(self, said: bytes) -> None:
        with tempfile.TemporaryDirectory(prefix="adrop-") as folder:
            path = os.path.join(folder, "dropout.safetensors")
            with open(path, "wb") as file:
                file.write(said)
            self.context._call(lib.adrop_dropout_load, self._at, os.fsencode(path))

    def put(self, values: Tensor) -> None:
        """The parameters are these."""
        if values.dtype != self.dtype or values.device.type != "cpu" or not values.is_contiguous():
            values = values.detach().to("cpu", self.dtype).contiguous()
        ctypes.memmove(self.params or 0, values.data_ptr(), self._bytes * self.n)

    def take(self, at: int | None) -> Tensor:
        """A copy of parameters or gradients."""
        made = torch.empty(self.n, dtype=self.dtype)
        ctypes.memmove(made.data_ptr(), at or 0, self._bytes * self.n)
        return made

    def back(self, at: Any, dy: Tensor, dx: Tensor) -> Tensor | None:
        """Backward of a pass that went forward: writes dx, and gives the parameters' gradients."""
        at.dy, at.dx = dy.data_ptr(), dx.data_ptr()
        with self.context._core.use() as context:
            if self.n:
                lib.adrop_dropout_zero_grads(self._at)
            self.context._check(context, lib.adrop_dropout_backward(self._at, ctypes.byref(at)))
            return self.take(self.grads) if self.n else None


class _Shard:
    """A pass in flight; its place is free again when it is done or forgotten."""

    def __init__(self, layer: _Layer) -> None:
        self.layer, self.number = layer, layer.free.pop()

    def __del__(self) -> None:
        self.layer.free.append(self.number)


class _Pass(torch.autograd.Function):
    """Forward and backward by the library."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, params: Tensor, shard: _Shard, seed: int, step: int, module: "Dropout") -> Tensor:  # type: ignore[override]
        y = torch.empty_like(x)
        at = shard.layer.pass_of(x, y, seed, step, shard.number)
        if module._by_rows:  # its extra loss is a term of its own: extra_loss
            ctx.extra = ctypes.c_double()
            at.extra, at.dextra = ctypes.addressof(ctx.extra), ctypes.addressof(_ZERO)
            ctx.inputs, ctx.versions = (x, params), (x._version, params._version)
        shard.layer.run(at, params)
        ctx.save_for_backward(x, params)
        ctx.shard, ctx.at, ctx.module = shard, at, module
        return y

    @staticmethod
    @once_differentiable  # type: ignore[misc]
    def backward(ctx: Any, dy: Tensor) -> Any:
        x, params = ctx.saved_tensors
        if ctx.shard is None or ctx.at.x != x.data_ptr():  # retain_graph, checkpoint: forward again, to the same masks
            ctx.shard = ctx.module._again(ctx.at, x, params)
        layer, dx = ctx.shard.layer, torch.empty_like(x)
        grads = layer.back(ctx.at, dy.contiguous(), dx)
        ctx.module._seen = True
        ctx.shard = None
        return dx, None if grads is None else grads.to(params.dtype), None, None, None, None


class _RowsExtra(torch.autograd.Function):
    """The loss that a technique adds for the rows of a pass, a function of them and of its parameters."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, params: Tensor, node: Any) -> Tensor:  # type: ignore[override]
        ctx.save_for_backward(x, params)
        ctx.module, ctx.at = node.module, c.adrop_pass.from_buffer_copy(node.at)
        return torch.tensor(node.extra.value, dtype=x.dtype)

    @staticmethod
    @once_differentiable  # type: ignore[misc]
    def backward(ctx: Any, g: Tensor) -> Any:
        (x, params), weight, extra = ctx.saved_tensors, ctypes.c_double(float(g)), ctypes.c_double()
        ctx.at.extra, ctx.at.dextra = ctypes.addressof(extra), ctypes.addressof(weight)
        shard, slope = ctx.module._again(ctx.at, x, params), torch.empty_like(x)
        grads = shard.layer.back(ctx.at, torch.zeros_like(x), slope)
        return slope, None if grads is None else grads.to(params.dtype), None


class _Extra(torch.autograd.Function):
    """The loss that a technique adds, a function of its parameters."""

    @staticmethod
    def forward(ctx: Any, params: Tensor, module: "Dropout") -> Tensor:  # type: ignore[override]
        layer = module._ready(1, params.dtype == torch.float64 or None)
        with layer.context._core.use():
            layer.put(params)
            lib.adrop_dropout_zero_grads(layer._at)
            loss = lib.adrop_dropout_extra_loss(layer._at, None)
            ctx.grads = layer.take(layer.grads).to(params)
        if loss != loss:
            raise InvalidArgument(f"the extra loss of '{module.text}' needs the weights that follow: leave its length scale away")
        return torch.tensor(loss, dtype=params.dtype, device=params.device)

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> Any:  # type: ignore[override]
        return g * ctx.grads, None


def _shape(shape: "int | Sequence[int]") -> tuple[int, int, int]:
    try:
        sides = tuple(operator.index(n) for n in (shape if isinstance(shape, Sequence) else (shape,)))
    except TypeError:
        sides = ()
    if not 1 <= len(sides) <= 3 or not all(1 <= n < 2**40 for n in sides):
        raise ShapeError(f"a row of shape {shape} cannot be: give units, or (channels, height, width)")
    whole = (*sides, 1, 1)
    return whole[0], whole[1], whole[2]


class Dropout(nn.Module):
    """A technique of dropout on its input.

    Parameters
    ----------
    text : str, default 'advanced'
        NAME or NAME:KEY=VALUE,.. (adrop.techniques()).
    shape : int or (channels, height, width)
        Of a row: the last dimension of an input, or its last three.
    n_train : int, default 1
        Rows of the training set, which some extra losses are divided by.
    layer : int, default 0
        A number that addresses the noise: equal layers with equal numbers and seeds have equal masks.
    seed : int, default 1
        Of initial parameters.
    plain : bool, default False
        Compute in plain PyTorch on the CPU, too, as on other devices: the distribution is the library's, masks are others. Few
        techniques have this form.

    In training there is noise, in ``eval()`` none: for most techniques the output is then the input itself. Inputs in double
    are computed in double, others in float.
    ``sampling = True`` draws noise in ``eval()``, without gradients (see ``sample``). Techniques that replace the
    product of the following layer, or need what precedes an activation, are refused.
    """

    params: Tensor | None

    def __init__(self, text: str = "advanced", shape: "int | Sequence[int]" = 1, *, n_train: int = 1, layer: int = 0,
                 seed: int = 1, plain: bool = False) -> None:
        super().__init__()
        if not isinstance(text, str):
            raise InvalidArgument(f"the technique is {brief(text)}, and must be a text such as 'advanced'")
        self.text, self.shape = text, _shape(shape)
        self.n_train, self.layer = whole("n_train", n_train, 1, 2**53), whole("layer", layer, 0, 2**16 - 1)
        self.seed = whole("seed", seed, 0, 2**64 - 1)
        self._sides: tuple[int, ...] = self.shape if self.shape[1:] != (1, 1) else self.shape[:1]
        self.sampling, self.plain = False, plain
        self._plain: Plain | None = None
        self._seen = False  # a backward pass whose statistics are not in the running averages yet
        self._layer: _Layer | None = None
        self._shards = 2
        self._saved: bytes | None = None
        name = text.split(":")[0]
        info = {t.name: t for t in techniques()}.get(name)
        if info is not None and info.by_response:
            raise InvalidArgument(f"'{name}' learns by how a whole network responds, which a layer of PyTorch does not see: "
                                  "train it by adrop.train")
        made = self._ready(1)
        if lib.adrop_dropout_replaces_product(made._at):
            raise InvalidArgument(f"'{text}' replaces the product of the following layer: it cannot be a layer of its own")
        self._waiting: "list[weakref.ref[Any]]" = []  # passes whose extra loss was not asked for
        self._noted = 0.0  # that of passes without gradients
        self._by_rows = self._probe(made)
        made = self._ready(1)
        self.register_parameter("params", nn.Parameter(made.take(made.params)) if made.n else None)
        self._identity = self._mean_is_identity()
        if plain:
            self._form()

    def _probe(self, layer: _Layer) -> bool:
        """A technique that needs more than its input says so at its first pass. Does it add a loss of rows?"""
        x, extra, found = torch.ones((1, *self.shape)), ctypes.c_double(), False
        params, y = layer.take(layer.params), torch.empty_like(x)
        for move in (0.0, 0.25):  # it may be 0 where parameters start
            at = layer.pass_of(x, y, 0, 0, layer.free[-1])
            at.extra = ctypes.addressof(extra)
            layer.run(at, params + move)
            found = found or extra.value != 0
        self._layer = None  # without the statistics of these passes
        return found

    def _mean_is_identity(self) -> bool:
        x = torch.linspace(-1, 1, 2 * self.shape[0] * self.shape[1] * self.shape[2]).reshape(2, *self.shape)
        y = torch.empty_like(x)
        self._run(_MEAN, self._ready(2), x, y, 0, 0)
        return bool((x == y).all())

    def _ready(self, rows: int, double: bool | None = None) -> _Layer:
        """The library's layer with room for that many rows and one more pass; another one if need be."""
        old = self._layer
        if double is None:
            double = old is not None and old.double
        if old is not None and old.rows >= rows and old.free and old.double == double:
            return old
        self._shards = 2 if old is None else self._shards if old.free else 2 * self._shards
        room = max(rows, old.rows if old is not None else 1)
        made = _Layer(self.text, self.shape, room, self._shards, self.n_train, self.layer, self.seed, double)
        said = old.save() if old is not None else self._saved
        if said is not None:
            made.load(said)
        self._layer, self._saved = made, None
        return made

    def _again(self, at: Any, x: Tensor, params: Tensor) -> _Shard:
        """Forward once more, to the same masks, in a place of its own."""
        shard, y = _Shard(self._ready(x.shape[0], x.dtype == torch.float64)), torch.empty_like(x)
        at.shard, at.x, at.y = shard.number, x.data_ptr(), y.data_ptr()
        shard.layer.run(at, params)
        return shard

    def _run(self, phase: int, layer: _Layer, x: Tensor, y: Tensor, seed: int, step: int) -> None:
        """A pass without gradients."""
        at = layer.pass_of(x, y, seed, step, layer.free[-1])
        at.phase = phase
        layer.run(at, self._parameters.get("params"))

    def finish(self) -> None:
        """After an optimiser's step: running averages, and parameters back into their range.

        Called by the next pass by itself.
        """
        if self._plain is not None:
            with torch.no_grad():
                self._plain.finish(self.params)
            return
        layer = self._layer
        if not self._seen or layer is None or len(layer.free) < self._shards:
            return
        self._seen = False
        self._waiting, self._noted = [], 0.0
        if layer.n and self.params is not None:
            layer.put(self.params)
        with layer.context._core.use():
            lib.adrop_dropout_finish_step(layer._at)
        if layer.n and self.params is not None:
            with torch.no_grad():
                settled = layer.take(layer.params).to(self.params)
                if not torch.equal(settled, self.params):
                    self.params.copy_(settled)

    def _rows(self, x: Tensor) -> Tensor:
        sides, learned = self._sides, self._parameters["params"]
        double = x.dtype == torch.float64 or learned is not None and learned.dtype == torch.float64
        if x.dtype == torch.float32 and not double and x.dim() == len(sides) + 1 and x.shape[1:] == sides:
            return x.contiguous()
        if x.layout != torch.strided:
            raise InvalidArgument(f"the input is {x.layout}, and must be dense: x.to_dense() makes it so")
        if not x.dtype.is_floating_point:
            raise InvalidArgument(f"the input is of {x.dtype}, and noise is for floats: x.float() makes them")
        if tuple(x.shape[-len(sides):]) != sides or x.dim() <= len(sides):
            raise ShapeError(f"the input is {tuple(x.shape)}, and '{self.text}' was made for (.., "
                             f"{', '.join(str(n) for n in sides)})")
        return x.reshape(-1, *sides).to(torch.float64 if double else torch.float32).contiguous()

    def forward(self, x: Tensor) -> Tensor:
        """The input with noise; without, in eval()."""
        if not self.training and not self.sampling and self._identity:
            return x
        if not isinstance(x, Tensor):
            raise InvalidArgument(f"the input is {brief(x)}, and must be a tensor")
        rows = self._rows(x)
        if not rows.numel():
            return x
        if self._seen or self._plain is not None:
            self.finish()
        if self.plain or not x.is_cpu:  # type: ignore[attr-defined]
            return self._by_form(rows).reshape(x.shape).to(x.dtype)
        if self._plain is not None:  # back on the CPU, with what was learned elsewhere
            self._saved, self._layer, self._plain = self._state(), None, None
        if self.training or self.sampling:
            y = self.apply_noise(rows, _seed(), 0)
        else:
            y = torch.empty_like(rows)
            self._run(_MEAN, self._ready(rows.shape[0], rows.dtype == torch.float64), rows, y, 0, 0)
        return y if rows is x else y.reshape(x.shape).to(x.dtype)

    def _form(self) -> Plain:
        """The form in plain PyTorch, with the running averages that there are."""
        if self._plain is None:
            self._plain = Plain(self._state(), self.shape[1:] != (1, 1))
        return self._plain

    def _by_form(self, rows: Tensor) -> Tensor:
        form = self._form()
        if self.training:
            return form(rows, self.params, False)
        with torch.no_grad():
            return form(rows, self.params, True)

    def apply_noise(self, x: Tensor, seed: int, step: int) -> Tensor:
        """A pass whose seed and step are given: the library's masks for these."""
        layer, double = self._layer, x.dtype == torch.float64
        if layer is None or layer.rows < x.size(0) or not layer.free or layer.double != double:
            layer = self._ready(x.size(0), double)
        learned = self._parameters["params"]
        if self.training and not (torch.is_grad_enabled() and (x.requires_grad or learned is not None)):
            y = torch.empty_like(x)
            at = layer.pass_of(x, y, seed, step, layer.free[-1])
            if self._by_rows:
                extra = ctypes.c_double()
                at.extra = ctypes.addressof(extra)
            layer.run(at, learned)
            if self._by_rows:
                self._noted += extra.value
            return y
        if self.training:
            shard = _Shard(layer)
            params = learned if learned is not None else _NOTHING
            made: Tensor = _Pass.apply(x, params, shard, seed, step, self)
            if self._by_rows:
                self._waiting = [node for node in self._waiting if node() is not None] + [weakref.ref(made.grad_fn)]
            return made
        y = torch.empty_like(x)
        self._run(_SAMPLE, layer, x.detach(), y, seed, step)
        return y

    def extra_loss(self) -> Tensor:
        """What the technique adds to the loss once a step; 0 for most.

        Some techniques add a loss for the rows of each pass: that of the passes since the last call, or the last step.
        """
        if self.params is None:
            return torch.zeros(())
        made: Tensor = _Extra.apply(self.params, self)
        waiting, noted = [node() for node in self._waiting], self._noted
        self._waiting, self._noted = [], 0.0
        for node in waiting:
            if node is not None:
                if node.versions != tuple(one._version for one in node.inputs):
                    raise InvalidArgument(f"what the extra loss of '{self.text}' depends on was changed in place since the pass: "
                                          "ask for it before the step")
                made = made + _RowsExtra.apply(*node.inputs, node)
        return made + noted if noted else made

    @property
    def rate(self) -> float:
        """The average dropout rate over all units, 1 - E[m]."""
        self.finish()
        layer = self._ready(1)
        if self._plain is not None:
            layer.load(self._plain.file(self.params))
        elif layer.n and self.params is not None:
            layer.put(self.params)
        return lib.adrop_dropout_rate(layer._at)

    # Running averages are the library's: they go into state_dict as the bytes of its file.
    def get_extra_state(self) -> Tensor:
        self.finish()
        return torch.frombuffer(bytearray(self._state()), dtype=torch.uint8)

    def _state(self) -> bytes:
        if self._plain is not None:
            return self._plain.file(self.params)
        layer = self._ready(1)
        if layer.n and self.params is not None:
            layer.put(self.params)
        return layer.save()

    def set_extra_state(self, state: Tensor) -> None:
        if not isinstance(state, Tensor):
            raise InvalidArgument(f"the state of '{self.text}' is {brief(state)}, and must be what get_extra_state gave")
        self._layer, self._plain, self._seen, self._saved = None, None, False, state.cpu().numpy().tobytes()
        self._ready(1)

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        state["_saved"] = self.get_extra_state().numpy().tobytes()
        state["_layer"], state["_plain"], state["_seen"] = None, None, False
        state["_waiting"], state["_noted"] = [], 0.0
        return state

    def extra_repr(self) -> str:
        sides = self.shape if self.shape[1:] != (1, 1) else self.shape[0]
        return f"{self.text!r}, {sides}"


def _check_module(model: Any) -> None:
    if not isinstance(model, nn.Module):
        raise InvalidArgument(f"the model is {brief(model)}, and must be an nn.Module")


def layers(model: nn.Module) -> Iterator[Dropout]:
    """The Dropout layers of a model."""
    _check_module(model)
    for module in model.modules():
        if isinstance(module, Dropout):
            yield module


def extra_loss(model: nn.Module) -> Tensor:
    """What the techniques of a model add to its loss, once a step."""
    return sum((layer.extra_loss() for layer in layers(model)), torch.zeros(()))


@torch.no_grad()
def sample(model: nn.Module, x: Tensor, samples: int = 50) -> Tensor:
    """Outputs of so many noisy passes, (samples, ..): running averages stand for what training takes from a batch."""
    samples = whole("samples", samples, 1, 2**32 - 1)
    _check_module(model)
    modes = [(module, module.training) for module in model.modules()]
    found = list(layers(model))
    if not found:
        raise InvalidArgument("the model has no adrop.torch.Dropout: convert puts them in")
    model.eval()
    try:
        for layer in found:
            layer.sampling = True
        return torch.stack([model(x) for _ in range(samples)])
    finally:
        for layer in found:
            layer.sampling = False
        for module, mode in modes:
            module.training = mode


def _before(module: nn.Module, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    dropout: Any = module.dropout
    return (dropout(inputs[0]), *inputs[1:])


def convert(model: nn.Module, text: str = "advanced", x: Tensor | None = None, *, n_train: int = 1) -> nn.Module:
    """Put a technique in place of every nn.Dropout, or, where there is none, before every nn.Linear; in place.

    Parameters
    ----------
    model : nn.Module
        Names of its tensors stay; those of dropout are ``NAME.params``, or ``NAME.dropout.params`` of a Linear.
    text : str
        The technique.
    x : tensor
        An input, which says the shapes where nn.Dropout is replaced.
    n_train : int
        As that of Dropout.
    """
    _check_module(model)
    plain = [(parent, name, child) for parent in model.modules() for name, child in parent.named_children()
             if isinstance(child, (nn.Dropout, nn.Dropout2d))]
    if not plain:
        linear = [m for m in model.modules() if isinstance(m, nn.Linear) and not hasattr(m, "dropout")]
        if not linear:
            raise InvalidArgument("the model has neither nn.Dropout nor nn.Linear: add adrop.torch.Dropout where it is to be")
        for i, module in enumerate(linear):
            module.dropout = Dropout(text, module.in_features, n_train=n_train, layer=i)
            module.register_forward_pre_hook(_before)  # type: ignore[arg-type]
        return model
    if x is None:
        raise InvalidArgument("the shapes at nn.Dropout are not known: give an input, convert(model, text, x)")
    shapes: dict[int, tuple[int, ...]] = {}

    def look(module: nn.Module, inputs: tuple[Any, ...]) -> None:
        at = inputs[0]
        shapes[id(module)] = tuple(at.shape[1:]) if at.dim() == 4 else tuple(at.shape[-1:])

    hooks = [child.register_forward_pre_hook(look) for _, _, child in plain]
    mode = model.training
    with torch.no_grad():
        model.eval()(x)
    model.train(mode)
    for hook in hooks:
        hook.remove()
    for i, (parent, name, child) in enumerate(plain):
        if id(child) in shapes:
            setattr(parent, name, Dropout(text, shapes[id(child)], n_train=n_train, layer=i).train(child.training))
    return model


def parameter_groups(model: nn.Module, lr: float, dropout_lr: float, **more: Any) -> list[dict[str, Any]]:
    """Groups for an optimiser: the weights, and the techniques' parameters at a rate of their own, without decay."""
    ours = {id(layer.params) for layer in layers(model) if layer.params is not None}
    return [{"params": [p for p in model.parameters() if id(p) not in ours], "lr": lr, **more},
            {"params": [p for p in model.parameters() if id(p) in ours], "lr": dropout_lr, "weight_decay": 0.0}]

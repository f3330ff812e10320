"""Networks: their tensors, what they are, files and bytes."""
from __future__ import annotations

import ctypes
import json
import math
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _generated as c
from ._arrays import Array, address, as_float, from_address
from ._context import Context, Handle, a_context, memory, path_of, text
from ._library import lib
from ._results import Result, Rows, shown
from ._settings import EXPORT, MODEL, MODEL_FILE, Settings, documented, split
from .errors import NoSuchName, ShapeError

_GROUPS = ("weights", "dropout", "buffers")


@dataclass(frozen=True)
class ModelInfo(Result):
    """What a network is."""

    n_params: int = shown("parameters")
    n_dropout_params: int = shown("parameters of dropout")
    n_layers: int = shown("layers")
    n_dropouts: int = shown("dropout layers")
    macs: float = shown("multiplications of a row")
    training_flops: float = shown(None)
    arena_bytes: int = shown(None)
    precision: str = shown("precision")
    why: str = shown(None)
    isa: str = shown(None)


@dataclass(frozen=True)
class Layer(Result):
    """A layer of a network."""

    name: str = shown("layer")
    kind: str = shown("kind")
    channels: int = shown("channels")
    height: int = shown("height")
    width: int = shown("width")
    n_params: int = shown("parameters")
    macs: float = shown("multiplications")


@dataclass(frozen=True)
class Mask(Result):
    """The distribution of a dropout layer's masks, averaged over its units."""

    name: str = shown("dropout")
    mean: float = shown("E[m]")
    variance: float = shown("Var[m]")
    scale: float = shown(None)
    rate: float = shown("rate")
    mu: float = shown("mu")
    sigma: float = shown("sigma")
    level: float = shown("noise level")


class _View:
    """What NumPy reads a view by; the model lives as long as this."""

    def __init__(self, model: "Model", said: Any) -> None:
        self.__array_interface__ = {"version": 3, "shape": tuple(said.dims[: said.n_dims]), "data": (said.values, True),
                                    "typestr": np.dtype(np.float64 if said.is_double else np.float32).str}
        model._lend(self)


class Tensors(Mapping[str, Array]):
    """The tensors of a model by PyTorch's names; reading copies, assigning writes."""

    def __init__(self, model: "Model") -> None:
        self._model = model
        self._info: dict[str, tuple[int, tuple[int, ...], str]] = {}
        struct = c.adrop_tensor_info()
        with model.context._core.use():
            for i in range(lib.adrop_model_n_tensors(model._at)):
                lib.adrop_model_tensor_sized(model._at, i, ctypes.byref(struct), ctypes.sizeof(struct))
                shape = tuple(struct.dims[: struct.n_dims])
                self._info[text(struct.name)] = (i, shape, _GROUPS[struct.group])

    def _of(self, name: str) -> tuple[int, tuple[int, ...], str]:
        if name not in self._info:
            raise NoSuchName(f"the model has no tensor '{name}': it has {', '.join(self._info)}")
        return self._info[name]

    def __getitem__(self, name: str) -> Array:
        i, shape, _ = self._of(name)
        made = np.empty(shape, np.float32)
        self._model.context._call(lib.adrop_model_get, self._model._at, i, address(made))
        return made

    def __setitem__(self, name: str, value: Any) -> None:
        i, shape, _ = self._of(name)
        values = as_float(value, name)
        if values.shape != shape:
            raise ShapeError(f"the tensor '{name}' is {shape}, and {values.shape} is given")
        self._model.context._call(lib.adrop_model_set, self._model._at, i, address(values))

    def view(self, name: str) -> Array:
        """The tensor where it lies, not to be written: its numbers change with the model's.

        Weights of convolutions, and of layers that read sparse rows, lie in another layout and have none.
        """
        self._of(name)
        said = c.adrop_tensor_view()
        self._model.context._call(lib.adrop_model_view_sized, self._model._at, memory(name), ctypes.byref(said),
                                  ctypes.sizeof(said))
        return np.asarray(_View(self._model, said))

    def group(self, name: str) -> str:
        """``weights``, ``dropout`` or ``buffers``."""
        return self._of(name)[2]

    def __iter__(self) -> Iterator[str]:
        return iter(self._info)

    def __len__(self) -> int:
        return len(self._info)

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{name}: {shape}" for name, (_, shape, _) in self._info.items()) + "}"


class Model(Handle):
    """A network.

    Parameters
    ----------
    model : str
        The network, NAME or NAME:SETTINGS (adrop.models()), or ``net:..``.
    dropout : str, default 'advanced'
        The technique (adrop.techniques()).
    seed : int, default 1
        Of initial parameters and noise.
    """

    @documented(MODEL)
    def __init__(self, model: str, dropout: str = "advanced", *, seed: int = 1, context: Context | None = None,
                 **settings: Any) -> None:
        context = a_context(context)
        how = Settings(context, MODEL)
        how.text("model", model)
        how.text("dropout", dropout)
        how.struct.seed = seed
        how.update(split(settings, "Model", MODEL)[0])
        made = ctypes.c_void_p()
        context._call_in(lib.adrop_model_create, how.pointer, ctypes.byref(made))
        super().__init__(context, lib.adrop_model_free, made.value)

    @classmethod
    def _wrap(cls, context: Context, handle: int | None) -> "Model":
        self = cls.__new__(cls)
        Handle.__init__(self, context, lib.adrop_model_free, handle)
        return self

    @classmethod
    def load(cls, source: str | os.PathLike[str] | bytes, *, dropout: str | None = None,
             context: Context | None = None) -> "Model":
        """The model of a file (model.safetensors, a checkpoint), or of its bytes."""
        context = a_context(context)
        how = Settings(context, MODEL_FILE)
        how.text("dropout", dropout)
        made = ctypes.c_void_p()
        if isinstance(source, bytes):
            context._call_in(lib.adrop_model_read, source, len(source), how.pointer, ctypes.byref(made))
        else:
            context._call_in(lib.adrop_model_open_file, path_of(source), how.pointer, ctypes.byref(made))
        return cls._wrap(context, made.value)

    def load_weights(self, path: str | os.PathLike[str]) -> None:
        """Take the weights of a file, its own or PyTorch's: every tensor must be there, and no other."""
        self.context._call(lib.adrop_model_load, self._at, path_of(path))

    def outputs(self, x: Any) -> Array:
        """What the network computes without noise: (rows, outputs), logits where there are classes."""
        rows, layers = as_float(x, "x"), self.layers
        first, n = layers[0], layers[-1].channels
        if rows.ndim < 2 or math.prod(rows.shape[1:]) != first.channels * first.height * first.width:
            raise ShapeError(f"a row of x has the shape {rows.shape[1:]}, and the network takes "
                             f"({first.channels}, {first.height}, {first.width})")
        batch = c.adrop_batch()
        with self.context._core.use() as ctx:
            lib.adrop_batch_input_sized(ctypes.byref(batch), ctypes.sizeof(batch), 0, len(rows), address(rows))
            self.context._check(ctx, lib.adrop_model_forward(self._at, c.ADROP_PHASE_MEAN, ctypes.byref(batch)))
            return from_address(lib.adrop_model_outputs(self._at), len(rows) * n, np.float32).reshape(len(rows), n)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it as a safetensors file, whole or not at all."""
        self.context._call(lib.adrop_model_save, self._at, path_of(path))

    def to_bytes(self) -> bytes:
        """The bytes of that file."""
        with self.context._core.use() as ctx:
            return written(self.context, ctx, self._at)

    def to_onnx(self, path: str | os.PathLike[str], *, samples: int = 0, data: str | None = None) -> None:
        """Write it as an ONNX file, whole or not at all: raw rows go in (docs/exchange.md).

        With samples the graph draws as many noisy passes inside and gives mean, std, entropy and mutual information;
        data is what identifies the training rows, for the metadata."""
        how = Settings(self.context, EXPORT)
        how.set("samples", samples)
        how.text("data", data)
        self.context._call(lib.adrop_model_export, self._at, how.pointer, path_of(path))

    @classmethod
    def from_onnx(cls, path: str | os.PathLike[str], *, dropout: str | None = None,
                  context: Context | None = None) -> "Model":
        """The model of an ONNX file: one that to_onnx wrote, to the bit, or another's network and weights."""
        context = a_context(context)
        how = Settings(context, MODEL_FILE)
        how.text("dropout", dropout)
        made = ctypes.c_void_p()
        context._call_in(lib.adrop_model_import, path_of(path), how.pointer, ctypes.byref(made))
        return cls._wrap(context, made.value)

    def __reduce__(self) -> tuple[Any, ...]:
        return Model.load, (self.to_bytes(),)

    @property
    def tensors(self) -> Tensors:
        """Its tensors by PyTorch's names."""
        return Tensors(self)

    @property
    def info(self) -> ModelInfo:
        """What it is."""
        struct = c.adrop_model_info()
        with self.context._core.use():
            lib.adrop_model_describe_sized(self._at, ctypes.byref(struct), ctypes.sizeof(struct))
            return ModelInfo.of(struct)

    @property
    def layers(self) -> Rows[Layer]:
        """Its layers, in order."""
        struct = c.adrop_layer_info()
        found: list[Layer] = []
        with self.context._core.use():
            while lib.adrop_model_layer_sized(self._at, len(found), ctypes.byref(struct), ctypes.sizeof(struct)):
                found.append(Layer.of(struct))
        return Rows(found, Layer)

    @property
    def masks(self) -> Rows[Mask]:
        """What its dropout layers do now."""
        struct = c.adrop_moments()
        found: list[Mask] = []
        with self.context._core.use():
            while lib.adrop_model_dropout_average_sized(self._at, len(found), ctypes.byref(struct),
                                                        ctypes.sizeof(struct)):
                found.append(Mask.of(struct, name=text(lib.adrop_model_dropout_name(self._at, len(found)))))
        return Rows(found, Mask)

    @property
    def network(self) -> str:
        """The network as a text, ``net:..``, that makes it again."""
        return self.context._text(lib.adrop_model_network, self._at)

    @property
    def schema(self) -> dict[str, Any] | None:
        """What raw rows and outputs mean; None where it is not said."""
        with self.context._core.use():
            said = lib.adrop_model_schema(self._at)
        return json.loads(said) if said else None

    def __repr__(self) -> str:
        info = self.info
        return f"<adrop.Model {info.n_layers} layers, {info.n_params} parameters>"

    def _repr_html_(self) -> str:
        return self.layers._repr_html_()


def written(context: Context, ctx: int, model: int) -> bytes:
    """The bytes of a model's file; the context's lock is held."""
    at, size = ctypes.c_void_p(), ctypes.c_size_t()
    context._check(ctx, lib.adrop_model_write(model, ctypes.byref(at), ctypes.byref(size)))
    made = ctypes.string_at(at.value or 0, size.value)
    lib.adrop_free(ctx, at)
    return made

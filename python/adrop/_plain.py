"""The techniques of the paper in plain PyTorch, for devices that the C kernels do not reach.

Each draws from PyTorch's generator of the device: the masks are others than the library's, their distribution is
the same (docs/techniques has the formulas). Gradients are autograd's.
"""
from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from .errors import InvalidArgument

_WEIGHT = 0.1  # of the newest value in running averages

# Settings that a form has no line for, with the value that leaves them out.
_LEFT_OUT = {"advanced": {"seed-dist": "gaussian", "map": "sigmoid", "mean": "approx", "encoder-step": "own", "prior": "mode",
                          "mu-limit": "0", "sigma-limit": "0", "kl": "none"}, "variational": {"type": "a"}}


def unpacked(said: bytes) -> tuple[dict[str, str], dict[str, Tensor]]:
    """Metadata and tensors of a dropout layer's file."""
    size = int.from_bytes(said[:8], "little")
    header = json.loads(said[8: 8 + size])
    meta, values = header.pop("__metadata__"), torch.frombuffer(bytearray(said[8 + size:]), dtype=torch.float32) \
        if len(said) > 8 + size else torch.empty(0)
    return meta, {name: values[at["data_offsets"][0] // 4: at["data_offsets"][1] // 4].reshape(at["shape"]).clone()
                  for name, at in header.items()}


def packed(meta: dict[str, str], tensors: dict[str, Tensor]) -> bytes:
    """Such a file, without checksums."""
    header: dict[str, Any] = {"__metadata__": {name: value for name, value in meta.items() if not name.startswith("xxh3:")}}
    at, parts = 0, []
    for name, tensor in tensors.items():
        parts.append(tensor.detach().to("cpu", torch.float32).contiguous().numpy().tobytes())
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [at, at + len(parts[-1])]}
        at += len(parts[-1])
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + b"".join(parts)


class Plain:
    """A technique that was made by the library, in PyTorch."""

    def __init__(self, said: bytes, is_map: bool) -> None:
        self.meta, tensors = unpacked(said)
        self.name, _, settings = self.meta["technique"].partition(":")
        self.settings = dict(pair.split("=", 1) for pair in settings.split(",")) if settings else {}
        self.is_map, self.by_channel = is_map, is_map and self.settings.get("mask") == "channel"
        if self.name not in _FORMS:
            raise InvalidArgument(f"'{self.name}' has no form in plain PyTorch, which devices other than the CPU need: "
                                  f"{', '.join(_FORMS)} have one")
        for name, value in _LEFT_OUT.get(self.name, {}).items():
            if self.settings.get(name, value) != value:
                raise InvalidArgument(f"'{self.name}' with {name}={self.settings[name]} has no form in plain PyTorch: it has one "
                                      f"with {name}={value}")
        self.shapes = {name: tensor.shape for name, tensor in tensors.items() if not name.startswith("running_")}
        self.running = {name: tensor for name, tensor in tensors.items() if name.startswith("running_")}
        self.seen: list[dict[str, Tensor]] = []  # what passes with a backward took from their batches

    def number(self, name: str) -> float:
        return float(self.settings[name])

    def parameters(self, params: Tensor | None) -> dict[str, Tensor]:
        """The learned tensors by name, parts of the flat parameter."""
        if params is None:
            return {}
        parts = torch.split(params, [shape.numel() for shape in self.shapes.values()])
        return {name: part.reshape(shape) for part, (name, shape) in zip(parts, self.shapes.items())}

    def unit(self, values: Tensor) -> Tensor:
        """One value for the layer, or one for each unit or channel, against rows."""
        return values.reshape(-1, 1, 1) if self.is_map and values.numel() > 1 else values.reshape(-1)

    def like(self, x: Tensor) -> Tensor:
        """Of the shape that noise is drawn in."""
        return x.new_empty(*x.shape[:2], 1, 1) if self.by_channel else torch.empty_like(x)

    def __call__(self, x: Tensor, params: Tensor | None, sampling: bool) -> Tensor:
        """A noisy pass; rows are (rows, units) or (rows, channels, height, width)."""
        return x * _FORMS[self.name](self, x, self.parameters(params), sampling)

    def finish(self, params: Tensor | None) -> None:
        """After an optimiser's step: running averages, and parameters back into their range."""
        for name in self.running:
            if self.seen:
                new = torch.stack([one[name] for one in self.seen]).mean(0)
                old = self.running[name].to(new.device)
                self.running[name] = (1 - _WEIGHT) * old + _WEIGHT * new
        self.seen = []
        if params is not None and self.name == "concrete":
            params.clamp_(-9, 9)
        if params is not None and self.name == "variational":
            params.clamp_(max=math.log(self.number("max-alpha")))

    def file(self, params: Tensor | None) -> bytes:
        """The bytes that the library reads."""
        return packed(self.meta, {**self.parameters(params), **self.running})


Form = Callable[[Plain, Tensor, "dict[str, Tensor]", bool], Tensor]


def _bernoulli(how: Plain, x: Tensor, _p: dict[str, Tensor], _sampling: bool) -> Tensor:
    keep = 1 - how.number("rate")
    return (torch.rand_like(how.like(x)) < keep).to(x.dtype) / keep


def _gaussian(how: Plain, x: Tensor, _p: dict[str, Tensor], _sampling: bool) -> Tensor:
    rate = how.number("rate")
    return 1 + math.sqrt(rate / (1 - rate)) * torch.randn_like(how.like(x))


def _uniform(how: Plain, x: Tensor, _p: dict[str, Tensor], _sampling: bool) -> Tensor:
    low, high = how.number("low"), how.number("high")
    return (low + (high - low) * torch.rand_like(how.like(x))) * (2 / (low + high))


def _continuous(how: Plain, x: Tensor, _p: dict[str, Tensor], _sampling: bool) -> Tensor:
    spread = how.number("spread")
    mask = 0.5 + (spread if how.settings["reading"] == "deviation" else math.sqrt(spread)) * torch.randn_like(how.like(x))
    return 2 * (mask.clamp(0, 1) if how.settings["clip"] == "yes" else mask)


def _concrete(how: Plain, x: Tensor, p: dict[str, Tensor], _sampling: bool) -> Tensor:
    logit = how.unit(p["p_logit"])
    temperature = how.number("temperature") or (2 / 3 if how.by_channel else 0.1)
    noise = torch.logit(torch.rand_like(how.like(x)), eps=1e-7)
    return torch.sigmoid(-(logit + noise) / temperature) / torch.sigmoid(-logit)


def _variational(how: Plain, x: Tensor, p: dict[str, Tensor], _sampling: bool) -> Tensor:
    return 1 + (how.unit(p["log_alpha"]) / 2).exp() * torch.randn_like(how.like(x))


def _encoded(how: Plain, x: Tensor, p: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
    """mu and sigma of every row: (rows, 1), or (rows, units) for nodes."""
    rows = x.mean((2, 3)) if how.is_map else x
    if how.settings["encoder-input"] == "detached":
        rows = rows.detach()
    hidden = functional.linear(rows, p["encoder.weight"]) + p["encoder.bias"]
    return (functional.linear(hidden, p["mu.weight"], p["mu.bias"]),
            functional.softplus(functional.linear(hidden, p["sigma.weight"], p["sigma.bias"])))


def _advanced(how: Plain, x: Tensor, p: dict[str, Tensor], sampling: bool) -> Tensor:
    if how.settings["unit"] == "sample":
        each = _encoded(how, x, p)
        mu, sigma = (one.reshape(-1, *([1] * (x.dim() - 1))) for one in each)
        found = [one.mean(0) for one in each]
    elif sampling:
        found = [how.running["running_mu"].to(x.device), how.running["running_sigma"].to(x.device)]
        mu, sigma = (how.unit(one) for one in found)
    else:
        found = [one.mean(0) for one in _encoded(how, x, p)]
        mu, sigma = (how.unit(one) for one in found)
    mean = torch.sigmoid(mu / torch.sqrt(1 + math.pi / 8 * sigma**2))
    mask = torch.sigmoid(mu + sigma * torch.randn_like(how.like(x)))
    made = mask / (mean.detach() if how.settings["detach"] == "yes" else mean)
    if made.requires_grad and not sampling:
        taken = {"running_mu": found[0].detach(), "running_sigma": found[1].detach()}
        made.register_hook(lambda _grad: how.seen.append(taken))  # type: ignore[no-untyped-call]
    return made


def _none(_how: Plain, x: Tensor, _p: dict[str, Tensor], _sampling: bool) -> Tensor:
    return torch.ones((), dtype=x.dtype, device=x.device)


_FORMS: dict[str, Form] = {"none": _none, "bernoulli": _bernoulli, "gaussian": _gaussian, "uniform": _uniform,
                           "continuous": _continuous, "concrete": _concrete, "variational": _variational,
                           "advanced": _advanced}

"""Learning from rows that come in parts: steps of the optimiser on a network whose scaling is settled."""
from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _generated as c
from ._arrays import Array, address
from ._context import Context, memory
from ._library import lib
from ._settings import MODEL_FILE, TRAINER, Settings
from .errors import InvalidArgument
from .model import Model

_RATES = ("lr", "weight_decay", "dropout_lr", "dropout_decay", "clip")
FIRST = ("input_scale", "standard_target")  # of the first call, which makes the network
_TAKEN = (*_RATES, "momentum", *FIRST)


def _standardise(how: Mapping[str, Any], x: Array) -> Array:
    made = (x.astype(np.float64) / how["top"] - how["mean"]) / how["deviation"]
    return np.asarray(made, np.float32)


def _impute(how: Mapping[str, Any], x: Array) -> Array:
    missing = np.isnan(x)
    made = np.where(missing, np.asarray(how["fill"], np.float32), x)
    return np.concatenate([made, missing[:, how["indicators"]].astype(np.float32)], axis=1)


def _row_norm(_how: Mapping[str, Any], x: Array) -> Array:
    norm = np.sqrt((x.astype(np.float64) ** 2).sum(axis=1, keepdims=True))
    return np.asarray(x / np.where(norm > 0, norm, 1), np.float32)


_TRANSFORMS = {"standardise": _standardise, "impute": _impute, "row-norm": _row_norm}


def transformed(transforms: list[Any], x: Array) -> Array:
    """Raw rows as the network reads them: what was fitted is the schema's."""
    for how in transforms:
        if how["name"] not in _TRANSFORMS:
            raise InvalidArgument(f"the network scales its rows by '{how['name']}', which partial_fit cannot do: use fit")
        x = _TRANSFORMS[how["name"]](how, x)
    return np.ascontiguousarray(x, dtype=np.float32)


def optimizer_text(optimizer: str, settings: Mapping[str, Any]) -> str:
    """The optimiser with the trainer's momentum, where it is not said in the text."""
    if optimizer != "sgd" and "momentum" not in settings:
        return optimizer
    return f"{optimizer}:momentum={settings.get('momentum', TRAINER.rows()['momentum'].default)}"


def check_settings(settings: Mapping[str, Any]) -> None:
    """Settings that mean something for steps of one rate."""
    for name in settings:
        if name not in _TAKEN:
            raise InvalidArgument(f"partial_fit takes no setting '{name}': it makes steps of one rate, by {', '.join(_TAKEN)}")


class Learner:
    """A network between two calls: its optimiser's state lives as long as this object."""

    def __init__(self, said: bytes, context: Context, batch: int, optimizer: str) -> None:
        how, made = Settings(context, MODEL_FILE), ctypes.c_void_p()
        how.set("batch", batch)
        context._call_in(lib.adrop_model_read, said, len(said), how.pointer, ctypes.byref(made))
        self.model, self.batch, self.optimizer = Model._wrap(context, made.value), batch, optimizer
        context._call(lib.adrop_model_optimizer, self.model._at, memory(optimizer))
        self.schema: dict[str, Any] = self.model.schema or {}

    def learn(self, x: Array, y: Array, weights: Array | None, rates: Mapping[str, float], order: Array, step: int) -> float:
        """Each row once, in that order, from that step on; the mean loss."""
        x, total = transformed(self.schema["transforms"], x), 0.0
        if self.schema["task"] == "classification":
            answers = np.asarray(y, np.int32)
        else:
            answers = transformed(self.schema["target"], np.asarray(y, np.float32).reshape(len(x), -1))
        how = c.adrop_rates()
        lib.adrop_rates_init_sized(ctypes.byref(how), ctypes.sizeof(how))
        for name, value in rates.items():
            setattr(how, name, value)
        for first in range(0, len(x), self.batch):
            rows = order[first: first + self.batch]
            loss = self._step(x[rows], answers[rows], None if weights is None else weights[rows], rows, how, step)
            total, step = total + loss * len(rows), step + 1
        return total / len(x)

    def _step(self, x: Array, answers: Array, weights: Array | None, rows: Array, rates: Any, step: int) -> float:
        batch, losses, numbers = c.adrop_batch(), c.adrop_losses(), rows.astype(np.uint32)
        is_class = answers.dtype == np.int32
        lib.adrop_batch_train_sized(ctypes.byref(batch), ctypes.sizeof(batch), step % 2**32, len(x), x.ctypes.data,
                                    address(answers) if is_class else None)
        batch.row_numbers, batch.weights = address(numbers), address(weights)
        if not is_class:
            batch.targets = address(answers)
        context = self.model.context
        context._call(lib.adrop_model_gradients_sized, self.model._at, ctypes.byref(batch), ctypes.byref(losses),
                      ctypes.sizeof(losses))
        context._call(lib.adrop_model_step, self.model._at, ctypes.byref(rates), None)
        return float(losses.data)


def rates_of(lr: float, weight_decay: float, settings: Mapping[str, Any]) -> dict[str, float]:
    """Rates of a step: those of an estimator, and the trainer's defaults."""
    made = {name: float(settings.get(name, TRAINER.rows()[name].default)) for name in _RATES}
    return {**made, "lr": lr, "weight_decay": weight_decay}

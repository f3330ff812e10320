"""Predictors: raw rows in, predictions and how sure they are out."""
from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _generated as c
from ._arrays import Array, address, adopted, as_array, as_float, names_of, row_numbers, whole
from ._context import Context, Handle, a_context, path_of, text
from ._library import lib
from ._results import Result, shown
from ._rows import RawRows, for_predictor, raw_rows
from ._settings import PREDICTOR, SAMPLE, Settings, documented, split
from .errors import InvalidArgument, ShapeError
from .model import Model

if TYPE_CHECKING:
    import pandas

_BLOCK = 16384  # rows of a call, between which Ctrl-C is seen; any number gives the same bits


@dataclass(frozen=True)
class PredictorInfo(Result):
    """What a predictor takes and gives."""

    channels: int = shown("channels or columns")
    height: int = shown("height")
    width: int = shown("width")
    outputs: int = shown("outputs")
    is_classifier: bool = shown("classes")
    is_pixels: bool = shown("pixels")
    is_multi_label: bool = shown(None)
    is_text: bool = shown(None)
    has_schema: bool = shown(None)


@dataclass(frozen=True)
class Prediction:
    """Predictions of rows.

    mean and std are (rows, outputs): probabilities of classes or values in the target's units, and
    their standard deviations over the noisy passes. The measures (rows) are those of
    ``Predictor.sample``, in nats; None after ``predict``.
    """

    mean: Array
    std: Array
    names: tuple[str, ...]
    is_classifier: bool
    entropy: Array | None = None
    expected_entropy: Array | None = None
    mutual_information: Array | None = None
    energy: Array | None = None

    @property
    def labels(self) -> Array:
        """The most probable class of each row, by its number."""
        if not self.is_classifier:
            raise InvalidArgument("the model predicts values, not classes")
        return np.asarray(self.mean.argmax(axis=1))

    @property
    def classes(self) -> Array:
        """The same by name."""
        return np.asarray(self.names, dtype=object)[self.labels]

    def to_pandas(self) -> "pandas.DataFrame":
        """A column for each output, its standard deviation, and the measures."""
        import pandas

        names = [name or str(i) for i, name in enumerate(self.names)]
        columns: dict[str, Any] = {}
        if self.is_classifier:
            columns["class"] = self.classes
        for i, name in enumerate(names):
            columns[name] = self.mean[:, i]
        for i, name in enumerate(names):
            columns[f"{name} std"] = self.std[:, i]
        for name in ("entropy", "expected_entropy", "mutual_information", "energy"):
            if getattr(self, name) is not None:
                columns[name] = getattr(self, name)
        return pandas.DataFrame(columns)

    def __len__(self) -> int:
        return len(self.mean)

    def _repr_html_(self) -> str:
        return str(self.to_pandas().to_html())


def _parts(n: int, numbers: Array | None) -> Iterator[tuple[slice, Array | None]]:
    """Blocks of rows with the rows' numbers."""
    if numbers is None and n > _BLOCK:
        numbers = np.arange(n, dtype=np.uint32)
    for first in range(0, n, _BLOCK):
        part = slice(first, min(first + _BLOCK, n))
        yield part, None if numbers is None else numbers[part]


class Predictor(Handle):
    """Predictions of a run, a file, its bytes or a model.

    Parameters
    ----------
    source : path, bytes or Model
        A run's folder, a model's file, its bytes, or a model in memory, which must not be trained meanwhile.
    dropout : str
        'none': plain inference; None: as trained.

    Rows are given as they were before any scaling. A prediction depends on the row, its number and the
    number of samples: not on threads, nor on the rows that are predicted with it.
    """

    @documented(PREDICTOR)
    def __init__(self, source: "str | os.PathLike[str] | bytes | Model", *, dropout: str | None = None,
                 context: Context | None = None, **settings: Any) -> None:
        made = ctypes.c_void_p()
        if isinstance(source, Model):
            if settings or dropout is not None:
                raise InvalidArgument("a model in memory has its settings: none can be given")
            context = source.context
            context._call_in(lib.adrop_predictor_create, source._at, ctypes.byref(made))
        else:
            context = a_context(context)
            how = Settings(context, PREDICTOR)
            how.text("dropout", dropout)
            how.update(split(settings, "Predictor", PREDICTOR)[0])
            if isinstance(source, bytes):
                context._call_in(lib.adrop_predictor_read, source, len(source), how.pointer, ctypes.byref(made))
            else:
                context._call_in(lib.adrop_predictor_open, path_of(source), how.pointer, ctypes.byref(made))
        super().__init__(context, lib.adrop_predictor_free, made.value)
        if isinstance(source, Model):
            source._lend(self)
        self._describe()

    def _describe(self) -> None:
        struct = c.adrop_predictor_info()
        with self.context._core.use():
            lib.adrop_predictor_describe_sized(self._at, ctypes.byref(struct), ctypes.sizeof(struct))
            self.info = PredictorInfo.of(struct)
            name = lib.adrop_predictor_class_name if self.info.is_classifier else lib.adrop_predictor_target_name
            self.output_names = tuple(text(name(self._at, i)) for i in range(self.info.outputs))
            columns = [text(lib.adrop_predictor_column_name(self._at, i)) for i in range(self.info.channels)]
            words = [bool(lib.adrop_predictor_word(self._at, i, 0)) for i in range(self.info.channels)]
        self._word_columns = words if any(words) else []
        self.column_names = columns if all(columns) else []

    def share(self, context: Context | None = None) -> "Predictor":
        """Another predictor of the same weights, for another thread: both predict at the same time."""
        context = a_context(context or Context(self.context.threads))
        made = ctypes.c_void_p()
        with self.context._core.use():
            context._call(lib.adrop_predictor_share, self._at, context._core.handle, ctypes.byref(made))
        other = Predictor.__new__(Predictor)
        Handle.__init__(other, context, lib.adrop_predictor_free, made.value)
        for model in getattr(self, "_lent", ()):
            model._lend(other)
        other._describe()
        return other

    def _rows(self, x: Any) -> RawRows:
        """Raw rows as C takes them."""
        x = adopted(x, "x")
        names = names_of(x)
        if names is not None and self.column_names and names != self.column_names:
            missing = [name for name in self.column_names if name not in names]
            if missing:
                raise InvalidArgument(f"the rows have no column '{missing[0]}', which the model reads")
            x = x[self.column_names]
        size = (self.info.channels, self.info.height, self.info.width)
        wanted = size[:1] if size[1:] == (1, 1) else size
        reads = f"the model reads rows of {wanted[0] if len(wanted) == 1 else wanted}: (rows, {', '.join(map(str, wanted))})"
        if isinstance(x, np.ndarray) and x.ndim < 2 and x.dtype.kind in "biuf":
            raise ShapeError(f"x is {x.shape}, and {reads}")
        rows = raw_rows(x, "x", self._word_columns)
        if rows.texts is None and int(np.prod(rows.shape)) != int(np.prod(size)):
            raise ShapeError(f"x has rows of {rows.shape[0] if rows.shape[1:] == (1, 1) else rows.shape}, and {reads}")
        if rows.pixels is not None and not self.info.is_pixels:
            rows.values, rows.pixels = as_float(rows.pixels, "x"), None
        return rows

    def predict(self, x: Any, samples: int = 0, *, rows: Any = None) -> Prediction:
        """Predictions of raw rows.

        Parameters
        ----------
        x : array, data frame, sparse matrix or list of texts
            (rows, ..), as a model of such rows reads them; the columns of a data frame, and words in them, are found by name.
        samples : int, default 0
            Noisy passes; 0: one without noise, std 0.
        rows : array of int
            Numbers of the rows, which address the noise; None: 0, 1, ..
        """
        samples = whole("samples", samples, 0, 2**32 - 1)
        raw = self._rows(x)
        numbers = row_numbers(rows, raw.n)
        mean, std = np.empty((raw.n, self.info.outputs)), np.empty((raw.n, self.info.outputs))
        for part, own in _parts(raw.n, numbers):
            struct = for_predictor(raw, part, own)
            self.context._call(lib.adrop_predictor_predict_rows, self._at, ctypes.byref(struct), samples,
                               address(mean[part]), address(std[part]))
        return Prediction(mean, std, self.output_names, self.info.is_classifier)

    @documented(SAMPLE)
    def draw(self, x: Any, *, logits: bool = False, rows: Any = None, **settings: Any) -> Array:
        """The noisy passes themselves: (rows, samples, outputs), those of predict with as many samples.

        Parameters
        ----------
        x, rows
            As those of predict.
        logits : bool, default False
            Of a classifier: what probabilities are made of.
        """
        return self._draw(x, logits, None, rows, settings)

    @documented(SAMPLE)
    def quantiles(self, x: Any, at: Any, *, logits: bool = False, rows: Any = None, **settings: Any) -> Array:
        """Quantiles of the passes, each output by itself: (rows, len(at), outputs).

        Parameters
        ----------
        x, rows, logits
            As those of draw.
        at : array
            Which, each from 0 to 1: 0.5 is the median.
        """
        return self._draw(x, logits, np.atleast_1d(as_array(at, "at")).astype(np.float64).ravel(), rows, settings)

    def _draw(self, x: Any, logits: bool, at: Array | None, rows: Any, settings: dict[str, Any]) -> Array:
        raw = self._rows(x)
        n, numbers, how, passes = raw.n, row_numbers(rows, raw.n), Settings(self.context, SAMPLE), ctypes.c_size_t()
        how.update(split(settings, "draw", SAMPLE)[0])
        if at is not None and not len(at):
            raise InvalidArgument("at has no quantile: give numbers from 0 to 1")
        samples = max(how.struct.samples, 1)
        made = np.empty((n, samples if at is None else len(at), self.info.outputs))
        for part, own in _parts(n, numbers):
            out, block = c.adrop_draws(), np.empty((part.stop - part.start, *made.shape[1:]))
            out.size, out.logits = ctypes.sizeof(out), bool(logits)
            if at is None:
                out.draws = address(block)
            else:
                out.n_at, out.at, out.quantiles = len(at), address(at), address(block)
            struct = for_predictor(raw, part, own)
            self.context._call(lib.adrop_predictor_draw_rows, self._at, how.pointer, ctypes.byref(struct), ctypes.byref(out),
                               ctypes.byref(passes))
            if at is None and passes.value != made.shape[1]:  # a technique whose masks are fixed has no more
                made = made[:, : passes.value]
                block = block.ravel()[: len(block) * passes.value * made.shape[2]].reshape(len(block), passes.value, -1)
            made[part] = block
        return np.ascontiguousarray(made)

    @documented(SAMPLE)
    def sample(self, x: Any, *, rows: Any = None, **settings: Any) -> Prediction:
        """Predictions with measures of uncertainty.

        Parameters
        ----------
        x, rows
            As those of predict.
        """
        raw = self._rows(x)
        n, numbers = raw.n, row_numbers(rows, raw.n)
        how = Settings(self.context, SAMPLE)
        how.update(split(settings, "sample", SAMPLE)[0])
        kept = c.adrop_sampled()
        kept.size = ctypes.sizeof(kept)
        made = {name: np.empty((n, self.info.outputs) if name in ("mean", "std") else n)
                for name in ("mean", "std", "entropy", "expected_entropy", "mutual_information", "energy")}
        for name, array in made.items():
            setattr(kept, name, address(array))
        if n:
            struct = for_predictor(raw, slice(0, n), numbers)
            self.context._call(lib.adrop_predictor_sample_rows, self._at, how.pointer, ctypes.byref(struct),
                               ctypes.byref(kept))
        return Prediction(names=self.output_names, is_classifier=self.info.is_classifier, **made)

    def __repr__(self) -> str:
        return f"<adrop.Predictor of {self.info.outputs} {'classes' if self.info.is_classifier else 'values'}>"

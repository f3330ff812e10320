"""How far predictions can be trusted: measures of runs, calibration, sets and intervals that keep a promise."""
from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _generated as c
from ._arrays import Array, address, row_numbers
from ._context import Context, Handle, path_of, text
from ._library import lib
from ._results import Result, Rows, shown
from ._settings import UNCERTAINTY, Settings, documented, split
from ._watch import Watch
from .data import Data
from .errors import InvalidArgument, brief, make
from .predictor import Prediction, Predictor
from .studies import _Bar
from .training import Run

if TYPE_CHECKING:
    import pandas

KINDS = ("lac", "aps", "raps")


@dataclass(frozen=True)
class UncertaintyInfo(Result):
    """Measures of the predictions of rows; NaN: what does not apply."""

    _title = "Uncertainty"
    n: int = shown("rows")
    n_calibration: int = shown("calibration rows")
    n_ood: int = shown(None)
    classes: int = shown("classes")
    members: int = shown("runs")
    samples: int = shown("passes")
    accuracy: float = shown("accuracy")
    nll: float = shown("negative log-likelihood")
    brier: float = shown("Brier score")
    ece: float = shown("calibration error")
    auroc: float = shown("AUROC of right predictions by entropy")
    ood_auroc: float = shown("AUROC of other rows by entropy")
    aurc: float = shown("AURC")
    temperature: float = shown("temperature")
    scaled_nll: float = shown("negative log-likelihood with it")
    scaled_ece: float = shown("calibration error with it")
    set_coverage: float = shown("coverage of sets (LAC)")
    set_size: float = shown("mean size of sets")
    rmse: float = shown("RMSE")
    mae: float = shown("MAE")
    r2: float = shown("R2")
    crps: float = shown("CRPS")
    noise: float = shown("noise")
    interval_coverage: float = shown("coverage of intervals")
    interval_width: float = shown("mean width of intervals")


@dataclass(frozen=True)
class UncertainRow(Result):
    """One row that was measured."""

    row: int = shown("row")
    truth: int = shown("truth")
    predicted: int = shown("predicted")
    target: float = shown("target")
    maxp: float = shown("largest probability")
    entropy: float = shown("entropy")
    expected_entropy: float = shown(None)
    mutual_information: float = shown("mutual information")
    energy: float = shown(None)


class Uncertainty(Handle):
    """Measures of a run, or of an ensemble of runs.

    Parameters
    ----------
    runs : Run, path or list of them
        What predicts; several are an ensemble.
    data, ood, calibrate_on : str, path or Data
        The rows to measure (None: the run's own; of a run that another program trained on rows in memory,
        these rows again), rows from another distribution (their test part), and a set whose rows, all of
        them, calibrate.
    target : str
        Of several targets the one that is measured.
    data_dir : str or path
        The folder of known sets; None: the environment's ADROP_DATA.
    """

    @documented(UNCERTAINTY)
    def __init__(self, runs: "Run | str | os.PathLike[str] | Sequence[Run | str | os.PathLike[str]]", *,
                 data: "Data | str | os.PathLike[str] | None" = None, ood: "Data | str | os.PathLike[str] | None" = None,
                 calibrate_on: "Data | str | os.PathLike[str] | None" = None, target: str | None = None,
                 data_dir: "str | os.PathLike[str] | None" = None, threads: int | None = None,
                 progress: bool | None = None, **settings: Any) -> None:
        if not isinstance(runs, (Run, str, os.PathLike, Sequence)):
            raise InvalidArgument(f"{brief(runs)} is no run: give an adrop.Run, a run's folder, or several")
        given = [runs] if isinstance(runs, (Run, str, os.PathLike)) else list(runs)
        self.runs = given  # temporary folders live as long as this
        paths = [path_of(run.path if isinstance(run, Run) else run) for run in given]
        context, watch, bar = Context(threads), Watch(), _Bar(progress)
        how = Settings(context, UNCERTAINTY)
        how.update(split(settings, "Uncertainty", UNCERTAINTY)[0])
        if data is None and given and isinstance(given[0], Run):
            data = given[0]._rows  # it was trained on rows in memory
        for name, one in (("data", data), ("ood", ood), ("calibrate_on", calibrate_on)):
            how.text(name, None if isinstance(one, Data) else one)
        measured, other, new = (one._at if isinstance(one, Data) else None for one in (data, ood, calibrate_on))
        for name, value in (("target", target),
                            ("data_dir", data_dir if data_dir is not None else os.environ.get("ADROP_DATA"))):
            how.text(name, value)
        hooks: Any = c.adrop_uncertainty_hooks()
        hooks.size = ctypes.sizeof(hooks)
        kinds: dict[str, Any] = dict(c.adrop_uncertainty_hooks._fields_)  # type: ignore[arg-type]
        kept = (kinds["progress"](watch.guard(lambda _user, done, total: bar.show(done / max(1, total), ""))),
                kinds["stop"](watch.stop))
        hooks.progress, hooks.stop = kept
        made, array = ctypes.c_void_p(), (ctypes.c_char_p * len(paths))(*paths)
        with context._core.use() as ctx:
            status = watch.run(lambda: lib.adrop_uncertainty_on(ctx, len(paths), array, measured, other, new, how.pointer,
                                                                ctypes.byref(hooks), ctypes.byref(made)))
            message = text(lib.adrop_ctx_message(ctx))
        bar.close()
        if made.value:
            super().__init__(context, lib.adrop_uncertainty_free, made.value)
        watch.settle()
        if status:
            raise make(status, message)

    @property
    def info(self) -> UncertaintyInfo:
        """The measures."""
        s = c.adrop_uncertainty_info()
        with self.context._core.use():
            lib.adrop_uncertainty_describe_sized(self._at, ctypes.byref(s), ctypes.sizeof(s))
        by = int(c.adrop_ranked_by.ADROP_BY_ENTROPY)
        sets, interval = s.conformal[0], s.interval[1]
        return UncertaintyInfo.of(
            s, accuracy=s.scores.accuracy, nll=s.scores.nll, brier=s.scores.brier, auroc=s.success[by].auroc,
            ood_auroc=s.ood[by].auroc if s.n_ood else float("nan"), aurc=s.selective.aurc, scaled_nll=s.scaled_scores.nll,
            set_coverage=sets.coverage, set_size=sets.mean_size, rmse=s.values.rmse, mae=s.values.mae, r2=s.values.r2,
            crps=s.gaussian.crps, interval_coverage=interval.coverage, interval_width=interval.mean_size)

    @property
    def rows(self) -> Rows[UncertainRow]:
        """The rows that were measured."""
        struct = c.adrop_uncertain_row()
        found: list[UncertainRow] = []
        with self.context._core.use():
            while lib.adrop_uncertainty_row_sized(self._at, len(found), ctypes.byref(struct), ctypes.sizeof(struct)):
                found.append(UncertainRow.of(struct))
        return Rows(found, UncertainRow)

    def store(self) -> None:
        """Keep what the calibration rows gave with the run, for sets and intervals to come."""
        self.context._call_in(lib.adrop_uncertainty_store, self._at)

    def to_pandas(self) -> "pandas.DataFrame":
        """The rows as a DataFrame."""
        return self.rows.to_pandas()

    def _repr_html_(self) -> str:
        return self.info._repr_html_()

    def __str__(self) -> str:
        return str(self.info)


def calibrate(run: "Run | str | os.PathLike[str]", **settings: Any) -> "Calibrated":
    """Calibrate a run, keep what that gave with it, and return what predicts sets and intervals.

    Settings are those of Uncertainty: without validation rows, ``calibrate`` says which share of the test
    rows calibrates, or ``calibrate_on`` names other rows.
    """
    samples = settings.get("samples", 50)
    with Uncertainty(run, **settings) as measured:
        assert isinstance(measured, Uncertainty)
        measured.store()
    return Calibrated(run, samples)


class Calibrated(Handle):
    """Predictions with a promise, of a run that was calibrated with as many samples."""

    def __init__(self, run: "Run | str | os.PathLike[str]", samples: int = 50, *, context: Context | None = None) -> None:
        self.run = run
        path = run.path if isinstance(run, Run) else run
        self.predictor = Predictor(path, context=context or Context())
        self.samples = samples
        made, shared = ctypes.c_void_p(), self.predictor.context
        with shared._core.use() as ctx:
            shared._check(ctx, lib.adrop_calibration_open(ctx, path_of(path),
                                                          lib.adrop_predictor_model(self.predictor._at), samples,
                                                          ctypes.byref(made)))
        super().__init__(shared, lib.adrop_calibration_free, made.value)

    def predict(self, x: Any, *, rows: Any = None) -> Prediction:
        """Predictions as they were calibrated."""
        return self.predictor.predict(x, self.samples, rows=rows)

    def sets(self, x: Any, level: float = 0.9, kind: str = "lac", *, rows: Any = None) -> Array:
        """Sets of classes that hold the truth with probability level: (rows, classes) of truths."""
        if kind not in KINDS:
            raise InvalidArgument(f"no kind '{kind}' of sets: {', '.join(KINDS)}")
        said = self.predict(x, rows=rows)
        numbers, made = row_numbers(rows, len(said)), np.zeros(said.mean.shape, np.uint8)
        self.context._call(lib.adrop_calibration_sets, self._at, KINDS.index(kind), level, len(said),
                           address(said.mean), address(numbers), address(made))
        return made.astype(bool)

    def intervals(self, x: Any, level: float = 0.9, *, rows: Any = None) -> tuple[Array, Array]:
        """Intervals that hold the truth with probability level: their ends, (rows) each."""
        said = self.predict(x, rows=rows)
        low, high = np.empty(said.mean.shape), np.empty(said.mean.shape)
        self.context._call(lib.adrop_calibration_intervals, self._at, level, len(said), address(said.mean),
                           address(said.std), address(low), address(high))
        return low[:, 0], high[:, 0]

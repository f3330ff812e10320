"""Training: runs in folders (train, Run), and a trainer in memory (Trainer)."""
from __future__ import annotations

import ctypes
import json
import os
import pathlib
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _generated as c
from ._context import Context, Folder, Handle, a_context, logger, path_of, text
from ._library import lib
from ._results import Result, Rows, shown
from ._settings import DATA, TRAIN, TRAINER, Settings, documented, split
from ._watch import Watch
from .data import Data, opened, part_number
from .document import Document
from .errors import FormatError, InvalidArgument, brief
from .model import Model, written
from .predictor import Prediction, Predictor

if TYPE_CHECKING:
    import pandas

_INTERRUPTED = int(c.adrop_status.ADROP_EINTR)


@dataclass(frozen=True)
class Epoch(Result):
    """What an epoch came to; accuracies in per cent, errors in the target's units, NaN where they do not apply."""

    epoch: int = shown("epoch")
    train_loss: float = shown("training loss")
    extra_loss: float = shown(None)
    train_acc: float = shown("training accuracy", "%")
    train_rmse: float = shown("training RMSE")
    val_loss: float = shown(None)
    val_acc: float = shown("validation accuracy", "%")
    val_rmse: float = shown("validation RMSE")
    test_loss: float = shown(None)
    test_acc: float = shown("test accuracy", "%")
    test_top5: float = shown(None, "%")
    test_rmse: float = shown("test RMSE")
    lr: float = shown(None)
    seconds: float = shown(None, "s")
    eval_seconds: float = shown(None, "s")


@dataclass(frozen=True)
class Progress(Result):
    """How far a training is."""

    epoch: int = shown("epoch")
    epochs: int = shown("epochs")
    step: int = shown("step")
    steps: int = shown("steps")
    loss: float = shown("loss")
    acc: float = shown("accuracy", "%")
    images_per_second: float = shown(None)
    seconds_left: float = shown("left", "s")


@dataclass(frozen=True)
class TrainResult(Result):
    """What a training came to."""

    _title = "Training"
    epochs: int = shown("epochs")
    interrupted: bool = shown(None)
    resumed: bool = shown(None)
    test_acc: float = shown("test accuracy", "%")
    best_test_acc: float = shown(None, "%")
    test_rmse: float = shown("test RMSE")
    best_test_rmse: float = shown(None)
    train_acc_mean: float = shown("training accuracy", "%")
    train_rmse_mean: float = shown("training RMSE")
    seconds: float = shown("training took", "s", 3)
    best_epoch: int = shown(None)
    val_acc: float = shown("validation accuracy", "%")
    val_rmse: float = shown("validation RMSE")
    last_acc: float = shown(None, "%")
    last_rmse: float = shown(None)
    stopped_early: bool = shown(None)


@dataclass(frozen=True)
class Score(Result):
    """Results of a part, without noise."""

    n: int = shown("rows")
    loss: float = shown("loss")
    acc: float = shown("accuracy", "%")
    top5: float = shown("top 5", "%")
    rmse: float = shown("RMSE")


Callback = Callable[[Epoch], object]


def _bar(progress: bool | None) -> Any:
    """tqdm, if it is wanted and there."""
    if progress is False:
        return None
    notebook = "ipykernel" in sys.modules
    if progress is None and not notebook and not sys.stderr.isatty():
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        if progress:
            raise ImportError("progress=True needs tqdm: install python3-tqdm, or leave progress away") from None
        return None
    return tqdm


class _Shower:
    """Progress in a bar, at most ten times a second."""

    def __init__(self, progress: bool | None) -> None:
        self.make: Any = _bar(progress)
        self.bar: Any = None
        self.last = 0.0

    def __call__(self, at: Any) -> None:
        now = time.monotonic()
        total = at.epochs * at.steps
        done = (at.epoch - 1) * at.steps + at.step
        if self.make is None or (now - self.last < 0.1 and done < total):
            return
        self.last = now
        if self.bar is None:
            self.bar = self.make(total=total, unit="step")
        self.bar.set_description(f"epoch {at.epoch}/{at.epochs}", refresh=False)
        self.bar.set_postfix({"loss": f"{at.loss:.4g}"} | ({} if np.isnan(at.acc) else {"acc": f"{at.acc:.2f}"}),
                             refresh=False)
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()


def say(epoch: Epoch) -> None:
    """A line of the log per epoch."""
    parts = [f"{name} {getattr(epoch, name):.6g}" for name in
             ("train_loss", "train_acc", "train_rmse", "val_acc", "val_rmse", "test_acc", "test_rmse")
             if not np.isnan(getattr(epoch, name))]
    logger.info("epoch %d: %s", epoch.epoch, ", ".join(parts))


def _hooks(struct: type[ctypes.Structure], watch: Watch, shower: "_Shower | None",
           epoch: Callable[[Any], object]) -> tuple[Any, list[object]]:
    """The hooks of a training. What C calls must stay alive: the list."""
    made: Any = struct()
    made.size = ctypes.sizeof(made)
    kinds: dict[str, Any] = dict(struct._fields_)  # type: ignore[arg-type]
    kept: list[object] = []

    def put(name: str, function: Callable[..., object]) -> None:
        kept.append(kinds[name](function))
        setattr(made, name, kept[-1])

    put("stop", watch.stop)
    if shower is not None:
        show = shower.__call__
        put("progress", watch.guard(lambda _user, at: show(at.contents)))
    put("epoch", watch.guard(lambda _user, at: epoch(at.contents)))
    return made, kept


def _callbacks(given: "Callback | list[Callback] | tuple[Callback, ...] | None") -> list[Callback]:
    callbacks = [] if given is None else list(given) if isinstance(given, (list, tuple)) else [given]
    for callback in callbacks:
        if not callable(callback):
            raise TypeError(f"a callback is called with each epoch: {callback!r} cannot be")
    return callbacks


def _told(callbacks: list[Callback], epoch: Epoch) -> bool:
    """True when one of them wants the end."""
    return any([callback(epoch) is True for callback in callbacks])  # noqa: C419 (all are called)


@documented(TRAIN, DATA)
def train(data: "Data | str | os.PathLike[str]", *, callbacks: "Callback | list[Callback] | None" = None,
          progress: bool | None = None, threads: int | None = None,
          data_dir: "str | os.PathLike[str] | None" = None, **settings: Any) -> "Run":
    """Train a network.

    Ctrl-C and callbacks that raise stop the training after the step; what was learned is kept in the
    run, the exception is raised, and has the run as its attribute ``run``. With ``out`` and
    ``resume=True`` the same call goes on, and ends with the bits of a training that was never stopped.

    Parameters
    ----------
    data : Data, str or path
        What to train on; a name or a path is read with the settings of data below.
    callbacks : callable or list of them
        Called with each Epoch; True ends the training.
    progress : bool
        A bar by tqdm; None: in a terminal or notebook, where tqdm is installed.
    threads : int
        How many threads compute; None: the processors there are. Training is the same to the bit with
        the same number of threads.
    data_dir : str or path
        The folder of known sets; None: the environment's ADROP_DATA.

    Returns
    -------
    Run
        The run. Without ``out`` it lies in a temporary folder, as long as the Run lives.
    """
    told = _callbacks(callbacks)
    for_train, for_data = split(settings, "train", TRAIN, DATA)
    if isinstance(data, Data) and for_data:
        raise TypeError(f"the data are open: '{next(iter(for_data))}' is a setting of Data")
    context, watch, shower = Context(threads), Watch(), _Shower(progress)
    how, folder = Settings(context, TRAIN), None
    if not for_train.get("out"):
        folder = Folder()
        for_train["out"] = folder.path
    how.update(for_train)
    how.text("command", "adrop.train (Python)")

    def epoch(at: Any) -> None:
        one = Epoch.of(at)
        say(one)
        if told:
            watch.ask(_told, told, one)

    hooks, kept = _hooks(c.adrop_train_hooks, watch, shower if shower.make else None, epoch)
    result = c.adrop_train_result()
    to = (ctypes.byref(hooks), ctypes.byref(result), ctypes.sizeof(result))
    out = os.fspath(for_train["out"])
    read = data._how if isinstance(data, Data) else opened(context, data, data_dir, for_data)
    source = read.pointer if read else None
    with context._core.use() as ctx:
        if isinstance(data, Data):
            at = data._at
            status = watch.run(lambda: lib.adrop_train_on_sized(ctx, at, source, how.pointer, *to))
        else:
            status = watch.run(lambda: lib.adrop_train_sized(ctx, source, how.pointer, *to))
        shower.close()
        del kept
        rows = data if isinstance(data, Data) and read is None else None
        made = Run(out, _result=TrainResult.of(result), _folder=folder, _rows=rows) if status in (0, _INTERRUPTED) else None
        if watch.error is not None:
            if made is not None:
                watch.error.run = made  # type: ignore[attr-defined]
            raise watch.error
        if status != _INTERRUPTED:
            context._check(ctx, status)
    assert made is not None
    return made


class Run:
    """A run's folder: what a training left.

    ``Run("runs/first")`` looks at one that is there.
    """

    def __init__(self, path: str | os.PathLike[str], *, _result: TrainResult | None = None,
                 _folder: Any = None, _rows: Data | None = None) -> None:
        self.path = pathlib.Path(path)
        self._rows = _rows  # of a program's own, which the folder does not have
        self._folder = _folder
        self._trained = _result
        if not (self.path / "run.json").is_file():
            raise FormatError(f"{self.path} is no run: it has no run.json")

    def _json(self, name: str) -> Any:
        try:
            return json.loads((self.path / name).read_text(encoding="utf-8"))
        except (ValueError, OSError) as error:
            raise FormatError(f"{self.path / name}: {error}") from None

    @property
    def record(self) -> dict[str, Any]:
        """What run.json says."""
        made: dict[str, Any] = self._json("run.json")
        return made

    @property
    def settings(self) -> dict[str, Any]:
        """The settings it was trained with, as texts."""
        return dict(self.record.get("settings", {}))

    @property
    def state(self) -> str:
        """done, running, interrupted, failed, stopped or damaged."""
        made = ctypes.c_void_p()
        context = Context(1)
        context._call_in(lib.adrop_record_open, path_of(self.path), ctypes.byref(made))
        said = text(lib.adrop_record_state(made))
        lib.adrop_record_free(made)
        return said

    @property
    def result(self) -> TrainResult:
        """What it came to."""
        if self._trained is not None:
            return self._trained
        said, at = self.record, {}
        said = {**said, **said.get("result", {})}
        nan = float("nan")
        for field, kind in TrainResult.__annotations__.items():
            if field == "_title":
                continue
            value = said.get(field)
            at[field] = value if value is not None else {"int": 0, "bool": False}.get(kind, nan)
        return TrainResult(**at)

    @property
    def epochs(self) -> Rows[Epoch]:
        """A row for each epoch."""
        found = []
        path = self.path / "metrics.jsonl"
        for line in path.read_text(encoding="utf-8").split("\n") if path.exists() else []:
            try:
                said = json.loads(line)
            except ValueError:
                continue
            found.append(Epoch(**{name: said[name] if said.get(name) is not None else float("nan")
                                  for name in Epoch.__annotations__}))
        return Rows(found, Epoch)

    @property
    def model(self) -> Model:
        """Its network, as it was kept."""
        return Model.load(self.path / "model.safetensors")

    def predictor(self, **settings: Any) -> Predictor:
        """Its predictor; settings are those of Predictor."""
        return Predictor(self.path, **settings)

    def predict(self, x: Any, samples: int = 0, *, rows: Any = None) -> Prediction:
        """Predictions of raw rows: see Predictor.predict."""
        return self.predictor().predict(x, samples, rows=rows)

    def evaluate(self, part: str = "test", *, data: "str | os.PathLike[str] | None" = None,
                 data_dir: "str | os.PathLike[str] | None" = None) -> Epoch:
        """Results of a part of its data, or of another set, without noise, in the fields of ``test_*``."""
        context, made, n = Context(), ctypes.c_void_p(), ctypes.c_size_t()
        folder = data_dir if data_dir is not None else os.environ.get("ADROP_DATA")
        context._call_in(lib.adrop_run_open, path_of(self.path), None if data is None else path_of(data),
                         None if folder is None else path_of(folder), ctypes.byref(made))
        with Handle(context, lib.adrop_run_free, made.value) as run:
            struct = c.adrop_epoch()
            context._call(lib.adrop_run_evaluate_sized, run._at, part_number(part), ctypes.byref(struct),
                          ctypes.sizeof(struct), ctypes.byref(n))
        return Epoch.of(struct)

    def document(self) -> Document:
        """What it is and came to, with its epochs."""
        made, said = Document(str(self.path)), self.record.get("settings", {})
        for key in ("model", "dropout"):
            made.fact(key, key, said.get(key))
        result = self.result
        for field, value in result._facts():
            label = field.metadata.get("label")
            gone = value is None or (isinstance(value, float) and np.isnan(value))
            made.fact(field.name, None if gone else label, value, field.metadata.get("unit", ""),
                      field.metadata.get("digits", 4))
        return made

    def to_pandas(self) -> "pandas.DataFrame":
        """Its epochs as a DataFrame."""
        return self.epochs.to_pandas().set_index("epoch")

    def _repr_html_(self) -> str:
        return self.document().write("html") + self.epochs._repr_html_()

    def __str__(self) -> str:
        return self.document().write("text")

    def __repr__(self) -> str:
        return f"<adrop.Run {self.path}: {self.state}>"


class Trainer(Handle):
    """A training in memory, step by step or epoch by epoch.

    Parameters
    ----------
    data : Data
        What to train on.
    model : str or Model
        The network; a Model is trained from where it stands.
    dropout : str, default 'advanced'
        The technique.
    keep_best : bool, default False
        Keep the model of the epoch that did best on the validation rows: ``best``.
    """

    @documented(TRAINER)
    def __init__(self, data: Data, model: "str | Model", dropout: str = "advanced", *, keep_best: bool = False,
                 dropout_at: str | None = None, shards: int | None = None, context: Context | None = None,
                 **settings: Any) -> None:
        from ._settings import MODEL

        context = model.context if isinstance(model, Model) else a_context(context or Context())
        if not isinstance(data, Data):
            raise InvalidArgument(f"the data are {brief(data)}, and a trainer takes an adrop.Data")
        how, network = Settings(context, TRAINER), Settings(context, MODEL)
        how.update(split(settings, "Trainer", TRAINER)[0])
        made = ctypes.c_void_p()
        if isinstance(model, Model):
            context._call_in(lib.adrop_trainer_create_on, data._at, model._at, how.pointer, ctypes.byref(made))
        else:
            network.text("model", model)
            network.text("dropout", dropout)
            network.update({"dropout_at": dropout_at, "shards": shards})
            context._call_in(lib.adrop_trainer_create, data._at, network.pointer, how.pointer, ctypes.byref(made))
        super().__init__(context, lib.adrop_trainer_free, made.value)
        self.data, self._keep_best = data, keep_best
        data._lend(self)
        if isinstance(model, Model):
            model._lend(self)
        self.history: list[Epoch] = []
        self.best: bytes | None = None
        self.best_epoch = 0
        self._best_value = float("nan")

    def _better(self, at: Any) -> bool:
        """Is the epoch the best on validation rows?"""
        if not np.isnan(at.val_acc):
            value = -at.val_acc
        elif not np.isnan(at.val_rmse):
            value = at.val_rmse
        else:
            return False
        if not np.isnan(self._best_value) and value >= self._best_value:
            return False
        self._best_value = value
        return True

    def run(self, *, callbacks: "Callback | list[Callback] | None" = None, progress: bool | None = None) -> list[Epoch]:
        """All that is left; callbacks are those of train. Returns the epochs of this call."""
        told, watch, shower = _callbacks(callbacks), Watch(), _Shower(progress)
        done: list[Epoch] = []

        def epoch(at: Any) -> None:
            one = Epoch.of(at)
            say(one)
            done.append(one)
            if self._keep_best and self._better(at):
                self.best, self.best_epoch = written(self.context, self._ctx, lib.adrop_trainer_model(self._at) or 0), one.epoch
            if told:
                watch.ask(_told, told, one)

        hooks, kept = _hooks(c.adrop_trainer_hooks, watch, shower if shower.make else None, epoch)
        with self.context._core.use() as ctx:
            self._ctx = ctx
            self.context._check(ctx, lib.adrop_trainer_watch(self._at, ctypes.byref(hooks)))
            status = watch.run(lambda: lib.adrop_trainer_run(self._at))
            message = text(lib.adrop_ctx_message(ctx))
            lib.adrop_trainer_watch(self._at, None)
        del kept
        shower.close()
        self.history += done
        watch.settle()
        if status not in (0, _INTERRUPTED):
            from .errors import make

            raise make(status, message)
        return done

    @property
    def is_done(self) -> bool:
        """All epochs are done, or patience has run out."""
        with self.context._core.use():
            return bool(lib.adrop_trainer_is_done(self._at))

    def to_bytes(self) -> bytes:
        """The model as it is now, as the bytes of its file."""
        with self.context._core.use() as ctx:
            return written(self.context, ctx, lib.adrop_trainer_model(self._at) or 0)

    def evaluate(self, part: str = "test") -> Score:
        """Results of a part, without noise."""
        struct = c.adrop_score()
        self.context._call(lib.adrop_trainer_evaluate_sized, self._at, part_number(part), ctypes.byref(struct),
                           ctypes.sizeof(struct))
        return Score.of(struct)

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Everything that is needed to resume with the same bits."""
        self.context._call(lib.adrop_trainer_save, self._at, path_of(path))

    def resume(self, path: "str | os.PathLike[str]") -> None:
        """Resume from such a file, in a trainer that was made alike."""
        self.context._call(lib.adrop_trainer_resume, self._at, path_of(path))

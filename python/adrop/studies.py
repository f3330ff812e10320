"""Studies: comparisons, searches and prunings, each in a folder that a second call continues."""
from __future__ import annotations

import ctypes
import os
import pathlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _generated as c
from ._arrays import Array, from_address
from ._context import Context, Folder, Handle, logger, path_of, text
from ._library import lib
from ._results import Result, Rows, shown
from ._settings import COMPARE, DATA, PRUNE, REPORT, SPLIT, TRAIN, TUNE, Settings, Table, documented, split
from ._watch import Watch
from .data import Data, opened
from .document import Document
from .errors import InvalidArgument, make
from .training import _INTERRUPTED, _bar

if TYPE_CHECKING:
    import pandas

METRICS = ("last", "best", "top5", "micro_f1", "macro_f1")


class _Bar:
    """A bar that shows the part of the whole that is done."""

    def __init__(self, progress: bool | None) -> None:
        kind = _bar(progress)
        self.bar = kind(total=100.0, unit="%", bar_format="{l_bar}{bar}| {elapsed}<{remaining}{postfix}") if kind else None

    def show(self, done: float, words: str) -> None:
        if self.bar is not None:
            self.bar.set_postfix_str(words, refresh=False)
            self.bar.update(100 * done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()


class _Study(Handle):
    """What the three have in common: a context, a folder, a plan, and a call that does what is left."""

    _folder: Any = None

    def _start(self, context: Context, create: Callable[..., int], free: Callable[[int], None], how: Settings,
               data: Settings | None, train: Settings, out: "str | os.PathLike[str] | None") -> None:
        if out is None or out == "":
            self._folder = Folder()
            out = self._folder.path
        self.path = pathlib.Path(out)
        how.set("out", out)
        made = ctypes.c_void_p()
        context._call_in(create, how.pointer, None if data is None else data.pointer, train.pointer, ctypes.byref(made))
        Handle.__init__(self, context, free, made.value)

    def _go(self, go: Callable[..., int], hooks: type[ctypes.Structure], watch: Watch,
            **functions: Callable[..., None]) -> None:
        made: Any = hooks()
        made.size = ctypes.sizeof(made)
        kinds: dict[str, Any] = dict(hooks._fields_)  # type: ignore[arg-type]
        kept = {name: kinds[name](watch.guard(function)) for name, function in functions.items()}
        kept["stop"] = kinds["stop"](watch.stop)
        for name, function in kept.items():
            setattr(made, name, function)
        with self.context._core.use() as ctx:
            status = watch.run(lambda: go(self._at, ctypes.byref(made)))
            message = text(lib.adrop_ctx_message(ctx))
        if watch.error is not None:
            watch.error.study = self  # type: ignore[attr-defined]
            raise watch.error
        if status not in (0, _INTERRUPTED):
            raise make(status, message)

    def _document(self, call: Callable[..., int], *arguments: Any) -> Document:
        """What a call says of the study; its last argument is the document."""
        made = ctypes.c_void_p()
        self.context._call(call, *arguments, ctypes.byref(made))
        return Document._of(self.context, made.value)

    def _listing(self, call: Callable[..., int], struct: Any) -> Any:
        """Every entry of a listing in turn, under the lock."""
        with self.context._core.use():
            i = 0
            while call(self._at, i, ctypes.byref(struct), ctypes.sizeof(struct)):
                yield struct
                i += 1


def _prepare(who: str, own: Table, settings: dict[str, Any], data: Any, data_dir: Any, threads: int | None
             ) -> tuple[Context, Settings, Settings, Settings]:
    """The three structs of settings of a study."""
    for_own, for_train, for_data = split(settings, who, own, TRAIN, DATA)
    context = Context(threads)
    how, train = Settings(context, own), Settings(context, TRAIN)
    how.update(for_own)
    train.update(for_train)
    return context, how, opened(context, data, data_dir, for_data), train


class _Sets:
    """What a study is on: names and paths to be read, or data sets that are open."""

    def __init__(self, who: str, given: Any) -> None:
        listed = list(given) if isinstance(given, (list, tuple)) else [given]
        self.open = [one for one in listed if isinstance(one, Data)]
        if self.open and len(self.open) < len(listed):
            raise TypeError(f"{who}() takes names and paths, or data sets that are open: not both")
        self.names = [] if self.open else _names(given)

    def prepare(self, who: str, own: Table, settings: dict[str, Any], data_dir: Any, threads: int | None
                ) -> tuple[Context, Settings, Settings | None, Settings]:
        """The settings of a study; those of data are, of open ones, how they are split, None being as they were."""
        if not self.open:
            name = self.names[0] if len(self.names) == 1 and own is not COMPARE else ""
            return _prepare(who, own, settings, name, data_dir, threads)
        for_own, for_train, for_split = split(settings, who, own, TRAIN, SPLIT)
        context = Context(threads)
        how, train, rows = Settings(context, own), Settings(context, TRAIN), Settings(context, SPLIT)
        how.update(for_own)
        train.update(for_train)
        lib.adrop_data_split_sized(self.open[0]._at, rows.pointer, ctypes.sizeof(rows.struct))
        rows.update(for_split)
        if for_split.get("folds") and not for_split.get("fold"):
            rows.struct.fold = 0  # the study takes each in turn
        return context, how, rows if for_split else None, train

    def create(self, named: Callable[..., int], on: Callable[..., int]) -> Callable[..., int]:
        """The call that plans the study, with the context, its settings, those of data and of training, and its result."""
        if not self.open:
            return named
        if on is lib.adrop_compare_on:
            sets = (ctypes.c_void_p * len(self.open))(*[one._at for one in self.open])
            return lambda ctx, how, rows, train, out: on(ctx, how, len(sets), sets, rows, train, out)
        return lambda ctx, how, rows, train, out: on(ctx, how, self.open[0]._at, rows, train, out)


def _names(given: "str | os.PathLike[str] | Sequence[str | os.PathLike[str]]") -> list[str]:
    if isinstance(given, (str, os.PathLike)):
        return [os.fspath(given)]
    if not isinstance(given, Sequence):
        raise TypeError(f"a study reads its data by name or path: {type(given).__name__} is neither")
    return [os.fsdecode(path_of(one)) for one in given]


# -- Comparisons -------------------------------------------------------------------------

@dataclass(frozen=True)
class CompareRow(Result):
    """One technique on one data set and network; NaN: what cannot be had."""

    data: str = shown("data")
    model: str = shown("network")
    dropout: str = shown("dropout")
    chosen: str = shown(None)
    n: int = shown("runs")
    planned: int = shown(None)
    failed: int = shown(None)
    values: Array = shown(None)
    seeds: Array = shown(None)
    mean: float = shown("mean")
    std: float = shown("std")
    rank: int = shown("rank")
    is_baseline: bool = shown(None)
    difference: float = shown("difference")
    low: float = shown("from")
    high: float = shown("to")
    p: float = shown("p")
    p_holm: float = shown("p (Holm)")
    effect: float = shown(None)
    p_rank: float = shown(None)
    seconds_per_epoch: float = shown(None)
    rate: float = shown(None)
    noise_level: float = shown(None)


class Comparison(_Study):
    """A comparison: its table, and what can be said of it."""

    def _look(self) -> Any:
        """How reports are made: the defaults."""
        return Settings(self.context, REPORT).pointer

    def _table(self, metric: str) -> None:
        if metric not in METRICS:
            raise InvalidArgument(f"no metric '{metric}': {', '.join(METRICS)}")
        self.context._call(lib.adrop_compare_table, self._at, METRICS.index(metric))

    def rows(self, metric: str = "last") -> Rows[CompareRow]:
        """The table; metric is last, best, top5, micro_f1 or macro_f1."""
        self._table(metric)
        found = [CompareRow.of(row, values=from_address(row.values, row.n, "f8"), seeds=from_address(row.seeds, row.n, "u8"))
                 for row in self._listing(lib.adrop_compare_row_at_sized, c.adrop_compare_row())]
        return Rows(found, CompareRow)

    @property
    def findings(self) -> list[str]:
        """What differs from the baseline, by how much, and how sure that is."""
        self._table("last")
        made = ctypes.c_void_p()
        said: list[str] = []
        with self.context._core.use() as ctx:
            self.context._check(ctx, lib.adrop_report_findings(ctx, self._at, self._look(), ctypes.byref(made)))
            while sentence := lib.adrop_findings_at(made, len(said)):
                said.append(text(sentence))
            lib.adrop_findings_free(made)
        return said

    def document(self) -> Document:
        """Its rows, and what can be said of them."""
        self._table("last")
        return self._document(lib.adrop_report_document, self.context._core.handle, self._at, self._look())

    def write(self, form: str = "text") -> str:
        """The same as ``text``, ``json``, ``csv``, ``markdown``, ``latex`` or ``html``."""
        return self.document().write(form, brief=True)

    def to_json(self) -> str:
        """Rows and sentences as JSON."""
        return self.document().write("json")

    def to_pandas(self) -> "pandas.DataFrame":
        """The table as a DataFrame."""
        return self.rows().to_pandas()

    def _repr_html_(self) -> str:
        return self.document().write("html", brief=True)

    def __str__(self) -> str:
        return self.document().write("text")

    def __repr__(self) -> str:
        return f"<adrop.Comparison {self.path}>"


@documented(COMPARE, TRAIN, DATA, without=("data", "resume"))
def compare(data: "Data | str | os.PathLike[str] | Sequence[Data | str | os.PathLike[str]]", *, progress: bool | None = None,
            threads: int | None = None, data_dir: "str | os.PathLike[str] | None" = None, seed: int | None = None,
            **settings: Any) -> Comparison:
    """Compare techniques: the same rows, seeds and initial weights for each.

    Parameters
    ----------
    data : str, path, Data or list of them
        Names or paths of data sets, or some that are open, each with a ``name`` of its own.
    progress : bool
        A bar by tqdm; None: in a terminal or notebook, where tqdm is installed.
    threads : int
        How many threads compute in all; None: the processors there are.
    data_dir : str or path
        The folder of known sets; None: the environment's ADROP_DATA.
    seed : int
        Of all runs; 1.

    Returns
    -------
    Comparison
        Without ``out`` it lies in a temporary folder. Ctrl-C ends it with all that was learned: the
        same call with the same ``out`` continues.
    """
    settings["seed"] = seed
    out = settings.pop("out", None)
    sets = _Sets("compare", data)
    context, how, files, train = sets.prepare("compare", COMPARE, settings, data_dir, threads)
    how.set("data", sets.names)
    made = Comparison.__new__(Comparison)
    create = sets.create(lib.adrop_compare_create, lib.adrop_compare_on)
    made._start(context, create, lib.adrop_compare_free, how, files, train, out)
    watch, bar = Watch(), _Bar(progress)

    def ended(_user: Any, run: Any, result: Any) -> None:
        logger.info("%s %s %s, run %d: %.6g", text(run.contents.data), text(run.contents.model),
                    text(run.contents.dropout), run.contents.run, result.contents.test_acc
                    if result.contents.test_acc == result.contents.test_acc else result.contents.test_rmse)

    def at(_user: Any, p: Any) -> None:
        p = p.contents
        bar.show((p.done + p.failed) / max(1, p.runs), f"{p.done} of {p.runs} runs")

    made._go(lib.adrop_compare_go, c.adrop_compare_hooks, watch, progress=at, ended=ended)
    bar.close()
    return made


# -- Searches ----------------------------------------------------------------------------

@dataclass(frozen=True)
class Trial(Result):
    """A trial of a search."""

    trial: int = shown("trial")
    settings: str = shown("settings")
    state: str = shown("state")
    same_as: int = shown(None)
    epochs: int = shown("epochs")
    val: float = shown("validation")
    run: str = shown(None)
    message: str = shown(None)


@dataclass(frozen=True)
class TuneResult(Result):
    """What is known of a search."""

    _title = "Search"
    trials: int = shown("trials")
    distinct: int = shown("different trials")
    failed: int = shown(None)
    epochs: int = shown("epochs")
    by: str = shown("judged by")
    metric: str = shown(None)
    best: int = shown("best trial")
    best_val: float = shown("its result on validation rows")
    best_settings: str = shown("its settings")
    final_mean: float = shown("mean on test rows")
    final_std: float = shown("std")
    baseline_mean: float = shown("mean without what was varied")
    baseline_std: float = shown("std of that")
    difference: float = shown("difference")
    low: float = shown("from")
    high: float = shown("to")
    p: float = shown("p")
    final: Array = shown(None)
    baseline: Array = shown(None)


_STATES = ("waits", "stopped", "done", "failed", "equal", "left out")


class Search(_Study):
    """A search: its trials, and the winner."""

    @property
    def trials(self) -> Rows[Trial]:
        """The trials in their order."""
        found = [Trial.of(t, state=_STATES[t.state] if t.state < len(_STATES) else str(t.state))
                 for t in self._listing(lib.adrop_tune_trial_at_sized, c.adrop_trial())]
        return Rows(found, Trial)

    @property
    def result(self) -> TuneResult:
        """What is known."""
        struct = c.adrop_tune_result()
        with self.context._core.use():
            lib.adrop_tune_describe_sized(self._at, ctypes.byref(struct), ctypes.sizeof(struct))
            runs = {f"{name}_{what}": getattr(getattr(struct, name), what)
                    for name in ("final", "baseline") for what in ("mean", "std")}
            values = {name: from_address(getattr(struct, name).values, getattr(struct, name).n, "f8")
                      for name in ("final", "baseline")}
            return TuneResult.of(struct, **runs, **values)

    @property
    def best_settings(self) -> dict[str, str]:
        """The settings of the winner, as texts: keywords for train."""
        best = self.result.best
        found: dict[str, str] = {}
        if best:
            key, value = ctypes.c_char_p(), ctypes.c_char_p()
            with self.context._core.use():
                while lib.adrop_tune_setting_at(self._at, best - 1, len(found), ctypes.byref(key), ctypes.byref(value)):
                    found[text(key.value)] = text(value.value)
        return found

    def document(self, most: int = 20) -> Document:
        """What was searched, what was found, and so many of the trials."""
        return self._document(lib.adrop_tune_document, self._at, most)

    def to_json(self) -> str:
        """tune.json."""
        return self.context._text(lib.adrop_tune_json, self._at)

    def to_pandas(self) -> "pandas.DataFrame":
        """The trials as a DataFrame."""
        return self.trials.to_pandas()

    def _repr_html_(self) -> str:
        return self.document().write("html", brief=True)

    def __str__(self) -> str:
        return self.document().write("text")

    def __repr__(self) -> str:
        return f"<adrop.Search {self.path}>"


@documented(TUNE, TRAIN, DATA, without=("resume",))
def tune(data: "Data | str | os.PathLike[str]", vary: "str | Sequence[str]", *, progress: bool | None = None,
         threads: int | None = None, data_dir: "str | os.PathLike[str] | None" = None, seed: int | None = None,
         **settings: Any) -> Search:
    """Search for settings that do best on rows that were held out.

    Parameters
    ----------
    data : str, path or Data
        A data set's name or path, or one that is open.
    vary : list of str
        What is searched: ``lr=0.001..0.1:log``, ``dropout=none,bernoulli``, ``dropout.rate=0.1,0.3``.
    progress, threads, data_dir, seed
        As those of compare.

    Returns
    -------
    Search
        Without ``out`` it lies in a temporary folder. Ctrl-C ends it with all that was learned: the
        same call with the same ``out`` continues.
    """
    settings["seed"] = seed
    out = settings.pop("out", None)
    sets = _Sets("tune", data)
    context, how, files, train = sets.prepare("tune", TUNE, settings, data_dir, threads)
    how.set("vary", vary)
    made = Search.__new__(Search)
    made._start(context, sets.create(lib.adrop_tune_create, lib.adrop_tune_on), lib.adrop_tune_free, how, files, train, out)
    watch, bar = Watch(), _Bar(progress)

    def at(_user: Any, p: Any) -> None:
        bar.show(p.contents.done / max(1, p.contents.epochs), text(p.contents.what))

    def trial(_user: Any, t: Any) -> None:
        logger.info("trial %d, %s: %.6g", t.contents.trial, text(t.contents.settings), t.contents.val)

    made._go(lib.adrop_tune_go, c.adrop_tune_hooks, watch, progress=at, trial=trial)
    bar.close()
    return made


# -- Prunings ----------------------------------------------------------------------------

@dataclass(frozen=True)
class PruneRound(Result):
    """A round of a pruning; NaN: not known yet."""

    round: int = shown("round")
    is_done: bool = shown(None)
    units: int = shown("units")
    kept: float = shown("kept")
    params: float = shown("parameters", digits=0)
    macs: float = shown("multiplications", digits=0)
    bytes: float = shown("bytes", digits=0)
    test_before: float = shown("test before training")
    test: float = shown("test")
    run: str = shown(None)


class Pruning(_Study):
    """A pruning: its rounds."""

    @property
    def rounds(self) -> Rows[PruneRound]:
        """The rounds, 0 being the whole network."""
        found = [PruneRound.of(r) for r in self._listing(lib.adrop_prune_round_at_sized, c.adrop_prune_round())]
        return Rows(found, PruneRound)

    def to_pandas(self) -> "pandas.DataFrame":
        """The rounds as a DataFrame."""
        return self.rounds.to_pandas()

    def document(self) -> Document:
        """The rounds, with the results by what is kept."""
        return self._document(lib.adrop_prune_document, self._at, ctypes.c_size_t(-1).value)

    def _repr_html_(self) -> str:
        return self.document().write("html", brief=True)

    def __str__(self) -> str:
        return self.document().write("text")

    def __repr__(self) -> str:
        return f"<adrop.Pruning {self.path}>"


@documented(PRUNE, TRAIN, DATA, without=("resume",))
def prune(data: "Data | str | os.PathLike[str]", *, dropout: str = "", progress: bool | None = None,
          threads: int | None = None, data_dir: "str | os.PathLike[str] | None" = None, **settings: Any) -> Pruning:
    """Prune in rounds: train, remove what matters least, rewind, again.

    Parameters
    ----------
    data : str, path or Data
        A data set's name or path, or one that is open.
    dropout : str
        The technique; "": what the criterion needs.
    progress, threads, data_dir
        As those of compare.

    Returns
    -------
    Pruning
        Without ``out`` it lies in a temporary folder. Ctrl-C ends it with all that was learned: the
        same call with the same ``out`` continues.
    """
    settings["dropout"] = dropout
    out = settings.pop("out", None)
    sets = _Sets("prune", data)
    context, how, files, train = sets.prepare("prune", PRUNE, settings, data_dir, threads)
    made = Pruning.__new__(Pruning)
    made._start(context, sets.create(lib.adrop_prune_create, lib.adrop_prune_on), lib.adrop_prune_free, how, files, train, out)
    watch, bar = Watch(), _Bar(progress)

    def at(_user: Any, p: Any) -> None:
        bar.show(p.contents.done, f"round {p.contents.round} of {p.contents.rounds}")

    def ended(_user: Any, r: Any) -> None:
        logger.info("round %d, %d units: %.6g", r.contents.round, r.contents.units, r.contents.test)

    made._go(lib.adrop_prune_go, c.adrop_prune_hooks, watch, progress=at, round=ended)
    bar.close()
    return made

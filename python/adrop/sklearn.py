"""Estimators for scikit-learn: networks with dropout that say how sure they are.

>>> from adrop.sklearn import DropoutClassifier
>>> model = DropoutClassifier(dropout="advanced", random_state=1).fit(X, y)
>>> model.predict_proba(X, samples=50)
"""
from __future__ import annotations

import ctypes
import inspect
import weakref
from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils import check_random_state, column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from . import _generated as c
from . import _partial
from ._arrays import Array, address
from ._context import Context
from ._library import lib
from .data import Data
from .errors import FormatError, InvalidArgument, brief
from .listing import techniques
from .model import Model
from .predictor import Prediction, Predictor
from .training import Epoch, Trainer

try:
    from sklearn.utils.validation import validate_data

    _FINITE = "ensure_all_finite"
except ImportError:  # scikit-learn before 1.6
    _FINITE = "force_all_finite"

    def validate_data(_estimator: Any, *arguments: Any, **more: Any) -> Any:
        return _estimator._validate_data(*arguments, **more)


# Predictors are made when they are first needed, and are no part of an estimator: it can be pickled. So are
# learners, which have the optimiser's state between two calls of partial_fit.
_predictors: "weakref.WeakKeyDictionary[Any, Predictor]" = weakref.WeakKeyDictionary()
_learners: "weakref.WeakKeyDictionary[Any, _partial.Learner]" = weakref.WeakKeyDictionary()

_PICKLE = 1  # the form of what __getstate__ gives; a later one reads all that were before


def _has_words(x: Any) -> bool:
    """Is it a data frame of pandas with a column that holds no numbers?"""
    return type(x).__module__.split(".")[0] == "pandas" and getattr(x, "ndim", 0) == 2 and any(
        getattr(dtype, "kind", "O") not in "biuf" for dtype in x.dtypes)


def _share(name: str, value: Any) -> float:
    """A number between 0 and 1."""
    try:
        found = float(value)
    except (TypeError, ValueError):
        found = float("nan")
    if not 0 < found < 1:
        raise InvalidArgument(f"{name} is {brief(value)}, and must be between 0 and 1")
    return found


def _epoch(said: Mapping[str, Any]) -> Epoch:
    """An epoch with what is said of it; NaN for the rest."""
    return Epoch(**{name: said.get(name, float("nan")) for name in Epoch.__annotations__})


class _Estimator(BaseEstimator):  # type: ignore[misc]
    """What the two have in common."""

    def __init__(self, model: str = "mlp:100", dropout: str = "advanced", *, epochs: int = 200, batch: int = 200,
                 optimizer: str = "adam", lr: float = 0.001, weight_decay: float = 0.0001, samples: int = 0,
                 validation_fraction: float = 0.0, patience: int = 0, missing: str = "refuse",
                 random_state: Any = None, n_jobs: int | None = None, verbose: bool = False,
                 settings: Mapping[str, Any] | None = None) -> None:
        self.model = model
        self.dropout = dropout
        self.epochs = epochs
        self.batch = batch
        self.optimizer = optimizer
        self.lr = lr
        self.weight_decay = weight_decay
        self.samples = samples
        self.validation_fraction = validation_fraction
        self.patience = patience
        self.missing = missing
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.settings = settings

    def _context(self) -> Context:
        """One thread where n_jobs is None, all with -1."""
        jobs = 1 if self.n_jobs is None else self.n_jobs
        return Context(0 if jobs < 0 else max(1, jobs))

    def _more(self) -> dict[str, Any]:
        """The settings that have no parameter of their own."""
        if self.settings is not None and not isinstance(self.settings, Mapping):
            raise InvalidArgument(f"settings is {brief(self.settings)}, and must be a dict, as {{'clip': 1.0}}")
        return dict(self.settings or {})

    def _seed(self) -> int:
        if isinstance(self.random_state, (int, np.integer)):
            return int(self.random_state)
        return int(check_random_state(self.random_state).randint(1, 2**31 - 1))

    def _checked(self, X: Any, *y: Any, **more: Any) -> Any:
        """X and y as arrays; NaN is a missing value if that is said. A data frame with columns of words stays one."""
        again = not more.get("reset", True) and getattr(self, "_words", False)
        if again and not hasattr(X, "columns"):
            raise ValueError("X has no columns of words, and the rows of fit had: give a data frame as that was")
        if not again and not _has_words(X):
            return validate_data(self, X, *y, dtype=np.float32, **more,
                                 **{_FINITE: "allow-nan" if self.missing != "refuse" else True})
        more.pop("accept_sparse", None)
        more["dtype"], more[_FINITE] = object, False
        said = validate_data(self, X.astype(object), *y, **more)  # names, numbers of columns and rows
        if self.missing == "refuse" and X.isna().to_numpy().any():
            raise ValueError("Input X contains NaN: 'missing' says what takes its place")
        return (X, *said[1:]) if y else X

    def _train(self, x: Array, y: Array, task: str, class_names: list[str] | None, weights: Any) -> None:
        """Learn from rows that were checked."""
        if weights is not None:  # rows that count nothing are no rows
            weights = _check_sample_weight(weights, y, dtype=np.float32)
            x, y, weights = x[weights != 0], y[weights != 0], weights[weights != 0]
            if task == "classification" and len(np.unique(y)) < 2:
                raise ValueError("the rows with a sample_weight above 0 have 1 class, and a classifier needs two")
        n = len(y)
        if n < 2:
            raise ValueError(f"n_samples={n}: at least 2 are needed")
        if self.patience and not self.validation_fraction:
            raise InvalidArgument("patience needs validation rows: give validation_fraction")
        self._words = _has_words(x)
        context, seed, more = self._context(), self._seed(), self._more()
        if hasattr(x, "tocsr"):
            more.setdefault("dropout_at", "hidden")  # none goes before sparse inputs
        split = {name: more.pop(name) for name in ("input_scale", "standard_target", "class_weights") if name in more}
        how: dict[str, Any] = {"val_fraction": self.validation_fraction, "seed": seed, "missing": self.missing,
                               "weights": weights, **split}
        if not self.validation_fraction:
            how["parts"] = ["train"] * n
        else:  # none are kept for a test
            how["parts"] = self._held_out(n, seed, y if task == "classification" else None)
            del how["val_fraction"]
        names = getattr(self, "feature_names_in_", None)
        with Data(x, y, task=task, class_names=class_names, context=context, name="X",
                  column_names=None if names is None else list(names), **how) as data:
            assert isinstance(data, Data)
            trainer = Trainer(data, self.model, self.dropout, context=context, keep_best=bool(self.validation_fraction),
                              epochs=self.epochs, batch=min(self.batch, len(data.rows("train"))), optimizer=self.optimizer,
                              lr=self.lr, weight_decay=self.weight_decay, patience=self.patience, seed=max(1, seed), **more)
            self.history_: list[Epoch] = trainer.run(progress=True if self.verbose else False)
            self.n_iter_ = len(self.history_)
            self.best_iter_ = trainer.best_epoch or self.n_iter_
            self._steps, self._drawn = self.n_iter_ * -(-n // self.batch), seed
            _learners.pop(self, None)
            self._learned(trainer.best or trainer.to_bytes())
            trainer.close()

    def _learned(self, said: bytes) -> None:
        """The network is these bytes: what was made of another is forgotten."""
        self._bytes = said
        self._calibration: tuple[Array, Array, Array | None] | None = None
        _predictors.pop(self, None)

    def _refuse_partial(self, x: Any) -> None:
        """What partial_fit cannot keep."""
        if _has_words(x) or getattr(self, "_words", False):
            raise InvalidArgument("partial_fit reads numbers: columns of words are for fit, or encode them")
        if self.validation_fraction or self.patience:
            raise InvalidArgument("partial_fit holds no rows out: leave validation_fraction and patience 0")
        _partial.check_settings(self._more())
        name = self.dropout.split(":")[0]
        if any(t.name == name and t.by_response for t in techniques()):
            raise InvalidArgument(f"'{name}' learns by how the network responds to other rows, which partial_fit does not look "
                                  "at: use fit")

    def _begin(self, x: Array, y: Array, task: str, class_names: list[str] | None) -> None:
        """A network that has learned nothing, scaled by these rows."""
        self._drawn, more, n = self._seed(), self._more(), len(x)
        split = {name: more.pop(name) for name in _partial.FIRST if name in more}
        names, k = getattr(self, "feature_names_in_", None), len(class_names or ())
        if k:  # rows that nothing is learned from, so that every class is there
            x, y = np.concatenate([x, np.repeat(x[:1], k, axis=0)]), np.concatenate([y, np.arange(k)])
        with Data(x, y, task=task, class_names=class_names, context=self._context(), name="X", missing=self.missing,
                  column_names=None if names is None else list(names), seed=self._drawn,
                  parts=["train"] * n + ["unused"] * k, **split) as data:
            assert isinstance(data, Data)
            with Trainer(data, self.model, self.dropout, context=data.context, batch=1, optimizer=self.optimizer,
                         seed=max(1, self._drawn), **more) as trainer:
                assert isinstance(trainer, Trainer)
                self._learned(trainer.to_bytes())
        self.history_, self.n_iter_, self._steps = [], 0, 0

    def _continue(self, x: Array, y: Array, weights: Any) -> None:
        """Learn from each row once; a call that fails leaves what was."""
        if weights is not None:
            weights = np.ascontiguousarray(_check_sample_weight(weights, x, dtype=np.float32))
            if (weights < 0).any():
                raise ValueError("sample_weight has a weight below 0")
        settings = self._more()
        optimizer = _partial.optimizer_text(self.optimizer, settings)
        learner = _learners.pop(self, None)
        if learner is None or (learner.batch, learner.optimizer) != (self.batch, optimizer):
            learner = _partial.Learner(self._bytes, self._context(), self.batch, optimizer)
        order = np.random.RandomState([self._drawn % 2**32, self.n_iter_]).permutation(len(x))
        loss = learner.learn(x, y, weights, _partial.rates_of(self.lr, self.weight_decay, settings), order, self._steps)
        self._learned(learner.model.to_bytes())
        _learners[self] = learner
        self._steps += -(-len(x) // self.batch)
        self.n_iter_ += 1
        self.best_iter_ = self.n_iter_
        self.history_.append(_epoch({"epoch": self.n_iter_, "train_loss": loss, "lr": self.lr}))

    def __getstate__(self) -> dict[str, Any]:
        """The parameters, what was learned as the bytes of a model file, and the form's number."""
        state: dict[str, Any] = {**super().__getstate__(), "_adrop_pickle": _PICKLE}
        if "history_" in state:
            state["history_"] = [dict(vars(epoch)) for epoch in state["history_"]]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        state = dict(state)
        form = state.pop("_adrop_pickle", 0)
        if form > _PICKLE:
            raise FormatError(f"the pickle was written by a later version of adrop, in form {form}: this one reads forms up to "
                              f"{_PICKLE}")
        for name, parameter in inspect.signature(type(self).__init__).parameters.items():
            if name != "self":
                state.setdefault(name, parameter.default)  # of a version that did not have it
        if form and "history_" in state:
            state["history_"] = [_epoch(epoch) for epoch in state["history_"]]
        if "_bytes" in state:
            state.setdefault("_steps", 0)
            state.setdefault("_drawn", 1)
        super().__setstate__(state)

    def _held_out(self, n: int, seed: int, classes: Array | None) -> list[str]:
        """The part of each row: validation rows class by class."""
        order, parts = np.random.RandomState(seed).permutation(n), ["train"] * n
        groups = [order] if classes is None else [order[classes[order] == k] for k in np.unique(classes)]
        for group in groups:
            for row in group[: int(round(self.validation_fraction * len(group)))]:
                parts[row] = "val"
        if "val" not in parts:
            parts[order[0]] = "val"
        return parts

    @property
    def _predictor(self) -> Predictor:
        if self not in _predictors:
            _predictors[self] = Predictor(self._bytes, context=self._context())
        return _predictors[self]

    @property
    def model_(self) -> Model:
        """The network that was trained."""
        check_is_fitted(self)
        return Model.load(self._bytes)

    def _predict(self, X: Any, samples: int | None) -> Prediction:
        check_is_fitted(self)
        x = self._checked(X, reset=False, accept_sparse="csr")
        return self._predictor.predict(x, self.samples if samples is None else samples)

    def predict_uncertainty(self, X: Any, samples: int = 50) -> Prediction:
        """Predictions with their standard deviations, entropies and mutual information over noisy passes."""
        check_is_fitted(self)
        return self._predictor.sample(self._checked(X, reset=False, accept_sparse="csr"), samples=samples)

    def save(self, path: Any) -> None:
        """Write the network as a model file, which the program and the library read."""
        self.model_.save(path)

    def _more_tags(self) -> dict[str, Any]:
        return {"allow_nan": self.missing != "refuse",
                "_xfail_checks": {"check_sample_weights_invariance":
                                  "a row left out changes the batches of the others, as in SGD"}}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.missing != "refuse"
        tags.input_tags.sparse = True
        return tags


_PARAMETERS = """
    Parameters
    ----------
    model : str, default 'mlp:100'
        The network (adrop.models()).
    dropout : str, default 'advanced'
        The technique (adrop.techniques()).
    epochs : int, default 200
        Passes over the rows, at most.
    batch : int, default 200
        Rows of a step.
    optimizer : str, default 'adam'
    lr : float, default 0.001
        Learning rate.
    weight_decay : float, default 0.0001
    samples : int, default 0
        Noisy passes of a prediction; 0: one without noise.
    validation_fraction : float, default 0.0
        Part of the rows that is held out: the network of the epoch that did best on it is kept.
    patience : int, default 0
        Stop after so many epochs without a better result on these rows; 0: never.
    missing : str, default 'refuse'
        What takes the place of NaN: mean, median or indicator (the mean, and a column that tells where).
    random_state : int, RandomState or None
    n_jobs : int or None
        Threads; None: one, -1: all there are. Equal numbers give equal bits.
    verbose : bool, default False
        Show progress by tqdm.
    settings : dict
        More settings of training (those of adrop.Trainer), and input_scale, standard_target, class_weights.

    Attributes
    ----------
    n_features_in_, feature_names_in_
    n_iter_ : int
        Epochs that were done.
    best_iter_ : int
        The epoch whose network is kept.
    history_ : list of adrop.Epoch
    model_ : adrop.Model
"""


class DropoutClassifier(ClassifierMixin, _Estimator):  # type: ignore[misc]
    __doc__ = "A classifier: a network with dropout.\n" + _PARAMETERS + "    classes_ : array\n"

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> "DropoutClassifier":
        """Learn from rows X (rows, columns) of classes y (rows); sample_weight is what they count in the loss."""
        x, answers = self._checked(X, y, multi_output=True, accept_sparse="csr")
        answers = column_or_1d(answers, warn=True)
        check_classification_targets(answers)
        self.classes_, numbers = np.unique(answers, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError("y has 1 class, and a classifier needs two")
        self._train(x, numbers, "classification", [str(k) for k in self.classes_],
                    sample_weight)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> "DropoutClassifier":
        """Learn from each of these rows once, from where the network stands.

        The first call needs classes, all that will come, unless fit came before; its rows settle how columns are scaled and
        missing values filled. Steps have the rate lr, which set_params may change between calls; sample_weight is what rows
        count in the loss, as it is. The optimiser's state is kept between calls, not in pickles and copies.
        """
        self._refuse_partial(X)
        first = not hasattr(self, "_bytes")
        x, answers = self._checked(X, y, multi_output=True, reset=first)
        answers = column_or_1d(answers, warn=True)
        check_classification_targets(answers)
        if classes is not None:
            classes = np.unique(np.asarray(classes))
            if not first and not np.array_equal(classes, self.classes_):
                raise ValueError(f"classes are {classes.tolist()}, and those of the first call {self.classes_.tolist()}")
        elif first:
            raise ValueError("classes must be given to the first call of partial_fit: all that will come")
        known = classes if first else self.classes_
        if len(known) < 2:
            raise ValueError("classes has 1 class, and a classifier needs two")
        unknown = np.setdiff1d(answers, known)
        if len(unknown):
            raise ValueError(f"y has the class {unknown[0]!r}, which is not among those of the first call")
        numbers = np.searchsorted(known, answers)
        if first:
            self._begin(x, numbers, "classification", [str(k) for k in known])
            self.classes_ = known
        self._continue(x, numbers, sample_weight)
        return self

    def predict_proba(self, X: Any, samples: int | None = None) -> Array:
        """Probabilities of the classes, averages over so many noisy passes."""
        return self._predict(X, samples).mean

    def predict_log_proba(self, X: Any, samples: int | None = None) -> Array:
        """Their logarithms."""
        return np.asarray(np.log(np.maximum(self.predict_proba(X, samples), np.finfo(np.float64).tiny)))

    def predict(self, X: Any) -> Array:
        """The most probable class of each row."""
        check_is_fitted(self)
        return np.asarray(self.classes_[self._predict(X, None).labels])

    def calibrate(self, X: Any, y: Any) -> "DropoutClassifier":
        """Keep what rows that were not trained on say, for predict_set."""
        p = self.predict_proba(X)
        truth = np.minimum(np.searchsorted(self.classes_, np.asarray(y)), len(self.classes_) - 1)
        if len(truth) != len(p):
            raise ValueError(f"X has {len(p)} rows and y {len(truth)}")
        if (self.classes_[truth] != np.asarray(y)).any():
            raise ValueError("y has a class that the classifier was not fitted with")
        self._calibration = (p, truth.astype(np.uint32), None)
        return self

    def predict_set(self, X: Any, alpha: float = 0.1, kind: str = "lac") -> Array:
        """Sets that hold the true class with probability 1 - alpha: (rows, classes) of truths.

        kind is lac, aps or raps. Needs calibrate; the promise holds on average over rows like those.
        """
        from .uncertainty import KINDS

        check_is_fitted(self)
        if self._calibration is None:
            raise InvalidArgument("the classifier is not calibrated: call calibrate with rows that were not trained on")
        if kind not in KINDS:
            raise InvalidArgument(f"no kind '{kind}' of sets: {', '.join(KINDS)}")
        context, how = self._predictor.context, c.adrop_conformal_opts()
        lib.adrop_conformal_opts_init_sized(ctypes.byref(how), ctypes.sizeof(how))
        how.kind, how.level, threshold = KINDS.index(kind), 1 - _share("alpha", alpha), ctypes.c_double()
        (held, truth, _), p = self._calibration, self.predict_proba(X)
        held, member = np.ascontiguousarray(held), np.zeros(p.shape, np.uint8)
        context._call_in(lib.adrop_conformal_fit, ctypes.byref(how), len(held), held.shape[1], address(held), address(truth),
                         None, ctypes.byref(threshold))
        how.seed += 1  # other random parts than those of the calibration rows
        context._call_in(lib.adrop_conformal_sets, ctypes.byref(how), threshold, len(p), p.shape[1],
                         address(np.ascontiguousarray(p)), None, address(member))
        return member.astype(bool)


class DropoutRegressor(RegressorMixin, _Estimator):  # type: ignore[misc]
    __doc__ = "A regressor: a network with dropout.\n" + _PARAMETERS

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> "DropoutRegressor":
        """Learn from rows X (rows, columns) of values y, (rows) or (rows, targets); sample_weight as above."""
        x, answers = self._checked(X, y, multi_output=True, y_numeric=True, accept_sparse="csr")
        self._shape = answers.shape[1:]
        self._train(x, np.asarray(answers, dtype=np.float64), "regression", None, sample_weight)
        return self

    def partial_fit(self, X: Any, y: Any, sample_weight: Any = None) -> "DropoutRegressor":
        """Learn from each of these rows once, from where the network stands.

        The rows of the first call, or of fit, settle how columns and values are scaled and missing values filled. Steps have
        the rate lr, which set_params may change between calls; sample_weight is what rows count in the loss, as it is. The
        optimiser's state is kept between calls, not in pickles and copies.
        """
        self._refuse_partial(X)
        first = not hasattr(self, "_bytes")
        x, answers = self._checked(X, y, multi_output=True, y_numeric=True, reset=first)
        answers = np.asarray(answers, dtype=np.float64)
        if not first and answers.shape[1:] != self._shape:
            raise ValueError(f"y has rows of shape {answers.shape[1:]}, and those of the first call {self._shape}")
        if first:
            self._begin(x, answers, "regression", None)
            self._shape = answers.shape[1:]
        self._continue(x, answers, sample_weight)
        return self

    def _shaped(self, values: Array) -> Array:
        return values if self._shape else values[:, 0]

    def predict(self, X: Any, return_std: bool = False, samples: int | None = None) -> Any:
        """Values; with return_std also their standard deviations over noisy passes, 50 unless samples says."""
        if return_std and not samples and not self.samples:
            samples = 50
        said = self._predict(X, samples)
        return (self._shaped(said.mean), self._shaped(said.std)) if return_std else self._shaped(said.mean)

    def calibrate(self, X: Any, y: Any) -> "DropoutRegressor":
        """Keep what rows that were not trained on say, for predict_interval."""
        mean, std = self.predict(X, return_std=True)
        truth = np.asarray(y, dtype=np.float64)
        if truth.shape != mean.shape or truth.ndim != 1:
            raise ValueError(f"y is {truth.shape}, and predictions are {mean.shape}: one value a row is calibrated")
        noise = np.sqrt(max(float(np.mean((truth - mean) ** 2 - std**2)), 0.0))
        self._calibration = (np.ascontiguousarray(mean), truth, np.sqrt(std**2 + noise**2 + np.finfo(np.float64).tiny))
        self._noise = noise
        return self

    def predict_interval(self, X: Any, alpha: float = 0.1) -> tuple[Array, Array]:
        """Intervals that hold the true value with probability 1 - alpha: their ends.

        Needs calibrate; the promise holds on average over rows like those.
        """
        check_is_fitted(self)
        if self._calibration is None:
            raise InvalidArgument("the regressor is not calibrated: call calibrate with rows that were not trained on")
        held, truth, wide = self._calibration
        context, threshold = self._predictor.context, ctypes.c_double()
        level = 1 - _share("alpha", alpha)
        context._call_in(lib.adrop_conformal_fit_values, level, len(held), address(truth), address(held), address(wide),
                         ctypes.byref(threshold))
        mean, std = self.predict(X, return_std=True)
        half = threshold.value * np.sqrt(std**2 + self._noise**2 + np.finfo(np.float64).tiny)
        return mean - half, mean + half

    def _more_tags(self) -> dict[str, Any]:
        return {**super()._more_tags(), "multioutput": True}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags

"""adrop: learned, Bayesian dropout.

>>> import adrop
>>> run = adrop.train("digits", dropout="advanced", epochs=5)
>>> run.result.test_acc
>>> run.predict(x, samples=50).std

``adrop.sklearn`` has estimators, ``adrop.torch`` a layer for PyTorch.
"""
from __future__ import annotations

from . import dist, errors
from ._context import Context, default_context
from ._library import lib as _lib
from ._library import path as library_path
from .data import Data, DataInfo
from .dist import Dist
from .document import Column, Document
from .errors import Error
from .listing import datasets, models, techniques
from .model import Layer, Mask, Model, ModelInfo, Tensors
from .predictor import Prediction, Predictor, PredictorInfo
from .report import Page, report
from .studies import Comparison, CompareRow, PruneRound, Pruning, Search, Trial, TuneResult, compare, prune, tune
from .training import Epoch, Run, Score, Trainer, TrainResult, train
from .uncertainty import Calibrated, Uncertainty, UncertaintyInfo, UncertainRow, calibrate

__all__ = [
    "Calibrated", "Column", "Comparison", "CompareRow", "Context", "Data", "DataInfo", "Dist", "Document", "Epoch",
    "Error", "Layer", "Mask", "Model", "ModelInfo", "Page", "Prediction", "Predictor", "PredictorInfo", "PruneRound",
    "Pruning", "Run", "Score", "Search", "Tensors", "TrainResult", "Trainer", "Trial", "TuneResult", "UncertainRow",
    "Uncertainty", "UncertaintyInfo", "calibrate", "compare", "datasets", "default_context", "dist", "errors",
    "library_path", "models", "prune", "report", "techniques", "train", "tune",
]

__version__ = (_lib.adrop_version() or b"").decode()

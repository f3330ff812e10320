"""The model-free family of mask distributions: a seed, shifted, scaled and mapped into [0, 1]."""
from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from . import _generated as c
from ._arrays import Array
from ._context import Context, Handle, a_context, memory, text
from ._library import lib
from .errors import InvalidArgument


class Dist(Handle):
    """The distribution of m = k(mu + sigma eps): a seed eps, a mapping k.

    Parameters
    ----------
    seed, map : str
        Names (``seeds()``, ``maps()``), or formulas: ``quantile(..)`` of u, ``formula(..)`` of r.
    mu, sigma : float
        Where it lies, and how wide it is before the mapping.
    """

    def __init__(self, seed: str = "gaussian", map: str = "sigmoid", mu: float = 0.0, sigma: float = 1.0, *,
                 context: Context | None = None) -> None:
        context = a_context(context)
        made = ctypes.c_void_p()
        context._call_in(lib.adrop_dist_create, memory(seed), memory(map), mu, sigma, ctypes.byref(made))
        super().__init__(context, lib.adrop_dist_free, made.value)
        self.seed, self.map, self.mu, self.sigma = seed, map, mu, sigma

    def _each(self, function: Any, x: Any) -> Any:
        values = np.asarray(x, dtype=np.float64)
        with self.context._core.use():
            made = np.array([function(self._at, float(v)) for v in values.ravel()]).reshape(values.shape)
        return made if values.ndim else float(made)

    def pdf(self, m: Any) -> Any:
        """Density of the continuous part."""
        return self._each(lib.adrop_dist_pdf, m)

    def cdf(self, m: Any) -> Any:
        """P(mask <= m), atoms included."""
        return self._each(lib.adrop_dist_cdf, m)

    def quantile(self, p: Any) -> Any:
        """The smallest m with cdf(m) >= p."""
        return self._each(lib.adrop_dist_quantile, p)

    @property
    def mean(self) -> float:
        with self.context._core.use():
            return lib.adrop_dist_mean(self._at)

    @property
    def variance(self) -> float:
        with self.context._core.use():
            return lib.adrop_dist_variance(self._at)

    @property
    def atoms(self) -> list[tuple[float, float]]:
        """Points of positive probability: value and mass."""
        found = (c.adrop_atom * 2)()
        with self.context._core.use():
            n = lib.adrop_dist_atoms(self._at, found)
        return [(found[i].value, found[i].mass) for i in range(n)]

    def sample(self, n: int, *, seed: int = 1, row: int = 0, number: int = 0) -> Array:
        """n masks: functions of (seed, row, number) and their place alone."""
        if n < 0:
            raise InvalidArgument(f"n is {n}, and must be 0 or more")
        made = np.empty(n, np.float32)
        if n:
            with self.context._core.use():
                lib.adrop_dist_sample(self._at, seed, row, number, n, made.ctypes.data)
        return made

    def kl(self, other: "Dist") -> float:
        """Kullback-Leibler divergence KL(self || other) in nats."""
        with self.context._core.use():
            return lib.adrop_dist_kl(self._at, other._at)

    def __repr__(self) -> str:
        return f"adrop.dist.Dist({self.seed!r}, {self.map!r}, mu={self.mu:g}, sigma={self.sigma:g})"


def _names(name: Any, summary: Any) -> dict[str, str]:
    found: dict[str, str] = {}
    while said := name(len(found)):
        found[text(said)] = text(summary(len(found)))
    return found


def seeds() -> dict[str, str]:
    """The seeds, with a line on each."""
    return _names(lib.adrop_seed_name, lib.adrop_seed_summary)


def maps() -> dict[str, str]:
    """The mappings, with a line on each."""
    return _names(lib.adrop_map_name, lib.adrop_map_summary)

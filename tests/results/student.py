"""Differences of two groups of runs, with intervals of Student's t, by means of their own: no part of the program is used."""
import math


def t_tail(t, df):
    """P(T > t), by the integral of the density in 400 steps of Simpson's rule over an angle."""
    c = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(math.pi)
    a, b, n = math.atan(t / math.sqrt(df)), math.pi / 2, 400
    h = (b - a) / n
    f = [max(math.cos(a + i * h), 0.0) ** (df - 1) for i in range(n + 1)]
    return c * h / 3 * (f[0] + f[-1] + 4 * sum(f[1:-1:2]) + 2 * sum(f[2:-1:2]))


def t_quantile(df, tail=0.025, known={}):
    if (df, tail) not in known:
        low, high = 0.0, 100.0
        for _ in range(40):
            mid = (low + high) / 2
            low, high = (mid, high) if t_tail(mid, df) > tail else (low, mid)
        known[df, tail] = low
    return known[df, tail]


def mean(x):
    return sum(x) / len(x)


def variance(x):
    return sum((v - mean(x)) ** 2 for v in x) / (len(x) - 1)


def pairs(a, b):
    """Results of a less those of b with the same seed, where every run of the smaller group has its pair; else []."""
    other = dict(zip(b.get("seeds") or [], b["runs"]))
    apart = [x - other[s] for s, x in zip(a.get("seeds") or [], a["runs"]) if s in other]
    return apart if len(apart) == min(len(a["runs"]), len(b["runs"])) else []


def difference(a, b):
    """Mean, and the ends of the 95 % interval, of runs of a less those of b: in pairs, or by Welch's test."""
    x, y, apart = a["runs"], b["runs"], pairs(a, b)
    if len(x) < 2 or len(y) < 2:
        return mean(x) - mean(y), math.nan, math.nan
    if apart:
        d, se, df = mean(apart), math.sqrt(variance(apart) / len(apart)), len(apart) - 1
    else:
        p, q = variance(x) / len(x), variance(y) / len(y)
        d, se = mean(x) - mean(y), math.sqrt(p + q)
        df = (p + q) ** 2 / (p * p / (len(x) - 1) + q * q / (len(y) - 1)) if p + q else 1
    reach = t_quantile(df) * se
    return d, d - reach, d + reach

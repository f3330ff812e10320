#!/usr/bin/python3
"""Every dropout technique against PyTorch.

dump_techniques (BUILD/tests) writes what the library computes for every example of every
technique: inputs, noise, output, gradients, penalty. Here each technique is written down a
second time, from its formula, in double with the noise passed in; the gradients are those of
autograd. Every array must agree to 1e-5 of its largest value. A technique or a setting that is
not known here is a failure, as is a run without cases.

    check_techniques.py               compare, then show that the comparison has teeth
    check_techniques.py --self-test   the second part alone

Exit status 77 means skipped."""
import copy
import math
import sys

try:
    import numpy as np
    import torch
    from torch.nn import functional
except ImportError as reason:
    print(f"skipped: {reason}")
    sys.exit(77)

sys.dont_write_bytecode = True
from dump import Mismatch, read_cases  # noqa: E402

BOUND = 1e-5

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)


class Settings(dict):
    """Settings of a technique by name, as text; remembers which were read."""

    def __init__(self, text):
        super().__init__(pair.split("=", 1) for pair in text.split(",") if pair)
        self.read = set()

    def __getitem__(self, key):
        self.read.add(key)
        if key not in self:
            raise Mismatch(f"there is no setting '{key}'")
        return super().__getitem__(key)

    def number(self, key):
        return float(self[key])

    def yes(self, key):
        return {"yes": True, "no": False}[self[key]]


class Case:
    """One case of the dump. Arrays of units are (rows, channels, height, width)."""

    def __init__(self, header):
        self.text = header["case"]
        self.set = header["set"]
        self.technique, _, settings = self.text.partition(":")
        self.has_formula = "(" in settings
        self.settings = Settings("" if self.has_formula else settings)
        self.rows, self.channels = header["rows"], header["channels"]
        self.height, self.width = header["height"], header["width"]
        self.outputs, self.n_train = header["outputs"], header["n_train"]
        self.batch_rows, self.step = header["batch_rows"], header["step"]
        self.area = self.height * self.width
        self.units = self.channels * self.area
        self.arrays = {}

    def where(self):
        return f"{self.text} at {self.rows} x {self.channels} x {self.height} x {self.width}"

    def begin(self):
        """The inputs as leaves of a new graph."""
        def leaf(name):
            return torch.tensor(self.arrays[name].astype(np.float64), requires_grad=True)

        self.leaves = {name: leaf(name) for name in self.arrays
                       if name in ("x", "pre", "weight", "bias") or name.startswith("param.")}
        self.x = self.by_unit(self.leaves["x"])
        self.pre = self.by_unit(self.leaves["pre"])
        self.weight, self.bias = self.leaves.get("weight"), self.leaves.get("bias")

    def by_unit(self, array):
        return array.reshape(self.rows, self.channels, self.height, self.width)

    def param(self, name):
        if f"param.{name}" not in self.leaves:
            raise Mismatch(f"there is no parameter '{name}'")
        return self.leaves[f"param.{name}"]

    def by_channel(self, values):
        """One value for the layer or one a channel, to be combined with units."""
        return values.reshape(1, -1, 1, 1)

    def by_row(self, values):
        """One value for each row, likewise."""
        return values.reshape(-1, 1, 1, 1)

    def noise(self, kind, draw=0, mask="element"):
        """The units' noise: one number an element, or one a (row, channel)."""
        numbers = torch.tensor(self.arrays[f"noise.{kind}.{draw}"].astype(np.float64))
        if mask == "channel":
            return numbers[:, :self.channels].reshape(self.rows, self.channels, 1, 1)
        return self.by_unit(numbers[:, :self.units])

    def output_noise(self, kind):
        """The following layer's noise: one number a (row, output)."""
        return torch.tensor(self.arrays[f"noise.{kind}.0"].astype(np.float64))[:, :self.outputs]

    def coins(self, probability, mask="element"):
        """1 where the unit's 32 random bits say so, with the probability."""
        return (self.noise("words", 0, mask) < probability * 2**32).double()


# ----- the model-free family: m = k(mu + sigma eps), eps from a seed -----

# noise array, density, where the density's corners are; outside the first and last it is 0
SEEDS = {
    "gaussian": ("normal", lambda e: torch.exp(-e * e / 2) / math.sqrt(2 * math.pi), [-14, 0, 14]),
    "laplace": ("laplace", lambda e: torch.exp(-e.abs()) / 2, [-80, 0, 80]),
    "logistic": ("logistic", lambda e: torch.sigmoid(e) * torch.sigmoid(-e), [-80, 0, 80]),
    "uniform": ("symmetric", lambda e: torch.full_like(e, 0.5), [-1, 1]),
    "exponential": ("exponential", lambda e: torch.exp(-e), [0, 80]),
}
# k, where it has corners
MAPS = {
    "sigmoid": (torch.sigmoid, []),
    "probit": (lambda r: torch.erfc(-r / math.sqrt(2)) / 2, []),
    "clamp": (lambda r: r.clamp(0, 1), [0, 1]),
    "tanh": (lambda r: (1 + torch.tanh(r)) / 2, []),
    "atan": (lambda r: 0.5 + torch.atan(r) / math.pi, []),
    "one-minus-exp": (lambda r: -torch.expm1(-torch.relu(r)), [0]),
}


def spline_of(params):
    """The learned mapping and its corners, as its authors have it: Durkan et al., 2019."""
    def extents(p):
        return 12 * (0.001 + 0.992 * torch.softmax(p, 0))

    start = math.log(math.expm1(1 - 0.001))
    one = torch.ones(1, dtype=torch.float64)
    widths, heights = extents(params[:8]), extents(params[8:16])
    slopes = torch.cat([one, 0.001 + functional.softplus(params[16:] + start), one])
    x, y = (torch.cat([0 * one, torch.cumsum(e, 0)]) - 6 for e in (widths, heights))

    def k(r):
        inside = r.clamp(-6, 6)
        i = (torch.searchsorted(x.detach(), inside.detach().contiguous(), right=True) - 1).clamp(0, 7)
        t, s = (inside - x[i]) / widths[i], heights[i] / widths[i]
        both = t * (1 - t)
        over = s + (slopes[i + 1] + slopes[i] - 2 * s) * both
        return torch.sigmoid(y[i] + heights[i] * (s * t**2 + slopes[i] * both) / over + r - inside)

    return k, x.tolist()


def map_of(case):
    """k and its corners."""
    return spline_of(case.param("spline")) if case.settings["map"] == "spline" else MAPS[case.settings["map"]]


NODES, WEIGHTS = (torch.tensor(a) for a in np.polynomial.legendre.leggauss(24))


def expectation(seed, corners, mu, sigma, function):
    """E[function(eps, mu + sigma eps)] of one pair, by Gauss' rule between the corners. The nodes
    are held constant: the integrand is continuous, so that moving them does not change the
    integral."""
    _, density, cuts = SEEDS[seed]
    at, by = -mu.item() / sigma.item(), 1 / sigma.item()
    inner = [at + by * r for r in corners + [-30, -10, -3, -1, -0.3, 0, 0.3, 1, 3, 10, 30]]
    inner += [0.25 * (1.5**i) * side for i in range(15) for side in (-1, 1)]
    low, high = cuts[0], cuts[-1]
    ends = torch.tensor(sorted(set(cuts) | {e for e in inner if low < e < high}),
                        dtype=torch.float64)
    middle, half = (ends[1:] + ends[:-1]) / 2, (ends[1:] - ends[:-1]) / 2
    e = middle[:, None] + half[:, None] * NODES
    return (half[:, None] * WEIGHTS * density(e) * function(e, mu + sigma * e)).sum()


def mean_by_quadrature(seed, mapping, mu, sigma):
    k, corners = mapping
    return expectation(seed, corners, mu, sigma, lambda e, r: k(r))


def mean_of_mask(case, mu, sigma):
    """The normaliser c of each pair."""
    settings = case.settings
    seed, mapping = settings["seed-dist"], settings["map"]
    kind = settings["mean"] if "mean" in settings else "exact"
    paper = seed == "gaussian" and mapping == "sigmoid"
    if kind == "approx" or (kind == "auto" and paper):
        return torch.sigmoid(mu / torch.sqrt(1 + math.pi / 8 * sigma**2))
    return torch.stack([mean_by_quadrature(seed, map_of(case), *pair) for pair in zip(mu, sigma)])


def pairs(case):
    if "unit" not in case.settings:
        return 1
    return {"layer": 1, "node": case.channels, "sample": case.rows}[case.settings["unit"]]


def model_free(case, mu, sigma, detach):
    """y = x m / c for mu and sigma of the layer (1) or of the channels."""
    s = case.settings
    if len(mu) != pairs(case):
        raise Mismatch(f"{len(mu)} pairs of mu and sigma")
    c = mean_of_mask(case, mu, sigma)
    by = case.by_row if "unit" in s and s["unit"] == "sample" else case.by_channel
    eps = case.noise(SEEDS[s["seed-dist"]][0], 0, s["mask"])
    m = map_of(case)[0](by(mu) + by(sigma) * eps)
    return case.x * m / by(c.detach() if detach else c)


def log_sigmoid_slope(r):
    return functional.logsigmoid(r) + functional.logsigmoid(-r)


# ln k and ln k' of the mappings that are strictly increasing everywhere
LOGARITHMS = {
    "sigmoid": (functional.logsigmoid, log_sigmoid_slope),
    "probit": (torch.special.log_ndtr, lambda r: -r * r / 2 - math.log(2 * math.pi) / 2),
    "tanh": (lambda r: functional.logsigmoid(2 * r),
             lambda r: math.log(2) + log_sigmoid_slope(2 * r)),
    "atan": (lambda r: torch.log(torch.atan2(torch.ones_like(r), -r) / math.pi),
             lambda r: -torch.log(math.pi * (1 + r * r))),
}


def divergence(settings, mu, sigma):
    """KL of one unit by quadrature: of m to the log-uniform prior, E[ln q(m) + ln m]; of
    r = mu + sigma eps to the Gaussian one, E[ln q(r) - ln p(r)]."""
    seed, kind = settings["seed-dist"], settings["kl"]
    log_density = {
        "gaussian": lambda e: -e * e / 2 - math.log(2 * math.pi) / 2,
        "laplace": lambda e: -e.abs() - math.log(2),
        "logistic": log_sigmoid_slope,
        "uniform": lambda e: torch.full_like(e, -math.log(2)),
        "exponential": lambda e: -e,
    }[seed]
    if kind == "log-uniform":
        log_k, log_slope = LOGARITHMS[settings["map"]]
        return expectation(seed, [], mu, sigma, lambda e, r: log_density(e) - torch.log(sigma)
                           - log_slope(r) + log_k(r))
    if kind == "gaussian":
        prior = torch.distributions.Normal(settings.number("kl-mu"), settings.number("kl-sigma"))
        return expectation(seed, [], mu, sigma,
                           lambda e, r: log_density(e) - torch.log(sigma) - prior.log_prob(r))
    raise Mismatch(f"there is no kl={kind}")


def with_divergence(case, mu, sigma):
    """y, and this shard's part of kl-weight / N times the KL of all units."""
    s = case.settings
    y = model_free(case, mu, sigma, s.yes("detach"))
    if s["kl"] == "none":
        return y
    factors = (case.channels if s["mask"] == "channel" else case.units) / len(mu)
    kl = torch.stack([divergence(s, *pair) for pair in zip(mu, sigma)]).sum() * factors
    return y, s.number("kl-weight") * kl / case.n_train * case.rows / case.batch_rows


def hidden(case, x):
    """What the encoder makes of each row, or of its averages over height and width."""
    return x.mean((2, 3)) @ case.param("encoder.weight").T + case.param("encoder.bias")


def drawn(case, h):
    """The hidden layer of prior=sampled, around its mode h (rows, hidden)."""
    s = case.settings
    if s["prior"] == "mode":
        return h
    zeta = torch.tensor(case.arrays["noise.normal.1"].astype(np.float64))[:, :h.shape[1]]
    return h + s.number("prior-sigma") * zeta


def advanced(case):
    s = case.settings
    h = drawn(case, hidden(case, {"attached": case.x, "detached": case.x.detach()}[s["encoder-input"]]))
    mu = h @ case.param("mu.weight").T + case.param("mu.bias")
    sigma = functional.softplus(h @ case.param("sigma.weight").T + case.param("sigma.bias"))
    if s["unit"] == "sample":
        mu, sigma = mu.reshape(-1), sigma.reshape(-1)
    else:
        mu, sigma = mu.mean(0), sigma.mean(0)
    if s.number("mu-limit"):
        mu = mu.clamp(-s.number("mu-limit"), s.number("mu-limit"))
    if s.number("sigma-limit"):
        sigma = sigma.clamp(max=s.number("sigma-limit"))
    return with_divergence(case, mu, sigma)


def advanced_noprior(case):
    sigma = functional.softplus(case.param("sigma_raw"))
    return with_divergence(case, case.param("mu"), sigma)


def advanced_cross(case):
    """sigma alone is learned; mu is where the mapping is 1/2, and c is exact and has a gradient."""
    s = case.settings
    half = {"clamp": 0.5, "one-minus-exp": math.log(2)}.get(s["map"], 0.0)
    sigma = torch.exp(case.param("log_sigma"))
    return model_free(case, torch.full_like(sigma, half).detach(), sigma, False)


def self_tuning(case):
    """Each row has a displacement of ln sigma, which the learned response scales units by."""
    s = case.settings
    d = case.by_row(torch.tensor(case.arrays["noise.normal.1"].astype(np.float64))[:, 0])
    d = d * s.number("perturb")
    m = torch.sigmoid(torch.exp(case.param("log_sigma") + d) * case.noise("normal", 0, s["mask"]))
    return case.x * m * (1 + d * case.by_channel(case.param("best_response"))) / 0.5


def advanced_fixed(case):
    s = case.settings
    mu, sigma = torch.tensor([s.number("mu")]), torch.tensor([s.number("sigma")])
    return model_free(case, mu, sigma, False)


# ----- concrete -----

def concrete(case):
    s, a = case.settings, case.param("p_logit")
    if a.numel() != {"layer": 1, "node": case.channels}[s["unit"]]:
        raise Mismatch(f"unit={s['unit']} with {a.numel()} parameters")
    t = s.number("temperature") or (2 / 3 if s["mask"] == "channel" else 0.1)
    z = torch.sigmoid((case.by_channel(a) + case.noise("logistic", 0, s["mask"])) / t)
    return case.x * (1 - z) / (1 - torch.sigmoid(case.by_channel(a)))


def concrete_penalty(case):
    """K, the units that share p, are counted as channels."""
    s, p = case.settings, torch.sigmoid(case.param("p_logit"))
    dr, wr = s.number("entropy") / case.n_train, s.number("lengthscale")**2 / (2 * case.n_train)
    entropy = -(p * torch.log(p) + (1 - p) * torch.log(1 - p))
    loss = -dr * case.channels * entropy.mean()
    if wr:
        squares = (case.weight**2).sum(0)
        if s["unit"] == "layer":
            squares = squares.sum() + (case.bias**2).sum() * s.yes("with-bias")
        loss = loss + wr * (squares / (1 - p)).sum()
    return loss


def concrete_mlp(case):
    """Here the encoder gives the logit of the keep probability."""
    s = case.settings
    logit = (hidden(case, case.x) @ case.param("mu.weight").T + case.param("mu.bias")).mean()
    m = torch.sigmoid((logit + case.noise("logistic", 0, s["mask"])) / s.number("temperature"))
    return case.x * m / torch.sigmoid(logit).detach()


# ----- soft -----

def folded_normal(s):
    """E[min(1, s |e|)], e normal."""
    tail = torch.erfc(1 / (s * math.sqrt(2)))
    return s * math.sqrt(2 / math.pi) * (1 - torch.exp(-1 / (2 * s**2))) + tail


def folded_laplace(s):
    return s * (1 - torch.exp(-1 / s))


def soft(case, kind, folded):
    s = case.settings
    logit, softness = case.param("p_logit"), functional.softplus(case.param("s_raw"))
    if logit.numel() != {"layer": 1, "node": case.channels}[s["unit"]]:
        raise Mismatch(f"unit={s['unit']} with {logit.numel()} parameters")
    logit, softness = case.by_channel(logit), case.by_channel(softness)
    p = torch.sigmoid(logit)
    low, high = p * softness, (1 - p) * softness
    c = (1 - p) * folded(low) + p * (1 - folded(high))
    gate = torch.sigmoid((logit + case.noise("logistic", 0, s["mask"])) / s.number("temperature"))
    at_0 = (low * case.noise(kind, 1, s["mask"]).abs()).clamp(max=1)
    at_1 = (high * case.noise(kind, 2, s["mask"]).abs()).clamp(max=1)
    m = (1 - gate) * at_0 + gate * (1 - at_1)
    return case.x * m / c.detach()


def soft_gaussian(case):
    return soft(case, "normal", folded_normal)


def soft_laplace(case):
    return soft(case, "exponential", folded_laplace)


# ----- information -----

def information(case):
    """y and beta / N times the batch average of the KL."""
    s, most = case.settings, case.settings.number("max-alpha")
    level = case.x.mean((2, 3)) @ case.param("down.weight").T @ case.param("up.weight").T
    alpha = 0.001 + most * torch.sigmoid(level + case.param("up.bias"))
    alpha = alpha.reshape(case.rows, case.channels, 1, 1)
    if s["activation"] == "relu":
        kl = -torch.log(alpha / (most + 0.001)) * torch.ones_like(case.x)
        if s["count"] == "active":
            kl = kl * (case.x > 0)
    else:
        mean, deviation = case.param("prior")[0], functional.softplus(case.param("prior")[1])
        off = torch.log(case.x.clamp(min=1e-4)) - mean
        kl = ((alpha**2 + off**2) / deviation**2 - 1) / 2 + torch.log(deviation) - torch.log(alpha)
    over = {"dataset": case.n_train, "batch": 1}[s["scaling"]] * case.batch_rows
    y = case.x * torch.exp(alpha * case.noise("normal"))
    return y, s.number("beta") * kl.sum() / over


# ----- fixed noise -----

def none(case):
    return case.x * 1


def bernoulli(case):
    keep = 1 - case.settings.number("rate")
    return case.x * case.coins(keep, case.settings["mask"]) / keep


def dropconnect(case):
    """One mask of the weights for the whole batch."""
    keep = 1 - case.settings.number("rate")
    words = torch.tensor(case.arrays["noise.weight-words"].astype(np.float64))
    kept = case.weight * (words < keep * 2**32).double() / keep
    return case.leaves["x"] @ kept.T + case.bias


def fast(case):
    """The dense layer's output as a normal number: its mean and variance under dropout."""
    x, rate = case.leaves["x"], case.settings.number("rate")
    variance = rate / (1 - rate) * (x**2 @ (case.weight**2).T)
    return x @ case.weight.T + case.bias + torch.sqrt(variance + 1e-8) * case.output_noise("normal")


def evolutional(case):
    """Each of a row's 32-bit words, as a fraction of 2^32, falls into one channel's share."""
    root = (case.x.detach()**2).mean((0, 2, 3)).sqrt()
    share = root / root.sum()
    draws = max(1, math.floor(case.settings.number("draws") * case.channels + 0.5))
    words = torch.tensor(case.arrays["noise.words.0"].astype(np.float64))[:, :draws] / 2**32
    found = torch.searchsorted(share.cumsum(0), words, right=True).clamp(max=case.channels - 1)
    counts = torch.stack([torch.bincount(row, minlength=case.channels) for row in found])
    factor = counts / (draws * share)
    return case.x * factor.reshape(case.rows, case.channels, 1, 1)


def jumpout(case):
    """The rate of the batch comes from the first row's second normal number."""
    s = case.settings
    z = abs(float(case.arrays["noise.normal.1"][0, 0]))
    rate = min(s.number("min-rate") + s.number("spread") * z, s.number("max-rate"))
    active = (case.x > 0).double().mean().item()
    keep = 1 - (min(rate / active, 0.95) if active else 0.95)
    return case.x * case.coins(keep, s["mask"]) * keep**-0.75


def power(case):
    """The technique from outside, examples/plugin/power.c: m = u^(1 / power)."""
    s = case.settings
    a = s.number("power")
    return case.x * case.noise("uniform", 0, s["mask"])**(1 / a) * (a + 1) / a


def drop_path(case):
    """One coin a row; the bed's map is branch 2 of 4."""
    keep = 1 - case.settings.number("rate") * 2 / 4
    return case.x * case.coins(keep)[:, :1, :1, :1] / keep


def masksembles(case):
    """The masks are passed in, and must be what they should: as many ones in each, every unit used,
    as much overlap as the scale says. Row r of step t has the mask (r + t) mod n."""
    s, masks = case.settings, case.arrays["fixed.masks"].astype(np.float64)
    n, scale, c = int(s["members"]), s.number("scale"), case.channels
    ones = min(max(math.floor(c / (scale * (1 - (1 - 1 / scale)**n)) + 1e-9), -(-c // n)), c)
    if masks.shape != (n, c) or set(np.unique(masks)) - {0, 1}:
        raise Mismatch(f"masks of shape {masks.shape}")
    if (masks.sum(1) != ones).any() or (masks.sum(0) == 0).any():
        raise Mismatch(f"masks with {masks.sum(1)} ones, {ones} expected, or an unused unit")
    rows = (np.arange(case.rows) + case.step) % n
    return case.x * torch.tensor(masks[rows]).reshape(case.rows, c, 1, 1) * c / ones


def spatial(case):
    keep = 1 - case.settings.number("rate")
    return case.x * case.coins(keep, "channel") / keep


def gaussian(case):
    s, rate = case.settings, case.settings.number("rate")
    return case.x * (1 + math.sqrt(rate / (1 - rate)) * case.noise("normal", 0, s["mask"]))


def uniform(case):
    s = case.settings
    low, high = s.number("low"), s.number("high")
    m = low + (high - low) * case.noise("uniform", 0, s["mask"])
    return case.x * m / ((low + high) / 2)


def continuous(case):
    s, spread = case.settings, case.settings.number("spread")
    deviation = {"variance": math.sqrt(spread), "deviation": spread}[s["reading"]]
    m = 0.5 + deviation * case.noise("normal", 0, s["mask"])
    return 2 * case.x * (m.clamp(0, 1) if s.yes("clip") else m)


def beta(case):
    """Masks drawn by a formula of uniforms are drawn again here; the others, made of gamma
    variables, are passed in."""
    s, shape = case.settings, case.settings.number("beta")
    if shape == 0.5:
        m = torch.sin(math.pi / 2 * case.noise("uniform", 0, s["mask"])) ** 2
    elif shape in (1, 2, 3, 4):
        several = [case.noise("uniform", k, s["mask"]) for k in range(2 * int(shape) - 1)]
        m = torch.stack(several).median(0).values
    else:
        m = case.noise("beta", 0, s["mask"])
    return 2 * case.x * m


def standout(case):
    s = case.settings
    pi = torch.sigmoid(s.number("a") * case.pre + s.number("b"))
    gap = case.noise("uniform") - pi
    if gap.abs().min() < 3e-7:
        raise Mismatch("a keep probability is too near its random number to tell: change the bed")
    return case.x * (gap < 0).double().detach()


def dropblock(case):
    s, height, width = case.settings, case.height, case.width
    side = min(int(s["block"]), height, width)
    rate, ramp = s.number("rate"), s.number("ramp")
    if case.step < ramp:
        rate *= case.step / ramp
    places = (height - side + 1) * (width - side + 1)
    gamma = rate / side**2 * height * width / places
    # a square is found by its top left corner
    corners = case.coins(gamma)[:, :, :height - side + 1, :width - side + 1]
    if s.yes("shared"):
        corners = corners[:, :1].expand(-1, case.channels, -1, -1)
    around = (side - 1,) * 4
    keep = 1 - functional.max_pool2d(functional.pad(corners, around), side, 1)
    if s["scale"] == "expected":
        covered = functional.avg_pool2d(functional.pad(torch.ones_like(corners), around), side, 1)
        return case.x * keep / (1 - gamma) ** (covered * side**2)
    count = keep.sum((1, 2, 3), keepdim=True).clamp(min=1)
    return case.x * keep * case.units / count


# ----- variational -----

def log_alpha(case):
    """Type b: as the weights; type a: one for the layer or one a channel."""
    s, la = case.settings, case.param("log_alpha")
    counts = {"layer": 1, "node": case.channels, "weight": case.outputs * case.channels}
    if la.numel() != counts[s["unit"]]:
        raise Mismatch(f"unit={s['unit']} with {la.numel()} parameters")
    return la


def variational(case):
    s, la = case.settings, log_alpha(case)
    if s["type"] == "a":
        eps = case.noise("normal", 0, s["mask"])
        return case.x * (1 + torch.exp(case.by_channel(la) / 2) * eps)
    x = case.leaves["x"]
    variance = x**2 @ (torch.exp(la) * case.weight**2).T
    return x @ case.weight.T + case.bias + torch.sqrt(variance + 1e-8) * case.output_noise("normal")


def kl_log_uniform(kind, la):
    """KL(N(1, alpha) || log-uniform). Exactly: ln (1 + sqrt(alpha) eps)^2 is the logarithm of a
    noncentral chi-square of one degree, a Poisson mixture of central ones, each of which has a
    digamma for its mean."""
    alpha = torch.exp(la)
    if kind == "kingma":
        return -(la / 2 + 1.16145124 * alpha - 1.50204118 * alpha**2 + 0.58629921 * alpha**3)
    if kind == "molchanov":
        k1, k2, k3 = 0.63576, 1.87320, 1.48695
        return k1 - k1 * torch.sigmoid(k2 + k3 * la) + torch.log1p(torch.exp(-la)) / 2
    if kind == "exact":
        half = 1 / (2 * alpha.reshape(-1, 1))
        if half.max() > 60:
            raise Mismatch("alpha is too small for the sum")
        j = torch.arange(200.0)
        weights = torch.exp(j * torch.log(half) - half - torch.lgamma(j + 1))
        gain = torch.digamma(j + 0.5) - torch.digamma(torch.tensor(0.5))
        return (weights * gain).sum(1) / 2
    if kind == "none":
        return 0 * la
    raise Mismatch(f"there is no kl={kind}")


def weighted_kl(case, kl, la):
    s = case.settings
    if s["type"] == "b":
        factors = case.outputs * case.channels
    else:
        factors = case.channels if s["mask"] == "channel" else case.units
    return s.number("kl-weight") * kl.sum() * factors / la.numel() / case.n_train


def variational_penalty(case):
    la = log_alpha(case)
    return weighted_kl(case, kl_log_uniform(case.settings["kl"], la), la)


def hierarchical_penalty(case):
    """KL(N(1, alpha) || N(0, gamma)) at the gamma that minimises it, by PyTorch's own formula."""
    la = log_alpha(case)
    alpha = torch.exp(la)
    factor = torch.distributions.Normal(torch.ones_like(alpha), torch.sqrt(alpha))
    prior = torch.distributions.Normal(torch.zeros_like(alpha), torch.sqrt(1 + alpha))
    return weighted_kl(case, torch.distributions.kl_divergence(factor, prior), la)


# ----- the list -----

class Technique:
    """y from a case (or y and a loss that the rows add), and the penalty. start: settings that
    only say where parameters begin, or are limits on them."""

    def __init__(self, output, penalty=None, start=()):
        self.output, self.penalty, self.start = output, penalty, set(start)


TECHNIQUES = {
    "none": Technique(none),
    "bernoulli": Technique(bernoulli),
    "gaussian": Technique(gaussian),
    "uniform": Technique(uniform),
    "continuous": Technique(continuous),
    "concrete": Technique(concrete, concrete_penalty, ["rate"]),
    "variational": Technique(variational, variational_penalty, ["alpha", "max-alpha"]),
    "beta": Technique(beta),
    "information": Technique(information, start=["hidden"]),
    "soft-gaussian": Technique(soft_gaussian, start=["rate", "s"]),
    "soft-laplace": Technique(soft_laplace, start=["rate", "s"]),
    "advanced": Technique(advanced, start=["mu", "sigma", "hidden", "encoder-step"]),
    "advanced-noprior": Technique(advanced_noprior, start=["mu", "sigma"]),
    "advanced-fixed": Technique(advanced_fixed),
    "advanced-cross": Technique(advanced_cross, start=["sigma", "sigma-min", "sigma-max"]),
    "self-tuning": Technique(self_tuning, start=["sigma", "sigma-min", "sigma-max"]),
    "concrete-mlp": Technique(concrete_mlp, start=["rate", "hidden"]),
    "dropconnect": Technique(dropconnect),
    "standout": Technique(standout),
    "spatial": Technique(spatial),
    "dropblock": Technique(dropblock),
    "fast": Technique(fast),
    "evolutional": Technique(evolutional),
    "jumpout": Technique(jumpout),
    "power": Technique(power),
    "drop-path": Technique(drop_path),
    "masksembles": Technique(masksembles),
    "variational-hierarchical": Technique(variational, hierarchical_penalty,
                                          ["alpha", "max-alpha"]),
}


def gradients(case, loss):
    """Of every leaf, by name; zeros where the loss does not depend on it."""
    found = [None] * len(case.leaves)
    if loss.requires_grad:
        found = torch.autograd.grad(loss, list(case.leaves.values()), allow_unused=True)
    return {name: torch.zeros_like(leaf) if grad is None else grad
            for (name, leaf), grad in zip(case.leaves.items(), found)}


def rename(grads, before):
    """Gradients under the names that the dump has for them."""
    def of(name):
        return name.replace("param", "grad", 1) if name.startswith("param.") else "d" + name

    return {before + of(name): grad for name, grad in grads.items()}


def reference(case):
    """Every array of the dump that the library computed, computed here."""
    technique = TECHNIQUES[case.technique]
    case.begin()
    y = technique.output(case)
    y, row_loss = y if isinstance(y, tuple) else (y, torch.zeros(()))
    y = y.reshape(case.rows, -1)
    dy = torch.tensor(case.arrays["dy"].astype(np.float64))
    expected = {"y": y.detach(), "row-loss": row_loss.detach().reshape(1)}
    expected |= rename(gradients(case, (y * dy).sum() + row_loss), "")
    case.begin()
    penalty = technique.penalty(case) if technique.penalty else torch.zeros(())
    expected["penalty"] = penalty.detach().reshape(1)
    of_penalty = {name: grad for name, grad in gradients(case, penalty).items()
                  if name not in ("x", "pre")}
    expected |= rename(of_penalty, "penalty-")
    return expected


def error_of(found, expected):
    """The largest difference, relative to the largest value expected."""
    expected = expected.numpy()
    if found.shape != expected.shape:
        raise Mismatch(f"the shape is {found.shape}, here {expected.shape}")
    largest, off = np.abs(expected).max(), np.abs(found - expected).max()
    return off / largest if largest > 0 else (0 if off == 0 else math.inf)


def compare(case):
    """[(array, error)] of a case."""
    if case.technique not in TECHNIQUES:
        raise Mismatch(f"technique '{case.technique}' is not known to this comparison")
    expected = reference(case)
    inputs = {name for name in case.arrays
              if name in case.leaves or name == "dy" or name.startswith(("noise.", "fixed."))}
    if set(case.arrays) - inputs != set(expected):
        raise Mismatch(f"other arrays: {sorted((set(case.arrays) - inputs) ^ set(expected))}")
    return [(name, error_of(case.arrays[name], expected[name])) for name in expected]


def compare_all(cases):
    """Print a line a technique; the numbers of passed and failed comparisons."""
    passed = failed = 0
    worst, read, known = {}, {}, {}
    for technique in sorted(set(TECHNIQUES) - {case.technique for case in cases}):
        failed += 1
        print(f"FAIL {technique}: there is no case of it")
    for case in cases:
        try:
            errors = compare(case)
        except Mismatch as why:
            failed += 1
            print(f"FAIL {case.where()}: {why}")
            continue
        for name, error in errors:
            if error <= BOUND:
                passed += 1
            else:
                failed += 1
                print(f"FAIL {case.where()}: {name} is off by {error:.2g}")
        top = max(errors, key=lambda e: e[1])
        before = worst.get(case.technique, (0, 0, ("", -1.0)))
        worst[case.technique] = (before[0] + 1, before[1] + len(errors),
                                 max(before[2], top, key=lambda e: e[1]))
        read.setdefault(case.technique, set()).update(case.settings.read)
        known.setdefault(case.technique, set()).update(case.settings)
    for name, (n_cases, n_arrays, (array, error)) in worst.items():
        print(f"{name:16} {n_cases:3} cases {n_arrays:5} arrays  worst {error:.1e} ({array})")
        for setting in sorted(known[name] - read[name] - TECHNIQUES[name].start):
            failed += 1
            print(f"FAIL {name}: setting '{setting}' is not known to this comparison")
    return passed, failed


def is_seen(case):
    """Does the comparison find fault with the case?"""
    try:
        return any(not error <= BOUND for _, error in compare(case))
    except Mismatch:
        return True


def changed(case, **fields):
    other = copy.copy(case)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def changes(case):
    """(what, case) for changes of a case that a comparison must see: each computed array by 1e-4
    of its largest value, a gradient through the normaliser where there was none or the other way
    round, another name."""
    for name in reference(case):
        nudged = case.arrays[name].astype(np.float64)
        place = np.unravel_index(np.abs(nudged).argmax(), nudged.shape)
        nudged[place] += 1e-4 * (abs(nudged[place]) or 1)
        yield name, changed(case, arrays={**case.arrays, name: nudged})
    if "detach" in case.settings:
        other = Settings(case.text.partition(":")[2])
        other["detach"] = "no" if other.yes("detach") else "yes"
        yield "detach", changed(case, settings=other)
    yield "the name", changed(case, technique=case.technique + "-of-tomorrow")


def self_test(cases):
    """Change one good case of each technique in many ways. The numbers of changes seen and
    missed."""
    seen = missed = 0
    for technique in sorted({case.technique for case in cases}):
        case = next((c for c in cases if c.technique == technique and not is_seen(c)), None)
        if not case:
            missed += 1
            print(f"FAIL self-test: there is no good case of {technique}")
            continue
        for what, other in changes(case):
            if is_seen(other):
                seen += 1
            else:
                missed += 1
                print(f"FAIL self-test: a change of {what} in {case.where()} is not seen")
    print(f"self-test: {seen} changes seen, {missed} missed")
    return seen, missed


def main():
    dumped = read_cases("dump_techniques", Case)
    cases = [case for case in dumped if not case.has_formula]
    print(f"{len(dumped) - len(cases)} cases with formulas are left to test_formula and "
          "test_conformance_formula")
    print(f"{len(cases)} cases, kernels {', '.join(sorted({case.set for case in cases}))}")
    passed, failed = (0, 0) if "--self-test" in sys.argv[1:] else compare_all(cases)
    seen, missed = self_test(cases)
    print(f"{passed + seen} passed, {failed + missed} failed")
    return 1 if failed or missed or not seen else 0


if __name__ == "__main__":
    sys.exit(main())

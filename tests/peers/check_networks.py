#!/usr/bin/python3
"""Every network against PyTorch: a batch, its gradients, and ten steps of training.

    check_networks.py [DUMP_PROGRAM]     BUILD/tests/dump_networks if it is not named

The program is called, once a case, as

    DUMP_PROGRAM MODEL DROPOUT FILE SIZE CHANNELS CLASSES ROWS [R_DROP]

and writes a safetensors file (F32) of what the library has and computes:

    input                 (rows, channels, size, size)
    labels                (rows), whole numbers
    param/NAME            before training: parameters and running statistics, with PyTorch's
                          names and layouts (its state_dict, num_batches_tracked left out)
    noise/STEP/LAYER      (rows, units), advanced alone: the normal noise, steps from 0, drop1 ..
    logits                (rows, classes) of the first step
    grad/NAME             of the first step's mean cross-entropy; parameters alone
    losses                (10), of SGD on that batch: lr 0.01, momentum 0.9, weight decay 5e-4;
                          parameters of dropout: lr 1e-4, no decay
    after/NAME            as param/, after ten steps
    mean_logits           (rows, classes), phase mean, after ten steps

The network of bench/networks.py goes the same way from the same parameters, in float. Names and
shapes must be the same, both ways, and the numbers within the bounds below.

Training of a deep network from a small batch magnifies rounding: after ten steps PyTorch's own
float and double may be far apart. So the reference runs twice more with inputs that differ in the
fifth digit, one way and the other, and every bound but that of the first logits is widened by four
times what that changes at most. First losses and calm networks keep the bounds as they are. Changes of good cases show
that the comparison has teeth.

Exit status 77 means skipped."""
import collections
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import torch
    from torch.nn import functional
except ImportError as reason:
    print(f"skipped: {reason}")
    sys.exit(77)

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, os.pardir, "bench"))
sys.dont_write_bytecode = True
import networks  # noqa: E402

BUILD = os.environ.get("BUILD", "build")
STEPS = 10
RULE = {"lr": 0.01, "momentum": 0.9, "decay": 5e-4, "dropout_lr": 1e-4, "dropout_decay": 0}

# Of the largest logit, of the norm of a tensor's gradient, of the largest loss.
LOGITS, GRADIENT, LOSSES, MEAN_LOGITS = 1e-4, 2e-2, 1e-2, 5e-2
GRADIENT_MLP = 1e-3
GRADIENT_R_DROP = 1e-5  # of an mlp
# A gradient that is 0 but for rounding, of the largest norm of any tensor's gradient.
ZERO = 1e-3
# What ten steps change in a tensor, of the norm of that change; rounding of the tensor itself is
# allowed for.
CHANGE = 1e-3
NUDGE, WIDEN = 1e-5, 4  # of the other runs
SHOWN = 5  # failures of a case

torch.set_num_threads(1)

# r_drop: alpha of R-Drop, whose loss of rows 2i and 2i + 1, the same input, is added; 0: none
Case = collections.namedtuple("Case", "model dropout size channels classes rows r_drop",
                              defaults=(0,))
BOTH = ("none", "advanced")
CASES = [
    *[Case("mlp:64,64", dropout, 28, 1, 10, 16) for dropout in BOTH],
    *[Case(f"mlp:64,64,activation={name}", dropout, 28, 1, 10, 16)
      for name in networks.ACTIVATIONS if name != "relu" for dropout in BOTH],
    *[Case("mlp:800,800", dropout, 28, 1, 10, 16) for dropout in BOTH],
    Case("mlp:64,64", "advanced", 28, 1, 10, 16, 1),
    Case("mlp:64,64", "advanced", 28, 1, 10, 16, 5),
    *[Case("vgg16:width=0.25", dropout, 32, 3, 10, 16) for dropout in BOTH],
    Case("vgg16:width=0.25", "advanced", 32, 3, 10, 16, 1),
    Case("vgg16:width=0.25", "none", 28, 1, 10, 16),
    Case("vgg16:width=0.25,head=512-512", "advanced", 64, 3, 100, 8),
    *[Case("vgg16", dropout, 32, 3, 10, 8) for dropout in BOTH],
    *[Case("resnet18:width=0.25", dropout, 32, 3, 10, 16) for dropout in BOTH],
    Case("resnet18:width=0.25", "advanced", 28, 1, 10, 16),
    Case("resnet18:width=0.25", "none", 64, 3, 100, 8),
    Case("resnet18:width=0.25", "none", 128, 3, 10, 8),
    *[Case("densenet40", dropout, 32, 3, 10, 8) for dropout in BOTH],
    *[Case("mobilenet:width=0.25", dropout, 32, 3, 10, 48) for dropout in BOTH],
    Case("mobilenet:width=0.25", "none", 28, 1, 10, 48),
    *[Case("wrn16-10:width=0.1", dropout, 32, 3, 10, 8) for dropout in BOTH],
    Case("wrn16-10:width=0.1", "advanced", 28, 1, 10, 8),
    Case("wrn16-10:width=0.1", "none", 4, 3, 10, 8),  # maps of 1: a variance over 7 is not over 8
]
TOOTHED = "mlp:64,64"  # of the self-test


class Mismatch(Exception):
    """The case cannot be compared: names, shapes or the file are not as they should be."""


def where(case):
    return (f"{case.model} {case.dropout} {case.rows} x {case.channels} x {case.size} x "
            f"{case.size} -> {case.classes}" + (f", R-Drop {case.r_drop}" if case.r_drop else ""))


def read_tensors(path):
    """{name: array} of a safetensors file."""
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = file.read()
    arrays = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        if entry["dtype"] != "F32" or end - begin != 4 * math.prod(entry["shape"]):
            raise Mismatch(f"{name} has type {entry['dtype']} and {end - begin} bytes")
        arrays[name] = np.frombuffer(data[begin:end], "<f4").reshape(entry["shape"])
    return arrays


def run(program, case, folder):
    """What the library computes."""
    path = os.path.join(folder, "case.safetensors")
    numbers = case.size, case.channels, case.classes, case.rows, case.r_drop
    try:
        done = subprocess.run([program, case.model, case.dropout, path, *map(str, numbers)])
    except OSError as reason:
        sys.exit(f"check_networks.py: cannot run {program}: {reason.strerror}")
    if done.returncode:
        raise Mismatch(f"{program} ended with {done.returncode}")
    arrays = read_tensors(path)
    os.remove(path)
    return arrays


# ----- the same in PyTorch -----

def state_of(network):
    """Parameters and running statistics, by name."""
    return {name: tensor for name, tensor in network.state_dict().items()
            if not name.endswith("num_batches_tracked")}


def tensor_of(array):
    return torch.from_numpy(array.copy())


def largest(array):
    return np.abs(array).max()


def norm(array):
    return np.linalg.norm(array.astype(np.float64))


def divergence(logits):
    """The mean of KL(p || q) and KL(q || p) between even and odd rows, by PyTorch's own KL."""
    p, q = (functional.log_softmax(rows, 1) for rows in (logits[0::2], logits[1::2]))
    both = [functional.kl_div(a, b, reduction="batchmean", log_target=True)
            for a, b in ((p, q), (q, p))]
    return sum(both) / 2


class Peer:
    """The case's network in PyTorch."""

    def __init__(self, case):
        self.case = case
        shape = case.channels, case.size, case.size
        self.network = networks.build(case.model, shape, case.classes, case.dropout)
        self.dropouts = {name: layer for name, layer in self.network.named_modules()
                         if isinstance(layer, networks.Advanced)}
        # biases that batch norm takes away again
        self.idle = {f"{name}.bias" for name, layer in self.network.named_modules()
                     if isinstance(layer, torch.nn.Conv2d) and layer.bias is not None}

    def shapes(self):
        """{name: shape} of everything in the file."""
        case = self.case
        shapes = {"input": (case.rows, case.channels, case.size, case.size),
                  "labels": (case.rows,), "logits": (case.rows, case.classes),
                  "mean_logits": (case.rows, case.classes), "losses": (STEPS,)}
        for name, tensor in state_of(self.network).items():
            shapes[f"param/{name}"] = shapes[f"after/{name}"] = tensor.shape
        shapes |= {f"grad/{name}": p.shape for name, p in self.network.named_parameters()}
        for name, layer in self.dropouts.items():
            noise = case.rows, layer.encoder.in_features
            shapes |= {f"noise/{step}/{name}": noise for step in range(STEPS)}
        return shapes

    def demand_names(self, arrays):
        """Refuse names, and shapes, that only one of the two has."""
        expected = self.shapes()
        odd = sorted(set(arrays) ^ set(expected))
        if odd:
            side = "not in the file" if odd[0] in expected else "in the file alone"
            raise Mismatch(f"{len(odd)} names differ; {odd[0]} is {side}")
        for name, shape in expected.items():
            if arrays[name].shape != tuple(shape):
                raise Mismatch(f"{name} has shape {arrays[name].shape}, here {tuple(shape)}")

    def load(self, arrays):
        """Parameters, statistics and noise of the file."""
        state = {name: tensor_of(arrays[f"param/{name}"]) for name in state_of(self.network)}
        self.network.load_state_dict(state, strict=False)
        self.network.train()
        for name, layer in self.dropouts.items():
            layer.noise = [tensor_of(arrays[f"noise/{step}/{name}"]) for step in range(STEPS)]

    def optimizer(self, lr, momentum, decay, dropout_lr, dropout_decay):
        groups = [{"params": self.network.other_parameters()}]
        if self.dropouts:
            groups.append({"params": self.network.dropout_parameters(), "lr": dropout_lr,
                           "weight_decay": dropout_decay})
        return torch.optim.SGD(groups, lr, momentum, weight_decay=decay)

    def train(self, arrays, rule):
        """Every array of the file that the library computed, computed here."""
        network = self.network
        self.load(arrays)
        x, labels = tensor_of(arrays["input"]), tensor_of(arrays["labels"]).long()
        optimizer = self.optimizer(**rule)
        computed, losses = {}, []
        for step in range(STEPS):
            optimizer.zero_grad()
            logits = network(x)
            loss = functional.cross_entropy(logits, labels) + self.case.r_drop * divergence(logits)
            loss.backward()
            losses.append(loss.item())
            if step == 0:
                computed["logits"] = logits.detach().numpy()
                computed |= {f"grad/{name}": p.grad.numpy().copy()
                             for name, p in network.named_parameters()}
            optimizer.step()
        computed["losses"] = np.array(losses)
        network.eval()
        with torch.no_grad():
            computed["mean_logits"] = network(x).numpy()
        computed |= {f"after/{name}": tensor.numpy().copy()
                     for name, tensor in state_of(network).items()}
        return computed


class Reference:
    """What PyTorch computes, and again for inputs that are a little different."""

    def __init__(self, peer, arrays, **rule):
        self.idle = peer.idle
        self.gradient = (GRADIENT if not peer.case.model.startswith("mlp") else
                         GRADIENT_R_DROP if peer.case.r_drop else GRADIENT_MLP)
        self.start = arrays
        self.values = peer.train(arrays, RULE | rule)
        noise = np.random.default_rng(1).standard_normal(arrays["input"].shape)
        self.nudged = [peer.train({**arrays, "input": (arrays["input"] * (1 + nudge * noise)).astype(
            np.float32)}, RULE | rule) for nudge in (NUDGE, -NUDGE)]
        self.top_gradient = max(norm(array) for name, array in self.values.items()
                                if name.startswith("grad/"))
        # A number may be the same in both runs by chance: it does not count as better known
        # than half of all tensors are.
        self.apart = statistics.median(
            self.spread(name, norm) / (self.change(name) or 1e-30)
            for name in self.values if self.is_change(name))

    def spread(self, name, size):
        """How far the nudges have moved an array, the farther of the two."""
        return max(size(other[name] - self.values[name]) for other in self.nudged)

    def is_change(self, name):
        kind, _, tensor = name.partition("/")
        return kind == "after" and tensor not in self.idle

    def change(self, name):
        """The norm of what ten steps have changed."""
        return norm(self.values[name] - self.start[name.replace("after", "param", 1)])


# ----- comparison -----

def loss_errors(found, ref):
    """A step at a time: the first are as good as the first logits."""
    top = largest(ref.values["losses"])
    for step in range(STEPS):
        apart = ref.spread("losses", lambda moved: largest(moved[:step + 1]))
        off = abs(found["losses"][step] - ref.values["losses"][step])
        yield f"losses, step {step}", off / top, LOSSES + WIDEN * apart / top


def logit_errors(found, ref):
    for name, bound, widen in (("logits", LOGITS, 0), ("mean_logits", MEAN_LOGITS, WIDEN)):
        value = ref.values[name]
        apart = ref.spread(name, largest)
        off, top = largest(found[name] - value), largest(value)
        yield name, off / top, bound + widen * apart / top


def tensor_errors(found, ref):
    for name, value in ref.values.items():
        off, apart = norm(found[name] - value), ref.spread(name, norm)
        if name.startswith("grad/"):
            idle = name[len("grad/"):] in ref.idle
            size = ref.top_gradient if idle else norm(value) or 1e-30
            bound = ZERO if idle else ref.gradient
            yield name, off / size, bound + WIDEN * apart / size
        elif ref.is_change(name):
            size, rounding = ref.change(name) or 1e-30, STEPS * 2**-24 * norm(value)
            wider = WIDEN * max(apart / size, ref.apart if value.size == 1 or "/drop" in name else 0)
            yield name, off / size, CHANGE + wider + rounding / size


def noise_errors(arrays):
    """Mean and variance, in standard deviations: would notice noise of another kind."""
    noise = [a.ravel() for name, a in arrays.items() if name.startswith("noise/")]
    if noise:
        noise = np.concatenate(noise).astype(np.float64)
        yield "noise, mean", abs(noise.mean()) * math.sqrt(noise.size), 5
        yield "noise, variance", abs(noise.var() - 1) * math.sqrt(noise.size / 2), 5


def compare(found, ref):
    """[(what, error, bound)]."""
    return [*logit_errors(found, ref), *loss_errors(found, ref), *tensor_errors(found, ref),
            *noise_errors(found)]


def failures(errors):
    """Those beyond their bounds, and NaNs."""
    return [e for e in errors if not e[1] <= e[2]]


def worst_of(errors, start):
    """The error that is nearest to its bound, among those whose names start so."""
    name, error, bound = max((e for e in errors if e[0].startswith(start)),
                             key=lambda e: e[1] / e[2])
    return f"{name} {error:.1e} of {bound:.1e}"


def check(peer, arrays):
    """Print a line; the numbers of passed and failed comparisons."""
    peer.demand_names(arrays)
    errors = compare(arrays, Reference(peer, arrays))
    bad = failures(errors)
    for name, error, bound in bad[:SHOWN]:
        print(f"FAIL {where(peer.case)}: {name} is off by {error:.2g}, at most {bound:.2g}")
    if len(bad) > SHOWN:
        print(f"FAIL {where(peer.case)}: and {len(bad) - SHOWN} more")
    starts = ("logits", "grad", "losses", "mean_logits", "after")
    print(f"{where(peer.case)}: " + "; ".join(worst_of(errors, start) for start in starts))
    return len(errors) - len(bad), len(bad)


# ----- teeth -----

# other rules of training, which must be seen
RULES = {"none": [{"lr": 0.011}, {"momentum": 0.8}, {"decay": 0}],
         "advanced": [{"dropout_lr": 1.1e-4}, {"dropout_decay": 5e-2}, {"decay": 0}]}


def nudged(arrays, name, by):
    """A copy with the largest value of one array changed by a share of the array's norm."""
    array = arrays[name].copy()
    place = np.unravel_index(np.abs(array).argmax(), array.shape)
    array[place] += by * (norm(array) or 1)
    return {**arrays, name: array}


def is_refused(peer, arrays):
    try:
        peer.demand_names(arrays)
    except Mismatch:
        return True
    return False


def changes(peer, arrays):
    """(what, seen?) for changes that a comparison must see."""
    ref = Reference(peer, arrays)
    for name, by in (("logits", 1e-3), ("losses", 5e-2), ("mean_logits", 0.2)):
        yield name, failures(compare(nudged(arrays, name, by), ref))
    for name in ref.values:
        if name.startswith("grad/"):
            yield name, failures(compare(nudged(arrays, name, 3e-2), ref))
    for rule in RULES[peer.case.dropout]:
        yield str(rule), failures(compare(arrays, Reference(peer, arrays, **rule)))
    some = next(name for name in arrays if name.startswith("param/"))
    yield "a name more", is_refused(peer, {**arrays, "param/more.weight": arrays["logits"]})
    yield "a name less", is_refused(peer, {k: a for k, a in arrays.items() if k != some})
    yield "another shape", is_refused(peer, {**arrays, "logits": arrays["logits"].T})


def self_test(peer, arrays):
    """The numbers of changes seen and missed."""
    answers = list(changes(peer, arrays))
    missed = [what for what, seen in answers if not seen]
    for what in missed:
        print(f"FAIL self-test: a change of {what} in {where(peer.case)} is not seen")
    print(f"self-test: {where(peer.case)}: {len(answers) - len(missed)} changes seen, "
          f"{len(missed)} missed")
    return len(answers) - len(missed), len(missed)


def check_case(program, case, folder):
    """The numbers of passed and failed comparisons, those of the self-test included."""
    try:
        arrays, peer = run(program, case, folder), Peer(case)
        passed, failed = check(peer, arrays)
    except Mismatch as why:
        print(f"FAIL {where(case)}: {why}")
        return 0, 1
    if case.model != TOOTHED or failed:
        return passed, failed
    seen, missed = self_test(peer, arrays)
    return passed + seen, failed + missed


def main():
    if len(sys.argv) > 2:
        sys.exit("usage: check_networks.py [DUMP_PROGRAM]")
    program = sys.argv[1] if len(sys.argv) > 1 else os.path.join(BUILD, "tests", "dump_networks")
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            good, bad = check_case(program, case, folder)
            passed, failed = passed + good, failed + bad
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

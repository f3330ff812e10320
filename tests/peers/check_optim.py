#!/usr/bin/python3
"""Optimisers, schedules and clipping against PyTorch.

dump_optim (BUILD/tests) writes twenty steps of every optimiser: where they start, gradients,
factors of the schedule, norms, parameters after each step, state. torch.optim takes the same
steps here, in the same precision, under torch's own schedulers, with clip_grad_norm_. Arrays
must agree to 1e-6 (float) or 1e-12 (double) of their largest value. An optimiser that is not
known here is a failure, as is a run without cases.

Exit status 77 means skipped."""
import copy
import math
import sys

try:
    import numpy as np
    import torch
    from torch.optim import lr_scheduler
except ImportError as reason:
    print(f"skipped: {reason}")
    sys.exit(77)

sys.dont_write_bytecode = True
from dump import Mismatch, read_cases  # noqa: E402

INPUTS = ("start", "grads")

torch.set_num_threads(1)


class Case:
    """One case of the dump; groups are windows on the block of parameters."""

    def __init__(self, header):
        self.__dict__.update(header)
        self.name = header["case"]
        self.arrays = {}

    def where(self):
        precision = "double" if self.double else "float"
        return (f"{self.name} {self.settings} in {precision}, lr {self.lr}, decay {self.decay}, "
                f"{self.schedule} {self.drops} warm-up {self.warmup}, limit {self.limit}")

    def bound(self, array):
        return 1e-12 if self.double or array == "factors" else 1e-6


def make_sgd(case, groups):
    return torch.optim.SGD(groups, lr=1, momentum=case.settings["momentum"])


def make_adam(case, groups):
    betas = case.settings["beta1"], case.settings["beta2"]
    return torch.optim.Adam(groups, lr=1, betas=betas, eps=case.settings["eps"])


def make_adamw(case, groups):
    betas = case.settings["beta1"], case.settings["beta2"]
    return torch.optim.AdamW(groups, lr=1, betas=betas, eps=case.settings["eps"])


# how torch makes it; our name of a state tensor -> torch's
OPTIMIZERS = {
    "sgd": (make_sgd, {"momentum": "momentum_buffer"}),
    "adam": (make_adam, {"exp_avg": "exp_avg", "exp_avg_sq": "exp_avg_sq"}),
    "adamw": (make_adamw, {"exp_avg": "exp_avg", "exp_avg_sq": "exp_avg_sq"}),
}


def make_schedule(case, optimizer):
    """(stepped after every epoch, stepped after every step), either None."""
    by_epoch = by_step = None
    if case.schedule == "step":
        by_epoch = lr_scheduler.MultiStepLR(optimizer, [int(e) for e in case.drops], gamma=0.1)
    elif case.schedule == "cosine":
        by_epoch = lr_scheduler.CosineAnnealingLR(optimizer, T_max=case.epochs)
    elif case.schedule == "one-cycle":
        by_step = lr_scheduler.OneCycleLR(optimizer, [group["lr"] for group in optimizer.param_groups],
                                          total_steps=case.epochs * case.steps_per_epoch,
                                          cycle_momentum=False)
        return by_epoch, by_step
    elif case.schedule != "constant":
        raise Mismatch(f"schedule '{case.schedule}' is not known to this comparison")
    ramp = round(case.warmup * case.steps_per_epoch)
    if ramp > 1:
        by_step = lr_scheduler.LinearLR(optimizer, start_factor=1 / ramp, end_factor=1,
                                        total_iters=ramp - 1)
    return by_epoch, by_step


def take_steps(case, tensors, optimizer, block):
    """Walk through the gradients; factors, norms and the block after each step."""
    by_epoch, by_step = make_schedule(case, optimizer)
    factors, norms, path = [], [], []
    for t, grads in enumerate(case.arrays["grads"], start=1):
        for (first, end), tensor in zip(case.groups, tensors):
            tensor.grad = torch.tensor(grads[first:end])
        limit = case.limit if case.limit > 0 else math.inf
        norms.append(torch.nn.utils.clip_grad_norm_(tensors, limit).item())
        factors.append(optimizer.param_groups[0]["lr"] / case.lr[0])
        optimizer.step()
        for (first, end), tensor in zip(case.groups, tensors):
            block[first:end] = tensor.detach().numpy()
        path.append(block.copy())
        if by_step:
            by_step.step()
        if by_epoch and t % case.steps_per_epoch == 0:
            by_epoch.step()
    return {"factors": np.array(factors), "norms": np.array(norms), "params": np.array(path)}


def reference(case):
    if case.name not in OPTIMIZERS:
        raise Mismatch(f"optimizer '{case.name}' is not known to this comparison")
    make, names = OPTIMIZERS[case.name]
    block = case.arrays["start"][0].copy()
    tensors = [torch.nn.Parameter(torch.tensor(block[first:end])) for first, end in case.groups]
    optimizer = make(case, [{"params": [tensor], "lr": lr, "weight_decay": decay}
                            for tensor, lr, decay in zip(tensors, case.lr, case.decay)])
    expected = take_steps(case, tensors, optimizer, block)
    for ours, theirs in names.items():
        if optimizer.state[tensors[0]].get(theirs) is None:
            continue
        state = np.zeros((1, block.size))
        for (first, end), tensor in zip(case.groups, tensors):
            state[0, first:end] = optimizer.state[tensor][theirs].numpy()
        expected[f"state.{ours}"] = state
    return expected


def error_of(found, expected):
    """The largest difference, relative to the largest value expected."""
    if found.shape != expected.shape:
        raise Mismatch(f"the shape is {found.shape}, here {expected.shape}")
    return np.abs(found - expected).max() / np.abs(expected).max()


def compare(case, expected):
    """[(array, error)] of a case."""
    if set(case.arrays) - set(INPUTS) != set(expected):
        raise Mismatch(f"other arrays: {sorted(set(case.arrays) ^ set(expected))}")
    return [(name, error_of(case.arrays[name], expected[name])) for name in expected]


def compare_all(cases):
    """Print a line an optimiser and precision; the numbers of passed and failed comparisons."""
    passed = failed = 0
    worst = {}
    for name in sorted(set(OPTIMIZERS) - {case.name for case in cases}):
        failed += 1
        print(f"FAIL {name}: there is no case of it")
    for case in cases:
        try:
            errors = compare(case, reference(case))
        except Mismatch as why:
            failed += 1
            print(f"FAIL {case.where()}: {why}")
            continue
        for name, error in errors:
            good = error <= case.bound(name)
            passed, failed = passed + good, failed + (not good)
            if not good:
                print(f"FAIL {case.where()}: {name} is off by {error:.2g}")
            key = case.name, "double" if case.double else "float", name
            worst[key] = max(worst.get(key, 0), error)
    for (name, precision, array), error in worst.items():
        print(f"{name:5} {precision:7} {array:17} worst {error:.1e}")
    return passed, failed


def is_seen(case, expected):
    """Does the comparison find fault with the case?"""
    try:
        return any(not error <= case.bound(name) for name, error in compare(case, expected))
    except Mismatch:
        return True


def changes(case):
    """(what, case) for changes that a comparison must see: each computed array by ten times the
    bound, each setting by a thousandth."""
    for name in set(case.arrays) - set(INPUTS):
        other = copy.deepcopy(case)
        nudged = case.arrays[name].astype(np.float64)
        place = np.unravel_index(np.abs(nudged).argmax(), nudged.shape)
        nudged[place] *= 1 + 10 * case.bound(name)
        other.arrays[name] = nudged
        yield name, other
    for field in ("lr", "decay"):
        for group in range(2):
            other = copy.deepcopy(case)
            getattr(other, field)[group] *= 1.001
            yield f"{field} {group}", other
    for key, value in case.settings.items():
        other = copy.deepcopy(case)
        other.settings[key] = value * 0.999
        yield key, other
    other = copy.deepcopy(case)
    other.limit *= 0.999
    yield "limit", other
    other = copy.deepcopy(case)
    other.name += "-of-tomorrow"
    yield "the name", other


def self_test(cases):
    """Change a good case of each optimiser, one in double with decay in both groups and with
    clipping. The numbers of changes seen and missed."""
    seen = missed = 0
    for name in OPTIMIZERS:
        case = next(c for c in cases if c.name == name and c.double and min(c.decay) > 0 and
                    c.limit > 0 and all(c.settings.values()) and c.warmup)
        if is_seen(case, reference(case)):
            missed += 1
            print(f"FAIL self-test: {case.where()} is not good itself")
        for what, other in changes(case):
            try:
                found = is_seen(other, reference(other))
            except Mismatch:
                found = True
            seen, missed = seen + found, missed + (not found)
            if not found:
                print(f"FAIL self-test: a change of {what} in {case.where()} is not seen")
    print(f"self-test: {seen} changes seen, {missed} missed")
    return seen, missed


def main():
    cases = read_cases("dump_optim", Case)
    print(f"{len(cases)} cases")
    passed, failed = compare_all(cases)
    seen, missed = self_test(cases)
    print(f"{passed + seen} passed, {failed + missed} failed")
    return 1 if failed or missed or not passed or not seen else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Settings of any length: networks, techniques, patterns and paths of 0 bytes to 1 MB go from the
command line or a file of settings into a run's record, and from there to `show` and to a resumed
run, and into the plans of comparisons, searches and reproductions, without a byte lost. A path
that the system cannot have is refused with a sentence, before anything is made.

    long_texts.py [--seed S]
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

adrop = os.path.abspath(os.environ.get("ADROP", "build/adrop"))
LINE = 100000  # the kernel has no longer words of a command line
SMALL = ["--train-limit", "32", "--test-limit", "16", "--batch", "16", "--threads", "1", "--seed", "3"]


def run(*words, code=0):
    """What a command writes."""
    done = subprocess.run([adrop, *words], capture_output=True, text=True)
    if done.returncode != code:
        sys.exit("adrop %s: exit status %d, not %d: %s" %
                 (" ".join(w[:80] for w in words), done.returncode, code, done.stderr[:600]))
    return done.stdout if not code else done.stderr


def same(what, given, found):
    if given != found:
        at = next((i for i, (a, b) in enumerate(zip(given, found or "")) if a != b), len(found or ""))
        sys.exit("%s: %d bytes were given and %d found; they differ at %d" %
                 (what, len(given), len(found or ""), at))


def network(draw, n):
    """A network's text of n bytes or a few more: layers, and blanks between their words."""
    text = "net:flatten; "
    while len(text) < min(n, 800):
        text += "dense %d; %s; " % (draw.randrange(2, 5), draw.choice(["relu", "tanh", "dropout"]))
    end = "dense"
    return text + " " * max(0, n - len(text) - len(end)) + end


def technique(draw, n):
    """A technique's text of n bytes or a few more; of settings that are given again the last counts."""
    text = "bernoulli:rate=0.5"
    while len(text) < n:
        text += ",rate=0.%d" % draw.randrange(1, 10)
    return text


def patterns(draw, n):
    """Names of parameters that are frozen."""
    text = ""
    while len(text) < n:
        text += ("," if text else "") + "fc%d.%s" % (draw.randrange(1, 3), draw.choice(["weight", "bias"]))
    return text


def folder(top, n):
    """A path of n bytes below a folder."""
    path = top
    while len(path) < n:
        path += "/" + "f" * min(200, max(1, n - len(path) - 1))
    return path


def settings_of(run_folder):
    return json.load(open(os.path.join(run_folder, "run.json")))["settings"]


def check_run(path, given):
    """The record, show and a resumed run have the texts."""
    for key, text in given.items():
        same("run.json, " + key, text, settings_of(path)[key])
    shown = json.loads(run("show", path, "--json"))["settings"]
    for key, text in given.items():
        same("show, " + key, text, shown[key])
    run("train", "--resume", path, "--epochs", "2", "--threads", "1", "--quiet")
    for key, text in given.items():
        same("resumed, " + key, text, settings_of(path)[key])
    if len(open(os.path.join(path, "metrics.jsonl")).read().splitlines()) != 2:
        sys.exit("%s: a resumed run has not two epochs" % path[:80])


def check_command_line(draw, work):
    for i, n in enumerate((0, 255, 256, 257, 4096, LINE)):
        given = {"model": network(draw, n) if n else "mlp:2", "dropout": technique(draw, n)}
        if n == 4096:
            given["model"], given["freeze"] = "mlp:2", "fc1.weight," * 300 + "fc1.bias"
        out = os.path.join(work, "line%d" % i)
        words = [w for key, text in given.items() for w in ("--" + key, text)]
        run("train", "--data", "digits", "--epochs", "1", "--out", out, "--quiet", *words, *SMALL)
        check_run(out, given)


def check_config(draw, work):
    for i, n in enumerate((300, 1 << 20)):
        given = {"model": network(draw, n), "dropout": technique(draw, n)}
        config = os.path.join(work, "settings%d.yaml" % i)
        with open(config, "w") as file:
            for key, text in given.items():
                file.write('%s: "%s"\n' % (key, text))
        out = os.path.join(work, "config%d" % i)
        run("train", "--data", "digits", "--epochs", "1", "--out", out, "--quiet", "--config", config, *SMALL)
        check_run(out, given)


def check_paths(work):
    for n in (255, 256, 300, 1000, 3900):
        out = folder(os.path.join(work, "p%d" % n), n)
        run("train", "--data", "digits", "--epochs", "1", "--out", out, "--quiet", "--model", "mlp:2", *SMALL)
        check_run(out, {"model": "mlp:2"})
    out = folder(os.path.join(work, "far"), 5000)
    for command in (["train", "--data", "digits"], ["compare", "--data", "digits"],
                    ["tune", "--data", "digits", "--vary", "lr=0.1,0.2"], ["prune", "--data", "digits"]):
        said = run(*command, "--out", out, "--threads", "1", code=2)
        if "give a shorter" not in said:
            sys.exit("%s: a path of 5000 bytes: %s" % (command[0], said[:300]))
    if os.path.exists(os.path.join(work, "far")):
        sys.exit("a folder was made for a path that was refused")


def check_plans(draw, work):
    given, model = technique(draw, 5000), network(draw, 5000)
    out = os.path.join(work, "compare")
    plan = json.loads(run("compare", "--data", "digits", "--model", '"%s"' % model, "--dropout",
                          "none," + given, "--baseline", "none", "--runs", "1", "--epochs", "1", "--out", out, "--json",
                          "--dry-run", *SMALL[:-2]))
    same("compare, dropout", given, plan["runs"][1]["dropout"])
    same("compare, model", model, plan["runs"][1]["model"])
    vary = 'dropout="%s","%s"' % (given, technique(draw, 6000))
    plan = json.loads(run("tune", "--data", "digits", "--model", model, "--vary", vary, "--method", "grid",
                          "--epochs", "1", "--out", os.path.join(work, "tune"), "--json", "--dry-run",
                          *SMALL[:-2]))
    same("tune, dropout", given, plan["trials"][0]["settings"]["dropout"])


def check_compare(draw, work):
    """A comparison and a search, done: their runs have the texts, and records are taken up again."""
    given, model = technique(draw, 700), network(draw, 700)
    out = os.path.join(work, "done")
    words = ["compare", "--data", "digits", "--model", '"%s"' % model, "--dropout", "none," + given, "--baseline",
             "none", "--runs", "1", "--epochs", "1", "--out", out, "--json", *SMALL[:-2]]
    first = run(*words)
    same("compare, done again", first, run(*words))
    runs = [settings_of(at) for at, _, files in os.walk(out) if "run.json" in files]
    if sorted(s["dropout"] for s in runs) != sorted(["none", given]):
        sys.exit("compare: its runs have not the techniques that were given")


def check_resnet18(work):
    """The text of a network of 18 layers in full."""
    words = run("list", "models", "resnet18:width=0.05", "--yaml", "--quiet").splitlines()
    path = os.path.join(work, "resnet18.yaml")
    open(path, "w").write("\n".join(words) + "\n")
    run("train", "--data", "digits", "--model", path, "--epochs", "1", "--out", os.path.join(work, "yaml"),
        "--quiet", *SMALL)
    model = settings_of(os.path.join(work, "yaml"))["model"]
    if not model.startswith("net:"):
        model = net_of(words)
    if len(model) < 1200:
        sys.exit("the text of resnet18 has %d bytes only" % len(model))
    out = os.path.join(work, "resnet18")
    run("train", "--data", "digits", "--model", model, "--epochs", "1", "--out", out, "--quiet", *SMALL)
    check_run(out, {"model": model})


def net_of(lines):
    """The statements of a file of layers, in one text."""
    layers = []
    for line in lines:
        line = line.split(" #")[0].rstrip()
        if line.startswith("  - ") or line.startswith("- "):
            item = line.split("- ", 1)[1].strip("'\"")
            layers.append(item.replace(": ", "=", 1) if ": " in item else item)
    return "net:" + ";".join(layers)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    draw = random.Random(parser.parse_args().seed)
    work = tempfile.mkdtemp(prefix="adrop-texts-")
    try:
        check_command_line(draw, work)
        check_config(draw, work)
        check_paths(work)
        check_plans(draw, work)
        check_compare(draw, work)
        check_resnet18(work)
    finally:
        shutil.rmtree(work)
    print("long texts: all there")


if __name__ == "__main__":
    main()

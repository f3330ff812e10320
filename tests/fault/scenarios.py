"""Short commands for the tests that disturb programs (faults.py, soak.py, powercut.py): what each
needs, and what it must leave. ADROP is the program, BUILD the folder with tests/fault_shim.so.
Standard library only.
"""
import glob
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "report"))
import folders  # noqa: E402

from inputs import make_inputs, only, write  # noqa: E402

ADROP = os.path.realpath(os.environ.get("ADROP", "build/adrop"))
BUILD = os.path.realpath(os.environ.get("BUILD", "build"))
KILLS = ("torn", "kill-before", "kill-after")  # "torn": in the middle of a write
SHIM = os.path.join(BUILD, "tests", "fault_shim.so")


def environment():
    # The plain locale: others take memory, and a program that gets none does without them. oneDNN's
    # plainest kernels: they are generated in a third of the time, which most of a trial is.
    env = dict(os.environ, OMP_WAIT_POLICY="passive", OMP_NUM_THREADS="1", LC_ALL="C",
               ONEDNN_MAX_CPU_ISA="SSE41")
    env.pop("ADROP_DATA", None)
    return env


def run(argv, folder, faults=None, timeout=120):
    env = environment()
    if faults:
        env.update(faults, LD_PRELOAD=SHIM)
    done = subprocess.run([ADROP] + argv, cwd=folder, env=env, capture_output=True,
                          timeout=timeout)
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def program_sum():
    """Of the program and the libraries it is linked to here."""
    libraries = sorted(glob.glob(os.path.dirname(ADROP) + "/libadrop*.so"))
    return " ".join(digest(path)[:16] for path in [ADROP] + libraries)


def without_times(text):
    return re.sub(r'"[a-z_]*seconds[a-z_]*": ?[^,}]*', "", text)


def litter(folder):
    return [name for base, _, names in os.walk(folder) for name in names
            if name.endswith(".tmp") or ".tmp." in name or name == "checkpoint.next.safetensors"]


# -- Scenarios ---------------------------------------------------------------------------------

SAVE = ["--save-seconds", "0"]  # a checkpoint after every epoch
TRAIN = ["train", "--data", "digits", "--model", "mlp:8", "--dropout", "advanced", "--epochs", "2",
         "--batch", "500", "--threads", "1", "--quiet", "--out", "run"] + SAVE
TRAIN_TABLE = ["train", "--data", "data/table.csv", "--model", "mlp:4", "--epochs", "2", "--threads",
               "1", "--quiet", "--out", "run"] + SAVE

PREDICT = ["predict", "run", "--input", "digits", "--samples", "2"]


class Scenario:
    """A command, what it needs, and what it leaves. `under` is what io faults are limited to."""
    under = "run"
    reads = False  # does it read files below `under`? Then calls on them may fail with 3
    threads = False  # is the k-th call another one each time?
    forks = True  # can allocations fail in forks of one run? Not where it has started threads

    def __init__(self, name, argv):
        self.name, self.argv, self.again = name, argv, argv

    def prepare(self, folder):
        """What is there before; called once, the folder is copied for each trial."""

    def result(self, folder, stdout):
        """What must be equal whenever the command ends with 0."""
        return stdout

    def whole(self, folder, fault):
        """A complaint, or None: is what was there before whole?"""
        return None


class CheckTechnique(Scenario):
    """It compares results of 1, 2 and 4 threads, whatever --threads says."""
    forks = False


class Train(Scenario):
    def __init__(self, name, argv, under="run"):
        super().__init__(name, argv)
        self.again = argv + ["--resume"]
        self.under = under

    def result(self, folder, stdout):
        base = folder + "/run"
        with open(base + "/run.json", "rb") as file:
            record = json.load(file)
        record["settings"].pop("resume", None)  # how it was called last
        record["data"].pop("absolute", None)  # each trial has a folder of its own
        for key in ("started", "ended", "command"):  # when, and how it was called last
            record.pop(key, None)
        record.get("values", {}).pop("resume", None)
        record.get("result", {}).pop("seconds", None)
        size = os.path.getsize(base + "/metrics.jsonl")
        record["metrics"]["bytes"] -= size  # times have more or fewer digits
        with open(base + "/metrics.jsonl", encoding="utf-8") as file:
            metrics = without_times(file.read())
        return digest(base + "/model.safetensors"), record, metrics, litter(base)


class TrainTable(Train):
    reads = True

    def __init__(self, name, argv):
        super().__init__(name, argv, under="data/")

    def prepare(self, folder):
        only(folder + "/data", "table.csv")


class Resume(Train):
    """A run that was killed in its second epoch is resumed."""
    reads = True

    def prepare(self, folder):
        log = folder + "/log"
        code, _, _ = run(self.argv, folder, {"FAULT_KIND": "io", "FAULT_UNDER": "run",
                                             "FAULT_LOG": log})
        with open(log, encoding="utf-8") as file:
            lines = file.read().splitlines()
        os.remove(log)
        shutil.rmtree(folder + "/run")
        renames = [i + 1 for i, line in enumerate(lines) if " rename " in line]
        code, _, _ = run(self.argv, folder,
                         {"FAULT_KIND": "io", "FAULT_UNDER": "run", "FAULT_HOW": "kill-before",
                          "FAULT_AT": str(renames[len(renames) // 2])})
        assert code == -signal.SIGKILL
        self.argv = self.again


class Compare(Scenario):
    under = "cmp"
    reads = threads = True

    def __init__(self, name):
        super().__init__(name, ["compare", "--data", "digits", "--model", "mlp:4", "--dropout",
                                "none,bernoulli", "--runs", "2", "--epochs", "1", "--batch", "500",
                                "--jobs", "2", "--threads", "1", "--quiet",
                                "--json", "--out", "cmp"] + SAVE)

    def result(self, folder, stdout):
        left = litter(folder + "/cmp")
        models = sorted(digest(os.path.join(base, name))
                        for base, _, names in os.walk(folder + "/cmp")
                        for name in names if name == "model.safetensors")
        with open(folder + "/cmp/table.json", encoding="utf-8") as file:
            return without_times(file.read()), models, left


class Tune(Compare):
    under = "search"

    def __init__(self, name):
        Scenario.__init__(self, name, ["tune", "--data", "digits", "--model", "mlp:4", "--trials", "2", "--eta",
                                       "2", "--vary", "lr=0.01,0.1", "--runs", "1", "--no-baseline", "--epochs",
                                       "2", "--batch", "500", "--jobs", "2", "--threads", "1", "--quiet", "--json",
                                       "--out", "search"] + SAVE)

    def result(self, folder, stdout):
        left = litter(folder + "/search")
        models = sorted(digest(os.path.join(base, name))
                        for base, _, names in os.walk(folder + "/search")
                        for name in names if name == "model.safetensors")
        return digest(folder + "/search/tune.json"), models, left


class Prune(Compare):
    under = "small"
    passing = ()  # names of files that need not be gone

    def __init__(self, name):
        Scenario.__init__(self, name, ["prune", "--data", "digits", "--model", "mlp:8", "--rounds", "2", "--rate",
                                       "30", "--rewind", "epoch:1", "--criterion", "magnitude", "--epochs", "2",
                                       "--batch", "500", "--time-passes", "0", "--threads", "1", "--quiet", "--json",
                                       "--out", "small"] + SAVE)

    def result(self, folder, stdout):
        left = litter(folder + "/small")
        models = sorted(digest(os.path.join(base, name))
                        for base, _, names in os.walk(folder + "/small")
                        for name in names if name.endswith(".safetensors") and name not in self.passing)
        return digest(folder + "/small/prune.json"), models, left


class Reads(Scenario):
    """A command that reads one of the inputs and prints."""
    under = "data/"
    reads = True

    def __init__(self, name, argv, path):
        super().__init__(name, argv)
        self.path = path

    def prepare(self, folder):
        only(folder + "/data", self.path)


class Info(Reads):
    def __init__(self, name, path, *options):
        super().__init__(name, ["data", "info", "data/" + path, *options], path)


class Output(Scenario):
    """A command that reads a finished run and replaces a file, `--output out/..`."""
    under = "out/"
    old = b"an old file\n"
    output = "out/file.csv"
    new = None  # the checksum of what replaces it

    def __init__(self, name, argv, output):
        super().__init__(name, argv + ["--threads", "1", "--quiet", "--output", output])
        self.output = output

    def prepare(self, folder):
        assert run(TRAIN, folder)[0] == 0
        write(folder + "/" + self.output, self.old)

    def result(self, folder, stdout):
        self.new = self.new or digest(folder + "/" + self.output)
        return digest(folder + "/" + self.output)

    def whole(self, folder, fault):
        with open(folder + "/" + self.output, "rb") as file:
            now = file.read()
        if now != self.old and hashlib.sha256(now).hexdigest() != self.new:
            return "the old output is neither kept nor replaced"
        if fault not in KILLS and litter(folder + "/out"):
            return "a temporary file was left"
        return None


class Page(Output):
    """A report of a run that was never trained: the same bytes each time."""

    def __init__(self, name):
        Scenario.__init__(self, name, ["report", "run", "--threads", "1", "--quiet", "--output",
                                       "out/file.csv"])

    def prepare(self, folder):
        folders.run(folder + "/run", epochs=4)
        write(folder + "/out/file.csv", self.old)


class PredictTexts(Output):
    """Documents, a line each, of a run on documents."""

    def __init__(self, name):
        super().__init__(name, ["predict", "run", "--input", "data/typed.txt", "--samples", "2"],
                         "out/file.csv")

    def prepare(self, folder):
        make_inputs(folder + "/data")
        assert run(["train", "--data", "data/texts.txt", "--model", "mlp:4", "--epochs", "1",
                    "--threads", "1", "--quiet", "--out", "run"], folder)[0] == 0
        only(folder + "/data", "typed.txt")
        write(folder + "/" + self.output, self.old)


class PredictCalibrated(Output):
    """Sets of classes by what `uncertainty --calibrate` has kept."""

    def prepare(self, folder):
        super().prepare(folder)
        assert run(["uncertainty", "run", "--samples", "2", "--calibrate", "0.5", "--quiet"], folder)[0] == 0


class Figures(Scenario):
    """Figures of the paper, each a drawing with its data beside it."""
    under = "out/"

    def __init__(self, name):
        super().__init__(name, ["reproduce", "gpdf", "--figures", "out/figures", "--threads", "1", "--quiet",
                                "--json"])

    def result(self, folder, stdout):
        made = folder + "/out/figures/"
        return [(name, digest(made + name)) for name in sorted(os.listdir(made))
                if not name.endswith(".tmp")]  # of a kill: removed by the next, a minute later

    def whole(self, folder, fault):
        return None if fault in KILLS or not litter(folder) else "a temporary file was left"


class Playground(Output):
    """A page that replaces an old file."""

    def __init__(self, name):
        Scenario.__init__(self, name, ["playground", "--quiet", "--output", "out/file.csv"])

    def prepare(self, folder):
        write(folder + "/out/file.csv", self.old)


class OfRun(Scenario):
    """A command that reads a finished run and prints."""
    reads = True

    def __init__(self, name, argv):
        super().__init__(name, argv + ["--threads", "1", "--quiet", "--json"])

    def prepare(self, folder):
        assert run(TRAIN, folder)[0] == 0

    def result(self, folder, stdout):
        return without_times(re.sub(r'"(started|ended|path)": ?"[^"]*"', "", stdout.decode()))

    def whole(self, folder, fault):
        return None if fault in KILLS or not litter(folder + "/run") else "a temporary file was left"


class Kept(OfRun):
    """The same, and it keeps a file with the run."""

    def __init__(self, name, argv, kept):
        super().__init__(name, argv)
        self.kept = kept

    def result(self, folder, stdout):
        return super().result(folder, stdout), digest(folder + "/run/" + self.kept), litter(folder + "/run")


def scenarios():
    """Every command that reads or writes files. A new one is a line here: OfRun prints something of a
    finished run, Kept keeps a file with it, Output replaces a file, Reads and Info read what inputs.py
    makes, Train and Compare make a folder that is resumed."""
    return [
        Train("train", TRAIN),
        Resume("resume", TRAIN),
        TrainTable("train-table", TRAIN_TABLE),
        Compare("compare"),
        Tune("tune"),
        Prune("prune"),
        Output("predict", PREDICT, "out/file.csv"),
        Output("uncertainty-output", ["uncertainty", "run", "--samples", "2"], "out/rows.csv"),
        Playground("playground"),
        OfRun("eval", ["eval", "run"]),
        OfRun("uncertainty", ["uncertainty", "run", "--samples", "2"]),
        Kept("uncertainty-calibrate", ["uncertainty", "run", "--samples", "2", "--calibrate", "0.5"],
             "calibration.json"),
        OfRun("runs", ["runs", "."]),
        OfRun("show", ["show", "run"]),
        OfRun("watch", ["watch", "run"]),
        Page("report"),
        OfRun("compare-runs", ["compare", "run", "run"]),
        PredictTexts("predict-texts"),
        PredictCalibrated("predict-calibrated", ["predict", "run", "--input", "digits", "--samples", "2",
                                                 "--calibrated", "--conformal", "0.9"], "out/file.csv"),
        Figures("reproduce-figures"),
        CheckTechnique("check-technique", ["check-technique", "bernoulli:rate=0.2", "--threads", "1", "--json"]),
        Scenario("list-yaml", ["list", "models", "mlp:4", "--yaml"]),
        Scenario("dist", ["dist", "--mu", "1", "--sigma", "2", "--at", "0.1,0.5", "--json"]),
        Reads("show-model", ["show", "--model", "data/net.yaml", "--threads", "1", "--json"], "net.yaml"),
        Reads("config", ["show", "--model", "mlp:4", "--config", "data/config.yaml", "--threads", "1",
                         "--json"], "config.yaml"),
        Info("info-table", "table.csv"),
        Info("info-gz", "table.csv.gz"),
        Info("info-idx", "idx"),
        Info("info-cifar", "cifar"),
        Info("info-npy", "npy"),
        Info("info-npz", "npy.npz"),
        Info("info-images", "images"),
        Info("info-uci", "uci"),
        Info("info-imagenet32", "imagenet"),
        Info("info-text-table", "texts.csv", "--text", "body", "--target", "label"),
        Info("info-jsonl", "texts.jsonl", "--text", "text"),
        Info("info-fasttext", "texts.txt"),
        Info("info-texts", "texts"),
        Info("info-reuters", "reuters"),
    ]


def difference(expected, got):
    """A few words on the first thing that differs."""
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in sorted(set(expected) | set(got)):
            if expected.get(key) != got.get(key):
                return key + ": " + difference(expected.get(key), got.get(key))
    if isinstance(expected, (tuple, list)) and len(expected) == len(got):
        for e, g in zip(expected, got):
            if e != g:
                return difference(e, g)
    return "%.120r, expected %.120r" % (got, expected)

#!/usr/bin/env python3
"""A thing is added by one new file and one line. This test adds to a copy of the tree

    a command, a reader of data, an optimiser, a kind of figure     a file of tests/tree/added, a line of its list
    a setting                                                       its field, and its row

builds the copy, and finds each in help, completion, manual pages, JSON, and the check of the command lines that documents
show. What only the list of a module knows would be missed there, so nothing else may hold such a list. The new kind of
figure and the new optimiser also go through the tests of their modules.

ADROP is the program of the tree itself, BUILD its build folder. Run from the top. Standard library only."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

TOP = pathlib.Path.cwd()
BUILD = pathlib.Path(os.environ["BUILD"])
TREE = BUILD / "adding" / "tree" # the same folder each time, for ccache
ADDED = TOP / "tests" / "tree" / "added"
LINES = { # the new file, and the one line of the list that names it
    "cli/cmd_tell.c": ("cli/command_list.h", "COMMAND(tell)\n"),
    "src/data/reader_tally.c": ("src/data/reader_list.h", "READER(tally)\n"),
    "src/optim/sign_kernel.c": ("src/optim/optimizer_list.h", "OPTIMIZER(sign)\n"),
    "src/figure/steps.c": ("src/figure/figure_list.h", "FIGURE(steps)\n"),
}
FIELD = ("include/adrop/train.h", "} adrop_train_opts;", "    double zeal; /* how eager it is; 2 */\n")
ROW = ("src/train/settings.c", '    { ROW("model", ADROP_OPT_TEXT, model, NETWORK)',
       '    { ROW("zeal", ADROP_OPT_REAL, zeal, TRAINING), .fallback = 2, .max = 9, .help = "how eager it is" },\n')
PAGE = """Try this:

    $ adrop tell --number 4
    $ adrop train --data points.tlly --format tally --optimizer sign --zeal 3 --out runs/first
    $ adrop list figures steps
"""
SHOWN = ["tell", "--number", "--zeal", "tally", "sign"]
wrong = []


def expect(holds, what):
    if not holds:
        wrong.append(what)
        print(f"FAILED: {what}", flush=True)


def say(command, **more):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **more)
    return done.returncode, done.stdout, done.stderr


def must(command, **more):
    status, out, err = say(command, **more)
    if status:
        sys.exit(f"{' '.join(map(str, command))} ended with {status}:\n{out[-3000:]}\n{err[-3000:]}")
    return out


def copy():
    """The files that git knows, and new ones; those of the copy that are the same stay, with their times."""
    names = must(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]).split("\0")
    names = {n for n in names if n and (TOP / n).is_file()}
    for old in [p for p in TREE.glob("**/*") if p.is_file() and str(p.relative_to(TREE)) not in names and "build" not in p.parts[len(TREE.parts):][:1]]:
        old.unlink()
    for name in names:
        (TREE / name).parent.mkdir(parents=True, exist_ok=True)
        write(TREE / name, (TOP / name).read_bytes())
        shutil.copymode(TOP / name, TREE / name)


def write(path, content):
    if not path.is_file() or path.read_bytes() != content:
        path.write_bytes(content)


def insert(name, before, line):
    path = TREE / name
    text = path.read_text(encoding="utf-8")
    if before and text.count(before) != 1:
        sys.exit(f"{name} has not one line '{before}': mend this test")
    write(path, (text.replace(before, line + before) if before else text + line).encode())


def add():
    for name, (where, line) in LINES.items():
        shutil.copy(ADDED / name, TREE / name)
        insert(where, None, line)
    for change in (FIELD, ROW):
        insert(*change)
    (TREE / "docs" / "telling.md").write_text(PAGE, encoding="utf-8")


def build():
    cache = next(([f"-DCMAKE_{c}_COMPILER_LAUNCHER=ccache" for c in ("C", "CXX")] for p in ["ccache"] if shutil.which(p)), [])
    must(["cmake", "-S", TREE, "-B", TREE / "build", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O0", "-DADROP_WERROR=ON", *cache],
         env={**os.environ, "CCACHE_BASEDIR": str(TREE), "CCACHE_NOHASHDIR": "1"})
    must(["cmake", "--build", TREE / "build", "-j", os.cpu_count() or 2, "--target", "adrop_cli", "test_figure", "test_optimizer"],
         env={**os.environ, "CCACHE_BASEDIR": str(TREE), "CCACHE_NOHASHDIR": "1"})


def complete(adrop, *words):
    script = 'source <("$0" completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _adrop; echo "${COMPREPLY[*]}"'
    return must(["bash", "-c", script, adrop, "adrop", *words]).split()


def look_at_help(adrop, work):
    expect(re.search(r"^  tell +tell the double", must([adrop, "--help"]), re.M), "the program's help names the command")
    expect("--number" in must([adrop, "tell", "--help"]), "the command has help")
    page = must([adrop, "train", "--help=all"])
    training = page.split("\nTraining\n")[1].split("\n\n")[0] if "\nTraining\n" in page else ""
    expect("--zeal" in training and "how eager it is" in training, "help of train has the setting under Training")
    for command in ("compare", "tune", "prune"):
        expect("--zeal" in must([adrop, command, "--help=all"]), f"help of {command} has the setting")
    for option, word in (("format", "tally"), ("optimizer", "sign")):
        expect(re.search(rf"--{option} [^-]*\b{word}\b", page, re.S) or word in complete(adrop, "train", "--" + option, word),
               f"train offers {word}")
    must([adrop, "help", "--man-dir", work / "man1"])
    expect("double" in (work / "man1" / "adrop-tell.1").read_text(encoding="utf-8"), "the command has a manual page")
    expect("zeal" in (work / "man1" / "adrop-train.1").read_text(encoding="utf-8"), "the manual page of train has the setting")


def look_at_completion(adrop):
    for words, found in ((("te",), "tell"), (("tell", "--nu"), "--number"), (("train", "--ze"), "--zeal"), (("help", "te"), "tell"),
                         (("train", "--format", "tal"), "tally"), (("train", "--optimizer", "si"), "sign")):
        expect(complete(adrop, *words) == [found], f"'{' '.join(words)}' is completed to {found}")


def look_at_json(adrop, work):
    expect(json.loads(must([adrop, "tell", "--number", "4", "--json"])) == {"number": 4, "double": 8}, "JSON of the command")
    for subject, name in (("formats", "tally"), ("optimizers", "sign"), ("figures", "steps")):
        names = [item["name"] for item in json.loads(must([adrop, "list", subject, "--json"]))[subject]]
        expect(name in names, f"JSON of 'list {subject}' has {name}")
    rows = bytes(b for i in range(400) for b in (i * 37 % 256, i * 91 % 256, int(i * 37 % 256 > 127)))
    (work / "points.tlly").write_bytes(b"TLLY" + rows)
    info = json.loads(must([adrop, "data", "info", work / "points.tlly", "--json"]))
    expect(info.get("format") == "tally" and info.get("n_train", info.get("train")) is not None, f"the reader recognises its file: {info}")
    must([adrop, "train", "--data", work / "points.tlly", "--format", "tally", "--optimizer", "sign", "--zeal", "3", "--epochs", "12",
          "--test-fraction", "0.25", "--dropout", "none", "--quiet", "--out", work / "run"])
    record = json.loads((work / "run" / "run.json").read_text(encoding="utf-8"))
    expect(record["settings"].get("zeal") == "3", "the record of a run has the setting")
    expect(record["result"]["test_acc"] > 80, f"it has learned: {record['result']}")
    (work / "more.yaml").write_text("zeal: 99\n", encoding="utf-8")
    status, _, err = say([adrop, "train", "--data", "digits", "--config", work / "more.yaml"])
    expect(status == 3 and "zeal" in err and "9" in err, f"a file of settings is checked by the row: {err}")


def look_at_documents(adrop):
    check = ["tests/docs/check_options.py", "--show", *SHOWN]
    status, out, err = say(check, cwd=TREE, env={**os.environ, "ADROP": str(adrop)})
    expect(status == 0, f"the check of documents accepts and finds what was added:\n{out}{err}")
    status, out, err = say(check, cwd=TREE, env={**os.environ, "ADROP": os.environ["ADROP"]})
    expect(status == 1 and "no command 'tell'" in out and "no option --zeal" in out and "not 'tally'" in out,
           f"with the program as it was, it refuses them:\n{out}{err}")
    must(["python3", "tools/bind.py"], cwd=TREE)
    expect("zeal" in (TREE / "python" / "adrop" / "_generated.py").read_text(encoding="utf-8"), "the Python binding has the setting")
    for script in ("tools/check_lists.sh", "tools/check_layers.sh"):
        status, out, err = say([script], cwd=TREE)
        expect(status == 0, f"{script}: {out}{err}")


def main():
    copy()
    add()
    build()
    adrop, work = TREE / "build" / "adrop", BUILD / "adding" / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    look_at_help(adrop, work)
    look_at_completion(adrop)
    look_at_json(adrop, work)
    look_at_documents(adrop)
    for test in ("test_figure", "test_optimizer"):
        status, out, err = say([TREE / "build" / "tests" / test])
        expect(status == 0, f"{test}: {(out + err)[-500:]}")
    print("four files with a line each, and a setting by field and row: help, completion, manual pages, JSON, documents and tests have them"
          if not wrong else f"{len(wrong)} failed")
    sys.exit(1 if wrong else 0)


main()

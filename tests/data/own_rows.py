#!/usr/bin/env python3
"""What `train` accepts, `eval` reads alike: hostile tables in every encoding, with line breaks in fields, CR and
mixed line ends, odd quotes.

    ADROP=build/adrop tests/data/own_rows.py [--cases N] [--seed N]

For each table that is trained on: `eval RUN` gives the run's own figures; `eval` and `predict` of the table give
what they give of its copy in UTF-8 with LF; and no value is unknown. Without --cases the environment's
ADROP_CASES counts, or 16.
"""
import argparse
import csv
import io
import json
import os
import random
import subprocess
import sys
import tempfile

if "ADROP" not in os.environ:
    sys.exit("set ADROP to the program")
ADROP = os.path.abspath(os.environ["ADROP"])
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1", "iso8859-15"]
GIVEN = {"latin-1": "latin-1", "iso8859-15": "latin-9", "utf-16-le": "utf-16le", "utf-16-be": "utf-16be",
         "cp1252": "windows-1252", "utf-8": "utf-8"}
WORDS = ["Zürich", "Genève", "New York", "a\nb", 'say "no"', "x, y; z", "Málaga", "#1", "ß", "ÿ|ÿ", "Ãr", "tab\tbed"]
failed = checks = 0


def check(ok, what):
    global checks, failed
    checks += 1
    if not ok:
        failed += 1
        print("failed:", what)


def run(*args):
    p = subprocess.run([ADROP, *args], capture_output=True, timeout=120)
    return p.returncode, p.stdout.decode(errors="replace"), p.stderr.decode(errors="replace")


def make_rows(draw):
    words = draw.sample(WORDS, draw.randint(2, 6))
    classes = draw.choice([["ja", "nein"], ["für", "wider"], ["a\nb", "c"], ["1", "2", "drei"]])
    rows = []
    for i in range(draw.randint(60, 160)):
        word = draw.choice(words)
        rows.append([f"{draw.gauss(0, 1):.3f}", str(draw.randint(0, 9)), word, f"note {i}\nfor {word}",
                     classes[(words.index(word) + (draw.random() < 0.1)) % len(classes)]])
    header = ["x", "größe\nin m", "city", "note", "y"] if draw.random() < 0.7 else ["x", "k", "city", "note", "y"]
    return header, rows


def as_csv(header, rows, separator=",", quoting=csv.QUOTE_MINIMAL):
    out = io.StringIO()
    w = csv.writer(out, delimiter=separator, lineterminator="\n", quoting=quoting)
    w.writerow(header)
    w.writerows(rows)
    return out.getvalue()


def as_json(header, rows):
    return "".join(json.dumps(dict(zip(header, [float(r[0]), int(r[1]), *r[2:]])), ensure_ascii=False) + "\n" for r in rows)


def ends(draw, text, kind):
    """Line ends, outside quotes and in them."""
    return "".join(c if c != "\n" else kind if kind != "mixed" else draw.choice(["\n", "\r\n", "\r"]) for c in text)


def figures(*args):
    code, out, err = run("eval", *args, "--threads", "1", "--json")
    return json.loads(out) if code == 0 else {"failed": err}, err


def codes_of(code):
    """For what follows a byte order mark."""
    return {"utf-16": "utf-16-le", "utf-8-sig": "utf-8"}.get(code, code)


def near(found, key, x):
    return key in found and abs(found[key] - x) < 1e-6 * (1 + abs(x))


def brief(found):
    return found.get("failed") or {key: found[key] for key in ("n", "test_acc", "test_loss")}


def try_case(n, draw):
    header, rows = make_rows(draw)
    code = draw.choice(ENCODINGS)
    lines = draw.random() < 0.25
    text = as_json(header, rows) if lines else as_csv(header, rows, draw.choice(",;\t|"),
                                                     draw.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]))
    kind = draw.choice(["\n", "\r\n", "\r", "mixed"])
    name, plain, out = f"{n}.{'jsonl' if lines else 'csv'}", f"plain{n}.{'jsonl' if lines else 'csv'}", f"run{n}"
    with open(name, "wb") as file:
        file.write(ends(draw, text, kind).encode(code))
    with open(plain, "w", newline="") as file:
        file.write(text + "\n\n")
    # a guess is made where it is plain; Latin-1 and 15 must be said
    given = code in ("latin-1", "iso8859-15") or (code in GIVEN and draw.random() < 0.3)
    how = ["--encoding", GIVEN[code]] if given else []
    what = f"case {n}: {code} {how} ends {kind!r} {name}"
    status, said, err = run("train", "--data", name, *how, "--target", "y", "--task", "classification", "--drop", "note", "--model", "mlp:4", "--epochs", "4", "--lr", "1",
                            "--threads", "1", "--out", out, "--json")
    check(status == 0 or "UTF-8" in err, f"{what}: trains: {err}")
    if status:
        return False
    done = json.loads(said.splitlines()[-1])
    with open(f"{out}/metrics.jsonl") as file:
        last = [line for line in map(json.loads, file) if "test_loss" in line][-1]
    own, err = figures(out)
    check(near(own, "test_acc", done["test_acc"]) and near(own, "test_loss", last["test_loss"]), f"{what}: {brief(own)} {done} {last}")
    check("do not have" not in err, f"{what}: unknown values: {err}")
    other = f"other{name}"  # with a blank line more: of the run's own data the test rows would count
    with open(name, "rb") as file, open(other, "wb") as to:
        to.write(file.read() + kind.replace("mixed", "\n").encode(codes_of(code)))
    whole, err = figures(out, "--data", other)
    copy, _ = figures(out, "--data", plain)
    check(whole == copy and whole.get("n") == len(rows), f"{what}: of the whole table {brief(whole)}, of the copy {brief(copy)}")
    answers = [run("predict", out, "--input", path, "--threads", "1") for path in (other, plain)]
    check(answers[0][0] == 0 and answers[0][1] == answers[1][1], f"{what}: predictions {answers[0][1][:300]} {answers[0][2]}")
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=int(os.environ.get("ADROP_CASES", 16)))
    parser.add_argument("--seed", type=int, default=3)
    args = parser.parse_args()
    draw = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        trained = sum(try_case(n, draw) for n in range(args.cases))
        os.chdir("/")
    print(f"{trained} of {args.cases} tables trained on, {checks} checks, {failed} failed")
    sys.exit(failed > 0 or trained < args.cases * 0.9)


if __name__ == "__main__":
    main()

"""Documents on the command line (text.sh): training from class folders, tables, JSON lines, fastText's
lines, compressed and archived; several classes; predictions of what is typed, of files and folders;
the strongest terms; and refusals."""
import csv
import gzip
import io
import json
import os
import random
import subprocess
import sys
import tarfile
import tempfile

ADROP = os.path.abspath(sys.argv[1])
checks, failed = 0, 0
WORDS = {"grain": "wheat corn harvest bushel crop farm tonnes".split(),
         "money": "bank rate dollar yen currency loan".split(),
         "ship": "vessel port cargo tanker dock sailor".split()}
COMMON = "the of and to in said on for it is was".split()
USUAL = "--model mlp: --dropout none --lr 2 --epochs 8 --batch 16 --threads 1 --weight-decay 0".split()
random.seed(5)


def check(ok, what):
    global checks, failed
    checks += 1
    if not ok:
        failed += 1
        print("failed:", what)


def run(*args, text=None):
    p = subprocess.run([ADROP, *args], input=text, capture_output=True, timeout=120)
    return p.returncode, p.stdout.decode(errors="replace"), p.stderr.decode(errors="replace")


def write(path, content):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def document(*classes):
    return " ".join(random.choice(WORDS[c] if random.random() < 0.6 else COMMON) for c in classes for _ in range(10))


def lines(rows, fmt):
    return "".join(fmt(c, d) + "\n" for c, d in rows)


ROWS = [(c, document(c)) for c in random.choices(sorted(WORDS), k=180)]
SETS = [sorted(random.sample(sorted(WORDS), random.choice([1, 1, 2, 0]))) for _ in range(160)]
SETS[0] = ["ship"]
MANY = [(c, document(*c) or " ".join(random.choices(COMMON, k=6))) for c in SETS]


def table(rows, header, cells, separator=","):
    out = io.StringIO()
    w = csv.writer(out, delimiter=separator, lineterminator="\n")
    w.writerow(header)
    w.writerows(cells(i, c, d) for i, (c, d) in enumerate(rows))
    return out.getvalue()


def prepare():
    # texts with commas, quotes and line breaks in them
    odd = [(c, d.replace(" ", "\n", 1) if i % 7 == 0 else d + ', "so", he said' if i % 5 == 0 else d)
           for i, (c, d) in enumerate(ROWS)]
    write("news.csv", table(odd, ["id", "label", "body"], lambda i, c, d: [f"d{i}", c, d]))
    write("news.csv.gz", gzip.compress(open("news.csv", "rb").read()))
    write("semi.csv", table(odd, ["label", "body"], lambda i, c, d: [c, d], ";"))
    write("bare.tsv", lines(ROWS, lambda c, d: f'{c}\t"No", it said; {d}'))
    write("news.jsonl", lines(ROWS, lambda c, d: json.dumps({"text": d, "label": c})))
    write("news.txt", lines(ROWS, lambda c, d: f"__label__{c} {d}"))
    write("pair/news.train", lines(ROWS[:140], lambda c, d: f"__label__{c} {d}"))
    write("pair/news.test", lines(ROWS[140:], lambda c, d: f"__label__{c} {d}"))
    write("test.txt", lines(ROWS[140:], lambda c, d: f"__label__{c} {d}"))
    for i, (c, d) in enumerate(ROWS):
        write(f"parts/{'train' if i < 140 else 'test'}/{c}/{i:03}.txt", d)
        write(f"flat/{c}/{i:03}", d)
    with tarfile.open("parts.tar.xz", "w:xz") as archive:
        archive.add("parts")
    write("many.csv", table(MANY, ["text", "tags"], lambda i, c, d: [d, ";".join(c)]))
    write("many.jsonl", lines(MANY, lambda c, d: json.dumps({"text": d, "tags": c})))
    write("many.txt", lines(MANY, lambda c, d: " ".join("__label__" + k for k in c) + " " + d))


def training():
    for n, args in enumerate(["news.csv --text body --target label --id id", "news.csv.gz --text body --target 2 --drop id",
                              "semi.csv --text body", "bare.tsv --text 2 --target 1", "news.jsonl --text text",
                              "news.jsonl --task text --target label", "news.txt", "news.txt --test test.txt", "pair",
                              "parts", "parts.tar.xz", "flat", "flat --features hash:8", "flat --features lsa:3"]):
        code, out, err = run("train", "--data", *args.split(), *USUAL, "--out", f"runs/{n}", "--json")
        check(code == 0, f"{args}: {code} {err}")
        done = json.loads(out.splitlines()[-1]) if code == 0 else {"test_acc": 0}
        check(done["test_acc"] >= 95, f"{args}: {done}")
        code, out, _ = run("data", "info", *args.split(), "--json")
        check(code == 0 and len(json.loads(out)["classes"]) == 3, f"info {args}")
    for n, args in enumerate(["many.csv --text text --label-separator ;", "many.jsonl --text text --target tags",
                              "many.txt"]):
        code, out, err = run("train", "--data", *args.split(), "--multi-label", *USUAL, "--lr", "9", "--out", f"many/{n}",
                             "--json")
        check(code == 0, f"{args}: {code} {err}")
        done = json.loads(out.splitlines()[-1]) if code == 0 else {"test_micro_f1": 0}
        check(done["test_micro_f1"] >= 90 and done["test_macro_f1"] >= 90, f"{args}: {done}")
        code, out, _ = run("eval", f"many/{n}", "--json")
        check(code == 0 and abs(100 * json.loads(out)["micro_f1"] - done["test_micro_f1"]) < 1e-9, f"eval {args}")


def predict(run_, text=None, source="-", extra=()):
    code, out, err = run("predict", run_, "--input", source, "--json", *extra, text=text)
    check(code == 0, f"predict {run_} {source}: {err}")
    return [json.loads(line) for line in out.splitlines()]


def predictions():
    for n in range(14):
        said = predict(f"runs/{n}", b"wheat and corn crop\n\nthe bank rate\n")
        check([(s["input"], s["predicted"]) for s in said] == [(1, "grain"), (3, "money")], f"typed, run {n}: {said}")
        check(said[0]["truth"] is None and len(said[0]["prob"]) == 3 == len(said[0]["std"]), f"run {n}: members")
    code, out, _ = run("predict", "runs/0", "--input", "-", text=b"wheat exports rose\n")
    row = next(csv.DictReader(io.StringIO(out)), {})
    check(code == 0 and row["predicted"] == "grain" and float(row["prob:grain"]) > 0.5 and row["std:grain"] != "",
          f"class, probability, spread: {row}")
    said = predict("runs/0", b'body,other\n"vessel,\nport",1\n')
    check([s["predicted"] for s in said] == ["ship"] and said[0]["truth"] is None, f"a table: {said}")
    said = predict("runs/0", source="news.csv")
    check(said[3]["input"] == "d3" and said[3]["truth"] == ROWS[3][0] and len(said) == 180, f"names and truths: {said[3]}")
    check(predict("runs/4", b'{"text": "cargo"}\n')[0]["predicted"] == "ship", "a line of JSON")
    check(predict("runs/9", b"__label__ship dock vessel\n")[0]["truth"] == "ship", "a line of fastText")
    said = predict("runs/9", source="parts/test")
    check(len(said) == 40 and said[0]["input"].endswith(".txt") and said[0]["truth"], f"a folder: {said[0]}")
    check(len(predict("runs/9", source="parts/test/ship")) > 3, "a folder in no class")
    check(predict("many/0", b"wheat vessel corn port\n")[0]["predicted"] == ["grain", "ship"], "two classes")
    check(predict("many/0", b"zzz\n")[0]["predicted"] == [], "no class")
    said = predict("many/2", source="many.txt")
    check(said[0]["truth"] == ["ship"], f"sets of truths: {said[0]}")
    check(run("predict", "many/0", "--input", "-", "--conformal", "0.9", text=b"x y\n")[0] == 2, "no sets of sets")
    code, _, err = run("uncertainty", "many/0")
    check(code == 2 and "several classes" in err, f"uncertainty: {code} {err}")
    code, _, err = run("eval", "runs/0", "--data", "many.jsonl")
    check(code != 0, "sets for a run of one class")


def shown():
    code, out, _ = run("show", "runs/0", "--json")
    terms = {t["class"]: t["terms"] for t in json.loads(out)["terms"]} if code == 0 else {}
    for c in WORDS:
        check(set(terms.get(c, [])[:4]) <= set(WORDS[c]) and terms.get(c), f"terms of {c}: {terms.get(c)}")
    check("wheat" in run("show", "runs/0")[1] and "wheat" in run("show", "runs/13")[1], "shown")
    code, out, _ = run("show", "runs/12")
    check(code == 0 and "keep no list of terms" in out, "hashed ones cannot be named")
    code, out, _ = run("compare", "--data", "many.txt", "--multi-label", "--dropout", "none", "--dropout", "bernoulli",
                       "--model", "mlp:8", "--runs", "2", "--epochs", "3", "--lr", "3", "--weight-decay", "0", "--metric",
                       "micro-f1", "--out", "compared", "--quiet")
    check(code == 0 and "micro F1" in out, f"compare: {code} {out}")


STORY = ('<REUTERS TOPICS="YES" LEWISSPLIT="{}" NEWID="{}"><TOPICS><D>{}</D></TOPICS><TEXT><BODY>{}</BODY></TEXT>'
         '</REUTERS>\n')


def refusals():
    story = lambda i, part="TRAIN", topic=None: STORY.format(part, i, topic or ("a", "b")[i % 2], f"word{i % 2} more text")
    good = "".join(story(i) for i in range(20)) + "".join(story(i, "TEST") for i in range(6))
    write("good.sgm", good)
    check(run("data", "info", "good.sgm")[0] == 0, "a file of stories")
    write("packed.sgm.gz", gzip.compress(good.encode()))
    with tarfile.open("packed.tar.xz", "w:xz") as archive:
        archive.add("good.sgm")
    for name in ("packed.sgm.gz", "packed.tar.xz"):
        code, out, _ = run("data", "info", name, "--json")
        check(code == 0 and json.loads(out)["test"] == 6, f"stories in {name}")
    code, _, err = run("train", "--data", "good.sgm", *USUAL, "--out", "stories")
    write("new.sgm", story(7, "TEST", "z") + story(8, "NOT-USED", "a"))
    said = predict("stories", source="new.sgm")
    check(code == 0 and [(s["input"], s["predicted"], s["truth"]) for s in said] == [("7", "b", None), ("8", "a", "a")],
          f"every story of a file: {said} {err}")
    write("cut.sgm", good[:-20])
    write("bad.sgm", good.replace('TOPICS="YES"', "TOPICS=YES", 1))
    write("latin.txt", lines(ROWS[:30], lambda c, d: f"__label__{c} {d}").encode() + b"__label__ship caf\xe9 port\n")
    write("one.txt", "__label__ship one document\n")
    write("empty.txt", "__label__\n")
    write("nothing.txt", "")
    write("blank.jsonl", '{"text": "a b", "label": ""}\n{"text": "b c", "label": "x"}\n{"text": "d", "label": "y"}\n')
    write("words.txt", "__label__a x y\n__label__b . z\n" * 30)
    write("long/a/1.txt", b"wheat " * ((100 << 20) // 6 + 1))
    write("long/b/1.txt", "corn")
    write("hollow/train/a/1.txt", "wheat crop")
    write("hollow/train/b/1.txt", "bank rate")
    os.makedirs("hollow/train/c")
    write("late/train/a/1.txt", "wheat crop")
    write("late/train/b/1.txt", "bank rate")
    write("late/test/c/1.txt", "cargo port")
    write("several.txt", "__label__a wheat\n__label__a __label__b rate\n")
    write("ragged.csv", "text,label\na b,x\nc,d,y\n")
    write("open.csv", 'text,label\n"a b,x\nc,y\n')
    write("array.jsonl", '{"text": "a", "label": ["x", "y"]}\n')
    write("number.jsonl", '{"text": 1, "label": "x"}\n')
    for args, part in [("cut.sgm", "</REUTERS>"), ("bad.sgm", 'NAME="VALUE"'), ("latin.txt --strict", "not UTF-8"),
                       ("one.txt", "two classes"), ("empty.txt", "no name"), ("nothing.txt --task text", ""),
                       ("blank.jsonl --text text", "no class"), ("words.txt --min-df 70", "term"), ("long", "at most"),
                       ("hollow", "'c'"), ("late", "'c'"), ("ragged.csv --text text", "3 columns"),
                       ("open.csv --text text", "not closed"), ("array.jsonl --text text", "multi-label"),
                       ("number.jsonl --text text", "no text"), ("several.txt", "multi-label"),
                       ("news.csv --task text", "text")]:
        code, out, err = run("train", "--data", *args.split(), *USUAL, "--out", "refused")
        check(code == 3 and len(err.splitlines()) == 1 and part in err and not out, f"{args}: {code} {err}")
        check(not os.path.exists("refused"), f"{args}: a run was begun")
    code, _, err = run("train", "--data", "latin.txt", *USUAL, "--out", "recognised")
    check(code == 0 and "read as windows-1252" in err and "replaced" not in err, f"recognised: {code} {err}")
    write("both.txt", open("latin.txt", "rb").read() + "__label__ship café port\n".encode())
    code, _, err = run("train", "--data", "both.txt", *USUAL, "--out", "replaced")
    check(code == 0 and "1 bytes in 1 documents" in err, f"replaced and counted: {code} {err}")
    for args, part in [("news.csv --text nothing", "nothing"), ("news.csv --text body --target nothing", "nothing"),
                       ("news.csv --text body --target body", "both"), ("flat --text body", ""),
                       ("many.txt --multi-label --class-weights balanced", "several classes"),
                       ("many.txt --multi-label --features lsa:3 --r-drop 1 --model mlp:8 --dropout bernoulli", "several"),
                       ("news.txt --label-separator ;", "label-separator"), ("news.txt --text 1", "text")]:
        code, _, err = run("train", "--data", *args.split(), *USUAL, "--out", "refused")
        check(code in (2, 3) and part in err, f"{args}: {code} {err}")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    prepare()
    training()
    predictions()
    shown()
    refusals()
    os.chdir("/")
print(f"{checks} checks, {failed} failed")
sys.exit(failed > 0 or checks < 100)

"""predict: one image, loose images, archives, rows as JSON, pipes; what the first column says."""
import csv
import io
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib

adrop = os.path.abspath(sys.argv[1])
failed = 0


def check(what, true):
    global failed
    if not true:
        print("failed:", what)
        failed += 1


def call(*args, code=0, text=None):
    done = subprocess.run([adrop, *args], capture_output=True, text=True, input=text)
    check(f"{' '.join(args)}: exit {done.returncode}, {done.stderr.strip()}", done.returncode == code)
    return done


def predict(run, path, *more, text=None):
    return list(csv.DictReader(io.StringIO(call("predict", run, "--input", path, "--samples", "0", *more,
                                                text=text).stdout)))


def png(side, grey):
    """A grey PNG; grey(y, x) in 0 .. 255."""
    lines = b"".join(b"\0" + bytes(grey(y, x) for x in range(side)) for y in range(side))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b""))


def npy(kind, shape, data):
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".encode().ljust(117) + b"\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head + data


os.chdir(tempfile.mkdtemp())
draw = random.Random(3)

# images: the upper or the lower half is bright
for name in ("above", "below"):
    os.makedirs(f"pictures/{name}")
    for i in range(40):
        with open(f"pictures/{name}/{i}.png", "wb") as file:
            file.write(png(8, lambda y, x: (y < 4) == (name == "above") and 128 + draw.randrange(128)))
message = call("train", "--data", "pictures/above", "--out", "no", code=3).stderr
check("loose images cannot be learned", "class folders" in message)
call("train", "--data", "pictures", "--augment", "none", "--model", "mlp:16", "--dropout", "none", "--epochs", "10", "--batch", "8", "--lr", "0.05", "--threads", "1", "--out", "run", "--quiet")
os.mkdir("loose")
for i in range(3):
    shutil.copy(f"pictures/below/{i}.png", f"loose/r{i}.png")
shutil.copy("pictures/above/0.png", "loose/l0.png")
os.rename("pictures", "gone")
one = predict("run", "loose/r1.png")
check("one image", len(one) == 1 and one[0]["input"] == "r1.png" and one[0]["predicted"] == "below")
check("no truth", one[0]["truth"] == "")
flat = predict("run", "loose")
check("a flat folder", [x["input"] for x in flat] == ["l0.png", "r0.png", "r1.png", "r2.png"])
check("classes of a flat folder", [x["predicted"] for x in flat] == ["above"] + 3 * ["below"])
with zipfile.ZipFile("loose.zip", "w") as file:
    for name in sorted(os.listdir("loose")):
        file.write(f"loose/{name}", name)
with tarfile.open("loose.tar.gz", "w:gz") as file:
    file.add("loose", "some/folder")
check("a zip of images", predict("run", "loose.zip") == flat)
tar = predict("run", "loose.tar.gz")
check("a tar of images", [x["input"] for x in tar] == ["some/folder/" + x["input"] for x in flat])
check("classes of a tar", [x["prob:above"] for x in tar] == [x["prob:above"] for x in flat])
check("an image by standard input", subprocess.run(
    [adrop, "predict", "run", "--input", "-", "--samples", "0"], stdin=open("loose/l0.png", "rb"),
    capture_output=True).stdout.split(b"\n")[1].split(b",")[1] == b"above")
check("class folders have a truth", {(x["input"].split("/")[0], x["truth"]) for x in predict("run", "gone")} ==
      {("above", "above"), ("below", "below")})
with open("large.png", "wb") as file:
    file.write(png(16, lambda y, x: 200 * (y < 8)))
done = call("predict", "run", "--input", "large.png", "--samples", "0")
check("another size is said", "16 x 16" in done.stderr and "8 x 8" in done.stderr and ",above," in done.stdout)

# rows
rows = [[draw.gauss(0, 1), draw.choice(["red", "green"]), draw.gauss(0, 1)] for _ in range(200)]
names = ["size", "colour", "weight"]
answer = ["yes" if r[0] + (r[1] == "red") > 0.5 else "no" for r in rows]
with open("t.csv", "w") as file:
    file.write("size,colour,weight,ripe\n" + "".join(f"{a!r},{b},{c!r},{y}\n" for (a, b, c), y in zip(rows, answer)))
call("train", "--data", "t.csv", "--epochs", "5", "--threads", "1", "--out", "table", "--quiet")
os.remove("t.csv")
new = rows[:5]
with open("new.csv", "w") as file:
    file.write("# new rows\nsize,colour,weight\n" + "".join(f"{a!r},{b},{c!r}\n" for a, b, c in new))
plain = predict("table", "new.csv")
check("rows are called by their lines", [x["input"] for x in plain] == ["3", "4", "5", "6", "7"])


def but_input(lines):
    return [{k: v for k, v in x.items() if k != "input"} for x in lines]


objects = [dict(zip(names, r)) for r in new]
lines = "".join(json.dumps(x) + "\n" for x in objects)
piped = predict("table", "-", text=lines)
check("JSON lines", but_input(piped) == but_input(plain))
check("JSON lines are called by their lines", [x["input"] for x in piped] == ["1", "2", "3", "4", "5"])
swapped = "\n".join(json.dumps(dict(reversed(list(x.items())))) for x in objects)
check("keys in any order", but_input(predict("table", "-", text="\n" + swapped)) == but_input(plain))
with open("new.jsonl", "w") as file:
    file.write(lines)
check("a file of JSON lines", predict("table", "new.jsonl") == piped)
check("/dev/stdin", subprocess.run([adrop, "predict", "table", "--input", "/dev/stdin", "--samples", "0"],
                                   input=lines, capture_output=True, text=True).returncode == 0)
check("a named pipe", subprocess.run(["sh", "-c", 'mkfifo p; cat new.csv > p & exec "$0" predict table --input p',
                                      adrop], capture_output=True).returncode == 0)
done = call("predict", "table", "--input", "new.jsonl", "--json", "--samples", "0").stdout
check("numbers in JSON", [json.loads(x)["input"] for x in done.splitlines()] == [1, 2, 3, 4, 5])
for text, word in ((lines.replace('"size"', '"sizes"'), "lacks columns that the run was trained on: size"),
                   (lines + '{"size": [1]}\n', "line 6: 'size' is an array"), (lines + "{size}\n", "line 6"),
                   (lines + '{"size": 1, "colour": "red"}\n', "line 6: column 'weight': the value is missing"),
                   (json.dumps(objects), "one object per line"), (lines + "7\n", "line 6")):
    message = call("predict", "table", "--input", "-", text=text, code=3).stderr
    check(f"'{word}' in {message}", word in message)
with zipfile.ZipFile("new.zip", "w") as file:
    file.write("new.csv")
check("a zip of one table", predict("table", "new.zip") == plain)
with zipfile.ZipFile("two.zip", "w") as file:
    file.write("new.csv", "a.csv")
    file.write("new.csv", "b.csv")
two = predict("table", "two.zip")
check("a zip of two tables", but_input(two) == but_input(plain + plain))
check("rows of two tables", [x["input"] for x in two][3:7] == ["a.csv:6", "a.csv:7", "b.csv:3", "b.csv:4"])
with open("learn.jsonl", "w") as file:
    file.write("".join(json.dumps(dict(zip(names + ["ripe"], r + [y]))) + "\n" for r, y in zip(rows, answer)))
call("train", "--data", "learn.jsonl", "--target", "ripe", "--epochs", "5", "--threads", "1", "--out", "json",
     "--quiet")
check("trained on JSON lines", but_input(predict("json", "new.csv")) == but_input(plain))

# arrays whose labels are texts
values = struct.pack("<400d", *(x for r in rows for x in (r[0], r[2])))
for kind, texts in (("<U5", [w.encode("utf-32-le").ljust(20, b"\0") for w in ("grün", "röter")]),
                    ("|S5", [w.ljust(5, b"\0") for w in (b"green", b"red")])):
    with zipfile.ZipFile("words.npz", "w") as file:
        file.writestr("x.npy", npy("<f8", "(200, 2)", values))
        file.writestr("y.npy", npy(kind, "(200,)", b"".join(texts[r[0] > 0] for r in rows)))
    call("train", "--data", "words.npz", "--epochs", "20", "--threads", "1", "--out", "words" + kind[1], "--quiet")
    out = predict("words" + kind[1], "words.npz")
    right = sum(x["truth"] == x["predicted"] for x in out)
    check(f"labels of {kind} are learned: {right}", right > 180)
    check("rows of arrays are numbered from 0", out[0]["input"] == "0")
    check("their names are kept", {x["truth"] for x in out} == ({"grün", "röter"} if kind[1] == "U" else {"green", "red"}))
with zipfile.ZipFile("odd.npz", "w") as file:
    file.writestr("x.npy", npy("<U5", "(200, 2)", 2 * b"".join(texts[0].ljust(20, b"\0") for r in rows)))
    file.writestr("y.npy", npy("<i8", "(200,)", 200 * struct.pack("<q", 1)))
check("texts are no inputs", "x holds texts" in call("train", "--data", "odd.npz", "--out", "no", code=3).stderr)
sys.exit(failed > 0)

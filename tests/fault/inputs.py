"""The data sets that the commands of scenarios.py read: one of each format, as small as it can be.
Standard library only.
"""
import gzip
import json
import os
import shutil
import struct
import zipfile
import zlib


def write(path, data):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def table(rows=60):
    lines = ["a,b,c,class"]
    for i in range(rows):
        lines.append("%d,%d.5,%d,%s" % (i % 7, i % 5, i % 3, "xyz"[i % 3]))
    return ("\n".join(lines) + "\n").encode()


def idx(shape, values):
    return struct.pack(">HBB%dI" % len(shape), 0, 8, len(shape), *shape) + bytes(values)


def npy(shape, kind, values):
    head = "{'descr': '%s', 'fortran_order': False, 'shape': %r, }" % (kind, shape)
    head += " " * (63 - (10 + len(head)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + values


def png(side, value):
    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(
            ">I", zlib.crc32(name + body))
    rows = b"".join(b"\0" + bytes([(value + x) % 256 for x in range(side)]) for _ in range(side))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def make_inputs(folder):
    write(folder + "/table.csv", table())
    write(folder + "/table.csv.gz", gzip.compress(table(), mtime=0))
    n = 20
    write(folder + "/idx/train-images-idx3-ubyte", idx((n, 4, 4), [i % 251 for i in range(n * 16)]))
    write(folder + "/idx/train-labels-idx1-ubyte", idx((n,), [i % 4 for i in range(n)]))
    write(folder + "/idx/t10k-images-idx3-ubyte", idx((n, 4, 4), [i % 241 for i in range(n * 16)]))
    write(folder + "/idx/t10k-labels-idx1-ubyte", idx((n,), [i % 4 for i in range(n)]))
    for part in ("data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin",
                 "data_batch_5.bin", "test_batch.bin"):
        write(folder + "/cifar/" + part,
              b"".join(bytes([i % 10]) + bytes([i * 3 % 256]) * 3072 for i in range(10)))
    x = b"".join(struct.pack("<f", i % 13) for i in range(n * 5))
    y = b"".join(struct.pack("<q", i % 2) for i in range(n))
    write(folder + "/npy/x.npy", npy((n, 5), "<f4", x))
    write(folder + "/npy/y.npy", npy((n,), "<i8", y))
    with zipfile.ZipFile(folder + "/npy.npz", "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("x.npy", npy((n, 5), "<f4", x))
        z.writestr("y.npy", npy((n,), "<i8", y))
    for name in ("cat", "dog"):
        for i in range(6):
            write("%s/images/%s/%d.png" % (folder, name, i), png(4, i * 20))
    make_sets(folder)
    make_texts(folder)
    make_settings(folder)


def make_sets(folder):
    """One of the UCI sets with its splits, and a batch of small ImageNet pictures."""
    n = 12
    write(folder + "/uci/data.txt", b"".join(b"%d %d.5 %d\n" % (i, i % 5, i % 3) for i in range(n)))
    write(folder + "/uci/index_features.txt", b"0\n1\n")
    write(folder + "/uci/index_target.txt", b"2\n")
    for part, rows in (("train", range(9)), ("test", range(9, n))):
        write(folder + "/uci/index_%s_0.txt" % part, b"".join(b"%d\n" % i for i in rows))
    pixels = bytes(i % 251 for i in range(4 * 3 * 16))
    for part in ("train_data_batch_1", "val_data"):
        os.makedirs(folder + "/imagenet", exist_ok=True)
        with zipfile.ZipFile("%s/imagenet/%s.npz" % (folder, part), "w") as z:
            z.writestr("data.npy", npy((4, 48), "|u1", pixels))
            z.writestr("labels.npy", npy((4,), "<i8", struct.pack("<4q", 1, 2, 999, 1000)))


WORDS = {"grain": "wheat corn harvest crop", "ship": "vessel port cargo dock"}


def make_texts(folder):
    """Twelve documents of two classes, in every form in which documents are read."""
    rows = [(name, " ".join(words.split()[i % 4:]) + " the of %d" % i)
            for i in range(6) for name, words in WORDS.items()]
    write(folder + "/texts.csv", ("label,body\n" + "".join(
        '%s,"%s, it said"\n' % row for row in rows)).encode())
    write(folder + "/texts.jsonl", "".join(
        json.dumps({"text": text, "label": name}) + "\n" for name, text in rows).encode())
    write(folder + "/texts.txt", "".join("__label__%s %s\n" % row for row in rows).encode())
    write(folder + "/typed.txt", "".join(text + "\n" for _, text in rows[:3]).encode())
    for i, (name, text) in enumerate(rows):
        write("%s/texts/%s/%02d.txt" % (folder, name, i), text.encode())
    article = ('<REUTERS TOPICS="YES" LEWISSPLIT="%s" CGISPLIT="TRAINING-SET" OLDID="1" NEWID="%d">\n'
               "<TOPICS><D>%s</D></TOPICS>\n<TEXT>\n<TITLE>news</TITLE>\n<BODY>%s</BODY></TEXT>\n</REUTERS>\n")
    write(folder + "/reuters/reut2-000.sgm", ('<!DOCTYPE lewis SYSTEM "lewis.dtd">\n' + "".join(
        article % ("TRAIN" if i < 8 else "TEST", i, name, text)
        for i, (name, text) in enumerate(rows))).encode())


def make_settings(folder):
    write(folder + "/net.yaml", b"layers:\n  - flatten\n  - dropout\n  - dense out=6 relu=yes\n  - dropout\n"
          b"  - dense\n")
    write(folder + "/config.yaml", b"dropout: bernoulli:rate=0.25\nbatch: 20\n")


def only(folder, name):
    """One of the inputs, for a folder that is copied for each trial."""
    shutil.rmtree(folder, ignore_errors=True)
    make_inputs(folder)
    for other in os.listdir(folder):
        path = folder + "/" + other
        if other != name:
            (shutil.rmtree if os.path.isdir(path) else os.remove)(path)

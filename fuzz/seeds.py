#!/usr/bin/env python3
"""Make seeds for fuzz targets from real files: what the program itself writes, and files in the
formats that readers know.

    fuzz/seeds.py BUILD      writes fuzz/corpus/TARGET/made_*

BUILD is a folder with the program. Small on purpose: a seed is copied into every mutation.
Standard library only.
"""
import glob
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
END = b"\n====\n"


def keep(target, name, data):
    folder = os.path.join(HERE, "corpus", target)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "made_" + name), "wb") as file:
        file.write(data)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def shorter(record, settings=(), keys=()):
    """A record of a run or of an experiment with what is read of it alone: of its settings those
    that are not the usual ones. Every byte of a seed is paid for by each execution."""
    full = json.loads(record)
    few = {key: full[key] for key in ("format", "status", "settings", "data", "rounds", "result", "metrics") + tuple(keys)
           if key in full}
    few["settings"] = {key: few["settings"][key] for key in ("data", "model", "dropout", "epochs", "seed") + tuple(settings)
                       if key in few["settings"]}
    if "files" in few["data"]: # not that of a comparison, by names of data
        few["data"] = {key: few["data"][key] for key in ("train", "files")}
    else:
        few["data"] = {name: {"files": data["files"]} for name, data in few["data"].items()}
    return json.dumps(few, separators=(",", ":")).encode()


def shorter_lines(metrics):
    """Lines of metrics with few digits."""
    short = lambda x: round(x, 2) if isinstance(x, float) else x
    lines = [json.loads(line) for line in metrics.splitlines()]
    for line in lines:
        line.pop("event", None)
        for layer in line.get("dropout", ()):
            layer.update({key: short(value) for key, value in layer.items()})
    return b"".join(json.dumps({key: short(value) for key, value in line.items()}, separators=(",", ":")).encode() + b"\n"
                    for line in lines)


def short_run(record, metrics, settings=(), keys=()):
    """run.json and metrics.jsonl, whose length is on record."""
    lines = shorter_lines(metrics)
    full = json.loads(record)
    full["metrics"]["bytes"] = len(lines)
    return shorter(json.dumps(full), settings, keys), lines


def launched(adrop, work):
    """What a head and a worker leave in the folder where they meet: two processes that are told by
    their environment that they are ranks of a job."""
    argv = [adrop, "compare", "--data", "digits", "--model", "mlp:64", "--dropout", "none,bernoulli", "--runs", "8",
            "--epochs", "4", "--threads", "1", "--quiet", "--launch", "mpi", "--out", "ranks"]
    plain = {key: value for key, value in os.environ.items() if key != "ADROP_DATA"} # no paths of this machine
    ranks = [subprocess.Popen(argv, cwd=work, stdout=subprocess.DEVNULL,
                              env=dict(plain, OMPI_COMM_WORLD_RANK=str(i), OMPI_COMM_WORLD_SIZE="2"))
             for i in (1, 0)]
    if any(rank.wait() for rank in ranks):
        sys.exit("the ranks of a comparison failed")
    short = lambda name: json.dumps(json.loads(read(work + "/ranks/launch/" + name)), separators=(",", ":")).encode()
    parts = [short(name) for name in ("head.json", "1/worker.json", "1/task.json")]
    done = short("1/done.json")
    keep("fuzz_launch", "whole", END.join([parts[0].replace(b'"ended":true', b'"ended":false'), *parts[1:], b"{}", done]))
    keep("fuzz_launch", "task", END.join([b"{}", b"{}", parts[2], b"{}", b"{}"]))
    for name, old, new in (("many_threads", b'"threads":1', b'"threads":100000'),
                           ("no_epochs", b'"epochs":0', b'"epochs":-1')):
        keep("fuzz_launch", name, END.join([b"{}", b"{}", parts[2].replace(old, new), b"{}", b"{}"]))


def from_program(adrop, work):
    """A run, a comparison, their files."""
    def call(*argv):
        subprocess.run([adrop, *argv], cwd=work, check=True, capture_output=True)
    rows = "\n".join("%d,%d,%s" % (i % 5, i % 7, "ab"[i % 2]) for i in range(16))
    with open(work + "/t.csv", "w", encoding="utf-8") as file:
        file.write(rows + "\n")
    with open(work + "/r.csv", "w", encoding="utf-8") as file:
        file.write(rows.replace("a", "1.5").replace("b", "2") + "\n")
    for name, table, extra in (("class", "t.csv", []),
                               ("regression", "r.csv", ["--task", "regression",
                                                        "--standard-target"])):
        call("train", "--data", table, "--model", "mlp:2", "--epochs", "1", "--threads", "1",
             "--quiet", "--out", name, *extra)
        record, metrics = (read("%s/%s/%s" % (work, name, f)) for f in ("run.json", "metrics.jsonl"))
        keep("fuzz_run", name, END.join(short_run(record, metrics, keys=("inputs",))))
        keep("fuzz_record", name, record)
        keep("fuzz_curves", name, END.join(short_run(record, metrics)))
        checkpoint = read("%s/%s/checkpoint.safetensors" % (work, name))
        texts = json.loads(checkpoint[8:8 + struct.unpack("<Q", checkpoint[:8])[0]])["__metadata__"]
        lines = ["%s=%s\n" % (key, value.replace("\n", " ")) for key, value in sorted(texts.items())
                 if not key.startswith("xxh")]
        keep("fuzz_checkpoint", name + "_state", "".join(line for line in lines if re.search("=[0-9a-f]{16}$", line)).encode())
        keep("fuzz_checkpoint", name + "_settings", "".join(line for line in lines if line.startswith(("model=", "trainer."))).encode())
        if name == "class":
            call("uncertainty", name, "--samples", "2", "--calibrate", "0.5", "--threads", "1", "--quiet")
            keep("fuzz_calibration", name, read("%s/%s/calibration.json" % (work, name)))
        keep("fuzz_tensorfile", name, read("%s/%s/model.safetensors" % (work, name)))
        keep("fuzz_tensorfile", name + "_checkpoint",
             read("%s/%s/checkpoint.safetensors" % (work, name)))
        call("export", name, "--output", name + ".onnx", "--quiet")
        keep("fuzz_onnx", name, read("%s/%s.onnx" % (work, name)))
        keep("fuzz_model", name, read("%s/%s/model.safetensors" % (work, name)))
    call("compare", "--data", "t.csv", "--model", "mlp:2", "--dropout", "none,bernoulli", "--runs",
         "1", "--epochs", "1", "--threads", "1", "--quiet", "--timing", "--out", "cmp")
    record = [path for path in sorted(glob.glob(work + "/cmp/**/run.json", recursive=True))
              if "none" in path][0]
    parts = [shorter(read(work + "/cmp/compare.json")),
             json.dumps(json.loads(read(work + "/cmp/timing.json")), separators=(",", ":")).encode(),
             *short_run(read(record), read(os.path.dirname(record) + "/metrics.jsonl"))]
    keep("fuzz_compare", "whole", END.join(parts))
    keep("fuzz_compare", "done", END.join([b"{}", b"{}"] + parts[2:]))
    call("tune", "--data", "t.csv", "--model", "mlp:2", "--method", "random", "--vary", "lr=0.1,0.2",
         "--val-fraction", "0.25", "--runs", "1", "--no-baseline", "--epochs", "1", "--threads", "1",
         "--quiet", "--out", "search")
    trial = work + "/search/trials/1/"
    parts = [shorter(read(work + "/search/tune.json"), ("vary", "method")),
             *short_run(read(trial + "run.json"), read(trial + "metrics.jsonl"), ("lr", "val-fraction"))]
    keep("fuzz_tune", "whole", END.join(parts))
    keep("fuzz_tune", "trial", END.join([b"{}"] + parts[1:]))
    call("prune", "--data", "t.csv", "--model", "mlp:4", "--criterion", "magnitude", "--rate", "50", "--rounds", "1",
         "--epochs", "1", "--test-fraction", "0.25", "--time-passes", "0", "--threads", "1", "--quiet", "--out", "small")
    first = work + "/small/rounds/0/"
    parts = [shorter(read(work + "/small/prune.json"), ("rate", "criterion")),
             *short_run(read(first + "run.json"), read(first + "metrics.jsonl"), ("test-fraction",))]
    keep("fuzz_prune", "whole", END.join(parts))
    keep("fuzz_prune", "round", END.join([b"{}"] + parts[1:]))
    launched(adrop, work)
    for i, text in enumerate(("lr=0.001..0.1:log", "batch=16..256:log:5", "dropout=none,bernoulli", "dropout.rate=0..0.5",
                              'model="mlp:8,8",vgg16', "model.width=0.25,1", "weight-decay=1e-6..1e-3:log:4",
                              "epochs=1..9", "lr=0..1:log", "seed=1,2")):
        keep("fuzz_vary", str(i), text.encode())
    for i, text in enumerate(("1/(1+exp(-r^3))", "min(1,max(0,r))", "normcdf(r)*0.5+atan(r)/pi*0.2+0.3", "log(u)-log(1-u)",
                              "sign(u-0.5)*-log(2*min(u,1-u))", "2e0^-r^1.5e-3+pow(abs(r),0.5)",
                              "sqrt(softplus(tan(erf(sin(cos(tanh(sigmoid(norminv(u))))))))", "((((((((((r))))))))))")):
        keep("fuzz_formula", str(i), text.encode())


def npy(shape, kind, values, fortran=False):
    head = "{'descr': '%s', 'fortran_order': %s, 'shape': %r, }" % (kind, fortran, shape)
    head += " " * (63 - (10 + len(head)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + values


def idx(kind, shape, values):
    return struct.pack(">HBB%dI" % len(shape), 0, kind, len(shape), *shape) + values


def formats():
    for kind, size in (("<f4", 4), ("<f8", 8), ("|u1", 1), ("<i8", 8), (">i2", 2)):
        keep("fuzz_npy", "x_" + kind.strip("<>|"),
             npy((4, 2), kind, bytes(range(8 * size))) + END + npy((4,), "<i8", bytes(32)))
    keep("fuzz_npy", "fortran", npy((4, 2), "<f4", bytes(32), True) + END + npy((4,), "<f4", bytes(16)))
    labels = idx(8, (4,), bytes([0, 1, 1, 0]))
    keep("fuzz_idx", "flat", idx(8, (4, 3), bytes(12)) + END + labels)
    keep("fuzz_idx", "images", idx(8, (4, 2, 2), bytes(range(16))) + END + labels)
    keep("fuzz_idx", "floats", idx(13, (4, 2), bytes(32)) + END + labels)
    keep("fuzz_imagenet32", "rows",
         npy((2, 12), "|u1", bytes(24)) + END + npy((2,), "<i8", struct.pack("<2q", 1, 2)))
    keep("fuzz_cifar", "one", (bytes([1]) + bytes(3072)) + END + b"cat\ndog\n")
    keep("fuzz_uci", "small", b"1 2 3\n4 5 6\n7 8 9\n2 2 2\n" + END + b"0\n1\n" + END + b"2\n" + END
         + b"0\n1\n2\n" + END + b"3\n")
    keep("fuzz_table", "header", b'a,b,"c, d",class\n1,2.5,-3e2,x\n4,,6,y\n7,8,9,"x"\n')
    for i, rows in enumerate((b"\0a,b\n1,2\n3,4\n", b"\0a,b,class\n1,2,x\n", b'\0{"a": 1, "b": 2}\n', b"\0b\ta\n1\t2\n",
                              b"\1wheat corn\n\nthe port\n", b"\1__label__x wheat\n", b'\1{"text": "wheat"}\n',
                              b'\3text,label\n"corn, dock",z\n', b"\2a,b,class\n1,2,z\n", b"\0001,2\n3,4\n")):
        keep("fuzz_inputs", str(i), rows)
    keep("fuzz_texts", "four", END.join((b"wheat corn", b"caf\xc3\xa9 corn", b"port \xff dock", b"dock")))
    keep("fuzz_network", "text", b"text\nflatten; dropout; fc1: dense out=4 relu=yes; fc2: dense")
    keep("fuzz_table", "semicolons", b"1;2;3\n4;5;6\n7;8;9\n")
    odd = 'a,gr\xf6\xdfe,y\n1,"2,5",x\n3,"4,5",\xe4\n'
    keep("fuzz_table", "utf16", odd.encode("utf-16"))
    keep("fuzz_table", "utf16be", odd.encode("utf-16-be"))
    keep("fuzz_table", "windows_1252", odd.encode("cp1252"))
    keep("fuzz_table", "mixed_encodings", odd.encode("cp1252") + odd.encode())
    keep("fuzz_table", "returns", odd.encode().replace(b"\n", b"\r"))
    keep("fuzz_table", "breaks", b'a,"b\nb",y\r\n1,"p\n""q""",x\n2,"r\rs",z\n3,"open')
    keep("fuzz_table", "bars", b"1,5|2|x\n2,25|3|y\n")
    story = (b'<REUTERS TOPICS="YES" LEWISSPLIT="%s" NEWID="%d"><TOPICS><D>%s</D><D>c</D></TOPICS>'
             b"<TEXT><TITLE>t &lt;%d></TITLE><BODY>wheat rose&#3; &#233;</BODY></TEXT></REUTERS>\n")
    keep("fuzz_sgml", "stories", story % (b"TRAIN", 1, b"a", 1) + story % (b"TRAIN", 2, b"b", 2) + END +
         story % (b"TEST", 3, b"a", 3))
    keep("fuzz_text_table", "quoted", b'text,label\n"a b, ""c""\nd",x\ne f,y|x\n' + END + b"label,text\nx,a b\n")
    keep("fuzz_text_table", "utf16", 'text,label\n"a\nb",\xe4\nc d,y\n'.encode("utf-16"))
    keep("fuzz_text_table", "windows_1252", b'text|label\rcaf\xe9 b|x\rc d|y\r' + END + b"text|label\nx|y\n")
    keep("fuzz_text_table", "tabs", b'x\t"a" b\ny\tc d\n' + END + b"x\te f\n")
    keep("fuzz_text_table", "json", b'{"text": "a b", "label": ["x"]}\n{"text": "c d", "label": "y"}\n' + END)
    keep("fuzz_fasttext", "lines", b"__label__a __label__b wheat rose\n__label__b caf\xe9 rate\n" + END +
         b"__label__a wheat\n")


def settings():
    """Configuration files as they stand in configs/, for the table of training (0)."""
    for path in sorted(glob.glob(os.path.join(HERE, "../configs/*.yaml")))[:6]:
        keep("fuzz_config", os.path.basename(path)[:-5], b"\x00" + read(path))
    keep("fuzz_config", "lists", b"\x02data: [digits, mnist]\nruns: 3\ndropout: [none, bernoulli]\n")
    keep("fuzz_config", "technique", b"\x0drate: 0.5\nmu: 1\nsigma: 2\n")
    keep("fuzz_config", "data", b"\x01format: idx\ntask: regression\ntest-fraction: 0.2\n")


def lines_of_examples(adrop):
    """Examples from the help of each command, as the fuzz target reads them."""
    for name in ("train", "eval", "predict", "compare", "tune", "prune", "data", "list", "dist", "bench", "reproduce"):
        text = subprocess.run([adrop, name, "--help"], capture_output=True, check=True,
                              text=True).stdout
        found = re.findall(r"^  adrop (.*)$", text, re.M)
        for i, line in enumerate(found[:3]):
            keep("fuzz_command", "%s_%d" % (name, i), "\n".join(line.split()).encode())
        rows = re.findall(r"^  --([a-z-]+) (\S+)", text, re.M)[:12]
        keep("fuzz_command", name + "_options", "\n".join(
            [name] + [w for option, _ in rows for w in ("--" + option, "1")]).encode())
    keep("fuzz_command", "set", b"train\n--set\nepochs=3\n--epochs=4\n--\n--odd\n-h")


def main():
    adrop = os.path.realpath(os.path.join(sys.argv[1], "adrop"))
    with tempfile.TemporaryDirectory(prefix="adrop-seeds-") as work:
        from_program(adrop, work)
    formats()
    settings()
    lines_of_examples(adrop)


if __name__ == "__main__":
    main()

"""Runs `adrop data get` against a server on 127.0.0.1.

Usage: get_check.py PROGRAM. ADROP_DATA, if set, names a folder with the real mnist.
"""
import http.server
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

FILES = {"train-images-idx3-ubyte.gz": 9912422, "train-labels-idx1-ubyte.gz": 28881,
         "t10k-images-idx3-ubyte.gz": 1648877, "t10k-labels-idx1-ubyte.gz": 4542}
FIRST = "train-images-idx3-ubyte.gz"
checked = failed = 0


def check(truth, what):
    global checked, failed
    checked += 1
    if not truth:
        failed += 1
        print("FAILED:", what)


class Handler(http.server.BaseHTTPRequestHandler):
    """/real/NAME: the file; /false/NAME: zeros of its length; /slow/NAME: those, a little at
    a time; /none/NAME: is not there."""
    real = None

    def do_GET(self):
        _, kind, name = self.path.split("/")
        if name not in FILES or kind == "none":
            return self.send_error(404)
        data = (self.real / name).read_bytes() if kind == "real" else bytes(FILES[name])
        first = int(self.headers.get("Range", "bytes=0-")[6:-1])
        self.send_response(206 if first else 200)
        if first:
            self.send_header("Content-Range", f"bytes {first}-{len(data) - 1}/{len(data)}")
        self.send_header("Content-Length", str(len(data) - first))
        self.end_headers()
        step = 20000 if kind == "slow" else len(data)
        try:
            for at in range(first, len(data), step):
                self.wfile.write(data[at:at + step])
                time.sleep(0.05 if kind == "slow" else 0)
        except OSError:
            pass # the program has gone

    def log_message(self, *_):
        pass


def command(*arguments):
    return [sys.argv[1], "data", "get", *arguments]


def run(*arguments):
    env = {k: v for k, v in os.environ.items() if k != "ADROP_DATA"}
    return subprocess.run(command(*arguments), capture_output=True, text=True, env=env)


def fails(code, part, *arguments):
    done = run(*arguments)
    check(done.returncode == code, f"{arguments} ended with {done.returncode}: {done.stderr}")
    check(part in done.stderr, f"{arguments} said {done.stderr}")
    check(done.stderr.count("\n") == 1, "more or less than one line was said")
    check(not done.stdout, f"{arguments} printed {done.stdout}")


def refusals(folder, base):
    to = ["--data-dir", str(folder)]
    fails(1, "the server answers 404", "mnist", *to, "--source", base + "none")
    fails(3, "f68b3c2dcbeaaa9fbdd348bbdeb94873", "mnist", *to, "--source", base + "false")
    check(not (folder / "mnist").exists(), "an empty folder was left")
    (folder / "mnist").mkdir()
    (folder / "mnist" / FIRST).write_bytes(b"mine")
    fails(3, "move it away", "mnist", *to, "--source", base + "false", "--json")
    check((folder / "mnist" / FIRST).read_bytes() == b"mine", "a file was replaced")
    (folder / "mnist" / FIRST).unlink()


def interrupted(folder, base):
    """SIGINT: 130, the part is kept, and the next command resumes from there."""
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        part = folder / "mnist" / (FIRST + ".part")
        before = part.stat().st_size if part.exists() else 0
        process = subprocess.Popen(
            command("mnist", "--data-dir", str(folder), "--source", base + "slow", "--json"),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(200):
            if part.exists() and part.stat().st_size > before:
                break
            time.sleep(0.05)
        process.send_signal(number)
        out, err = process.communicate(timeout=20)
        check(process.returncode == code, f"ended with {process.returncode} after {number}: {err}")
        check("same command resumes" in err, f"said {err}")
        line = json.loads(out)
        check(line["complete"] is False and line["files"] == [], f"printed {out}")
        check(part.stat().st_size == before + line["bytes"] > before, "the part did not grow")
    part.unlink()


def race(folder, base):
    """Two at once: one that comes while the other is at work is refused or waits its turn; neither
    spoils what the other has, and the part stays usable."""
    part = folder / "mnist" / (FIRST + ".part")
    first = subprocess.Popen(
        command("mnist", "--data-dir", str(folder), "--source", base + "slow", "--json"),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while first.poll() is None and not (part.exists() and part.stat().st_size):
        time.sleep(0.01)
    before = part.stat().st_size
    second = run("mnist", "--data-dir", str(folder), "--source", base + "none")
    check(second.returncode == 2 and second.stderr.count("\n") == 1 and ".part" in second.stderr,
          f"the second ended with {second.returncode}: {second.stderr}")
    check(first.poll() is None and part.stat().st_size >= before, "the first was disturbed")
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=60)
    check(first.returncode == 130, f"the first ended with {first.returncode}")
    part.unlink()


def race_to_the_end(folder, base):
    """Two at once on the real files: the same files as from one, and no part is left."""
    both = [subprocess.Popen(command("mnist", "--data-dir", str(folder), "--source", base + "real/"),
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _ in range(2)]
    said = [one.communicate(timeout=120)[1] for one in both]
    codes = sorted(one.returncode for one in both)
    check(codes[0] == 0 and codes[1] in (0, 2), f"they ended with {codes}: {said}")
    names = sorted(p.name for p in (folder / "mnist").iterdir())
    check(names == sorted(FILES), f"left: {names}")
    for name in FILES:
        check((folder / "mnist" / name).read_bytes() == (Handler.real / name).read_bytes(),
              name + " differs")


def real(folder, base):
    done = run("mnist", "--data-dir", str(folder), "--source", base + "real/", "--json", "--quiet")
    check(done.returncode == 0 and not done.stderr, f"{done.returncode}: {done.stderr}")
    line = json.loads(done.stdout)
    check(list(line) == ["name", "files", "bytes", "seconds", "complete"], f"keys {list(line)}")
    check(line["complete"] and line["bytes"] == sum(FILES.values()), "not all came")
    check([pathlib.Path(f["path"]).name for f in line["files"]] == list(FILES), "other files")
    check(all(f["fetched"] for f in line["files"]), "some were there")
    again = run("mnist", "--data-dir", str(folder), "--source", base + "none")
    check(again.returncode == 0 and again.stdout.count("there already") == 4, again.stdout)
    info = subprocess.run([sys.argv[1], "data", "info", "mnist", "--data-dir", str(folder)],
                          capture_output=True, text=True)
    check(info.returncode == 0 and "as published" in info.stdout, info.stdout + info.stderr)


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}/"
    data = pathlib.Path(os.environ.get("ADROP_DATA", "none")) / "mnist"
    Handler.real = data if all((data / name).is_file() for name in FILES) else None
    with tempfile.TemporaryDirectory() as folder:
        refusals(pathlib.Path(folder), base)
        interrupted(pathlib.Path(folder), base)
        race(pathlib.Path(folder), base)
        if Handler.real:
            with tempfile.TemporaryDirectory() as other:
                race_to_the_end(pathlib.Path(other), base)
            real(pathlib.Path(folder), base)
        else:
            print("skipped: the real mnist (ADROP_DATA does not have it)")
    server.shutdown()
    print(f"{checked} checks, {failed} failed")
    return 1 if failed or not checked else 0


sys.exit(main())

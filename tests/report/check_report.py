"""What tests/cli/report.sh checks, in its folder: python3 check_report.py ADROP."""
import fcntl
import io
import json
import os
import pathlib
import pty
import re
import resource
import select
import signal
import statistics
import struct
import subprocess
import sys
import tarfile
import termios
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import folders  # noqa: E402

ADROP = sys.argv[1]
bad = []
done = 0


def expect(fact, text):
    global done
    done += 1
    if not fact:
        bad.append(text)


def adrop(*words, code=0, **more):
    p = subprocess.run([ADROP, *words], capture_output=True, text=True, check=False, timeout=240, **more)
    expect(p.returncode == code, f"{' '.join(words)}: exit {p.returncode}, not {code}: {p.stderr[-300:]}")
    expect("Sanitizer" not in p.stderr, p.stderr[-2000:])
    return p


def report(*words, code=0):
    p = adrop("report", *words, "--output", "r.html", code=code)
    return pathlib.Path("r.html").read_text(encoding="utf-8") if not code else p.stderr


def learned_shapes():
    """Masks whose density is in the metrics are drawn from it, and differ where it does."""
    folders.run("shapes", dropout="advanced-cross:map=spline", epochs=6)
    lines = [json.loads(line) for line in pathlib.Path("shapes/metrics.jsonl").read_text().splitlines()]
    pages = []
    for top in (0, 1):
        for e, line in enumerate(lines):
            for layer in line["dropout"]:
                bins = [1.0] * 60
                bins[10] += e * (1 + top) / 3
                layer["density"] = [b * 60 / sum(bins) for b in bins]
        pathlib.Path("shapes/metrics.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        pages.append(report("shapes"))
        expect("Learned distributions of the masks" in pages[-1], "densities of metrics are drawn")
        expect("Divergence of the masks" in pages[-1], "and their divergences")
    expect(pages[0] != pages[1], "as the metrics have them")
    for line in lines:
        for layer in line["dropout"]:
            layer["density"] = layer["density"][:7]
    pathlib.Path("shapes/metrics.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    report("shapes")


def archived():
    """A folder in an archive makes the page that the folder makes; names are those of the archive, and nothing is left behind."""
    def put(name, members):
        with tarfile.open(name, "w:xz") as tar:
            for path, data in members:
                info = tarfile.TarInfo(path)
                info.size = len(data)
                tar.addfile(info, io.BytesIO(data))

    folders.everything("kept")
    members = [(str(p), p.read_bytes()) for p in sorted(pathlib.Path("kept").rglob("*")) if p.is_file()]
    put("kept.tar.xz", members)
    html = {path: report(path, "--title", "Kept") for path in ("kept", "kept.tar.xz")}
    same = html["kept"].replace("kept/", "") == html["kept.tar.xz"].replace("kept/", "")
    expect(same and "adrop-report" not in html["kept.tar.xz"], "an archive has the page of its folder")
    os.mkdir("temporary")
    place = {**os.environ, "TMPDIR": os.path.abspath("temporary")}
    adrop("report", "kept.tar.xz", "--output", "r.html", env=place)
    put("climbs.tar.xz", [("a/run.json", b"{}"), ("../climbed", b"no")])
    put("nothing.tar.xz", [("a/b.txt", b"no run")])
    pathlib.Path("alone").write_text("no archive", encoding="utf-8")
    for path, why in (("climbs.tar.xz", "climbs out"), ("nothing.tar.xz", "there is no run"), ("alone", "no archive")):
        p = adrop("report", path, "--output", "r.html", code=3, env=place)
        expect(why in p.stderr and "adrop-report" not in p.stderr, f"{path}: {p.stderr}")
    expect(not os.path.exists("climbed") and not os.listdir("temporary"), "nothing is left of an archive")


def usual():
    folders.everything("all")
    html = report("all")
    for text in ("What was found", "no difference from advanced", "Dropout rate by epoch", "Differences from advanced",
                 "Learned distributions of the masks", "Confusion matrix", "Confidence and risk", "Trials of the search",
                 "Result by the share that is kept", "Effectiveness ratios", "Training and test rows", "Seconds of an epoch",
                 "Settings and environment", "least sure and right"):
        expect(text in html, f"a report has '{text}'")
    expect(len(html) < 1_000_000, f"a usual report has {len(html)} bytes")
    links = re.findall(r"""(?:src|href)\s*=\s*["']?([^"'> ]*)""", html)
    expect(all(link.startswith(("#", "data:,")) for link in links), f"no src and no href but within the page: {links[:5]}")
    expect(not re.search(r"url\((?!#)|@import|fetch\(|XMLHttp|http(?!://www\.w3\.org/2000/svg|-equiv)", html), "nothing that asks the network")
    first = pathlib.Path("r.html").read_bytes()
    report("all")
    expect(first == pathlib.Path("r.html").read_bytes(), "the same folders make the same page")
    told = json.loads(adrop("report", "all", "--output", "r.html", "--json").stdout)
    expect(told["bytes"] == len(first) and told["figures"] >= 15, f"--json tells the size: {told}")


def hostile():
    name = "</title><script>alert(1)</script><img src=x onerror=alert(2)>"
    folders.run("h/run", data=name, model="'\"><b>", dropout=name, layers=1)
    html = report("h")
    expect("<script>alert" not in html and "<img" not in html and "<b>" not in html, "names are escaped")
    expect("&lt;script&gt;alert(1)" in html, "and shown")
    with open("h/run/metrics.jsonl", "a", encoding="utf-8", errors="surrogateescape") as f:
        f.write('not json\n{"epoch": "x"}\n[1]\nnull\n{"epoch": 1e99}\n{"event":"epoch","epoch":21,"test_acc":NaN}\n\x00\x01\n' + '{"epoch": 22, "test_acc": null, "dropout": [[], 3, {"layer": 5, "rate": "x"}]}\n')
        f.write('{"epoch": 23, "half')
    html = report("h")
    expect("are no epochs, and are left out" in html, "broken lines are told of")
    os.remove("h/run/metrics.jsonl")
    expect("its metrics.jsonl is missing or empty" in report("h"), "a missing metrics.jsonl is told of")
    for text in ("{", "[]", '{"settings": 3}', '{"format": 1}', "\xff", ""):
        pathlib.Path("h/run/run.json").write_text(text, encoding="latin-1")
        expect("run.json" in report("h", code=3) or text == "", f"a broken record {text!r} has exit 3 and a sentence")
    folders.run("h/good")
    expect("What is missing" in report("h"), "beside a good run a broken one is named")
    folders.comparison("c")
    pathlib.Path("c/table.json").write_text('{"rows": [1, {"mean": "x", "ci": 3}, null], "verdict": [1, {}], "level": "y"}')
    report("c")
    pathlib.Path("c/table.json").write_text("{")
    expect("has no table.json" in report("c"), "a comparison without its table")
    pathlib.Path("c/compare.json").write_text("[")
    report("c")
    for name, text in (("tune.json", '{"trials": [1, {"settings": {"a": []}, "val": 1}], "best": {"x": {}}}'), ("tune.json", "[]"),
                       ("prune.json", '{"rounds": [{}, 3, {"kept": -1, "test_acc": 5}]}'), ("prune.json", '{"rounds": 7}')):
        os.makedirs("t", exist_ok=True)
        pathlib.Path("t", name).write_text(text)
        report("t")
        os.remove("t/" + name)
    folders.run("u")
    for text in ('{"confusion": [[1, "x"], 3], "reliability": [1, {"n": 1}], "examples": [{"shape": [1, 8, 8], "pixels": [1]}, {"shape": [9e9, 1, 1]}]}', "[", "null"):
        pathlib.Path("u/uncertainty.json").write_text(text)
        report("u")


def groups():
    """Bars are means of the runs of a technique alone, with one standard deviation to both sides."""
    names = ["bernoulli", "gaussian", "none"]
    values = {t: [folders.run(f"groups/{t}-{s}", dropout=t, seed=s, k=3 * k) for s in range(1, 4 + k)] for k, t in enumerate(names)}
    bars = re.search(r'data-name="test" data-y="([^"]*)" data-low="([^"]*)" data-high="([^"]*)" data-label="([^"]*)"', report("groups"))
    expect(bars, "test rows are drawn as bars")
    if bars:
        rows = [column.replace("&#9;", ",").split(",") for column in bars.groups()]
        expect(sorted(rows[3]) == names, "one bar for each technique")
        for y, low, high, name in zip(*rows):
            mean, std = statistics.fmean(values[name]), statistics.stdev(values[name])
            for shown, value in ((y, mean), (low, mean - std), (high, mean + std)):
                expect(abs(float(shown) - value) < 1e-3, f"{name}: {shown} is drawn, not {value}")


def refused():
    expect("there is no run" in report(".", code=3) if not os.path.exists("run.json") and not os.listdir(".") else True, "")
    os.makedirs("empty", exist_ok=True)
    expect("there is no run" in report("empty", code=3), "an empty folder")
    expect("cannot read the folder" in report("not-there", code=3), "a folder that is not there")
    adrop("report", code=2)
    folders.run("own")
    expect("a file of the run itself" in adrop("report", "own", "--output", "own/run.json", code=2).stderr, "its own record")
    adrop("report", "own", "--output", "no/such/folder.html", code=4)
    pathlib.Path("loop").mkdir(exist_ok=True)
    if not os.path.islink("loop/again"):
        os.symlink("..", "loop/again")
    folders.run("loop/run")
    report("loop")


def long_run():
    folders.run("long", epochs=2)
    line = json.dumps({"event": "epoch", "epoch": 0, "test_acc": 90.5, "train_loss": 0.1})
    with open("long/metrics.jsonl", "w", encoding="utf-8") as f:
        for e in range(1, 1_000_001):
            f.write(line.replace('"epoch": 0', f'"epoch": {e}') + "\n")
    html = report("long")
    expect("thinned to at most" in html and len(html) < 1_000_000, "a million epochs are thinned")
    expect("after 1000000 epochs" in html, "and the last is kept")
    os.remove("long/metrics.jsonl")


def many_runs():
    folders.comparison("many", techniques=[f"bernoulli:rate=0.{i}" for i in range(1, 10)] + ["advanced"], runs=10, epochs=200)
    html = report("many")
    expect(len(html) < 3_000_000, f"100 runs of 200 epochs: {len(html)} bytes")
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    if "Sanitizer" not in os.environ.get("SANITIZE", "") and not os.environ.get("SANITIZE", "").strip("0OFF"):
        expect(memory < 200, f"{memory:.0f} MB")


def recorded():
    """Every record of results/ is on the page of all reproductions, with its verdicts."""
    top = pathlib.Path(__file__).parent.parent.parent
    adrop("reproduce", "--all", "--records", str(top / "results"), "--report", "paper.html", "--data-dir", "none")
    html = pathlib.Path("paper.html").read_text(encoding="utf-8")
    first = html[:html.index("<nav")]
    judged = json.loads((top / "results/verdicts.json").read_text(encoding="utf-8"))
    for name, verdict in judged.items():
        expect(verdict.replace("'", "&#39;") in first, f"the verdict on {name} is on the first screen")
    for path in sorted((top / "results").glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        if not record.get("recipe"):
            continue
        expect(f"({path.name})" in html, f"{path.name} is on the page")
        for verdict in record["verdicts"]:
            text = verdict.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#39;")
            expect(text in html, f"{path.name}: its verdict is on the page: {verdict[:60]}")
    for label in ("gpdf", "softplusapprox", "accvstime", "pvalue"):
        expect(f"{label}: " in html, f"{label} is made without training")
    expect("Dropout rate by epoch: mnist" in html, "runs that are kept have their curves")


def watching():
    text = adrop("watch", "all/alone").stdout
    expect("dropout rate by epoch" in text and "epoch 20 of 20" in text, "watch draws a run once where there is no terminal")
    expect("\033" not in text, "without codes")
    text = adrop("watch", "all/compare").stdout
    signs = [line for line in text.splitlines() if line.startswith("a ")]
    expect(len(signs) == 1 and "loss on training rows" in text, f"one legend for two panels with the same runs: {signs}")
    expect("those that changed last" in adrop("watch", "many").stdout, "watch shows the newest of many runs")
    adrop("watch", code=2)
    adrop("watch", "nowhere", code=3)


def in_terminal(action, words=("watch", "all/alone", "--every", "0.1")):
    """The program on a terminal of 100 x 40; action(pid, keys) after its first page. Exit status, output,
    whether the terminal's settings were put back."""
    main, other = pty.openpty()
    fcntl.ioctl(main, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    before = termios.tcgetattr(other)
    child = subprocess.Popen([ADROP, *words], stdin=other, stdout=other, stderr=other,
                             env=dict(os.environ, LC_ALL="C.UTF-8", TERM="xterm"), start_new_session=True)
    out, acted, until = b"", False, time.time() + 60
    while time.time() < until:
        if select.select([main], [], [], 0.1)[0]:
            try:
                out += os.read(main, 65536)
            except OSError:
                break
        if not acted and b"q leaves" in out:
            action(child.pid, main)
            acted = True
        if child.poll() is not None and not select.select([main], [], [], 0.1)[0]:
            break
    if child.poll() is None:
        child.kill()
    after = termios.tcgetattr(other)
    os.close(main)
    os.close(other)
    return child.wait(), out.decode("utf-8", "replace"), before[:4] == after[:4]


def resized(pid, keys):
    fcntl.ioctl(keys, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 60, 0, 0))
    os.kill(pid, signal.SIGWINCH)
    time.sleep(0.5)
    os.write(keys, b"q")


def on_a_terminal():
    enter, leave = "\033[?1049h", "\033[?1049l"
    cases = {"q": (lambda pid, keys: os.write(keys, b"q"), 0), "a smaller window": (resized, 0)}
    for name, number in (("SIGTERM", signal.SIGTERM), ("SIGINT", signal.SIGINT), ("SIGHUP", signal.SIGHUP)):
        cases[name] = (lambda pid, keys, n=number: os.kill(pid, n), 128 + number)
    for name, (action, code) in cases.items():
        status, out, restored = in_terminal(action)
        expect(status == code, f"watch, {name}: exit {status}, not {code}: {out[-200:]!r}")
        expect(enter in out and out.rfind(leave) > out.rfind(enter), f"watch, {name}: the screen is given back")
        expect(restored, f"watch, {name}: the terminal's settings are put back")
        expect("dropout rate" in out, f"watch, {name}: it drew")


for test in (usual, archived, learned_shapes, groups, hostile, refused, long_run, many_runs, recorded, watching, on_a_terminal):
    test()
for text in bad[:20]:
    print("FAILED:", text)
print(f"{done} checks, {len(bad)} failed")
sys.exit(1 if bad else 0)

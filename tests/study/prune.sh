#!/bin/sh
# Prunings by the program: counts of every round, survivors that start from their initial values,
# zeros that stay zero, networks that are really smaller; a SIGKILL in any round and a new call
# change no byte; refusals. ADROP is the program.
: "${ADROP:?set ADROP to the program}"
python3 -c '' 2>/dev/null || { echo "skipped: no python3"; exit 77; }
work=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    exit 1
}
prune() { # folder options..; becomes the program, so that its process can be killed
    out=$1
    shift
    exec "$ADROP" prune --quiet --threads 1 --time-passes 0 --data digits --out "$out" "$@"
}
nodes="--model mlp:40,30 --epochs 2 --rounds 4 --rate 20"

cat >tensors.py <<'END'
import json, struct, sys
def tensors(path):
    with open(path, "rb") as f:
        n = struct.unpack("<Q", f.read(8))[0]
        head, rest = json.loads(f.read(n)), f.read()
    out = {}
    for name, t in head.items():
        if name != "__metadata__":
            a, b = t["data_offsets"]
            out[name] = (t["shape"], struct.unpack("<%df" % ((b - a) // 4), rest[a:b]))
    return out
END

# -- Nodes, by every criterion of dense networks ----------------------------------------------
for criterion in advanced advanced-cross magnitude random soft-gaussian soft-laplace variational taylor; do
    # shellcheck disable=SC2086
    (prune "node-$criterion" $nodes --criterion $criterion --json) >lines.json || fail "$criterion"
    python3 - "$criterion" <<'END' || fail "rounds of nodes by $criterion"
import json, sys
sys.path.insert(0, ".")
from tensors import tensors
lines = [json.loads(line) for line in open("lines.json")]
keys = {"round", "unit", "criterion", "kept", "params", "macs", "bytes", "test_acc", "test_acc_before",
        "ms_per_batch", "ms_per_input", "run"}
left = 70
first = tensors("node-%s/starts/0.safetensors" % sys.argv[1])
for i, line in enumerate(lines):
    assert keys <= set(line), set(line)
    assert line["round"] == i and line["unit"] == "node" and line["criterion"] == sys.argv[1]
    if i:
        left -= int(0.2 * left + 0.5)
    assert line["units"] == left and abs(line["kept"] - left / 70) < 1e-12, line
    now = tensors(line["run"] + "/model.safetensors")
    h1, h2 = now["fc1.weight"][0][0], now["fc2.weight"][0][0]
    assert h1 + h2 == left and now["fc2.weight"][0] == [h2, h1] and now["fc3.weight"][0] == [10, h2], "really smaller"
    assert line["params"] == 64 * h1 + h1 + h1 * h2 + h2 + 10 * h2 + 10
    assert line["macs"] == 64 * h1 + h1 * h2 + 10 * h2
    # survivors start from what they started from: every row of fc1 is one of the first
    start = tensors("node-%s/starts/%d.safetensors" % (sys.argv[1], i))
    rows = lambda t: [t[1][k * t[0][1]:(k + 1) * t[0][1]] for k in range(t[0][0])]
    old = {row: k for k, row in enumerate(rows(first["fc1.weight"]))}
    kept1 = [old[row] for row in rows(start["fc1.weight"])]
    assert kept1 == sorted(kept1) and len(kept1) == h1
    assert list(start["fc1.bias"][1]) == [first["fc1.bias"][1][k] for k in kept1]
    old = {tuple(row[k] for k in kept1): j for j, row in enumerate(rows(first["fc2.weight"]))}
    kept2 = [old[row] for row in rows(start["fc2.weight"])]
    assert len(kept2) == h2 and kept2 == sorted(kept2)
    for name, (shape, values) in start.items(): # parameters of techniques, too
        if name.startswith("drop") and values:
            assert set(values) <= set(first[name][1]), name
assert lines[0]["test_acc_before"] is None and all(line["test_acc_before"] is not None for line in lines[1:])
END
done

# -- A round is a model like any other ---------------------------------------------------------
small=node-magnitude/rounds/4
"$ADROP" eval $small --json --quiet >eval.json || fail "eval of a round"
"$ADROP" predict $small --input digits --quiet >/dev/null || fail "predict of a round"
"$ADROP" train --data digits --model file:$small/model.safetensors --init $small --epochs 1 --quiet --json \
    --out again --threads 1 >/dev/null || fail "training of a round"
python3 - <<'END' || fail "a round is not what eval says"
import json
evaluated = json.loads(open("eval.json").readline())
rounds = json.load(open("node-magnitude/prune.json"))["rounds"]
assert abs(evaluated["test_acc"] - rounds[4]["test_acc"]) < 1e-9, evaluated
assert rounds[4]["bytes"] < 0.5 * rounds[0]["bytes"]
END

# -- Weights -----------------------------------------------------------------------------------
for criterion in advanced magnitude variational taylor; do
    (prune "weight-$criterion" --unit weight --criterion $criterion --model mlp:20 --epochs 2 --rounds 3 --rate 30 \
        --json) >lines.json || fail "weights by $criterion"
    python3 - "$criterion" <<'END' || fail "rounds of weights by $criterion"
import json, sys
sys.path.insert(0, ".")
from tensors import tensors
lines = [json.loads(line) for line in open("lines.json")]
left = {"fc1.weight": 64 * 20, "fc2.weight": 20 * 10}
all_ = sum(left.values())
first = tensors("weight-%s/starts/0.safetensors" % sys.argv[1])
for i, line in enumerate(lines):
    for name in left:
        if i: # the last layer at half of the rate
            left[name] -= int((0.3 if name == "fc1.weight" else 0.15) * left[name] + 0.5)
    start = tensors("weight-%s/starts/%d.safetensors" % (sys.argv[1], i))
    now = tensors(line["run"] + "/model.safetensors")
    for name in left:
        assert sum(x != 0 for x in start[name][1]) == left[name], (i, name)
        for x, y, z in zip(start[name][1], first[name][1], now[name][1]):
            assert x == 0 or x == y, "a survivor has another initial value"
            assert x != 0 or z == 0, "a removed weight was trained"
    assert line["units"] == sum(left.values()) and abs(line["kept"] - line["units"] / all_) < 1e-12
    assert line["params"] == line["units"] + 30 and line["macs"] == line["units"], line
END
done

# -- Killed in any round -----------------------------------------------------------------------
settings="$nodes --criterion advanced --rewind epoch:1"
# shellcheck disable=SC2086
(prune whole $settings) >/dev/null || fail "a pruning to rewind"
rounds_of() { ls "$1"/rounds/*/run.json 2>/dev/null | wc -l; }
landed=0
for least in 1 2 4; do
    for try in 1 2 3 4 5; do
        rm -rf killed
        # shellcheck disable=SC2086
        (prune killed $settings >/dev/null 2>&1) &
        pid=$!
        while [ "$(rounds_of killed)" -lt $least ] && kill -0 $pid 2>/dev/null; do
            sleep 0.01
        done
        kill -9 $pid 2>/dev/null
        wait $pid 2>/dev/null
        cmp -s whole/prune.json killed/prune.json && continue
        landed=$((landed + 1))
        # shellcheck disable=SC2086
        (prune killed $settings) >/dev/null || fail "resuming a killed pruning"
        cmp whole/prune.json killed/prune.json || fail "a pruning killed in round $least ends otherwise"
        for file in $(cd whole && ls starts/* rounds/*/model.safetensors); do
            cmp "whole/$file" "killed/$file" || fail "a pruning killed in round $least has another $file"
        done
        break
    done
done
echo "$landed of 3 kills in the middle of a pruning"

# -- More rounds, fine-tuning, one shot ----------------------------------------------------------
touch -d '2001-01-01' whole/rounds/*/run.json
# shellcheck disable=SC2086
(prune whole $settings --rounds 5) >/dev/null || fail "one round more"
[ "$(find whole -name run.json -newermt 2002-01-01)" = whole/rounds/5/run.json ] || fail "rounds are trained again"
(prune shot --model mlp:40 --epochs 2 --criterion magnitude --keep 0.3 --rounds 1 --json) >lines.json || fail "one shot"
grep -q '"round":1,.*"units":12,' lines.json || fail "one shot to 30 %"
(prune curve --model mlp:40 --epochs 1 --criterion magnitude --rate 30 --rounds 2 --one-shot) >/dev/null || fail "--one-shot"
(prune tuned --model mlp:40 --epochs 1 --criterion magnitude --rate 50 --rounds 1 --rewind none) >/dev/null ||
    fail "--rewind none"
python3 - <<'END' || fail "what --rewind none starts from"
import sys
sys.path.insert(0, ".")
from tensors import tensors
learned, start = tensors("tuned/rounds/0/model.safetensors"), tensors("tuned/starts/1.safetensors")
rows = lambda t: {t[1][k * t[0][1]:(k + 1) * t[0][1]] for k in range(t[0][0])}
assert start["fc1.weight"][0] == [20, 64] and rows(start["fc1.weight"]) <= rows(learned["fc1.weight"])
END

# -- Other data --------------------------------------------------------------------------------
printf 'a,b,y\n' >t.csv
i=0
while [ $i -lt 60 ]; do
    echo "$((i % 7)),$((i % 5)),$((i % 2 ? 1 : 0))" >>t.csv
    i=$((i + 1))
done
table() { "$ADROP" prune --data t.csv --target y --task classification --test-fraction 0.3 --model mlp:8 --epochs 1 --rounds 1 --quiet \
    --threads 1 --time-passes 0 --criterion magnitude --rate 25 --out table "$@"; }
table >/dev/null || fail "a table"
echo "1,1,1" >>t.csv
table >/dev/null 2>message && fail "other data are taken for the old ones"
grep -q "t.csv" message || fail "other data: $(cat message)"
table --allow-changed-data >/dev/null 2>&1 || fail "other data that are allowed"

# -- The paper's figure --------------------------------------------------------------------------
figure() { "$ADROP" reproduce pruning --data digits --model mlp:20 --runs 2 --epochs 1 --change rounds=2 --change rate=30 \
    --dropout advanced,magnitude,taylor --threads 1 --quiet --out figure "$@"; }
figure --json >figure.json || fail "adrop reproduce pruning"
touch -d '2001-01-01' figure/*/*/*/rounds/*/run.json
figure >figure.txt || fail "adrop reproduce pruning, again"
[ -z "$(find figure -name run.json -newermt 2002-01-01)" ] || fail "a figure that is done is trained again"
grep -q 'kept (%)' figure.txt || fail "the figure is not drawn"
python3 - <<'END' || fail "the numbers of the figure"
import json
figure = json.load(open("figure.json"))
sheets = figure["sheets"]
assert len(sheets) == 4, [s["title"] for s in sheets]
for part, panel, whole in (("node", sheets[0], sheets[1]), ("weight", sheets[2], sheets[3])):
    assert panel["title"].startswith(part) and panel["columns"] == ["round", "kept %", "advanced", "magnitude", "taylor"], panel
    assert len(panel["rows"]) == 3 and len(whole["rows"]) == 9
    for k, criterion in enumerate(("advanced", "magnitude", "taylor")):
        for i in range(3):
            values = [json.load(open("figure/%s/%s/%d/prune.json" % (part, criterion, seed)))["rounds"][i]["test_acc"]
                      for seed in (1, 2)]
            assert abs(float(panel["rows"][i][2 + k]) - sum(values) / 2) < 1e-9, (part, criterion, i)
    assert any("advanced less magnitude" in note for note in panel["notes"]), panel["notes"]
END

# -- The results by what is kept are drawn ---------------------------------------------------------
(prune axis $nodes) >axis.txt || fail "a pruning"
grep -q 'Result by the share that is kept' axis.txt && grep -q 'before training again' axis.txt ||
    fail "the results: $(cat axis.txt)"

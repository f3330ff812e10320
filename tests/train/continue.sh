#!/bin/sh
# Best weights, resuming with one option, more epochs, warm starts, frozen layers, and the record.
: "${ADROP:?set ADROP to the program}"
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset ADROP_DATA
failed=0
fail() { echo "FAILED: $*"; failed=1; }
train() { "$ADROP" train --threads 1 --quiet "$@"; }

cat >tensors.py <<'END'
import json, struct, sys
def tensors(path):
    bytes = open(path, "rb").read()
    n = struct.unpack("<Q", bytes[:8])[0]
    header = json.loads(bytes[8:8 + n])
    return {k: bytes[8 + n + v["data_offsets"][0]:8 + n + v["data_offsets"][1]]
            for k, v in header.items() if k != "__metadata__"}
a, b = tensors(sys.argv[1]), tensors(sys.argv[2])
print(" ".join(sorted(k for k in a if b.get(k) == a[k])))
END
same() { python3 tensors.py "$1" "$2"; }
value() { python3 -c "import json, sys; d = json.load(open('$1'))
for key in '$2'.split('.'): d = d[key]
print(d)"; }

# the best epoch's weights are the model, by validation rows, and both files are there
train --data digits --val-fraction 0.2 --patience 3 --out a >said || fail "train"
grep -q "stopped early" said || fail "early stopping is not said"
grep -q "last.safetensors" said || fail "the two files are not said"
best=$(value a/run.json result.best_epoch)
want=$(sed -n "${best}p" a/metrics.jsonl | python3 -c "import json, sys; print(json.loads(input())['test_acc'])")
[ "$(value a/run.json result.test_acc)" = "$want" ] || fail "the test result is not that of epoch $best"
got=$("$ADROP" eval a --part val --json | python3 -c "import json; print('%.9g' % json.loads(input())['test_acc'])")
[ "$got" = "$(printf %.9g "$(value a/run.json result.val_acc)")" ] || fail "model.safetensors is not the best epoch's: $got"
cmp -s a/model.safetensors a/last.safetensors && fail "the last epoch was not the best, but the files are equal"
[ -e a/best.safetensors ] && fail "best.safetensors is left"

# interrupted and resumed with one word: the same files
train --data digits --val-fraction 0.2 --epochs 8 --out whole >/dev/null
train --data digits --val-fraction 0.2 --epochs 3 --out parts >/dev/null
train --resume parts --epochs 8 >/dev/null || fail "a finished run is not extended"
for file in model last; do
    cmp -s whole/$file.safetensors parts/$file.safetensors || fail "$file.safetensors of an extended run differs"
done
[ "$(value parts/run.json settings.epochs)" = 8 ] || fail "the record does not have the new epochs"
[ "$(value parts/run.json values.epochs)" = 8 ] || fail "the typed record does not have the new epochs"
[ "$(wc -l <parts/metrics.jsonl)" = 8 ] || fail "metrics.jsonl of an extended run"
train --resume parts --epochs 4 >/dev/null 2>said && fail "fewer epochs are accepted"
grep -q "begun with epochs 8" said || fail "fewer epochs: $(cat said)"
train --resume parts --lr 0.5 >/dev/null 2>said && fail "another rate is accepted"

# the record
for key in started ended host command versions.adrop versions.commit values.lr result.seconds; do
    value a/run.json $key >/dev/null 2>&1 || fail "run.json has no $key"
done
value a/run.json command | grep -q "^adrop train --threads 1" || fail "the command line"

# warm starts and frozen layers
"$ADROP" train --threads 1 --data digits --model mlp:256,128 --init whole --freeze fc1 --epochs 1 --out warm \
    >/dev/null 2>said || fail "init: $(cat said)"
grep -q "fc2.weight (256 x 256 there, 128 x 256 here)" said || fail "the report of a warm start: $(cat said)"
[ "$(same whole/model.safetensors warm/model.safetensors | grep -o 'fc[0-9.a-z]*' | tr '\n' ' ')" = "fc1.bias fc1.weight " ] ||
    fail "frozen layers: $(same whole/model.safetensors warm/model.safetensors)"
# a frozen backbone: the head alone is trained, and a resumed run has the bits of one that was not stopped
net='net:conv 4 pad=1; norm relu=yes; average_pool 0; flatten; dropout; dense'
train --data digits --model "$net" --epochs 1 --out start >/dev/null
for out in once twice; do
    train --data digits --model "$net" --init start --freeze backbone --epochs $([ $out = once ] && echo 3 || echo 1) --out $out \
        >/dev/null 2>said || fail "a frozen backbone: $(cat said)"
done
train --resume twice --epochs 3 >/dev/null || fail "a run with a frozen backbone is not resumed"
cmp -s once/model.safetensors twice/model.safetensors || fail "a resumed run with a frozen backbone differs"
[ "$(same start/model.safetensors once/model.safetensors | tr ' ' '\n' | grep -c 'conv\|norm.*\(weight\|bias\)')" = 3 ] ||
    fail "what is frozen: $(same start/model.safetensors once/model.safetensors)"
same start/model.safetensors once/model.safetensors | grep -q dense && fail "the head is not trained"
train --resume twice --freeze dense6 --epochs 3 >/dev/null 2>said && fail "another freeze is accepted"
grep -q freeze said || fail "another freeze: $(cat said)"
train --data digits --epochs 1 --freeze nosuch --out x 2>/dev/null && fail "a pattern that names nothing"
train --data digits --epochs 1 --freeze '*' --out y 2>/dev/null && fail "everything frozen"
train --data digits --epochs 1 --model mlp:8 --dropout none --init nosuch --out z 2>/dev/null && fail "init from nothing"
exit $failed

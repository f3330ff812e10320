#!/bin/sh
# The frequency of evaluation changes only what is reported: with eval-every 3 or end, the weights
# and the last line equal those of a run evaluated after every epoch. Lines in between have no test
# results, patience counts epochs and ends a run at an evaluation, and an interrupted run resumes to
# the same bits. Patience is refused without validation results in between. ADROP is the program.
: "${ADROP:?set ADROP to the program}"
python3 -c '' 2>/dev/null || { echo "skipped: no python3"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
fail() {
    echo "FAILED: $*"
    exit 1
}
train() { # folder options..
    out=$1
    shift
    "$ADROP" train --data digits --model mlp:16 --epochs 8 --batch 32 --threads 1 --quiet --out "$out" "$@" >/dev/null
}
lines() { # of metrics, without times
    sed 's/"[a-z_]*seconds":[^,]*,//g' "$1/metrics.jsonl"
}
train every && train third --eval-every 3 && train end --eval-every end || fail "training"
cmp every/model.safetensors third/model.safetensors && cmp every/model.safetensors end/model.safetensors ||
    fail "evaluations change the weights"
python3 - <<'END' || fail "the lines are not those of the epochs that are evaluated"
import json
def read(run):
    lines = [json.loads(line) for line in open(run + "/metrics.jsonl")]
    for line in lines:
        line.pop("seconds"), line.pop("eval_seconds")
    return lines
every = read("every")
for run, at in ("third", (3, 6, 8)), ("end", (8,)):
    lines = read(run)
    assert [l["epoch"] for l in lines] == list(range(1, 9))
    for all_of, line in zip(every, lines):
        if line["epoch"] in at:
            assert line == all_of, (line, all_of)
        else:
            assert line["test_acc"] is None and line["test_loss"] is None and line["train_loss"] == all_of["train_loss"], line
END
# stopped within an epoch and resumed
mkdir cut
"$ADROP" train --data digits --model mlp:16 --epochs 8 --batch 32 --threads 1 --quiet --out cut --eval-every 3 \
    --save-steps 20 >/dev/null 2>&1 &
pid=$!
while kill -0 $pid 2>/dev/null && [ "$(wc -l <cut/metrics.jsonl 2>/dev/null || echo 0)" -lt 2 ]; do
    sleep 0.005
done
kill -INT $pid 2>/dev/null
wait $pid
train cut --eval-every 3 --resume || fail "resuming"
cmp cut/model.safetensors third/model.safetensors || fail "a resumed run has other weights"
lines cut >a
lines third >b
cmp a b || fail "a resumed run has other lines"
echo "evaluations after some epochs: the same weights, the same figures"
# patience: lr 0 learns nothing, so that the first evaluation, after epoch 3, is the best
train flat --eval-every 3 --val-fraction 0.2 --patience 4 --lr 1e-30 --momentum 0 --epochs 100 || fail "patience"
[ "$(wc -l <flat/metrics.jsonl)" -eq 9 ] || fail "patience of 4 ended after $(wc -l <flat/metrics.jsonl) epochs, not 9"
tail -1 flat/metrics.jsonl | grep -q '"val_acc":[0-9]' || fail "a run ended without an evaluation"
train none --eval-every end --val-fraction 0.2 --patience 2 2>told && fail "patience without evaluations"
grep -q "eval-every" told || fail "no cure: $(cat told)"

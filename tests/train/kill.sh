#!/bin/sh
# Kills a short run with SIGKILL at random moments (KILLS times, 10), resumes it, and compares it
# with an undisturbed run: the model bit for bit, the metrics except for times. ADROP is the
# program.
: "${ADROP:?set ADROP to the program}"
kills=${KILLS:-10}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

train() { # folder options.. ; becomes the program, so that its process can be killed
    out=$1
    shift
    exec "$ADROP" train --data digits --model mlp:64,48 --dropout advanced --epochs 40 --batch 20 \
        --threads 1 --save-steps 25 --save-seconds 0 --quiet --out "$out" "$@" >/dev/null
}
metrics() {
    sed 's/"[a-z_]*seconds":[^,}]*//g' "$1/metrics.jsonl"
}

start=$(date +%s%N)
(train "$work/whole") || exit 1
took=$((($(date +%s%N) - start) / 1000000)) # ms
metrics "$work/whole" >"$work/expected"

failed=0
landed=0
for i in $(seq "$kills"); do
    run=$work/run$i
    moment=$(($(od -An -N4 -tu4 /dev/urandom) % (took + 20)))
    train "$run" 2>/dev/null &
    pid=$!
    sleep "$(printf '%d.%03d' $((moment / 1000)) $((moment % 1000)))"
    kill -9 $pid 2>/dev/null && [ ! -f "$run/model.safetensors" ] && landed=$((landed + 1))
    wait $pid 2>/dev/null
    (train "$run" --resume) || failed=$((failed + 1))
    metrics "$run" >"$work/got"
    if ! cmp -s "$work/whole/model.safetensors" "$run/model.safetensors" ||
        ! cmp -s "$work/expected" "$work/got"; then
        echo "killed after $moment ms: the resumed run ended otherwise"
        failed=$((failed + 1))
    fi
    rm -rf "$run"
done
echo "$kills kills over $took ms, $landed in the middle of the run, $failed failed"
[ "$failed" -eq 0 ]

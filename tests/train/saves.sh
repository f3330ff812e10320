#!/bin/sh
# A run of 200 short epochs flushes to the disk a few times in total, not a few times per epoch
# (1,206 times with --save-seconds 0). ADROP is the program, BUILD the build folder.
: "${ADROP:?set ADROP to the program}"
[ -z "$SANITIZE" ] || { echo "skipped: the sanitizers do not go with a preloaded library"; exit 77; }
shim=$(realpath "${BUILD:-build}")/tests/fault_shim.so
ADROP=$(realpath "$ADROP")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

LD_PRELOAD=$shim FAULT_KIND=io FAULT_UNDER=run FAULT_LOG=log "$ADROP" train --data digits \
    --model mlp:4 --epochs 200 --batch 500 --threads 1 --quiet --out run >/dev/null || exit 1
[ "$(wc -l <run/metrics.jsonl)" -eq 200 ] || { echo "not 200 epochs"; exit 1; }
flushes=$(grep -c ' fsync ' log)
echo "$flushes flushes in 200 epochs"
[ "$flushes" -ge 6 ] && [ "$flushes" -le 20 ]

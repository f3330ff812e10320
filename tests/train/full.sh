#!/bin/sh
# A disk that fills up during a run: a small file system with room for two and a half checkpoints.
# The program must end with status 4 and one sentence, the older checkpoint must be whole, and the
# run must resume to the same bits once there is room. ADROP is the program. (Where file systems
# cannot be mounted, test_train does the same with a file size limit.)
: "${ADROP:?set ADROP to the program}"
if [ "$1" != inside ]; then
    unshare -rm true 2>/dev/null || { echo "skipped: 'unshare -rm' is not allowed here"; exit 77; }
    exec unshare -rm "$0" inside
fi
work=$(mktemp -d) || exit 1
trap 'umount "$work/disk" 2>/dev/null; rm -rf "$work"' EXIT

train() { # FOLDER OPTIONS..
    out=$1
    shift
    "$ADROP" train --data digits --model mlp:256,256 --epochs 4 --save-seconds 0 --threads 1 --quiet \
        --out "$out" "$@"
}

train "$work/whole" >/dev/null || exit 1
size=$(wc -c <"$work/whole/checkpoint.safetensors")
mkdir "$work/disk"
mount -t tmpfs -o size=$((size * 5 / 2)) none "$work/disk" || { echo "skipped: no tmpfs"; exit 77; }

train "$work/disk/run" >/dev/null 2>"$work/said"
code=$?
cat "$work/said"
[ $code -eq 4 ] || { echo "exit status $code, expected 4"; exit 1; }
[ "$(wc -l <"$work/said")" -eq 1 ] || { echo "expected one sentence"; exit 1; }
grep -q "No space left" "$work/said" || { echo "the sentence does not say that the disk is full"; exit 1; }
ls -A "$work/disk/run" | grep -q '\.tmp' && { echo "a half-written file was left"; exit 1; }
[ "$(wc -c <"$work/disk/run/checkpoint.safetensors")" -eq "$size" ] || { echo "the checkpoint is not whole"; exit 1; }

mount -o remount,size=$((size * 8)) "$work/disk" || exit 1
train "$work/disk/run" --resume >/dev/null 2>"$work/said" || { cat "$work/said"; exit 1; }
[ ! -s "$work/said" ] || { echo "resumed, but: $(cat "$work/said")"; exit 1; }
cmp "$work/whole/model.safetensors" "$work/disk/run/model.safetensors" || exit 1
echo "full at the third checkpoint, resumed from the second, the same model"

#!/bin/sh
# Run fuzz targets for some minutes each and print a line for each, to be kept:
#
#     fuzz/campaign.sh [MINUTES] [TARGET..]      10 minutes, all targets
#
# The targets are built first (clang, build-fuzz), then JOBS of them run at once (one a
# processor). A target begins with the seeds of fuzz/corpus; what it finds goes to a folder of
# its own, named at the end, never into the tree: inputs worth keeping are copied to
# fuzz/corpus by hand. A target ends with its first finding. SECONDS_EACH takes the place of
# the minutes. The exit status is 1 if anything was found.
set -eu
cd "$(dirname "$0")/.."
export OMP_WAIT_POLICY=passive

number() { # KEY FILE: the last number behind the key
    sed -n "s/.*$1 *\([0-9][0-9]*\).*/\1/p" "$2" | tail -n 1
}

one() { # TARGET: run it and print its line
    [ -x "build-fuzz/$1" ] || { echo "there is no target '$1'" >&2; exit 1; }
    corpus=$ADROP_FUZZ_WORK/$1/corpus findings=$ADROP_FUZZ_WORK/$1/findings log=$ADROP_FUZZ_WORK/$1/log
    mkdir -p "$corpus" "$findings"
    cp fuzz/corpus/"$1"/* "$corpus"
    start=$(date +%s)
    "build-fuzz/$1" -max_total_time="$SECONDS_EACH" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$findings/" "$corpus" >"$log" 2>&1 || [ -n "$(ls "$findings")" ] ||
        { echo "$1 ended before its time: see $log" >&2; exit 1; }
    n=$(ls "$findings" | wc -l)
    echo "| \`$1\` | $(($(date +%s) - start)) | $(number number_of_executed_units: "$log") | $(number cov: "$log") | $n |"
    [ "$n" -eq 0 ]
}

if [ "${1-}" = --one ]; then
    one "$2"
    exit
fi
minutes=10
case ${1-} in [0-9]*) minutes=$1; shift ;; esac
export SECONDS_EACH="${SECONDS_EACH:-$((minutes * 60))}"
ADROP_FUZZ_WORK=$(mktemp -d "${TMPDIR:-/tmp}/adrop-fuzz-XXXXXX")
export ADROP_FUZZ_WORK
jobs=${JOBS:-$(nproc)} log=$ADROP_FUZZ_WORK/build.log
cmake --preset fuzz >"$log" 2>&1 && cmake --build --preset fuzz -j"$jobs" >>"$log" 2>&1 || { tail -n 20 "$log" >&2; exit 1; }
if [ $# -eq 0 ]; then
    for source in fuzz/fuzz_*.c; do set -- "$@" "$(basename "$source" .c)"; done
fi
echo "| target | seconds | executions | coverage | findings |"
echo "|---|---|---|---|---|"
status=0
printf '%s\n' "$@" | xargs -P "$jobs" -I '{}' sh fuzz/campaign.sh --one '{}' || status=1
echo "logs, inputs and findings are in $ADROP_FUZZ_WORK"
exit $status

#!/bin/sh
# Run fuzz targets for some minutes each, print a line for each, and add it to the tally:
#
#     fuzz/campaign.sh [MINUTES] [TARGET..]      10 minutes, all targets
#
# The targets are built first (clang, build-fuzz), then JOBS of them run at once (one per
# processor). A target begins with the seeds of fuzz/corpus and what earlier campaigns came by
# (build-fuzz/corpus); what it finds goes to a folder of its own, named at the end, never into the
# tree: inputs worth keeping are copied to fuzz/corpus by hand. A target ends with its first
# finding. SECONDS_EACH takes the place of the minutes. Executions are added to those of earlier
# campaigns in fuzz/CAMPAIGNS.md (fuzz/tally.py); TALLY= leaves it alone. The exit status is 1 if
# anything was found.
set -eu
cd "$(dirname "$0")/.."
export OMP_WAIT_POLICY=passive
# A small quarantine and no stacks of allocations: half as fast again. A finding is replayed without.
export ASAN_OPTIONS="${ASAN_OPTIONS:-malloc_context_size=0:quarantine_size_mb=1:thread_local_quarantine_size_kb=64:allocator_release_to_os_interval_ms=-1}"

number() { # KEY FILE: the last number behind the key
    sed -n "s/.*$1 *\([0-9][0-9]*\).*/\1/p" "$2" | tail -n 1
}

one() { # TARGET: run it and print its line
    [ -x "build-fuzz/$1" ] || { echo "there is no target '$1'" >&2; exit 1; }
    corpus=$PWD/build-fuzz/corpus/$1 findings=$ADROP_FUZZ_WORK/$1/findings log=$ADROP_FUZZ_WORK/$1/log
    mkdir -p "$corpus" "$findings"
    start=$(date +%s)
    "build-fuzz/$1" -max_total_time="$SECONDS_EACH" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -close_fd_mask=3 -artifact_prefix="$findings/" "$corpus" "$PWD/fuzz/corpus/$1" >"$log" 2>&1 </dev/null ||
        [ -n "$(ls "$findings")" ] || { echo "$1 ended before its time: see $log" >&2; exit 1; }
    n=$(ls "$findings" | wc -l) took=$(($(date +%s) - start)) runs=$(number number_of_executed_units: "$log")
    # per second of processor time, of this shell's children: the machine may have other work
    times >"$log.times"
    rate=$(awk -v runs="${runs:-0}" 'NR == 2 { split($1 " " $2, t, /[ms ]+/); s = t[1] * 60 + t[2] + t[3] * 60 + t[4]
        printf "%d", runs / (s > 0.1 ? s : 0.1) }' "$log.times")
    echo "| \`$1\` | $took | $runs | $rate | $(number cov: "$log") | $n |"
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
echo "| target | seconds | executions | per CPU second | coverage | findings |"
echo "|---|---|---|---|---|---|"
status=0
printf '%s\n' "$@" | xargs -P "$jobs" -I '{}' sh fuzz/campaign.sh --one '{}' >"$ADROP_FUZZ_WORK/lines" || status=1
cat "$ADROP_FUZZ_WORK/lines"
[ -z "${TALLY-yes}" ] || fuzz/tally.py "$ADROP_FUZZ_WORK/lines" fuzz/CAMPAIGNS.md
echo "logs and findings are in $ADROP_FUZZ_WORK"
exit $status

#!/bin/sh
# Run fuzz targets for a few minutes each, print one line per target, and add it to the tally:
#
#     fuzz/campaign.sh [MINUTES] [TARGET..]      10 minutes, all targets
#     FAST=1 fuzz/campaign.sh ..                 search without sanitizers, then replay with them
#
# The targets are built first (clang, build-fuzz and build-fuzz-fast; BUILD= skips this), then JOBS
# of them run at once (one per processor). The target `least` is the one with the fewest executions
# so far, so a loop of such campaigns resumes where it stopped. A target starts with the seeds of
# fuzz/corpus and the corpus of earlier campaigns (build-fuzz/corpus), with inputs up to the length in
# fuzz/longest.txt. Findings go to a separate folder, named at the end, never into the tree; copy
# inputs worth keeping to fuzz/corpus by hand. A target ends with its first finding. With FAST, the
# build with sanitizers replays the whole corpus, to detect memory errors that do not end the program.
# SECONDS_EACH replaces the minutes. Executions are added to those of earlier campaigns in the file
# TALLY, fuzz/CAMPAIGNS.md (fuzz/tally.py); with TALLY= it is not changed. The exit status is 1 if
# anything was found.
set -eu
cd "$(dirname "$0")/.."
export OMP_WAIT_POLICY=passive
# A small quarantine and no allocation stacks: 1.5 times as fast. Replay findings without these.
export ASAN_OPTIONS="${ASAN_OPTIONS:-malloc_context_size=0:quarantine_size_mb=1:thread_local_quarantine_size_kb=64:allocator_release_to_os_interval_ms=-1}"
export FAST="${FAST-}"
tally=${TALLY-fuzz/CAMPAIGNS.md}

number() { # KEY FILE: the last number after the key
    sed -n "s/.*$1 *\([0-9][0-9]*\).*/\1/p" "$2" | tail -n 1
}

spent() { # FILE: seconds of processor time of children, as `times` wrote them
    awk 'NR == 2 { split($1 " " $2, t, /[ms ]+/); printf "%.2f", t[1] * 60 + t[2] + t[3] * 60 + t[4] }' "$1"
}

call() { # BUILD TARGET LOG ARGUMENT..: run the target; findings go to $findings
    program=$1/$2 output=$3
    shift 3
    "$program" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 -close_fd_mask=3 -artifact_prefix="$findings/" \
        "$@" >"$output" 2>&1 </dev/null || [ -n "$(ls "$findings")" ] || { echo "$program ended before its time: see $output" >&2; exit 1; }
}

one() { # TARGET: run it and print its line
    build=build-fuzz${FAST:+-fast} corpus=$PWD/build-fuzz/corpus/$1 findings=$ADROP_FUZZ_WORK/$1/findings
    log=$ADROP_FUZZ_WORK/$1/log
    [ -x "$build/$1" ] || { echo "there is no target '$1'" >&2; exit 1; }
    mkdir -p "$corpus" "$findings"
    longest=$(sed -n "s/^$1 //p" fuzz/longest.txt)
    call "$build" "$1" "$log" -max_total_time="$SECONDS_EACH" ${longest:+-max_len="$longest"} "$corpus" "$PWD/fuzz/corpus/$1"
    times >"$log.times" # the machine may have other work
    runs=$(number number_of_executed_units: "$log") coverage=$(number cov: "$log") seconds=$(spent "$log.times")
    rate=$(awk -v runs="${runs:-0}" -v s="$seconds" 'BEGIN { printf "%d", runs / (s > 0.1 ? s : 0.1) }')
    rates="$rate | -"
    if [ -n "$FAST" ]; then
        rates="- | $rate"
        call build-fuzz "$1" "$log.replay" -runs=0 "$corpus" "$PWD/fuzz/corpus/$1"
        coverage=$(number cov: "$log.replay")
    fi
    n=$(ls "$findings" | wc -l)
    echo "| \`$1\` | $seconds | $runs | $rates | $coverage | $n |"
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
if [ -n "${BUILD-yes}" ]; then
    for preset in fuzz ${FAST:+fuzz-fast}; do
        cmake --preset $preset >"$log" 2>&1 && cmake --build --preset $preset -j"$jobs" >>"$log" 2>&1 || { tail -n 20 "$log" >&2; exit 1; }
    done
fi
if [ $# -eq 0 ]; then
    for source in fuzz/fuzz_*.c; do set -- "$@" "$(basename "$source" .c)"; done
elif [ "$1" = least ]; then
    set -- "$(fuzz/tally.py --least "${tally:-fuzz/CAMPAIGNS.md}")"
fi
echo "| target | CPU seconds | executions | per CPU second | without sanitizers | coverage | findings |"
echo "|---|---|---|---|---|---|---|"
status=0
printf '%s\n' "$@" | xargs -P "$jobs" -I '{}' sh fuzz/campaign.sh --one '{}' >"$ADROP_FUZZ_WORK/lines" || status=1
cat "$ADROP_FUZZ_WORK/lines"
[ -z "$tally" ] || fuzz/tally.py "$ADROP_FUZZ_WORK/lines" "$tally"
[ "$tally" != fuzz/CAMPAIGNS.md ] || fuzz/tally.py --show "$tally" docs/reliability.md
echo "logs and findings are in $ADROP_FUZZ_WORK"
exit $status

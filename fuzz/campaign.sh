#!/bin/sh
# Run fuzz targets for some minutes each and print a line for each, to be kept:
#
#     fuzz/campaign.sh [MINUTES] [TARGET..]      10 minutes, all targets
#
# The targets are built first (clang, build-fuzz; JOBS of them at once, 2). A target begins
# with the seeds of fuzz/corpus; what it finds goes to a folder of its own, named at the
# end, never into the tree: inputs worth keeping are copied to fuzz/corpus by hand.
# A target ends with its first finding. SECONDS_EACH takes the place of the minutes. The exit
# status is 1 if anything was found.
set -eu
cd "$(dirname "$0")/.."
minutes=10
case ${1-} in [0-9]*) minutes=$1; shift ;; esac
seconds=${SECONDS_EACH:-$((minutes * 60))}
export OMP_WAIT_POLICY=passive
work=$(mktemp -d "${TMPDIR:-/tmp}/adrop-fuzz-XXXXXX")

cmake --preset fuzz >"$work/build.log" 2>&1 && cmake --build --preset fuzz -j"${JOBS:-2}" >>"$work/build.log" 2>&1 ||
    { tail -n 20 "$work/build.log" >&2; exit 1; }
if [ $# -eq 0 ]; then
    for source in fuzz/fuzz_*.c; do set -- "$@" "$(basename "$source" .c)"; done
fi

number() { # KEY FILE: the last number behind the key
    sed -n "s/.*$1 *\([0-9][0-9]*\).*/\1/p" "$2" | tail -n 1
}

found=0
echo "target | seconds | executions | coverage | findings"
for target in "$@"; do
    [ -x "build-fuzz/$target" ] || { echo "there is no target '$target'" >&2; exit 1; }
    corpus=$work/$target/corpus findings=$work/$target/findings log=$work/$target/log
    mkdir -p "$corpus" "$findings"
    cp fuzz/corpus/"$target"/* "$corpus"
    start=$(date +%s)
    "build-fuzz/$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$findings/" "$corpus" >"$log" 2>&1 || [ -n "$(ls "$findings")" ] ||
        { echo "$target ended before its time: see $log" >&2; exit 1; }
    n=$(ls "$findings" | wc -l)
    echo "$target | $(($(date +%s) - start)) | $(number number_of_executed_units: "$log") | $(number cov: "$log") | $n"
    found=$((found + n))
done
echo "logs, inputs and findings are in $work"
[ "$found" -eq 0 ]

#!/bin/sh
# The number of threads is the smaller of the usable processors and OMP_NUM_THREADS (cgroup quotas:
# test_cgroup), unless --threads is given; run.json records it. ADROP is the program.
: "${ADROP:?set ADROP to the program}"
command -v taskset >/dev/null || { echo "skipped: there is no taskset (util-linux)"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset OMP_NUM_THREADS
failed=0

first=$(taskset -pc $$ | sed 's/.*: *//; s/[-,].*//') # a processor that we may use
all=$(nproc)

threads() { # COMMAND..
    rm -rf "$work/run"
    "$@" "$ADROP" train --data digits --model mlp:4 --epochs 1 --quiet --out "$work/run" $options >/dev/null
    sed -n 's/^ *"threads": \([0-9]*\),*$/\1/p' "$work/run/run.json"
}

expect() { # NUMBER WHAT COMMAND..
    number=$1 what=$2
    shift 2
    got=$(threads "$@")
    [ "$got" = "$number" ] && return
    echo "$what: $got threads, expected $number"
    failed=1
}

options=
usual=$(threads env) # fewer than processors where a control group has a quota
if [ "$usual" -lt 1 ] || [ "$usual" -gt "$all" ]; then
    echo "$usual threads on $all processors"
    failed=1
fi
expect 1 "one processor" taskset -c "$first"
expect 1 "OMP_NUM_THREADS=1" env OMP_NUM_THREADS=1
expect 1 "one processor, OMP_NUM_THREADS=8" env OMP_NUM_THREADS=8 taskset -c "$first"
expect "$usual" "OMP_NUM_THREADS=999" env OMP_NUM_THREADS=999
options="--threads 3"
expect 3 "--threads 3 on one processor" taskset -c "$first"
[ $failed -eq 0 ] && echo "$all processors, $usual threads: as many as there should be"
exit $failed

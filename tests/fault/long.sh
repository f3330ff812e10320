#!/bin/sh
# The long forms of the properties that `make test` tries on few cases: 10,000 random cases of each.
#
#   BUILD=build tests/fault/long.sh [CASES]
set -u
cases=${1:-10000}
build=$(cd "${BUILD:-build}" && pwd)
here=$(cd "$(dirname "$0")/.." && pwd)
ADROP=$build/adrop
export ADROP ADROP_CASES="$cases"
failed=0

try() {
    name=$1
    shift
    if "$@" >"$build/long.log" 2>&1; then
        echo "ok $name: $(tail -1 "$build/long.log")"
    else
        failed=$((failed + 1))
        echo "FAILED $name:"
        tail -20 "$build/long.log"
    fi
}

for test in test_dialects test_messy_tables test_settings test_saved test_in_flight test_formula; do
    try "$test" "$build/tests/$test"
done
try own_rows "$here/data/own_rows.py" --cases 1000
try odd_files "$here/cli/odd_files.py" --all
try names "$here/study/names.py" --cases "$cases"
exit "$failed"

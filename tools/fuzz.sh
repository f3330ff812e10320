#!/bin/sh
# Run every fuzz target in a build folder for some seconds: fuzz.sh FOLDER SECONDS.
set -eu
folder=$1
seconds=${2:-60}
for target in "$folder"/fuzz_*; do
    [ -x "$target" ] && [ -f "$target" ] || continue
    name=$(basename "$target")
    corpus=$folder/corpus/$name
    mkdir -p "$corpus"
    [ -d "fuzz/corpus/$name" ] && cp -n "fuzz/corpus/$name"/* "$corpus"
    echo "== $name, $seconds seconds"
    "$target" -max_total_time="$seconds" -max_len=4096 -rss_limit_mb=512 -timeout=1 \
        -print_final_stats=1 -artifact_prefix="$folder/" "$corpus" 2>&1 |
        grep -E 'stat::number_of_executed_units|stat::peak_rss_mb|ERROR|SUMMARY|cov:' | tail -4
done

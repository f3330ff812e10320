#!/bin/sh
# The files of configs/: `adrop train` accepts each, and the run records its settings. They are for
# sets that may be missing and for hundreds of epochs, so the test overrides data, network and
# length. ADROP is the program.
: "${ADROP:?set ADROP to the program}"
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
checked=0 failed=0

for file in configs/*.yaml; do
    run=$work/$(basename "$file" .yaml)
    if ! "$ADROP" train --config "$file" --data digits --model mlp:8 --input-scale unit --test-rows '' --augment none \
        --epochs 4 --lr-drop 2,3 --train-limit 512 --threads 1 --quiet --out "$run" >/dev/null; then
        echo "$file: refused"
        checked=$((checked + 1)) failed=$((failed + 1))
        continue
    fi
    grep -vE '^(#|(data|model|input-scale|test-rows|augment|epochs|lr-drop):)' "$file" >"$run/said"
    while IFS=': ' read -r key value; do
        checked=$((checked + 1))
        grep -qF "\"$key\": \"$value\"" "$run/run.json" ||
            { echo "$file: '$key: $value' is not in run.json"; failed=$((failed + 1)); }
    done <"$run/said"
done
echo "$((checked - failed)) passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$checked" -gt 0 ]

#!/bin/sh
# Every kind of input of `adrop predict`, with a run whose training data are gone.
: "${ADROP:?set ADROP to the program}"
python3 -c '' 2>/dev/null || { echo "skipped: no python3"; exit 77; }
exec python3 "$(dirname "$0")/inputs_check.py" "$ADROP"

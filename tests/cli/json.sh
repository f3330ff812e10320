#!/bin/sh
# The program's JSON output, against known numbers.
: "${ADROP:?set ADROP to the program}"
python3 -c '' 2>/dev/null || { echo "skipped: no python3"; exit 77; }
exec python3 "$(dirname "$0")/json_check.py" "$ADROP"

#!/bin/sh
# Documents, from every format to predictions. Malformed input: one sentence, exit status 3.
: "${ADROP:?set ADROP to the program}"
python3 -c '' 2>/dev/null || { echo "skipped: no python3"; exit 77; }
exec python3 "$(dirname "$0")/text_check.py" "$ADROP"

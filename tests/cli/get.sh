#!/bin/sh
# `adrop data get` against a server on this machine: exit statuses, signals, JSON.
: "${ADROP:?set ADROP to the program}"
python3 -c '' 2>/dev/null || { echo "skipped: no python3"; exit 77; }
exec python3 "$(dirname "$0")/get_check.py" "$ADROP"

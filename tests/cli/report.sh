#!/bin/sh
# adrop report on broken, hostile, huge and missing folders; and adrop watch if the output is not a
# terminal. tests/report/folders.py makes the folders.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
case $ADROP in /*) ;; *) ADROP=$PWD/$ADROP ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
exec python3 "$here/tests/report/check_report.py" "$ADROP"

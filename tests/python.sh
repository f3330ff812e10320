#!/bin/sh
# python.sh MODULE ..: prints the python3 for a test: the first, in PATH or the system's, that has
# the modules, so that another Python without them does not shorten the comparison. If none has
# them, the first that runs; the test then says what it did not compare. Exit status 1: no python3.
modules=$(echo "$*" | tr ' ' ',')
for found in python3 /usr/bin/python3; do
    "$found" -c "import $modules" 2>/dev/null && echo "$found" && exit 0
done
for found in python3 /usr/bin/python3; do
    "$found" -c '' 2>/dev/null && echo "$found" && exit 0
done
exit 1

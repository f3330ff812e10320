#!/bin/sh
# python.sh MODULE ..: the python3 that a test runs, printed: the first of PATH or the system's that has the
# modules, so that a Python of another place without them does not compare less. Where none has them, the first
# that runs, and the test says what it did not compare. Exit status 1: there is no python3.
modules=$(echo "$*" | tr ' ' ',')
for found in python3 /usr/bin/python3; do
    "$found" -c "import $modules" 2>/dev/null && echo "$found" && exit 0
done
for found in python3 /usr/bin/python3; do
    "$found" -c '' 2>/dev/null && echo "$found" && exit 0
done
exit 1

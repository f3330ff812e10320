#!/bin/sh
# ruff.sh: ruff finds nothing in the Python of the package, its tests and its tools. Skipped, by
# name, without node or npm's @astral-sh/ruff-wasm-nodejs; `make peers` puts it into BUILD/ruff. Run
# from the top.
command -v node >/dev/null || { echo "skipped: no node"; exit 77; }
export RUFF="${RUFF:-${BUILD:?set BUILD to the build folder}/ruff}"
node tools/ruff.js python/adrop/*.py tests/python/*.py bench/python.py tools/bind.py tools/wheel.py || exit $?
printf 'import os\nx = [i for i in range(3)]\nprint(y)\n' >"${TMPDIR:-/tmp}/ruff.$$.py" # and it would notice
node tools/ruff.js "${TMPDIR:-/tmp}/ruff.$$.py" | grep -c 'F401\|C416\|F821' | grep -qx 3 || { echo "ruff does not look"; exit 1; }
rm -f "${TMPDIR:-/tmp}/ruff.$$.py"

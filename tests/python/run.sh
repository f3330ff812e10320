#!/bin/sh
# run.sh TEST [MODULE ..]: runs tests/python/TEST.py with the package of the tree and the built
# library, on a Python that has the modules; skipped if there is none. Run from the top.
test=$1
shift
[ -z "$SANITIZE" ] || { echo "skipped: a Python without sanitizers cannot load this library"; exit 77; }
python=$(tests/python.sh ctypes "$@") || { echo "skipped: no python3"; exit 77; }
for module in "$@"; do
    "$python" -c "import $module" 2>/dev/null || { echo "skipped: no Python module $module"; exit 77; }
done
ADROP_LIBRARY=${BUILD:?set BUILD to the build folder} PYTHONPATH=python${PYTHONPATH:+:$PYTHONPATH} OMP_WAIT_POLICY=passive \
    PYTHONDONTWRITEBYTECODE=1 exec "$python" -W error::ResourceWarning "tests/python/$test.py"

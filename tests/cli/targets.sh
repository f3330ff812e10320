#!/bin/sh
# Several targets from end to end: training, testing, predicting, folds, searches, uncertainty.
# scikit-learn agrees, if installed.
: "${ADROP:?set ADROP to the program}"
here=$(dirname "$0")
python=$("$here/../python.sh" numpy sklearn) || { echo "skipped: no python3"; exit 77; }
exec "$python" "$here/targets_check.py" "$ADROP"

#!/bin/sh
# Several targets from end to end: training, testing, predicting, folds, searches, uncertainty. And scikit-learn
# agrees, where it is there.
: "${ADROP:?set ADROP to the program}"
python3 -c '' 2>/dev/null || { echo "skipped: no python3"; exit 77; }
exec python3 "$(dirname "$0")/targets_check.py" "$ADROP"

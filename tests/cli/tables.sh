#!/bin/sh
# A table like those of users: categories, missing values, ids. Three commands train, test and predict;
# columns may be in any order; what is not there is named. And scikit-learn agrees, where it is there.
: "${ADROP:?set ADROP to the program}"
python3 -c '' 2>/dev/null || { echo "skipped: no python3"; exit 77; }
exec python3 "$(dirname "$0")/tables_check.py" "$ADROP"

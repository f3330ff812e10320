#!/bin/sh
# A table like those of users: categories, missing values, ids. Three commands train, test and
# predict; columns may be in any order; missing ones are named. scikit-learn agrees, if installed.
: "${ADROP:?set ADROP to the program}"
here=$(dirname "$0")
python=$("$here/../python.sh" numpy sklearn) || { echo "skipped: no python3"; exit 77; }
exec "$python" "$here/tables_check.py" "$ADROP"

#!/bin/bash
# All tests about many machines that one machine can run (make cluster-test): each script of this
# folder in turn. They need root, and take about half an hour. A script whose requirements are
# missing is skipped and named. Arguments: names of scripts, if not all.
set -u
cd "$(dirname "$0")/../.." || exit 1
failed=0
for name in "${@:-slurm netns kills}"; do
    for script in $name; do
        echo "== $script"
        "tests/cluster/$script.sh"
        code=$?
        [ $code = 77 ] && echo "$script: skipped"
        [ $code = 0 ] || [ $code = 77 ] || failed=1
    done
done
exit $failed

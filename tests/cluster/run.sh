#!/bin/bash
# Everything about many machines that one machine can show (make cluster-test): each script of this
# folder in turn. They need root, and take about half an hour; one that lacks something is skipped
# by name. Names of scripts may be given.
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

#!/bin/sh
# Runs every command of docs/getting-started.md, in order, in an empty folder. BUILD holds the
# program.
page=$PWD/docs/getting-started.md
PATH=$BUILD:$PATH
export PATH
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' "$page" >commands
n=0
while IFS= read -r line; do
    sh -c "$line" >out 2>err </dev/null || {
        echo "failed: $line"
        cat err
        exit 1
    }
    n=$((n + 1))
done <commands
echo "$n commands"
[ "$n" -gt 5 ]

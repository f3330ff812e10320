#!/bin/sh
# A tour of what the program does so far, each command shown before its output; the last
# one trains three networks on built-in data.
set -eu
adrop=${1:-build/adrop}

show() {
    printf '\n$ adrop'
    for word in "$@"; do
        printf ' %s' "$word"
    done
    printf '\n\n'
    "$adrop" "$@"
}

"$adrop" --version
show list techniques
show list techniques advanced
show dist --mu 0 --sigma 3
show dist --seed-dist uniform --map clamp --mu 0.5 --sigma 0.8
show dist --mu 1 --sigma 2 --kl-mu 0 --kl-sigma 1.5 --height 6
show dist --table softplus
show data list
show data info digits
show demo
printf '\nNext: adrop train --help, README.md, docs/architecture.md\n'

#!/bin/sh
# A tour of what the program does so far, each command shown before its output.
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
printf '\nNext: adrop dist --help, README.md, docs/architecture.md\n'

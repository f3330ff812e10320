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
runs=$(mktemp -d)
trap 'rm -rf "$runs"' EXIT
show compare --data digits --dropout none,bernoulli,advanced --runs 3 --epochs 15 --quiet --out "$runs/demo"
page=${ADROP_PAGE:-$(dirname "$adrop")/demo.html}
show report "$runs/demo" --title 'Three techniques on handwritten digits' --output "$page"
printf '\nThe report of this comparison, one page of HTML, is %s\n' "$(realpath "$page")"
printf 'Next: adrop train --help, README.md, docs/architecture.md\n'

#!/bin/sh
# The figures of docs/figures, made by the program itself: `make figures`, or `figures.sh DIR` to put them
# elsewhere. They need no training and no data: gpdf is computed, the others are of runs that results/ keeps.
set -eu
: "${ADROP:?set ADROP to the program}"
to=${1:-docs/figures}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$to"

take() { # TITLE NAME: the first figure of the work folder whose title begins so, as NAME
    for svg in "$work"/figures/*.svg; do
        if grep -q "aria-label=\"$1" "$svg"; then
            cp "$svg" "$to/$2.svg"
            cp "${svg%.svg}.csv" "$to/$2.csv"
            return
        fi
    done
    echo "figures.sh: no figure begins with '$1'" >&2
    exit 1
}

"$ADROP" reproduce gpdf --quiet --figures "$work/gpdf" >/dev/null
cp "$work/gpdf/gpdf.svg" "$work/gpdf/gpdf.csv" "$to"
"$ADROP" report results/runs/parammnist-quick.tar.xz --quiet --figures "$work/figures" --output "$work/a.html"
take "Dropout rate by epoch" rates
take "Learned distributions of the masks" masks

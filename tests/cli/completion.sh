#!/bin/bash
# The completion scripts: bash's is sourced and queried; zsh's and fish's are parsed if these shells
# are installed.
: "${ADROP:?set ADROP to the program}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
for shell in bash zsh fish; do
    "$ADROP" completion $shell >"$work/$shell" || { echo "FAILED: completion $shell"; failed=1; }
    command -v $shell >/dev/null || { echo "not parsed: no $shell"; continue; }
    $shell -n "$work/$shell" || { echo "FAILED: $shell does not parse its script"; failed=1; }
done
# shellcheck disable=SC1091
source "$work/bash"
ask() { # EXPECTED WORD..; the last one is completed
    local expected=$1
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _adrop
    [ "${COMPREPLY[*]}" = "$expected" ] && return
    echo "FAILED: '$*' completes to '${COMPREPLY[*]}', not '$expected'"
    failed=1
}
ask "train" adrop tr
ask "--epochs" adrop train --ep
ask "cosine" adrop train --schedule cos
ask "mnist" adrop train --data mni
ask "mnist" adrop train -d mni
ask "dropconnect dropblock drop-path" adrop train --dropout drop
ask "vgg16 vgg16_bn" adrop compare --model vgg
ask "fish" adrop completion fi
ask "techniques" adrop list te
ask "criteria" adrop list cr
ask "sgd" adrop train --optimizer sg
ask "" adrop train --out x
exit $failed

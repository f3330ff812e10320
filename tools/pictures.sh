#!/bin/sh
# The pictures of docs/pictures: commands of the program in a terminal of 80 columns, as they look to
# a person. Run by `make pictures` in the top folder; needs tmux and python3.
: "${ADROP:?set ADROP to the program}"
ADROP=$(realpath "$ADROP")
out=$(realpath docs/pictures)
svg=$(realpath tools/pane_svg.py)
command -v tmux >/dev/null || { echo "pictures: there is no tmux"; exit 1; }
work=$(mktemp -d) || exit 1
socket=adrop-pictures-$$
export LC_ALL=C.UTF-8 OMP_WAIT_POLICY=passive NO_COLOR=1
unset COLUMNS
trap 'tmux -L "$socket" kill-server 2>/dev/null; rm -rf "$work"' EXIT
mkdir "$work/bin" && ln -s "$ADROP" "$work/bin/adrop"

picture() { # NAME COMMAND
    rm -f "$work/done"
    tmux -L "$socket" -f /dev/null new-session -d -x 80 -y 60 \
        "cd '$work' && PATH='$work/bin':\$PATH && $2; touch '$work/done'; sleep 60"
    for _ in $(seq 1200); do
        [ -e "$work/done" ] && break
        sleep 0.1
    done
    sleep 0.3
    { echo "\$ $2" | fold -s -w 76 | sed -e '$!s/ *$/ \\/' -e '2,$s/^/    /'; tmux -L "$socket" capture-pane -p -S -; } | python3 "$svg" "$2" >"$out/$1.svg"
    tmux -L "$socket" kill-server
    socket=$socket-
    echo "docs/pictures/$1.svg"
}

picture train "adrop train --data digits --dropout advanced --epochs 8 --out first"
picture compare "adrop compare --data digits --dropout none,bernoulli,advanced --runs 3"
picture show "adrop show first"
picture runs "adrop runs ."
picture tune "adrop tune --data digits --vary lr=0.01..0.5:log --vary dropout=none,bernoulli,advanced --method halving --trials 9 --epochs 9 --out search"
picture dist "adrop dist --mu 1 --sigma 2"

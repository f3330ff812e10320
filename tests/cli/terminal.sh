#!/bin/sh
# What a user sees: the program in a real terminal of 40, 80 and 160 columns (tmux). The terminal
# must not break lines, and progress must stay on one line. A much wider pane, where tmux wraps
# nothing, checks that the program itself keeps to the width: the same command in a pane of the
# tested width must give as many lines as `capture-pane -J`, which joins lines that the terminal
# broke.
: "${ADROP:?set ADROP to the program}"
command -v tmux >/dev/null || { echo "skipped: no tmux"; exit 77; }
case $SANITIZE in ?*) echo "skipped: too slow with sanitizers"; exit 77 ;; esac
work=$(mktemp -d) || exit 1
socket=adrop-test-$$
export LC_ALL=C.UTF-8 OMP_WAIT_POLICY=passive
unset COLUMNS NO_COLOR
trap 'tmux -L "$socket" kill-server 2>/dev/null; rm -rf "$work"' EXIT
failed=0

# Run a command in a pane of so many columns; its screen and history come into $work/screen as they
# are and into $work/joined with the lines joined that the terminal broke.
show() { # COLUMNS COMMAND
    rm -f "$work/done"
    tmux -L "$socket" -f /dev/null new-session -d -x "$1" -y 200 \
        "cd '$work' && $2; touch '$work/done'; sleep 60" || return 1
    for _ in $(seq 300); do
        [ -e "$work/done" ] && break
        sleep 0.1
    done
    sleep 0.2
    tmux -L "$socket" capture-pane -p -S - >"$work/screen"
    tmux -L "$socket" capture-pane -p -J -S - | sed 's/ *$//' >"$work/joined"
    tmux -L "$socket" kill-server
    socket=adrop-test-$$-$((count = ${count:-0} + 1)) # a server takes a moment to end
    [ -e "$work/done" ] || { echo "FAILED: '$2' did not end"; failed=1; }
}

check() { # COLUMNS NAME COMMAND; unless MAY_BREAK, no line is broken
    show "$1" "$3"
    if [ "$(grep -c . "$work/screen")" -lt 2 ]; then
        echo "FAILED: $2 at $1 columns shows nothing"
        failed=1
    fi
    if [ "$(wc -l <"$work/screen")" != "$(wc -l <"$work/joined")" ]; then
        echo "FAILED: $2 at $1 columns: lines are broken by the terminal:"
        awk -v w="$1" 'length($0) > w' "$work/joined"
        failed=1
    fi
}

says() { # NAME PATTERN
    grep -q -e "$2" "$work/screen" || { echo "FAILED: $1 does not show '$2'"; cat "$work/screen"; failed=1; }
}

at_most() { # NAME PATTERN LINES
    n=$(grep -c -e "$2" "$work/screen")
    [ "$n" -le "$3" ] || { echo "FAILED: $1 shows $n lines with '$2'"; failed=1; }
}

for columns in 40 80 160; do
    check $columns train "'$ADROP' train --data digits --model mlp:64,64,64,64,64,64,64 --epochs 3 --threads 1 --out r$columns"
    says "train at $columns" '^epoch'
    says "train at $columns" 'test accuracy'
    at_most "train at $columns" 'epoch . of' 0
    check $columns "train with validation rows" \
        "'$ADROP' train --data digits --epochs 2 --val-fraction 0.2 --threads 1 --out v$columns"
    case $columns in # the heading is of what fits below it
    80) says "train with validation rows at 80" '^epoch.*  rates$' ;;
    160) says "train with validation rows at 160" '^epoch.*rate, noise level' ;;
    esac
    check $columns compare "'$ADROP' compare --data digits --dropout none --dropout bernoulli:rate=0.25,mask=0 --epochs 2 --runs 2 --threads 1 --out c$columns || '$ADROP' compare --data digits --dropout none,bernoulli:rate=0.25,advanced --epochs 2 --runs 2 --threads 1 --out d$columns"
    says "compare at $columns" 'technique'
    at_most "compare at $columns" 'of . runs' 0
    check $columns eval "'$ADROP' eval r$columns"
    says "eval at $columns" 'precision'
    check $columns runs "'$ADROP' runs ."
    check $columns show "'$ADROP' show v$columns"
    check $columns "compare of runs" "'$ADROP' compare r$columns v$columns"
    check $columns demo "'$ADROP' demo --epochs 2 --threads 1"
    check $columns help "'$ADROP' train --help"
    says "help at $columns" '^Training'
    check $columns message "'$ADROP' train --data nosuchset --model mlp; '$ADROP' train --data digits --lr 9999999; true"
    check $columns list "'$ADROP' list techniques"
    check $columns data "'$ADROP' data info digits"
done

# progress is drawn, and on one line: seen while it runs. The training is too long to end by itself, and the
# shell outlives Ctrl-C, so that the screen can be read
tmux -L "$socket" -f /dev/null new-session -d -x 40 -y 30 \
    "trap : INT; cd '$work' && '$ADROP' train --data digits --model mlp:512,512 --epochs 1000000 --threads 1 --out long; while :; do sleep 1; done"
seen=0
for _ in $(seq 600); do
    sleep 0.1
    tmux -L "$socket" capture-pane -p >"$work/screen"
    n=$(grep -c 'epoch [0-9]* of 1000000' "$work/screen")
    [ "$n" -gt 1 ] && { echo "FAILED: progress at 40 columns is on $n lines"; cat "$work/screen"; failed=1; break; }
    [ "$n" -eq 1 ] && seen=$((seen + 1))
    [ "$seen" -ge 10 ] && break
done
[ "$seen" -ge 1 ] || { echo "FAILED: no progress was seen"; cat "$work/screen"; failed=1; }
tmux -L "$socket" send-keys C-c
answered=
for _ in $(seq 600); do
    sleep 0.1
    tmux -L "$socket" capture-pane -p >"$work/screen" || break
    grep -q interrupted "$work/screen" && { answered=yes; break; }
done
[ "$answered" ] || { echo "FAILED: Ctrl-C is not answered"; cat "$work/screen"; failed=1; }
exit $failed

#!/bin/sh
# The program's answers, compared byte by byte. A case is a folder of cases/ with
#
#     cmd               run by sh in that folder; $ADROP is the program, $TMP an
#                       empty folder for the case
#     stdout, stderr    the expected output; a missing file means none
#     exit              the exit status; a missing file means 0
#
# Usage: run.sh [--update] [CASE..]. --update rewrites the expected files.
here=$(cd "$(dirname "$0")" && pwd)
: "${ADROP:?set ADROP to the program}"
update=no
[ "$1" = --update ] && { update=yes; shift; }

ADROP=$(realpath "$ADROP") && [ -x "$ADROP" ] || { echo "there is no program at ADROP"; exit 1; }
export ADROP
LC_ALL=C.UTF-8
export LC_ALL
unset NO_COLOR ADROP_DATA OMP_NUM_THREADS
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# Keep the answer: a file only for what is not the usual.
keep() { # KIND USUAL
    if [ "$(cat "$work/$1")" = "$2" ] && [ "$(wc -c <"$work/$1")" -le 2 ]; then
        rm -f "$1"
    else
        cp "$work/$1" "$1"
    fi
}

same() { # KIND USUAL
    if [ -f "$1" ]; then
        diff -u "$1" "$work/$1"
    else
        printf '%s' "$2" | diff -u - "$work/$1"
    fi
}

run_case() { # FOLDER, from within it
    rm -rf "$work/tmp"
    mkdir "$work/tmp"
    TMP=$work/tmp sh ./cmd >"$work/stdout" 2>"$work/stderr" </dev/null
    echo $? >"$work/exit"
    if [ $update = yes ]; then
        keep stdout ""
        keep stderr ""
        keep exit 0
        return 0
    fi
    wrong=0
    same exit "0
" || wrong=1
    same stderr "" || wrong=1
    same stdout "" || wrong=1
    return $wrong
}

[ $# -gt 0 ] || set -- "$here"/cases/*/
for case in "$@"; do
    folder=$here/cases/$(basename "$case")
    cd "$folder" || exit 1
    if run_case; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $(basename "$case"): $(cat cmd)"
    fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]

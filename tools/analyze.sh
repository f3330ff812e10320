#!/bin/sh
# Look for faults without running anything: clang-tidy (its path-sensitive analyzer and the checks
# of .clang-tidy) over the program and the modules that read and write files, against a list of
# accepted findings.
#
#     tools/analyze.sh BUILD            fail on a finding that tools/analyze.accepted does not have
#     tools/analyze.sh BUILD --update   rewrite the list: read the diff
#
# A finding is "file: check: message" without its line, so that edits elsewhere in a file do not
# make it a new one. BUILD is a folder with compile_commands.json. A kernel file is looked at once,
# as it is compiled for double.
set -u
cd "$(dirname "$0")/.." || exit 1
build=$1
list=tools/analyze.accepted
command -v clang-tidy >/dev/null || { echo "skipped: clang-tidy is not installed"; exit 77; }
[ -f "$build/compile_commands.json" ] || { echo "'$build' has no compile_commands.json" >&2; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# The first command of each file: others compile it again for other instruction sets.
python3 - "$build/compile_commands.json" "$work" <<'P' || exit 1
import json, os, sys
seen, kept, here = set(), [], os.path.realpath(".")
modules = "base compute config rows data trainer predict train study experiment".split()
for one in json.load(open(sys.argv[1])):
    path = os.path.relpath(os.path.realpath(os.path.join(one["directory"], one["file"])), here)
    part = path.split("/")
    if (part[0] == "cli" or part[0] == "src" and part[1] in modules) and path not in seen:
        seen.add(path)
        one["command"] = " ".join(w for w in one["command"].split(" ")
                                  if w not in ("-fopenmp", "ccache", "/usr/bin/ccache"))
        kept.append(one)
json.dump(kept, open(sys.argv[2] + "/compile_commands.json", "w"))
open(sys.argv[2] + "/files", "w").write("\n".join(sorted(seen)) + "\n")
P
xargs -P "${JOBS:-$(nproc)}" -n 8 clang-tidy -p "$work" --quiet <"$work/files" >"$work/out" 2>"$work/err"
if grep -q 'clang-diagnostic-error' "$work/out"; then
    grep 'clang-diagnostic-error' "$work/out" | head -20 >&2
    exit 1
fi
here=$(pwd)
sed -n "s|^$here/||; s|^\([^:]*\):[0-9]*:[0-9]*: warning: \(.*\) \[\([a-zA-Z0-9.,-]*\)\]\$|\1: \3: \2|p" "$work/out" |
    sort -u >"$work/found"
if [ "${2-}" = --update ]; then
    cp "$work/found" "$list"
    echo "$(wc -l <"$list") findings are accepted"
    exit 0
fi
sort -u "$list" >"$work/accepted"
comm -23 "$work/found" "$work/accepted" >"$work/new"
echo "$(wc -l <"$work/files") files, $(wc -l <"$work/found") findings, $(wc -l <"$work/new") of them new"
[ -s "$work/new" ] || exit 0
cat "$work/new"
echo "mend these, or accept them with tools/analyze.sh $build --update and say why in the commit"
exit 1

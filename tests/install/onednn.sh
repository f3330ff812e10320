#!/bin/sh
# oneDNN from 2.6 and from 3.4 on is accepted. Other versions are refused before anything is
# compiled, with the versions to give.
set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/include/oneapi/dnnl"
: >"$work/libdnnl.so"

configure() { # MAJOR MINOR; what it said is in $work/line
    printf '#define DNNL_VERSION_MAJOR %s\n#define DNNL_VERSION_MINOR %s\n#define DNNL_VERSION_PATCH 2\n' "$1" "$2" \
        >"$work/include/oneapi/dnnl/dnnl_version.h"
    rm -rf "$work/build"
    cmake -S . -B "$work/build" -DDNNL_INCLUDE="$work/include" -DDNNL_LIBRARY="$work/libdnnl.so" \
        -DADROP_TESTS=OFF >"$work/said" 2>&1
    code=$?
    tr -s ' \n' ' ' <"$work/said" >"$work/line"
    return $code
}

for version in "2 5" "3 3"; do
    # shellcheck disable=SC2086 # two words on purpose
    if configure $version; then
        echo "FAILED: configured with oneDNN $version"
        exit 1
    fi
    for part in "oneDNN $(echo "$version" | tr ' ' .).2" "not supported" "-DDNNL_INCLUDE=DIR" "libdnnl-dev of Debian 12"; do
        grep -qF -- "$part" "$work/line" || { echo "FAILED: '$part' is not in: $(cat "$work/line")"; exit 1; }
    done
done
for version in "2 6" "3 7"; do
    # shellcheck disable=SC2086
    configure $version || { echo "FAILED: oneDNN $version is refused: $(cat "$work/line")"; exit 1; }
    want=version${version%% *}_dnnl
    grep -rq "$want\.c" "$work/build" || { echo "FAILED: with oneDNN $version the build has no $want.c"; exit 1; }
done
echo "oneDNN 2.6 and 3.7 are taken, 2.5 and 3.3 are refused with what to give"

#!/bin/sh
# oneDNN 3.x has another interface: the build says so before it compiles anything, and what to give.
set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/include/oneapi/dnnl"
printf '#define DNNL_VERSION_MAJOR 3\n#define DNNL_VERSION_MINOR 7\n#define DNNL_VERSION_PATCH 2\n' \
    >"$work/include/oneapi/dnnl/dnnl_version.h"
: >"$work/libdnnl.so"
if cmake -S . -B "$work/build" -DDNNL_INCLUDE="$work/include" -DDNNL_LIBRARY="$work/libdnnl.so" >"$work/said" 2>&1; then
    echo "FAILED: configured with oneDNN 3.7.2"
    exit 1
fi
tr -s ' \n' ' ' <"$work/said" >"$work/line"
for part in "oneDNN 3.7.2" "not supported" "-DDNNL_INCLUDE=DIR" "libdnnl-dev of Debian 12"; do
    grep -qF -- "$part" "$work/line" || { echo "FAILED: '$part' is not in: $(cat "$work/line")"; exit 1; }
done
echo "oneDNN 3.x is refused, with what to give"

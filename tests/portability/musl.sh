#!/bin/sh
# The core without networks (-DADROP_ONEDNN=OFF), on one thread, with musl: it builds without a warning, and a static program with
# its libadrop.a draws the masks that this machine's library draws, bit for bit. Debian has no Jansson for musl: its headers are
# enough for the library, and a program with a dropout layer takes along nothing that calls it. Skipped (77)
# where musl-gcc is missing (musl-tools). Run from the top.
. tests/portability/common.sh
need musl-gcc musl-tools
begin musl
mkdir -p "$trial/include"
cp /usr/include/jansson.h /usr/include/xxhash.h "$(find /usr/include -name jansson_config.h | head -n 1)" "$trial/include" || exit 1
configure -DADROP_ONEDNN=OFF -DADROP_OPENMP=OFF -DADROP_TESTS=OFF -DCMAKE_C_COMPILER=musl-gcc -DCMAKE_C_FLAGS="-isystem $trial/include"
build adrop_static
musl-gcc -static -Iinclude -DADROP_NO_MODELS tests/portability/masks.c -o "$work/masks" -Wl,--gc-sections "$trial/libadrop.a" -lm ||
    { echo "FAILED: a static program"; exit 1; }
masks_here "$work/masks-here"
same_masks "$work/masks-here" "$work/masks"
echo "musl: a static program of $(wc -c <"$work/masks") bytes"
exit $status

#!/bin/sh
# The core without networks (-DADROP_ONEDNN=OFF), on one thread, with musl: it builds without
# warnings, and a static program with its libadrop.a draws the masks of this machine's library, bit
# for bit. Debian has no Jansson for musl: the library needs only its headers, and a program with a
# dropout layer links nothing that calls it. Skipped (77) if musl-gcc is missing (musl-tools). Run
# from the top.
. tests/portability/common.sh
need musl-gcc musl-tools
begin musl
mkdir -p "$trial/include" "$trial/pc"
cp /usr/include/jansson.h /usr/include/xxhash.h "$(find /usr/include -name jansson_config.h | head -n 1)" "$trial/include" || exit 1
# CMake 3.31 takes the folder that pkg-config names even if it is /usr/include, where glibc's headers are too: this build is
# told of the copies.
for name in jansson libxxhash; do
    sed "s|^includedir=.*|includedir=$trial/include|" "$(pkg-config --variable=pcfiledir $name)/$name.pc" >"$trial/pc/$name.pc" || exit 1
done
rm -f "$trial/CMakeCache.txt" # it may know other folders
export PKG_CONFIG_LIBDIR="$trial/pc"
configure -DADROP_ONEDNN=OFF -DADROP_OPENMP=OFF -DADROP_TESTS=OFF -DCMAKE_C_COMPILER=musl-gcc
build adrop_static
musl-gcc -static -Iinclude -DADROP_NO_MODELS tests/portability/masks.c -o "$work/masks" -Wl,--gc-sections "$trial/libadrop.a" -lm ||
    { echo "FAILED: a static program"; exit 1; }
masks_here "$work/masks-here"
same_masks "$work/masks-here" "$work/masks"
echo "musl: a static program of $(wc -c <"$work/masks") bytes"
exit $status

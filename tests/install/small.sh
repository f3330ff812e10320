#!/bin/sh
# The library without networks (-DADROP_ONEDNN=OFF): it builds, its tests pass, it does not need
# oneDNN, and a program that uses a dropout layer from libadrop.a is small. BUILD is the build
# folder; the trial build stays there, so the next run is quick. Run from the top.
: "${BUILD:?set BUILD to the build folder}"
[ -z "${SANITIZE:-}" ] || { echo "skipped: built with sanitizers"; exit 77; }
CC=${CC:-cc}
trial=$BUILD/small
most=1500000 # bytes of the program
mkdir -p "$trial"
status=0

fail() {
    echo "FAILED: $*"
    status=1
}

launcher=$(command -v ccache)
cmake -S . -B "$trial/build" -DADROP_ONEDNN=OFF -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER="$CC" \
    ${launcher:+-DCMAKE_C_COMPILER_LAUNCHER="$launcher"} >"$trial/log" 2>&1 &&
    cmake --build "$trial/build" -j"$(nproc)" >>"$trial/log" 2>&1 ||
    { tail -n 40 "$trial/log"; fail "it does not build"; exit 1; }
ctest --test-dir "$trial/build" -j"$(nproc)" --output-on-failure >"$trial/log" 2>&1 || { tail -n 40 "$trial/log"; fail "its tests"; }
grep 'tests passed' "$trial/log"
ldd "$trial/build/libadrop.so" | grep -q dnnl && fail "it needs oneDNN"
rm -rf "$trial/prefix"
cmake --install "$trial/build" --prefix "$trial/prefix" >"$trial/log" 2>&1 || { cat "$trial/log"; fail "cmake --install"; }
for header in model data lab; do
    [ ! -e "$trial/prefix/include/adrop/$header.h" ] || fail "adrop/$header.h is installed"
done

PKG_CONFIG_PATH=$(dirname "$(find "$trial/prefix" -name adrop.pc)")
export PKG_CONFIG_PATH
for name in 01_own_loop 02_masks; do
    # shellcheck disable=SC2046 # the flags are words
    "$CC" -Os -ffunction-sections -s -o "$trial/$name" "examples/$name.c" -Wl,--gc-sections \
        $(pkg-config --cflags --libs adrop-static) || fail "$name does not build"
    "$trial/$name" | diff "examples/$name.expected" - || fail "$name does not print examples/$name.expected"
    size=$(wc -c <"$trial/$name")
    [ "$size" -le $most ] || fail "$name has $size bytes"
    echo "$name: $size bytes, with libadrop.a in it"
done

exit $status

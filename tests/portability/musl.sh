#!/bin/sh
# The core without networks (-DADROP_ONEDNN=OFF), on one thread, with musl: it builds without a warning, and a static program with
# its libadrop.a draws the masks that this machine's library draws, bit for bit. Debian has no Jansson for musl: its headers are
# enough for the library, and a program with a dropout layer takes along nothing that calls it. Skipped (77)
# where musl-gcc is missing (musl-tools). BUILD is the build folder. Run from the top.
: "${BUILD:?set BUILD to the build folder}"
[ -z "${SANITIZE:-}" ] || { echo "skipped: built with sanitizers"; exit 77; }
command -v musl-gcc >/dev/null || { echo "skipped: musl-gcc is missing (musl-tools)"; exit 77; }
trial=$BUILD/musl
mkdir -p "$trial/include"
cp /usr/include/jansson.h /usr/include/xxhash.h "$trial/include" || exit 1
cp "$(find /usr/include -name jansson_config.h | head -n 1)" "$trial/include" || exit 1
launcher=$(command -v ccache)
cmake -S . -B "$trial/build" -DADROP_ONEDNN=OFF -DADROP_OPENMP=OFF -DADROP_TESTS=OFF -DADROP_WERROR=ON -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER=musl-gcc -DCMAKE_C_FLAGS="-isystem $trial/include" \
    ${launcher:+-DCMAKE_C_COMPILER_LAUNCHER="$launcher"} >"$trial/log" 2>&1 &&
    cmake --build "$trial/build" -j"$(nproc)" --target adrop_static >>"$trial/log" 2>&1 ||
    { tail -n 40 "$trial/log"; echo "FAILED: it does not build"; exit 1; }
musl-gcc -static -Iinclude -DADROP_NO_MODELS tests/portability/masks.c -o "$trial/masks" -Wl,--gc-sections "$trial/build/libadrop.a" -lm ||
    { echo "FAILED: a static program"; exit 1; }
"${CC:-cc}" -Iinclude tests/portability/masks.c -o "$trial/masks-here" -L"$BUILD" -ladrop -Wl,-rpath,"$BUILD" || exit 1
"$trial/masks" >"$trial/a" || { echo "FAILED: masks with musl"; exit 1; }
"$trial/masks-here" >"$trial/b" || { echo "FAILED: masks here"; exit 1; }
diff "$trial/a" "$trial/b" || { echo "FAILED: masks have other bits"; exit 1; }
echo "musl: $(wc -l <"$trial/a") sums of bits compared, a program of $(wc -c <"$trial/masks") bytes"

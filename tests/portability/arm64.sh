#!/bin/bash
# arm64, by Debian's cross compiler and qemu: technique, layer and compute tests, a training on digits, a
# network with convolutions, and masks with the bits of this machine. ADROP_ARM64_ROOT is a folder with
# arm64's libraries (tools/arm64_root.sh DIR makes one; default: arm64-root beside the build); BUILD is this machine's
# build. Skipped (77) where compiler, qemu or libraries are missing. The build stays in $BUILD/arm64. Run from the top.
: "${BUILD:?set BUILD to the build folder}"
[ -z "${SANITIZE:-}" ] || { echo "skipped: built with sanitizers"; exit 77; }
export ADROP_ARM64_ROOT=${ADROP_ARM64_ROOT:-$BUILD/arm64-root}
for program in aarch64-linux-gnu-gcc aarch64-linux-gnu-g++ qemu-aarch64-static; do
    command -v $program >/dev/null || { echo "skipped: $program is missing (gcc-aarch64-linux-gnu, g++-aarch64-linux-gnu, qemu-user-static)"; exit 77; }
done
[ -e "$ADROP_ARM64_ROOT/usr/lib/aarch64-linux-gnu/libdnnl.so" ] ||
    { echo "skipped: no arm64 oneDNN in $ADROP_ARM64_ROOT: tools/arm64_root.sh $ADROP_ARM64_ROOT"; exit 77; }
trial=$BUILD/arm64
mkdir -p "$trial"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0
fail() {
    echo "FAILED: $*"
    status=1
}
on_arm() { qemu-aarch64-static -L "$ADROP_ARM64_ROOT" "$@"; }
export OMP_NUM_THREADS=1

launcher=$(command -v ccache)
cmake -S . -B "$trial" --toolchain "$PWD/cmake/arm64.cmake" -DCMAKE_BUILD_TYPE=Release -DADROP_WERROR=ON \
    ${launcher:+-DCMAKE_C_COMPILER_LAUNCHER="$launcher"} >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
mapfile -t tests < <(cd tests && ls technique/test_*.c layer/test_*.c compute/test_engine.c compute/test_conv.c compute/test_dense.c \
    compute/test_norm.c compute/test_pool.c random/test_*.c)
targets=$(for t in "${tests[@]}"; do basename "$t" .c; done)
# shellcheck disable=SC2086 # words
cmake --build "$trial" -j"$(nproc)" --target adrop_cli adrop_shared $targets >"$work/log" 2>&1 || { tail -n 40 "$work/log"; exit 1; }
pattern=$(for t in "${tests[@]}"; do printf '%s|' "${t%.c}"; done)
ctest --test-dir "$trial" -R "^(${pattern%|})\$" -j"$(nproc)" --timeout 600 --output-on-failure >"$work/log" 2>&1 || { tail -n 60 "$work/log"; fail "tests"; }
grep -E 'tests passed|Skipped|Total Test time' "$work/log"

train() { # PROGRAM.. RUN; the last line's accuracy
    local out=${*: -1}
    "${@:1:$#-1}" train --data digits --epochs 3 --threads 1 --seed 5 --out "$out" --quiet >/dev/null || fail "training to $out"
}
here=$BUILD/adrop
train "$here" "$work/here"
train on_arm "$trial/adrop" "$work/there"
"$here" eval "$work/here" --json >"$work/here.json"
"$here" eval "$work/there" --json >"$work/there.json" || fail "a model of arm64 does not open here"
accuracy() { sed -n 's/.*"test_acc": *\([0-9.]*\).*/\1/p;s/.*"accuracy": *\([0-9.]*\).*/\1/p' "$1" | head -n 1; }
a=$(accuracy "$work/here.json") b=$(accuracy "$work/there.json")
echo "digits, 3 epochs: accuracy $a here, $b on arm64"
awk -v a="$a" -v b="$b" 'BEGIN { d = a - b; exit !(a > 0.9 && b > 0.9 && d < 0.01 && d > -0.01) }' || fail "accuracies differ: '$a' and '$b'"
on_arm "$trial/adrop" train --data digits --model 'net:conv 8 3 pad=1; norm; relu; pool 2; flatten; dropout; dense' --dropout advanced \
    --epochs 1 --threads 1 --out "$work/net" --quiet >/dev/null || fail "a network with convolutions"

cc=$(sed -n 's/^CMAKE_C_COMPILER:[^=]*=//p' "$BUILD/CMakeCache.txt")
"$cc" -Iinclude tests/portability/masks.c -o "$work/masks" -L"$BUILD" -ladrop -Wl,-rpath,"$BUILD" || exit 1
aarch64-linux-gnu-gcc --sysroot="$ADROP_ARM64_ROOT" -Iinclude tests/portability/masks.c -o "$work/masks-arm" -L"$trial" -ladrop \
    -Wl,--allow-shlib-undefined || exit 1
"$work/masks" >"$work/a" || fail "masks here"
LD_LIBRARY_PATH=$trial on_arm -E LD_LIBRARY_PATH="$trial" "$work/masks-arm" >"$work/b" || fail "masks on arm64"
diff "$work/a" "$work/b" || fail "masks have other bits"
echo "masks: $(wc -l <"$work/a") sums of bits compared"
exit $status

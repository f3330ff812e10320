#!/bin/bash
# clang: builds without a warning, runs on gcc's libgomp alone, and technique, layer, model and trainer tests pass; masks have the
# bits of the other compiler's build. Skipped (77) where clang is missing. The build stays in $BUILD/clang. Run from the top.
: "${BUILD:?set BUILD to the build folder}"
[ -z "${SANITIZE:-}" ] || { echo "skipped: built with sanitizers"; exit 77; }
command -v clang >/dev/null || { echo "skipped: clang is missing"; exit 77; }
trial=$BUILD/clang
mkdir -p "$trial"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0
fail() {
    echo "FAILED: $*"
    status=1
}
launcher=$(command -v ccache)
cmake -S . -B "$trial" -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Release -DADROP_WERROR=ON \
    ${launcher:+-DCMAKE_C_COMPILER_LAUNCHER="$launcher"} >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
mapfile -t tests < <(cd tests && ls technique/test_*.c layer/test_*.c model/test_*.c trainer/test_*.c)
targets=$(for t in "${tests[@]}"; do basename "$t" .c; done)
# shellcheck disable=SC2086 # words
cmake --build "$trial" -j"$(nproc)" --target adrop_cli $targets >"$work/log" 2>&1 || { grep -A5 -E 'error|warning' "$work/log" | head -n 40; exit 1; }
ldd "$trial/adrop" | grep -q libomp && fail "a second OpenMP runtime: $(ldd "$trial/adrop" | grep libomp)"
OMP_WAIT_POLICY=passive ctest --test-dir "$trial" -R '^(technique|layer|model|trainer)/test_' -j"$(nproc)" --output-on-failure >"$work/log" 2>&1 ||
    { tail -n 60 "$work/log"; fail "tests"; }
grep -E 'tests passed|Skipped|Total Test time' "$work/log"
clang -Iinclude tests/portability/masks.c -o "$work/masks-clang" -L"$trial" -ladrop -Wl,-rpath,"$trial" || exit 1
"${CC:-cc}" -Iinclude tests/portability/masks.c -o "$work/masks" -L"$BUILD" -ladrop -Wl,-rpath,"$BUILD" || exit 1
"$work/masks" >"$work/a" || fail "masks"
"$work/masks-clang" >"$work/b" || fail "masks of clang's build"
diff "$work/a" "$work/b" || fail "masks have other bits"
echo "masks: $(wc -l <"$work/a") sums of bits compared"
exit $status

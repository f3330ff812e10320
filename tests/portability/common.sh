# Shared by the scripts of this folder; source it from bash or sh at the top of the tree. BUILD is
# this machine's build, CC its compiler.
#
#     begin NAME           $trial, the folder of the other build, stays; $work, for temporary files,
#                          is removed
#     configure ARG..      CMake there, with warnings as errors
#     build TARGET..       no target: everything
#     run_tests ARG..      ctest there
#     same_masks A B       two builds of masks.c, given as commands, print the same checksums
# Each prints errors; a script ends with `exit $status`.
: "${BUILD:?set BUILD to the build folder}"
[ -z "${SANITIZE:-}" ] || { echo "skipped: built with sanitizers"; exit 77; }
BUILD=$(cd "$BUILD" && pwd) || exit 1
CC=${CC:-$(sed -n 's/^CMAKE_C_COMPILER:[^=]*=//p' "$BUILD/CMakeCache.txt")}
status=0

fail() {
    echo "FAILED: $*"
    status=1
}

need() { # PROGRAM PACKAGE
    command -v "$1" >/dev/null || { echo "skipped: $1 is missing ($2)"; exit 77; }
}

begin() {
    trial=$BUILD/$1
    mkdir -p "$trial"
    work=$(mktemp -d) || exit 1
    trap 'rm -rf "$work"' EXIT
}

configure() {
    launcher=$(command -v ccache)
    cmake -S . -B "$trial" -DCMAKE_BUILD_TYPE=Release -DADROP_WERROR=ON \
        ${launcher:+-DCMAKE_C_COMPILER_LAUNCHER="$launcher"} "$@" >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
}

build() {
    [ $# = 0 ] || set -- --target "$@"
    cmake --build "$trial" -j"$(nproc)" "$@" >"$work/log" 2>&1 ||
        { grep -A 5 -E 'error|warning' "$work/log" | head -n 40; tail -n 5 "$work/log"; echo "FAILED: it does not build"; exit 1; }
}

run_tests() {
    OMP_WAIT_POLICY=passive ctest --test-dir "$trial" -j"$(nproc)" --output-on-failure "$@" >"$work/log" 2>&1 ||
        { tail -n 60 "$work/log"; fail "tests"; }
    grep -E 'tests passed|Skipped|Total Test time' "$work/log"
}

masks_here() { # OUT: the program with this machine's library
    "$CC" -Iinclude tests/portability/masks.c -o "$1" -L"$BUILD" -ladrop -Wl,-rpath,"$BUILD" || exit 1
}

same_masks() {
    $1 >"$work/a" || fail "$1"
    $2 >"$work/b" || fail "$2"
    if diff "$work/a" "$work/b"; then
        echo "masks: $(wc -l <"$work/a") sums of bits compared"
    else
        fail "masks have other bits"
    fi
}

#!/bin/sh
# Another project includes this one as a folder (add_subdirectory, as FetchContent does): the core
# builds, its programs run, and the other project's settings do not change. BUILD is the build
# folder; the trial build stays there, so the next run is quick. Run from the top.
here=$(cd "$(dirname "$0")" && pwd)
: "${BUILD:?set BUILD to the build folder}"
[ -z "${SANITIZE:-}" ] || { echo "skipped: built with sanitizers"; exit 77; }
trial=$BUILD/subproject
mkdir -p "$trial/source"
cp "$here/subproject/CMakeLists.txt" "$here/outside.c" "$trial/source"
launcher=$(command -v ccache)
cmake -S "$trial/source" -B "$trial/build" -DADROP="$here/../.." -DCMAKE_BUILD_TYPE=Debug -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    ${launcher:+-DCMAKE_C_COMPILER_LAUNCHER="$launcher"} ${CC:+-DCMAKE_C_COMPILER="$CC"} >"$trial/log" 2>&1 &&
    cmake --build "$trial/build" -j"$(nproc)" >>"$trial/log" 2>&1 ||
    { tail -n 40 "$trial/log"; echo "FAILED: it does not build"; exit 1; }
for kind in adrop static; do
    "$trial/build/around_$kind" | grep -q 'mean 0.647726' || { echo "FAILED: around_$kind"; exit 1; }
done
grep '"command".*source/outside.c' "$trial/build/compile_commands.json" | grep -e -Wconversion -e -fopenmp -e _SOURCE=200809L &&
    { echo "FAILED: our flags reach programs of the project"; exit 1; }
rm -rf "$trial/prefix"
cmake --install "$trial/build" --prefix "$trial/prefix" >/dev/null || exit 1
installed=$(cd "$trial/prefix" && find . -type f)
[ "$installed" = ./bin/around_adrop ] || { echo "FAILED: installed besides:" $installed; exit 1; }
echo "built within another project"

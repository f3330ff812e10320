#!/bin/sh
# Install the build into a folder of its own, look whether everything is there,
# and build a program against it in every way we promise: pkg-config shared and
# static, CMake's find_package, C++. BUILD is the build folder; SANITIZE, if not
# empty, the sanitizers it was built with.
here=$(cd "$(dirname "$0")" && pwd)
: "${BUILD:?set BUILD to the build folder}"
CC=${CC:-cc}
CXX=${CXX:-c++}
flags=${SANITIZE:+-fsanitize=$SANITIZE}
command -v pkg-config >/dev/null || { echo "skipped: no pkg-config"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

cmake --install "$BUILD" --prefix "$prefix" >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "cmake --install"; exit 1; }

# What is there.
lib=$(dirname "$(find "$prefix" -name libadrop.a)")
for file in "$prefix/bin/adrop" "$lib/libadrop.a" "$lib/libadrop.so" \
    "$prefix/include/adrop/adrop.h" \
    "$prefix/include/adrop/dist.h" "$prefix/include/adrop/technique.h" "$lib/pkgconfig/adrop.pc" \
    "$lib/cmake/adrop/adropConfig.cmake" "$lib/cmake/adrop/adropConfigVersion.cmake" \
    "$lib/cmake/adrop/adropTargets.cmake" "$prefix/share/man/man1/adrop.1" \
    "$prefix/share/man/man1/adrop-dist.1" "$prefix/share/man/man1/adrop-list.1"; do
    [ -s "$file" ] || fail "not installed: ${file#"$prefix/"}"
done
soname=$(readelf -d "$lib/libadrop.so" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
[ -L "$lib/${soname:-none}" ] || fail "no link for the SONAME '$soname'"
for file in $(cd "$here/../../include/adrop" && ls); do
    [ -s "$prefix/include/adrop/$file" ] || fail "not installed: include/adrop/$file"
done
grep -rl -e "$BUILD" "$lib/pkgconfig" "$lib/cmake" && fail "the files above name the build folder"

LD_LIBRARY_PATH=$lib
PKG_CONFIG_PATH=$lib/pkgconfig
export LD_LIBRARY_PATH PKG_CONFIG_PATH
version=$("$prefix/bin/adrop" --version | cut -d' ' -f2)
[ -n "$version" ] || fail "the installed program does not run"
[ "$(pkg-config --modversion adrop)" = "$version" ] || fail "pkg-config gives another version"
expected="adrop $version: mean 0.647726"

# Run what was built. Linked statically it must not need the shared library.
try() { # NAME PROGRAM shared|static
    got=$("$2") || fail "$1: the program failed"
    [ "$got" = "$expected" ] || fail "$1: printed '$got', expected '$expected'"
    if readelf -d "$2" | grep -q 'NEEDED.*libadrop'; then
        [ "$3" = shared ] || fail "$1: needs the shared library"
    else
        [ "$3" = static ] || fail "$1: does not use the shared library"
    fi
}

# The flags are lists of words: they are meant to be split.
# shellcheck disable=SC2046,SC2086
{
    "$CC" $flags $(pkg-config --cflags adrop) -o "$work/shared" "$here/outside.c" \
        $(pkg-config --libs adrop) || fail "shared: does not build"
    "$CC" $flags $(pkg-config --cflags adrop) -o "$work/static" "$here/outside.c" \
        $(pkg-config --static --libs adrop | sed 's/-ladrop/-l:libadrop.a/') ||
        fail "static: does not build"
    "$CXX" $flags -Wall -Wextra -Werror $(pkg-config --cflags adrop) -x c++ -o "$work/cxx" \
        "$here/outside.c" -x none $(pkg-config --libs adrop) || fail "C++: does not build"
}
try "pkg-config, shared" "$work/shared" shared
try "pkg-config, static" "$work/static" static
try "pkg-config, C++" "$work/cxx" shared

mkdir "$work/project"
cp "$here/CMakeLists.txt" "$here/outside.c" "$work/project"
if cmake -S "$work/project" -B "$work/project/build" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_COMPILER="$CC" -DCMAKE_C_FLAGS="$flags" >"$work/log" 2>&1 &&
    cmake --build "$work/project/build" >>"$work/log" 2>&1; then
    try "find_package" "$work/project/build/outside_adrop" shared
    try "find_package, shared" "$work/project/build/outside_shared" shared
    try "find_package, static" "$work/project/build/outside_static" static
else
    cat "$work/log"
    fail "find_package: does not build"
fi
[ $failed -eq 0 ] && echo "installed and used in six ways: $expected"
exit $failed

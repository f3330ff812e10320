#!/bin/sh
# Installs the build into a folder, checks that everything is there, and builds programs against it
# in every promised way: the core and the lab, each by pkg-config and CMake's find_package, shared
# and static, and as C++. BUILD is the build folder; SANITIZE, if not empty, gives the build's
# sanitizers.
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
ways=0

fail() {
    echo "FAILED: $*"
    failed=1
}

cmake --install "$BUILD" --prefix "$prefix" >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "cmake --install"; exit 1; }

# What is there.
lib=$(dirname "$(find "$prefix" -name libadrop.a)")
for file in "$prefix/bin/adrop" "$lib/libadrop.a" "$lib/libadrop.so" "$lib/libadrop-lab.a" "$lib/libadrop-lab.so" \
    "$prefix/include/adrop/adrop.h" "$prefix/include/adrop/lab.h" \
    "$prefix/include/adrop/dist.h" "$prefix/include/adrop/technique.h" \
    "$lib/pkgconfig/adrop.pc" "$lib/pkgconfig/adrop-lab.pc" \
    "$lib/pkgconfig/adrop-static.pc" "$lib/pkgconfig/adrop-lab-static.pc" \
    "$lib/cmake/adrop/adropConfig.cmake" "$lib/cmake/adrop/adropConfigVersion.cmake" \
    "$lib/cmake/adrop/adropTargets.cmake" "$lib/cmake/adrop/adropLabTargets.cmake" "$prefix/share/man/man1/adrop.1" \
    "$prefix/share/man/man1/adrop-dist.1" "$prefix/share/man/man1/adrop-list.1"; do
    [ -s "$file" ] || fail "not installed: ${file#"$prefix/"}"
done
for library in libadrop libadrop-lab; do
    soname=$(readelf -d "$lib/$library.so" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
    [ -L "$lib/${soname:-none}" ] || fail "no link for the SONAME '$soname'"
done
for file in $(cd "$here/../../include/adrop" && ls); do
    [ -s "$prefix/include/adrop/$file" ] || fail "not installed: include/adrop/$file"
done
grep -rl -e "$BUILD" "$lib/pkgconfig" "$lib/cmake" && fail "the files above name the build folder"

# The program finds its libraries by itself, and nobody else's.
version=$(cd "$work" && "$prefix/bin/adrop" --version | cut -d' ' -f2)
[ -n "$version" ] || fail "the installed program does not run"
for file in "$prefix/bin/adrop" "$lib/libadrop.so" "$lib/libadrop-lab.so"; do
    path=$(readelf -d "$file" | sed -n 's/.*R[UN]*PATH.*\[\(.*\)\]/\1/p')
    case $path in "" | "\$ORIGIN" | "\$ORIGIN/../"*[!:]) ;; *) fail "$file looks for libraries in '$path'" ;; esac
done

LD_LIBRARY_PATH=$lib
PKG_CONFIG_PATH=$lib/pkgconfig
export LD_LIBRARY_PATH PKG_CONFIG_PATH
for name in adrop adrop-lab adrop-static adrop-lab-static; do
    [ "$(pkg-config --modversion $name)" = "$version" ] || fail "pkg-config gives another version of $name"
done
core="adrop $version: mean 0.647726"
lab="adrop $version: recipes"

# Run what was built. Linked statically it must not need the shared libraries, and what
# uses the core alone not the lab.
try() { # NAME PROGRAM EXPECTED LIBRARIES
    got=$("$2") || fail "$1: the program failed"
    [ "$got" = "$3" ] || fail "$1: printed '$got', expected '$3'"
    needs=$(readelf -d "$2" | sed -n 's/.*NEEDED.*\[\(libadrop[-a-z]*\)\.so.*/\1/p' | sort | paste -sd' ')
    [ "$needs" = "$4" ] || fail "$1: needs '$needs', expected '$4'"
    ways=$((ways + 1))
}

# The flags are lists of words: they are meant to be split.
# shellcheck disable=SC2046,SC2086
compile() { # PROGRAM SOURCE PACKAGE [FLAGS]
    "$CC" $flags -o "$work/$1" "$here/$2" -Wl,--as-needed $(pkg-config ${4-} --cflags --libs "$3") ||
        fail "$1: does not build"
}
compile shared outside.c adrop
compile static outside.c adrop-static
compile lab_shared outside_lab.c adrop-lab
compile lab_static outside_lab.c adrop-lab-static
compile private outside.c adrop --static # more libraries than it needs, but ones that are there
# shellcheck disable=SC2046,SC2086
"$CXX" $flags -Wall -Wextra -Werror $(pkg-config --cflags adrop) -x c++ -o "$work/cxx" \
    "$here/outside.c" -x none $(pkg-config --libs adrop) || fail "C++: does not build"
try "pkg-config adrop" "$work/shared" "$core" libadrop
try "pkg-config adrop, C++" "$work/cxx" "$core" libadrop
try "pkg-config --static adrop" "$work/private" "$core" libadrop
try "pkg-config adrop-static" "$work/static" "$core" ""
try "pkg-config adrop-lab" "$work/lab_shared" "$lab" "libadrop libadrop-lab"
try "pkg-config adrop-lab-static" "$work/lab_static" "$lab" ""
pkg-config --libs adrop-lab | grep -q -- '-ladrop-lab.*-ladrop' || fail "adrop-lab: the order of the libraries"

mkdir "$work/project"
cp "$here/CMakeLists.txt" "$here/outside.c" "$here/outside_lab.c" "$work/project"
if cmake -S "$work/project" -B "$work/project/build" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_COMPILER="$CC" -DCMAKE_C_FLAGS="$flags" >"$work/log" 2>&1 &&
    cmake --build "$work/project/build" >>"$work/log" 2>&1; then
    try "find_package" "$work/project/build/outside_adrop" "$core" libadrop
    try "find_package, shared" "$work/project/build/outside_shared" "$core" libadrop
    try "find_package, static" "$work/project/build/outside_static" "$core" ""
    try "find_package, lab" "$work/project/build/outside_lab" "$lab" "libadrop libadrop-lab"
    try "find_package, lab, static" "$work/project/build/outside_lab_static" "$lab" ""
else
    cat "$work/log"
    fail "find_package: does not build"
fi
[ $failed -eq 0 ] && echo "installed and used in $ways ways: $core"
exit $failed

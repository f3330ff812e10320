#!/bin/sh
# What is built is hard to attack: search paths are absolute or begin with $ORIGIN, and
# none is empty (an empty one is the current folder); relocations are read-only after the
# start (RELRO, BIND_NOW), programs are PIE, and no stack is executable. In a release the
# checked variants of libc's calls are used (_FORTIFY_SOURCE). And libadrop.so needs at
# most 10 libraries beside libc's own. BUILD is the build folder; SANITIZE not empty: built
# with sanitizers, whose libraries are not counted. Run from the top.
build=${BUILD:-build}
status=0
n=0

fail() {
    echo "FAILED: $*"
    status=1
}

for file in "$build/libadrop.so" "$build/libadrop-lab.so" "$build/adrop" "$build/installed/adrop" "$build"/examples/example_*; do
    [ -e "$file" ] || continue
    n=$((n + 1))
    dynamic=$(readelf -dW "$file")
    path=$(echo "$dynamic" | sed -n 's/.*(R[UN]*PATH).*\[\(.*\)\]/\1/p')
    case :$path: in
    ::) ;; # none at all
    *::*) fail "$file: an empty search path in '$path'" ;;
    *) echo "$path" | tr : '\n' | grep -qv '^\(/\|\$ORIGIN$\|\$ORIGIN/\)' && fail "$file: a relative search path in '$path'" ;;
    esac
    echo "$dynamic" | grep -q '(RPATH)' && fail "$file: RPATH, which overrides LD_LIBRARY_PATH"
    echo "$dynamic" | grep -q '(FLAGS).*BIND_NOW' || fail "$file: no BIND_NOW"
    readelf -lW "$file" | grep -q GNU_RELRO || fail "$file: no RELRO"
    readelf -lW "$file" | grep 'GNU_STACK' | grep -q 'RWE' && fail "$file: an executable stack"
    case $file in *.so) continue ;; esac
    echo "$dynamic" | grep -q '(FLAGS_1).*PIE' || fail "$file: not PIE"
done
[ $n -gt 0 ] || fail "there is nothing in $build"

if [ -z "${SANITIZE:-}" ]; then
    if grep -q '^CMAKE_BUILD_TYPE:STRING=Release' "$build/CMakeCache.txt"; then
        nm -D -u "$build/libadrop.so" | grep -q '__[a-z]*_chk@' || fail "libadrop.so: no call is checked (_FORTIFY_SOURCE)"
    fi
    needed=$(ldd "$build/libadrop.so" | awk '/=>/ { print $1 }' | grep -v '^lib\(c\|m\|dl\|pthread\|rt\)\.so')
    [ "$(echo "$needed" | wc -l)" -le 10 ] || fail "libadrop.so needs more than 10 libraries:" $needed
    echo "libadrop.so needs" $needed
fi
echo "$n files"
exit $status

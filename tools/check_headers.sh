#!/bin/sh
# Every header compiles alone as C17 (as a kernel file would include it); every
# public one in every C from 1999 and every C++ from 2011 on. Run from the top.
status=0
n=0
for header in include/adrop/*.h src/*/*.h cli/*.h; do
    [ -f "$header" ] || continue # no such folder yet
    case $header in *_list.h) continue ;; esac # lists are included several times, with X set
    n=$((n + 1))
    printf '#include "%s"\nint unused;\n' "$header" |
        ${CC:-gcc} -std=c17 -DAD_KERNEL_SET=f32 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Wno-unused-function \
            -Werror -I. -Iinclude -Isrc -Icli -fsyntax-only -x c - || { echo "FAILED alone: $header"; status=1; }
done
for header in include/adrop/*.h; do
    for std in c99 c11 c17; do
        n=$((n + 1))
        printf '#include "%s"\nint unused;\n' "$header" |
            ${CC:-gcc} -std=$std -Wall -Wextra -Wpedantic -Werror -I. -Iinclude -fsyntax-only -x c - ||
            { echo "FAILED as $std: $header"; status=1; }
    done
    for std in c++11 c++14 c++17 c++20; do
        n=$((n + 1))
        printf '#include "%s"\nint main() { return 0; }\n' "$header" |
            ${CXX:-g++} -std=$std -Wall -Wextra -Wpedantic -Werror -I. -Iinclude -fsyntax-only -x c++ - ||
            { echo "FAILED as $std: $header"; status=1; }
    done
done
echo "$n headers compiled"
exit $status

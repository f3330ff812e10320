#!/bin/sh
# Every header compiles alone as C17 (as a kernel file would include it); every
# public one as C++ too. Run from the top.
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
    n=$((n + 1))
    printf '#include "%s"\nint main() { return 0; }\n' "$header" |
        ${CXX:-g++} -std=c++17 -Wall -Wextra -Wpedantic -Werror -I. -Iinclude -fsyntax-only -x c++ - ||
        { echo "FAILED as C++: $header"; status=1; }
done
echo "$n headers compiled"
exit $status

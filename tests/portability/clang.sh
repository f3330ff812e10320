#!/bin/bash
# clang.sh [CTEST ARGUMENT..]: with clang everything builds without warnings, runs on gcc's libgomp
# only, and passes all tests, or those chosen by the arguments; masks have the bits of the other
# compiler's build. Skipped (77) if clang is missing. The build stays in $BUILD/clang. Run from the
# top.
. tests/portability/common.sh
need clang clang
begin clang
configure -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++
build
ldd "$trial/adrop" | grep -q libomp && fail "a second OpenMP runtime: $(ldd "$trial/adrop" | grep libomp)"
run_tests "$@"
clang -Iinclude tests/portability/masks.c -o "$work/masks-clang" -L"$trial" -ladrop -Wl,-rpath,"$trial" || exit 1
masks_here "$work/masks"
same_masks "$work/masks" "$work/masks-clang"
exit $status

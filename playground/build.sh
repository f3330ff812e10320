#!/bin/sh
# build.sh OUT.wasm: the library's base, random, dist, technique and optim with the files of this
# folder, as WebAssembly, by Debian's clang, lld and wasi-libc. The same sources and compiler give
# the same bytes, wherever they lie. Exit status 77: the tools are missing, and which.
# build.sh --sources: the files it is made of. build.sh --compiler: which compiler.
# FOLDER holds the objects (default: beside OUT); JOBS is how many compilers run at once.
set -eu
export LC_ALL=C
cd "$(dirname "$0")/.."
clang=$(command -v clang-14 || command -v clang || true)
linker=$(command -v wasm-ld-14 || command -v wasm-ld || true)

# What of base works without an operating system; playground/machine.c stands in for the rest.
base="context finite fold format keep kernel memory nearest number option option_check option_show parallel registry status struct text"

sources() {
    ls playground/*.c src/random/*.c src/dist/*.c src/technique/*.c src/optim/*.c |
        grep -v '^src/technique/dropout_state'
    for name in $base; do
        echo "src/base/$name.c"
    done
}

case ${1:-} in
--sources)
    sources
    ls playground/*.h src/random/*.h src/dist/*.h src/technique/*.h src/optim/*.h src/base/*.h \
        playground/build.sh
    for name in context dist dropout export number option status technique version; do
        echo "include/adrop/$name.h"
    done
    exit 0
    ;;
--compiler)
    [ -z "$clang" ] || "$clang" --version | head -1
    exit 0
    ;;
"")
    echo "build.sh: name the file to write" >&2
    exit 2
    ;;
esac

missing() {
    echo "skipped: $1 is missing (Debian: clang lld wasi-libc libclang-rt-14-dev-wasm32)"
    exit 77
}
[ -n "$clang" ] || missing clang
[ -n "$linker" ] || missing wasm-ld
[ -f /usr/include/wasm32-wasi/stdio.h ] || missing wasi-libc
"$clang" --target=wasm32-wasi --print-libgcc-file-name | xargs test -f || missing "clang's wasm32 runtime"

out=$1
folder=${FOLDER:-$out.objects}
mkdir -p "$folder" "$(dirname "$out")"
compile="${CMAKE_C_COMPILER_LAUNCHER:-} $clang --target=wasm32-wasi -std=c17 -O2 -DNDEBUG
    -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-math-errno -fvisibility=hidden
    -ffunction-sections -fdata-sections -ffile-prefix-map=$PWD=. -Wno-unknown-pragmas
    -Iinclude -Isrc -Iplayground"
objects=
commands=
for source in $(sources); do
    object=$folder/$(echo "${source%.c}" | tr / _)
    case $source in
    *_kernel.c)
        commands="$commands-DAD_KERNEL_SET=f32 -fno-trapping-math -c $source -o ${object}_f32.o
-DAD_KERNEL_SET=f64 -DAD_KERNEL_DOUBLE -fno-trapping-math -c $source -o ${object}_f64.o
"
        objects="$objects ${object}_f32.o ${object}_f64.o"
        ;;
    *)
        commands="$commands-c $source -o $object.o
"
        objects="$objects $object.o"
        ;;
    esac
done
# shellcheck disable=SC2086 # words on purpose
printf %s "$commands" | xargs -P "${JOBS:-2}" -L 1 $compile
# shellcheck disable=SC2086 # words on purpose
"$clang" --target=wasm32-wasi -fuse-ld="$linker" -mexec-model=reactor -Wl,--gc-sections \
    -Wl,--strip-all -Wl,-z,stack-size=262144 $objects -o "$out.tmp" -lm
mv "$out.tmp" "$out"

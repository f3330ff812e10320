#!/bin/sh
# The WebAssembly that is kept in the tree, playground/adrop.wasm, and what it was made of,
# playground/adrop.wasm.sums: its own SHA-256, that of its sources, and the compiler.
#
#   stored.sh choose OUT   write to OUT what the page is made with: the stored file if it is whole and
#                          of these sources; else one built now; where that fails, or the tools are
#                          missing, says so, with the stored one of other sources (the test `check`
#                          fails then), or with an empty file if its sum is wrong
#   stored.sh store        build, and keep that
#   stored.sh check        the test: the stored file is whole, and is what the sources give; where
#                          the tools or that compiler are missing, by the sum of the sources
set -eu
export LC_ALL=C
cd "$(dirname "$0")/.."
stored=playground/adrop.wasm
sums=$stored.sums
scratch=${BUILD:-build}/playground

sum_of() { sha256sum "$1" | cut -d' ' -f1; }
sum_of_sources() {
    playground/build.sh --sources | sort | while read -r file; do
        printf '%s %s\n' "$file" "$(sum_of "$file")"
    done | sha256sum | cut -d' ' -f1
}
recorded() { sed -n "s/^$1: //p" "$sums" 2>/dev/null; }
whole() { [ -f "$stored" ] && [ "$(sum_of "$stored")" = "$(recorded wasm)" ]; }

build() { # OUT; 77: the tools are missing
    FOLDER=$scratch/objects playground/build.sh "$1"
}

choose() {
    out=$1
    mkdir -p "$(dirname "$out")"
    if whole && [ "$(sum_of_sources)" = "$(recorded sources)" ]; then
        cp "$stored" "$out"
        return
    fi
    code=0
    said=$(build "$out" 2>&1) || code=$?
    [ $code -ne 0 ] || return 0
    echo "playground: $said"
    if whole; then
        echo "playground: the page gets the stored $stored, which was made of other sources"
        cp "$stored" "$out"
    else
        echo "playground: $stored is not the file of $sums: the program is built without the page"
        : >"$out"
    fi
}

store() {
    mkdir -p "$scratch"
    code=0
    build "$scratch/fresh.wasm" || code=$?
    [ $code -eq 0 ] || exit 1
    cp "$scratch/fresh.wasm" "$stored"
    chmod 644 "$stored"
    {
        echo "wasm: $(sum_of "$stored")"
        echo "sources: $(sum_of_sources)"
        echo "compiler: $(playground/build.sh --compiler)"
    } >"$sums"
    echo "$stored: $(wc -c <"$stored") bytes"
}

check() {
    if ! whole; then
        echo "$stored is not the file whose sum is in $sums"
        exit 1
    fi
    mkdir -p "$scratch"
    code=77
    if [ "$(playground/build.sh --compiler)" = "$(recorded compiler)" ]; then
        code=0
        said=$(build "$scratch/again.wasm") || code=$?
    else
        said="another compiler than '$(recorded compiler)'"
    fi
    if [ $code -eq 0 ]; then
        cmp "$stored" "$scratch/again.wasm" && echo "built again: the same $(wc -c <"$stored") bytes" && exit 0
    elif [ $code -eq 77 ]; then
        echo "$said; comparing the sums of the sources"
        [ "$(sum_of_sources)" != "$(recorded sources)" ] || exit 0
    fi
    echo "$stored is not what its sources give: run 'make playground' where clang, lld and wasi-libc are installed"
    exit 1
}

case ${1:-} in
choose) choose "$2" ;;
store) store ;;
check) check ;;
*)
    echo "stored.sh: choose OUT, store or check" >&2
    exit 2
    ;;
esac

#!/bin/bash
# arm64.sh [whole]: arm64, by Debian's cross compiler and qemu: technique, layer, compute and random
# tests, the conformance suite of techniques, a training on digits, a convolutional network, and
# masks with the bits of this machine. `whole` (make arm64) runs every technique through that suite,
# and three more tests, named below. ADROP_ARM64_ROOT is a folder with arm64's libraries
# (tools/arm64_root.sh DIR makes one; default: arm64-root next to the build). Skipped (77) if
# compiler, qemu or libraries are missing. The build stays in $BUILD/arm64. Run from the top.
. tests/portability/common.sh
need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
need aarch64-linux-gnu-g++ g++-aarch64-linux-gnu
need qemu-aarch64-static qemu-user-static
export ADROP_ARM64_ROOT=${ADROP_ARM64_ROOT:-$BUILD/arm64-root} OMP_NUM_THREADS=1
[ -e "$ADROP_ARM64_ROOT/usr/lib/aarch64-linux-gnu/libdnnl.so" ] ||
    { echo "skipped: no arm64 oneDNN in $ADROP_ARM64_ROOT: tools/arm64_root.sh $ADROP_ARM64_ROOT"; exit 77; }
begin arm64
on_arm() { qemu-aarch64-static -L "$ADROP_ARM64_ROOT" "$@"; }

configure --toolchain "$PWD/cmake/arm64.cmake"
# Left out: the longest, 7 to 40 s each by two threads of x86-64 and 20 to 60 times that in qemu (docs/portability.md);
# check-technique, below, is the same suite for each technique once.
out='conformance_(distribution|gradient|moments)|test_extremes'
[ "${1:-}" = whole ] || out="$out|test_outside|conformance_sets|test_strength" # minutes each: for `make arm64`
mapfile -t tests < <(cd tests && ls technique/test_*.c layer/test_*.c compute/test_engine.c compute/test_conv.c compute/test_dense.c \
    compute/test_norm.c compute/test_pool.c random/test_*.c | grep -v -E "$out")
mapfile -t targets < <(for t in "${tests[@]}"; do basename "$t" .c; done)
build adrop_cli adrop_shared "${targets[@]}"
pattern=$(for t in "${tests[@]}"; do printf '%s|' "${t%.c}"; done)
run_tests -R "^(${pattern%|})\$" --timeout 600

# By as many processes as there are processors; one that passes leaves a file of its name.
techniques=$("$BUILD/adrop" list techniques | sed -n '1d; s/^\([a-z][a-z0-9-]*\)  *[^ ].*/\1/p')
listed=$(wc -w <<<"$techniques")
[ "$listed" -ge 25 ] || fail "$listed techniques listed"
[ "${1:-}" = whole ] || techniques="advanced bernoulli dropblock"
mkdir "$work/passed" "$work/said"
printf '%s\n' $techniques | xargs -P "$(nproc)" -I '{}' sh -c '
    qemu-aarch64-static -L "$1" "$2/adrop" check-technique "$4" --threads 1 >"$3/said/$4" 2>&1 && : >"$3/passed/$4"
    exit 0' sh "$ADROP_ARM64_ROOT" "$trial" "$work" '{}'
for technique in $techniques; do
    [ -e "$work/passed/$technique" ] || { cat "$work/said/$technique"; fail "check-technique $technique"; }
done
echo "check-technique: $(find "$work/passed" -type f | wc -l) techniques of $listed"

train() { # PROGRAM.. RUN
    local out=${*: -1}
    "${@:1:$#-1}" train --data digits --model mlp:32 --epochs 6 --threads 1 --seed 5 --out "$out" --quiet >/dev/null || fail "training to $out"
}
here=$BUILD/adrop
train "$here" "$work/here"
train on_arm "$trial/adrop" "$work/there"
accuracy() { "$here" eval "$1" --json | sed -n 's/.*"test_acc": *\([0-9.]*\).*/\1/p'; }
a=$(accuracy "$work/here") b=$(accuracy "$work/there")
echo "digits, 6 epochs: accuracy $a % here, $b % on arm64"
awk -v a="$a" -v b="$b" 'BEGIN { d = a - b; exit !(a > 80 && b > 80 && d < 2 && d > -2) }' || fail "accuracies differ: '$a' and '$b'"
on_arm "$trial/adrop" train --data digits --model 'net:conv 8 3 pad=1; norm; relu; pool 2; flatten; dropout; dense' --dropout advanced \
    --epochs 1 --threads 1 --out "$work/net" --quiet >/dev/null || fail "a network with convolutions"

masks_here "$work/masks"
aarch64-linux-gnu-gcc --sysroot="$ADROP_ARM64_ROOT" -Iinclude tests/portability/masks.c -o "$work/masks-arm" -L"$trial" -ladrop \
    -Wl,--allow-shlib-undefined || exit 1
masks_arm() { on_arm -E LD_LIBRARY_PATH="$trial" "$work/masks-arm"; }
same_masks "$work/masks" masks_arm
exit $status

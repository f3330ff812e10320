#!/bin/sh
# tsan.sh BUILD: tests of what threads share, built by clang with ThreadSanitizer (preset tsan): no race
# is found, and one that is planted is. Run from the top; JOBS is how many run at once.
#
# Watched: loops of our own, predictors shared by threads, batches made ahead, shards side by side,
# ranks as threads, tables and images read in parallel, the pool of experiments. Not watched: the inside
# of oneDNN and other libraries, which are not instrumented; fork (the sanitizer ends a child that starts
# threads) and signals (test_signals looks into registers); tests that run the program.
set -u
build=${1:?the folder of the build}
tests="predict/test_predictor predict/test_small_passes predict/test_sampling trainer/test_trainer
    trainer/test_trainer_ranks rows/test_batches data/test_table data/test_images data/test_images_sum
    data/test_reuters transform/test_text transform/test_svd study/test_compare study/test_tune comm/test_comm
    model/test_side model/test_sparse model/test_step compute/test_norm compute/test_pool optim/test_optimizer
    technique/test_conformance_sets technique/test_in_flight"
archer=$(ls /usr/lib/llvm-*/lib/libarcher.so 2>/dev/null | tail -n 1)
[ -n "$archer" ] || { echo "tsan.sh: there is no libarcher.so: install libomp-dev" >&2; exit 1; }
export OMP_TOOL_LIBRARIES="$archer" OMP_NUM_THREADS=4
export TSAN_OPTIONS="ignore_noninstrumented_modules=1 halt_on_error=0 exitcode=66 report_signal_unsafe=0"
status=0

names=$(for t in $tests; do echo "${t##*/}"; done)
cmake --build "$build" -j"${JOBS:-2}" --target planted_race $names >"$build/tsan.log" 2>&1 ||
    { grep -A 5 -E 'error|warning' "$build/tsan.log" | head -n 40; exit 1; }

"$build/tests/planted_race" >"$build/tsan.log" 2>&1
if [ $? = 66 ] && grep -q 'WARNING: ThreadSanitizer: data race' "$build/tsan.log"; then
    echo "the planted race is found"
else
    echo "FAILED: the planted race is not found"
    status=1
fi
"$build/tests/planted_race" none >"$build/tsan.log" 2>&1 ||
    { echo "FAILED: a race in a correct loop"; head -n 20 "$build/tsan.log"; status=1; }

choice=$(echo $tests | sed 's/ /|/g')
ctest --test-dir "$build" -j"${JOBS:-2}" -R "^($choice)\$" --timeout 600 --output-on-failure >"$build/tsan.log" 2>&1 ||
    { grep -A 25 -E 'WARNING: ThreadSanitizer|not true|expected' "$build/tsan.log" | head -n 80; status=1; }
grep -E 'Test +#|tests passed' "$build/tsan.log" | sed 's/^ *//'
exit $status

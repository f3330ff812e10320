#!/bin/bash
# The library's tests in a program that has set a locale: with a decimal comma (de_DE), and with
# other letters (tr_TR in ISO-8859-9, where the lower case of I is not i); and with at most 16 open
# files. The script builds the locales. BUILD is the build folder.
: "${BUILD:?set BUILD to the build folder}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
command -v localedef >/dev/null || { echo "skipped: no localedef (Debian: locales)"; exit 77; }
localedef -i de_DE -f UTF-8 "$work/de_DE.UTF-8" >/dev/null 2>&1
localedef -i tr_TR -f ISO-8859-9 "$work/tr_TR.ISO-8859-9" >/dev/null 2>&1
export LOCPATH=$work
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 # glibc's setlocale loses the list it makes of LOCPATH
mark=$(LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)
[ "$mark" = , ] || { echo "skipped: the source of de_DE is not installed (Debian: locales)"; exit 77; }

# Tests of texts and numbers that take less than some seconds; not those of arithmetic alone.
modules="base config data figure measure report rows stats train trainer transform"
slow="test_fetch test_get test_cifar10_real test_data_real test_context test_tensorfile_broken test_reuters test_run_memory"
more="test_network_yaml test_model_file test_recipe test_predictor test_optimizer test_schedule test_tune test_run_curves"
passed=0 failed=0

try() { # locale, files, program
    (ulimit -n "$2" && ADROP_TEST_LOCALE=$1 timeout 120 "$BUILD/tests/$3") >"$work/said" 2>&1
    code=$?
    if [ $code = 0 ] || [ $code = 77 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $3, locale $1, $2 files: status $code"
        tail -5 "$work/said"
    fi
}

list=$more
for module in $modules; do
    for source in tests/"$module"/test_*.c; do
        name=$(basename "$source" .c)
        case " $slow " in *" $name "*) ;; *) list="$list $name" ;; esac
    done
done
for name in $list; do
    [ -x "$BUILD/tests/$name" ] || { echo "FAILED: there is no $BUILD/tests/$name"; failed=$((failed + 1)); continue; }
    [ -n "$TIMES" ] && start=$(date +%s%N)
    try de_DE.UTF-8 16 "$name"
    [ -n "$TIMES" ] && echo "$name $((($(date +%s%N) - start) / 1000000)) ms"
    case $name in test_table | test_images | test_npy | test_readers | test_text* | test_words | test_date | test_option)
        try tr_TR.ISO-8859-9 1024 "$name" ;;
    esac
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]

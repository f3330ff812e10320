#!/bin/sh
# memcheck.sh: the package's calls into C on rows, models and predictors, under valgrind: no invalid
# read or write, no use of uninitialised values. Skipped, by name, without valgrind. Run from the
# top.
command -v valgrind >/dev/null || { echo "skipped: no valgrind"; exit 77; }
[ -z "$SANITIZE" ] || { echo "skipped: the library has sanitizers of its own"; exit 77; }
python=$(tests/python.sh ctypes numpy) && "$python" -c 'import numpy' 2>/dev/null || { echo "skipped: no Python with numpy"; exit 77; }
supp=$(mktemp) && trap 'rm -f "$supp"' EXIT
printf '{\n ld.so reads the words of a search path whole\n Memcheck:Addr8\n fun:strncmp\n fun:is_dst\n ...\n}\n' >"$supp"

check() { # ARGUMENT ..: of Python
    ADROP_LIBRARY=${BUILD:?set BUILD to the build folder} PYTHONPATH=python PYTHONMALLOC=malloc OMP_NUM_THREADS=1 \
        valgrind --quiet --error-exitcode=9 --suppressions="$supp" --num-callers=20 "$python" "$@"
}
check tests/python/test_package.py Rows Models.test_tensors_bytes_and_pickle Models.test_draws_and_quantiles \
    Models.test_bad_rows_are_one_sentence Training.test_trainer || exit 1
# and it would notice
check -c 'import ctypes as c; m = c.CDLL(None).malloc; m.restype = c.c_void_p; c.string_at(m(40) + 41, 1)' >/dev/null 2>&1
[ $? -eq 9 ] || { echo "valgrind does not look"; exit 1; }

/* Checks for values that are not finite (finite.h). */
#include "base/finite.h"

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "base/parallel.h"

enum { BLOCK = 1 << 16 };

/* Adding one to an exponent of all ones carries into the sign bit: a loop of three operations,
 * which vectorises. */
int ad_floats_are_finite(const float *x, size_t n)
{
    uint32_t seen = 0;

    for (size_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        seen |= (bits & 0x7f800000u) + 0x00800000u;
    }
    return !(seen >> 31);
}

static int doubles_are_finite(const double *x, size_t n)
{
    uint64_t seen = 0;

    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        seen |= (bits & 0x7ff0000000000000u) + 0x0010000000000000u;
    }
    return !(seen >> 63);
}

typedef struct {
    const void *block;
    size_t n;
    int is_double;
    atomic_int bad;
} work;

static void look(void *arg, size_t b)
{
    work *w = arg;
    const size_t first = b * BLOCK, left = w->n - first, n = left < BLOCK ? left : BLOCK;
    const int good = w->is_double ? doubles_are_finite((const double *)w->block + first, n)
                                  : ad_floats_are_finite((const float *)w->block + first, n);

    if (!good)
        atomic_store(&w->bad, 1);
}

int ad_all_finite(const void *block, size_t n, int is_double, int threads)
{
    work w = { .block = block, .n = n, .is_double = is_double };

    ad_parallel(threads, n / BLOCK + (n % BLOCK != 0), look, &w);
    return !atomic_load(&w.bad);
}

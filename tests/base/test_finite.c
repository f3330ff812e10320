/* Non-finite values are found at any place, and nothing else is. */
#include <float.h>

#include "base/finite.h"
#include "check.h"

enum { MOST = 200001 };

static float floats[MOST];
static double doubles[MOST];

static const double good[] = { 0, -0.0, 1, -1, FLT_MAX, -FLT_MAX, FLT_MIN, 1e-45 };
static const double bad[] = { NAN, -NAN, INFINITY, -INFINITY };

static void fill(void)
{
    for (size_t i = 0; i < MOST; i++)
        doubles[i] = floats[i] = (float)good[i % (sizeof good / sizeof *good)];
}

static void finite(void)
{
    fill();
    for (int threads = 1; threads <= 3; threads++)
        for (size_t n = 0; n <= MOST; n = n ? n * 7 - 1 : 1) {
            CHECK(ad_all_finite(floats, n, 0, threads));
            CHECK(ad_all_finite(doubles, n, 1, threads));
        }
    doubles[5] = DBL_MAX;
    CHECK(ad_all_finite(doubles, MOST, 1, 1));
    CHECK(ad_floats_are_finite(floats, MOST));
}

/* At the ends, at the borders of blocks, and just outside. */
static void not_finite(void)
{
    static const size_t where[] = { 0, 1, 65535, 65536, 131071, MOST - 2, MOST - 1 };

    for (size_t k = 0; k < sizeof where / sizeof *where; k++)
        for (size_t j = 0; j < sizeof bad / sizeof *bad; j++) {
            const size_t at = where[k];
            CHECK_WHERE("%g at %zu", bad[j], at);
            fill();
            floats[at] = (float)bad[j];
            doubles[at] = bad[j];
            for (int threads = 1; threads <= 2; threads++) {
                CHECK(!ad_all_finite(floats, MOST, 0, threads));
                CHECK(!ad_all_finite(doubles, MOST, 1, threads));
                CHECK(ad_all_finite(floats, at, 0, threads));
                CHECK(ad_all_finite(doubles, at, 1, threads));
            }
            CHECK(!ad_floats_are_finite(floats, MOST));
        }
}

CHECK_MAIN(finite, not_finite)

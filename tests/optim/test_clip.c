/* The global norm and the scale that clips it. */
#include "optim/clip.h"

#include "check.h"

enum { N = 5 * 65536 + 13 };

static float floats[N];
static double doubles[N];

static void small_cases(void)
{
    CHECK(ad_global_norm((float[]){ 3, 4 }, 2, 0, 1) == 5);
    CHECK(ad_global_norm((double[]){ 2, -3, 6 }, 3, 1, 1) == 7);
    CHECK(ad_global_norm(NULL, 0, 0, 2) == 0);
    CHECK(ad_global_norm((float[]){ 3e38f, 0 }, 2, 0, 1) == (double)3e38f); /* no overflow */
}

static void fill(void)
{
    for (size_t i = 0; i < N; i++) {
        floats[i] = (float)((double)(i * 2654435761u % 65536) / 32768 - 1);
        doubles[i] = floats[i];
    }
}

/* Against one long sum: N roundings of 1e-16 each, on average far fewer. */
static void long_sums(void)
{
    long double sum = 0;

    fill();
    for (size_t n = 0; n <= N; n += n < 40 ? 1 : n < 65536 ? 13107 : 65537) {
        sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += (long double)doubles[i] * doubles[i];
        CHECK_WHERE("%zu elements", n);
        CHECK_CLOSE(ad_global_norm(floats, n, 0, 2), sqrt((double)sum), 1e-14);
        CHECK(ad_global_norm(floats, n, 0, 2) == ad_global_norm(doubles, n, 1, 2));
    }
}

static void threads(void)
{
    fill();
    const double norm = ad_global_norm(floats, N, 0, 1);
    for (int t = 2; t < 8; t++) {
        CHECK(ad_global_norm(floats, N, 0, t) == norm);
        CHECK(ad_global_norm(doubles, N, 1, t) == norm);
    }
}

/* So many elements that blocks grow beyond their least length: every one is counted. */
static void very_long(void)
{
    const size_t n = (size_t)1024 * 65536 + 77;
    float *x = calloc(n, sizeof *x);

    if (!x)
        abort();
    for (size_t i = 0; i < n; i += 65536 / 2)
        x[i] = 1;
    x[n - 1] = 1;
    const size_t ones = n / 32768 + 2;
    CHECK(ad_global_norm(x, n, 0, 2) == sqrt((double)ones));
    free(x);
}

static void not_finite(void)
{
    for (size_t at = 0; at < N; at += N / 3) {
        fill();
        floats[at] = NAN;
        CHECK(isnan(ad_global_norm(floats, N, 0, 2)));
        floats[at] = -INFINITY;
        CHECK(isinf(ad_global_norm(floats, N, 0, 2)));
    }
}

static void scales(void)
{
    CHECK(ad_clip_scale(0, 1) == 1);
    CHECK(ad_clip_scale(0.999, 1) == 1);
    CHECK(ad_clip_scale(4, 1) == 1 / 4.000001);
    CHECK(ad_clip_scale(1, 1) < 1); /* as torch: the norm is raised by 1e-6 */
    CHECK(isnan(ad_clip_scale(NAN, 1)));
    CHECK(ad_clip_scale(INFINITY, 1) == 0);
}

CHECK_MAIN(small_cases, long_sums, threads, very_long, not_finite, scales)

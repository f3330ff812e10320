/* Gamma variables in log space and beta variables: moments of ln G (digamma and trigamma), moments
 * of beta, agreement of the kernel sets, only finite values. */
#include "random/gamma.h"

#include "check.h"
#include "dist/special.h"
#include "sets.h"

enum { N = 1 << 18 };

static double plain[N];
static float fast[N], other[N];
static const ad_address at = { .seed = 7, .row = 1, .step = 2, .layer = 3 };

static const double shapes[] = { 0.001, 0.1, 0.2, 0.5, 1, 1.5, 3, 50, 2000 };

enum { N_SHAPES = sizeof shapes / sizeof shapes[0] };

static void sample(int set, double shape, void *out)
{
    noise_sets[set].log_gamma(&at, shape, 0, N, out);
}

/* E ln G = psi(a), Var ln G = psi_1(a); the fourth central moment of ln G is
 * psi_3 + 3 psi_1^2 <= 12 psi_1^2 (equality as a -> 0). */
static void log_moments(void)
{
    for (size_t k = 0; k < N_SHAPES; k++) {
        const double mean = ad_digamma(shapes[k]), variance = ad_trigamma(shapes[k]);
        double sum = 0, square = 0;
        sample(AD_F32, shapes[k], fast);
        for (size_t i = 0; i < N; i++) {
            sum += (double)fast[i];
            square += ((double)fast[i] - mean) * ((double)fast[i] - mean);
        }
        CHECK_WHERE("shape %g", shapes[k]);
        CHECK_WITHIN(sum / N, mean, sqrt(variance / N), 5);
        CHECK_WITHIN(square / N, variance, variance * sqrt(9.0 / N), 5);
    }
}

/* A logarithm near 0 has no relative accuracy to offer: 4 ulp of the larger of the
 * value and of what was added up, 1 + |ln shape|. */
static void sets_agree(void)
{
    for (size_t k = 0; k < N_SHAPES; k++) {
        const double scale = 1 + fabs(log(shapes[k]));
        sample(AD_F64, shapes[k], plain);
        for (int s = AD_F32; s < AD_N_KERNEL_SETS && ad_kernel_set_usable((ad_kernel_set)s); s++) {
            double worst = 0;
            sample(s, shapes[k], s == AD_F32 ? fast : other);
            for (size_t i = 0; i < N; i++) {
                const double off = fabs((double)(s == AD_F32 ? fast : other)[i] - plain[i]) /
                                   fmax(scale, fabs(plain[i]));
                worst = off <= worst ? worst
                                     : off; /* gcc 12 for arm64 does not compile fmax here */
            }
            CHECK_WHERE("shape %g %s", shapes[k], ad_kernel_set_name((ad_kernel_set)s));
            CHECK_NEAR(worst, 0, 4 * 0x1p-23);
            if (s != AD_F32)
                CHECK(!memcmp(fast, other, sizeof fast));
        }
    }
}

static void beta_moments_and_range(void)
{
    for (size_t k = 0; k + 1 < N_SHAPES; k++) {
        const double b = shapes[k], variance = 1 / (4 * (2 * b + 1));
        double sum = 0, square = 0;
        int wild = 0;
        noise_sets[AD_F32].beta(&at, b, b, 0, N, fast);
        for (size_t i = 0; i < N; i++) {
            wild += !(fast[i] >= 0 && fast[i] <= 1);
            sum += (double)fast[i];
            square += ((double)fast[i] - 0.5) * ((double)fast[i] - 0.5);
        }
        CHECK_WHERE("Beta(%g, %g)", b, b);
        CHECK_EQ(wild, 0);
        CHECK_WITHIN(sum / N, 0.5, sqrt(variance / N), 5);
        CHECK_WITHIN(square / N, variance, sqrt(variance * 0.25 / N), 5);
    }
    noise_sets[AD_F32].beta(&at, 2, 6, 0, N, fast);
    double sum = 0;
    for (size_t i = 0; i < N; i++)
        sum += (double)fast[i];
    CHECK_WITHIN(sum / N, 0.25, sqrt(12.0 / (64 * 9) / N), 5);
}

static void ranges_may_be_cut_anywhere(void)
{
    noise_sets[AD_F32].beta(&at, 0.2, 0.2, 0, 4000, fast);
    for (size_t i = 0; i < 4000; i += 37)
        noise_sets[AD_F32].beta(&at, 0.2, 0.2, i, 4000 - i < 37 ? 4000 - i : 37, other + i);
    CHECK(!memcmp(fast, other, 4000 * sizeof *fast));
}

CHECK_MAIN(log_moments, sets_agree, beta_moments_and_range, ranges_may_be_cut_anywhere)

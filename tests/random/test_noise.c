/* Noise: float sets against the plain double form (4 ulp) and each other (equal bits), independence
 * of how a range is split, distributions by Kolmogorov-Smirnov, moments and neighbouring
 * addresses. */
#include "random/noise.h"

#include <stdint.h>

#include "check.h"
#include "sets.h"

enum { N = 1 << 20 };

static double plain[N];
static float fast[N], other[N];

static const ad_address at = { .seed = 2021, .row = 11, .step = 5, .layer = 2 };

typedef struct {
    const char *name;
    size_t offset;
    double (*cdf)(double);
    double mean, variance, fourth; /* of the standard distribution: central moments */
} distribution;

static double cdf_uniform(double x)
{
    return x;
}
static double cdf_symmetric(double x)
{
    return (x + 1) / 2;
}
static double cdf_exponential(double x)
{
    return -expm1(-x);
}
static double cdf_laplace(double x)
{
    return x < 0 ? exp(x) / 2 : 1 - exp(-x) / 2;
}
static double cdf_logistic(double x)
{
    return 1 / (1 + exp(-x));
}
static double cdf_normal(double x)
{
    return erfc(-x / sqrt(2)) / 2;
}

static const distribution distributions[] = {
    { "uniform", offsetof(noise_set, uniform), cdf_uniform, 0.5, 1.0 / 12, 1.0 / 80 },
    { "symmetric", offsetof(noise_set, symmetric), cdf_symmetric, 0, 1.0 / 3, 1.0 / 5 },
    { "exponential", offsetof(noise_set, exponential), cdf_exponential, 1, 1, 9 },
    { "laplace", offsetof(noise_set, laplace), cdf_laplace, 0, 2, 24 },
    { "logistic", offsetof(noise_set, logistic), cdf_logistic, 0, 3.28986813369645287,
      45.4575758749152 }, /* pi^2/3, 7 pi^4/15 */
    { "normal", offsetof(noise_set, normal), cdf_normal, 0, 1, 3 },
};

enum { N_LAWS = sizeof distributions / sizeof distributions[0] };

static fill_fn *fill_of(int set, const distribution *l)
{
    fill_fn *f;

    memcpy(&f, (const char *)&noise_sets[set] + l->offset, sizeof f);
    return f;
}

/* |a - b| in units of the last place of b as a float. */
static double ulps(float a, double b)
{
    int exponent;

    frexp(b, &exponent);
    return fabs((double)a - b) / ldexp(1, exponent - 24);
}

static void float_is_within_4_ulp_of_plain(void)
{
    for (size_t l = 0; l < N_LAWS; l++)
        for (int s = AD_F32; s < AD_N_KERNEL_SETS && ad_kernel_set_usable((ad_kernel_set)s); s++) {
            double worst = 0;
            fill_of(AD_F64, &distributions[l])(&at, 0, N, plain);
            fill_of(s, &distributions[l])(&at, 0, N, fast);
            for (size_t i = 0; i < N; i++)
                worst = fmax(worst, ulps(fast[i], plain[i]));
            CHECK_WHERE("%s %s", distributions[l].name, ad_kernel_set_name((ad_kernel_set)s));
            CHECK_NEAR(worst, 0, 4);
            if (s == AD_F32)
                printf("%-12s largest error %.2f ulp\n", distributions[l].name, worst);
        }
}

static void float_sets_give_the_same_bits(void)
{
    for (size_t l = 0; l < N_LAWS; l++)
        for (int s = AD_F32_AVX2; s < AD_N_KERNEL_SETS && ad_kernel_set_usable((ad_kernel_set)s);
             s++) {
            CHECK_WHERE("%s %s", distributions[l].name, ad_kernel_set_name((ad_kernel_set)s));
            fill_of(AD_F32, &distributions[l])(&at, 3, N - 3, fast);
            fill_of(s, &distributions[l])(&at, 3, N - 3, other);
            CHECK(!memcmp(fast, other, (N - 3) * sizeof *fast));
        }
}

static void ranges_may_be_cut_anywhere(void)
{
    enum { M = 2000 };

    for (size_t l = 0; l < N_LAWS; l++)
        for (int s = AD_F32; s < AD_N_KERNEL_SETS && ad_kernel_set_usable((ad_kernel_set)s); s++) {
            fill_fn *fill = fill_of(s, &distributions[l]);
            fill(&at, 0, M, fast);
            for (size_t i = 0, step = 1; i < M; i += step, step = (step * 7 + 3) % 601 + 1)
                fill(&at, i, step < M - i ? step : M - i, other + i);
            CHECK_WHERE("%s %s", distributions[l].name, ad_kernel_set_name((ad_kernel_set)s));
            CHECK(!memcmp(fast, other, M * sizeof *fast));
        }
}

static int by_value(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

/* The bound 3 / sqrt(n) is passed by chance once in 3e7 (2 exp(-2 * 9)). It sees a wrong
 * shape or a shift of 0.01 standard deviations; a variance that is 1 % off is 7 standard errors
 * away in the next test. */
static void distributions_by_kolmogorov_smirnov(void)
{
    for (size_t l = 0; l < N_LAWS; l++) {
        double distance = 0;
        fill_of(AD_F32, &distributions[l])(&at, 0, N, fast);
        qsort(fast, N, sizeof *fast, by_value);
        for (size_t i = 0; i < N; i++) {
            const double p = distributions[l].cdf((double)fast[i]);
            distance = fmax(distance, fmax(p - (double)i / N, (double)(i + 1) / N - p));
        }
        CHECK_WHERE("%s", distributions[l].name);
        CHECK_NEAR(distance, 0, 3 / sqrt(N));
    }
}

static void moments(void)
{
    for (size_t l = 0; l < N_LAWS; l++) {
        double mean = 0, square = 0;
        fill_of(AD_F32, &distributions[l])(&at, 0, N, fast);
        for (size_t i = 0; i < N; i++)
            mean += (double)fast[i];
        mean /= N;
        for (size_t i = 0; i < N; i++)
            square += ((double)fast[i] - mean) * ((double)fast[i] - mean);
        const double variance = distributions[l].variance;
        CHECK_WHERE("%s", distributions[l].name);
        CHECK_WITHIN(mean, distributions[l].mean, sqrt(variance / N), 5);
        CHECK_WITHIN(square / N, variance,
                     sqrt((distributions[l].fourth - variance * variance) / N), 5);
    }
}

/* Neighbouring rows, steps, layers, draws, purposes and seeds are uncorrelated. */
static void addresses_are_independent(void)
{
    enum { M = 1 << 18 };
    ad_address next[6];

    for (int k = 0; k < 6; k++)
        next[k] = at;
    next[0].row++;
    next[1].step++;
    next[2].layer++;
    next[3].draw++;
    next[4].purpose = AD_FOR_SAMPLE;
    next[5].seed++;
    ad_noise_normal_f32(&at, 0, M, fast);
    for (int k = 0; k < 6; k++) {
        double sum = 0;
        ad_noise_normal_f32(&next[k], 0, M, other);
        for (size_t i = 0; i < M; i++)
            sum += (double)fast[i] * (double)other[i];
        CHECK_WHERE("neighbour %d", k);
        CHECK_WITHIN(sum / M, 0, 1 / sqrt(M), 5);
    }
}

CHECK_MAIN(float_is_within_4_ulp_of_plain, float_sets_give_the_same_bits,
           ranges_may_be_cut_anywhere, distributions_by_kolmogorov_smirnov, moments,
           addresses_are_independent)

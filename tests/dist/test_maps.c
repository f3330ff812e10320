/* Mappings and seeds: scalar functions against their definitions and each other, and the array
 * kernels of every set that this CPU runs against the scalar functions. */
#include "check.h"
#include "dist/brute.h"
#include "dist/map.h"
#include "dist/seed.h"

enum { N = 4099 };

static ad_kernel_set sets[AD_N_KERNEL_SETS];
static int n_sets;

static void find_sets(void)
{
    for (int s = 0; s < AD_N_KERNEL_SETS; s++)
        if (ad_kernel_set_usable((ad_kernel_set)s))
            sets[n_sets++] = (ad_kernel_set)s;
    CHECK(n_sets >= 2);
}

static void lists_agree(void)
{
    for (size_t i = 0; i < N_SEEDS; i++)
        for (int s = 0; s < AD_N_KERNEL_SETS; s++)
            CHECK_TEXT(ad_seed_at((ad_kernel_set)s, i)->name, ad_seed_names[i]);
    for (size_t i = 0; i < N_MAPS; i++)
        for (int s = 0; s < AD_N_KERNEL_SETS; s++)
            CHECK_TEXT(ad_map_at((ad_kernel_set)s, i)->name, ad_map_names[i]);
    CHECK(!ad_seed_names[N_SEEDS] && !ad_map_names[N_MAPS]);
    CHECK(!ad_seed_at(AD_F64, N_SEEDS) && !ad_map_at(AD_F64, N_MAPS));
    CHECK_TEXT(ad_seed_names[UNIFORM], "uniform");
    CHECK_TEXT(ad_map_names[ONE_MINUS_EXP], "one-minus-exp");
}

static void maps_are_their_definitions(void)
{
    for (size_t k = 0; k < N_MAPS; k++) {
        const ad_map *map = ad_map_at(AD_F64, k);
        for (double r = -20.03; r < 20; r += 0.1) {
            const double h = 1e-5, m = map->value(r);
            CHECK_WHERE("%s at %g", map->name, r);
            CHECK_NEAR(m, brute_map((int)k, r), 4e-16);
            CHECK_NEAR(m + map->upper(r), 1, 4e-16);
            const double slope = (brute_map((int)k, r + h) - brute_map((int)k, r - h)) / (2 * h);
            CHECK_NEAR(exp(map->log_slope(r)), slope, 1e-9);
            CHECK_NEAR(exp(map->log_value(r)), m, 4e-16);
            CHECK_NEAR(exp(map->log_upper(r)), map->upper(r), 4e-16);
        }
    }
}

/* Each half of the mapping through the inverse that is accurate there, and far out
 * through the logarithms. */
static void inverses_invert(void)
{
    for (size_t k = 0; k < N_MAPS; k++) {
        const ad_map *map = ad_map_at(AD_F64, k);
        for (double r = -35.03; r < 35; r += 0.07) {
            const double m = map->value(r), q = map->upper(r);
            CHECK_WHERE("%s at %g", map->name, r);
            if (r <= map->low || r >= map->high)
                continue;
            CHECK_CLOSE(m < 0.5 ? map->inverse(m) : map->inverse_upper(q), r, 4e-15);
            CHECK_CLOSE(m < 0.5 ? map->inverse_log(map->log_value(r))
                                : map->inverse_log_upper(map->log_upper(r)),
                        r, 4e-15 * fmax(1, -fmin(log(m), log(q))));
        }
        CHECK(map->inverse_log(-INFINITY) == map->low);
        CHECK(map->inverse_log_upper(-INFINITY) == map->high);
        CHECK(map->value(map->low) == 0 && map->upper(map->high) == 0);
    }
    for (double r = -1e5; r < -50; r *= 0.8) { /* where k underflows */
        const ad_map *sigmoid = ad_map_at(AD_F64, SIGMOID), *probit = ad_map_at(AD_F64, PROBIT);
        CHECK_NEAR(sigmoid->inverse_log(sigmoid->log_value(r)) / r, 1, 1e-15);
        CHECK_NEAR(probit->inverse_log(probit->log_value(r)) / r, 1, 1e-14);
    }
}

static void seeds_are_their_definitions(void)
{
    for (size_t s = 0; s < N_SEEDS; s++) {
        const ad_seed *seed = ad_seed_at(AD_F64, s);
        for (double e = -12.03; e < 12; e += 0.1) {
            const double h = 1e-4;
            CHECK_WHERE("%s at %g", seed->name, e);
            CHECK_NEAR(exp(seed->log_pdf(e)), brute_pdf((int)s, e), 4e-16);
            CHECK_NEAR(seed->cdf(e) + seed->survival(e), 1, 4e-16);
            CHECK_NEAR((seed->cdf(e + h) - seed->cdf(e - h)) / (2 * h), brute_pdf((int)s, e), 1e-8);
            CHECK_NEAR((seed->cdf_integral(e + h) - seed->cdf_integral(e - h)) / (2 * h),
                       seed->cdf(e), 1e-8);
            if (seed->cdf(e) > 1e-14 && seed->cdf(e) < 0.999)
                CHECK_CLOSE(seed->quantile(seed->cdf(e)), e, 1e-12);
        }
        CHECK(seed->n_breaks <= AD_MOST_BREAKS && seed->n_breaks >= 2);
        CHECK(isinf(seed->low) || seed->breaks[0] == seed->low);
        CHECK(isinf(seed->high) || seed->breaks[seed->n_breaks - 1] == seed->high);
        CHECK_NEAR(seed->cdf_integral(-1e3), 0, 1e-15);
        CHECK_NEAR(1e3 - seed->cdf_integral(1e3), seed->mean, 1e-12);
    }
}

static double power_term(double e, const void *arg)
{
    const int *which = arg;

    return brute_pdf(which[0], e) * pow(e, which[1]);
}

static void seeds_have_their_moments(void)
{
    for (size_t s = 0; s < N_SEEDS; s++) {
        const ad_seed *seed = ad_seed_at(AD_F64, s);
        const double low = fmax(-50, seed->low), high = fmin(50, seed->high);
        double moment[3];
        CHECK_WHERE("%s", seed->name);
        for (int n = 0; n < 3; n++) {
            const int which[2] = { (int)s, n };
            moment[n] = simpson(power_term, which, low, fmax(low, 0), 20000) +
                        simpson(power_term, which, fmax(low, 0), high, 20000);
        }
        CHECK_NEAR(moment[0], 1, 1e-10);
        CHECK_NEAR(moment[1], seed->mean, 1e-10);
        CHECK_NEAR(moment[2] - moment[1] * moment[1], seed->variance, 1e-9);
    }
}

static double as_double(ad_kernel_set set, const void *array, size_t i)
{
    return set == AD_F64 ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

/* Small, large and very large r, and the corners. */
static double sample_r(size_t i)
{
    static const double special[] = { 0,      1,    -0.0,  -1,   1e6,   -1e6, 1e-30,
                                      -1e-30, 3e18, -3e18, 1e30, -1e30, 0.5,  104,
                                      -104,   88,   -88,   13,   -13 };
    const size_t n = sizeof special / sizeof special[0];

    if (i < n)
        return special[i];
    return ((double)i / N - 0.5) * (i % 3 == 0 ? 4 : i % 3 == 1 ? 40 : 400);
}

static void kernels_are_the_scalar_functions(void)
{
    static double r64[N], m64[N], s64[N], alone64[N];
    static float r32[N], m32[N], s32[N], alone32[N];

    for (size_t i = 0; i < N; i++) {
        r32[i] = (float)sample_r(i);
        r64[i] = r32[i];
    }
    for (int j = 0; j < n_sets; j++)
        for (size_t k = 0; k < N_MAPS; k++) {
            const int wide = sets[j] == AD_F64;
            const ad_map *map = ad_map_at(sets[j], k);
            void *r = wide ? (void *)r64 : r32, *m = wide ? (void *)m64 : m32;
            void *s = wide ? (void *)s64 : s32, *alone = wide ? (void *)alone64 : alone32;
            map->apply(N, r, m, s);
            map->apply(N, r, alone, NULL);
            CHECK(!memcmp(m, alone, N * ad_real_size(sets[j])));
            for (size_t i = 0; i < N; i++) {
                const double value = as_double(sets[j], m, i), slope = as_double(sets[j], s, i);
                CHECK_WHERE("%s %s at %g", ad_kernel_set_name(sets[j]), map->name, r64[i]);
                CHECK_NEAR(value, map->value(r64[i]), wide ? 4e-16 : 3e-7);
                CHECK_NEAR(slope, exp(map->log_slope(r64[i])), wide ? 1e-15 : 3e-7);
                CHECK(value >= 0 && value <= 1 && slope >= 0 && isfinite(slope));
            }
        }
}

/* What float sets give one another is equal to the last bit. */
static void float_kernels_agree(void)
{
    static float r[N], first[2][N], other[2][N];

    for (size_t i = 0; i < N; i++)
        r[i] = (float)sample_r(i);
    for (size_t k = 0; k < N_MAPS; k++) {
        ad_map_at(AD_F32, k)->apply(N, r, first[0], first[1]);
        for (int j = 0; j < n_sets; j++) {
            if (sets[j] == AD_F64)
                continue;
            ad_map_at(sets[j], k)->apply(N, r, other[0], other[1]);
            CHECK_WHERE("%s %s", ad_kernel_set_name(sets[j]), ad_map_names[k]);
            CHECK(!memcmp(first, other, sizeof first));
        }
    }
}

/* Every seed's noise has its mean and variance: 5 standard errors, odds 6e-7 each. */
static void noise_has_its_moments(void)
{
    enum { DRAWS = 100000 };
    static float e[DRAWS];
    const ad_address at = { .seed = 7, .purpose = AD_FOR_DIST };

    for (size_t s = 0; s < N_SEEDS; s++) {
        const ad_seed *seed = ad_seed_at(AD_F32, s);
        double sum = 0, square = 0, fourth = 0;
        seed->fill(&at, 0, DRAWS, e);
        for (size_t i = 0; i < DRAWS; i++) {
            const double d = (double)e[i] - seed->mean;
            sum += d, square += d * d, fourth += d * d * d * d;
        }
        CHECK_WHERE("%s", seed->name);
        CHECK_WITHIN(sum / DRAWS, 0, sqrt(seed->variance / DRAWS), 5);
        CHECK_WITHIN(square / DRAWS, seed->variance,
                     sqrt((fourth / DRAWS - seed->variance * seed->variance) / DRAWS), 5);
    }
}

CHECK_MAIN(find_sets, lists_agree, maps_are_their_definitions, inverses_invert,
           seeds_are_their_definitions, seeds_have_their_moments, kernels_are_the_scalar_functions,
           float_kernels_agree, noise_has_its_moments)

/* The learned mapping: its conditions for random parameters, its inverse and tails, its gradient,
 * its mean against adaptive quadrature and against draws, its kernels. */
#include <stdint.h>

#include "base/kernel.h"
#include "check.h"
#include "dist/family.h"
#include "dist/pairs.h"
#include "dist/special.h"
#include "dist/spline.h"
#include "sets.h"

enum { SPLINES = 1000, N = 1500, P = AD_SPLINE_PARAMS };

/* Normal numbers by address; which: another row for each. */
static double normal(uint32_t which, size_t i)
{
    const ad_address at = { .seed = 77, .row = which, .purpose = AD_FOR_DIST };
    double e;

    ad_noise_normal_f64(&at, i, 1, &e);
    return e;
}

/* Parameters of every size that training leaves: the first are 0, then from small to 5. */
static void random_params(uint32_t which, double params[P])
{
    const double size = which % 7 * 0.6;

    for (size_t i = 0; i < P; i++)
        params[i] = fmin(fmax(size * normal(which, i), -5), 5);
}

static const double *random_spline(uint32_t which, ad_spline *s)
{
    static double params[P];

    random_params(which, params);
    ad_spline_make(s, params);
    CHECK_WHERE("spline %u", which);
    return params;
}

static double s_at(const ad_spline *s, double r, double *slope)
{
    double terms[AD_SPLINE_TERMS];
    size_t bin;
    const double value = ad_spline_at(s, r, &bin, terms);

    *slope = ad_spline_slope(&s->bin[bin], terms);
    return value;
}

/* All 0: S(r) = r, and k is the sigmoid. */
static void starts_as_the_sigmoid(void)
{
    const ad_map *sigmoid = ad_map_named("sigmoid");
    ad_spline s;
    double slope;

    ad_spline_make(&s, NULL);
    const ad_map *k = s.of[AD_F64].own ? &s.of[AD_F64] : NULL;
    for (double r = -50.03; r < 50; r += 0.01) {
        CHECK_NEAR(s_at(&s, r, &slope), r, 4e-15);
        CHECK_NEAR(slope, 1, 1e-14);
        CHECK_NEAR(ad_map_value(k, r), ad_map_value(sigmoid, r), 2e-15);
        CHECK_CLOSE(ad_map_log_slope(k, r), ad_map_log_slope(sigmoid, r), 1e-13);
    }
    for (double sigma = 0.01; sigma < 100; sigma *= 3) {
        const ad_family f = { ad_seed_named("gaussian"), k, 0, sigma };
        CHECK_NEAR(ad_family_mean(&f), 0.5, 1e-12);
    }
}

/* Monotone, within [0, 1], smooth at the knots, the identity beyond the edge, with its inverse: for
 * 1,000 random splines. */
static void conditions_hold(void)
{
    for (uint32_t which = 0; which < SPLINES; which++) {
        ad_spline s;
        double slope, before = -INFINITY, beside;
        random_spline(which, &s);
        const ad_map *k = &s.of[AD_F64];
        for (double r = -9.013; r < 9; r += 0.031) {
            const double value = s_at(&s, r, &slope), m = ad_map_value(k, r);
            CHECK(value > before && slope > 0 && isfinite(slope));
            CHECK(m > 0 && m < 1);
            CHECK_NEAR(ad_map_upper(k, r), 1 - m, 2e-16);
            if (fabs(r) >= AD_SPLINE_EDGE) {
                CHECK_NEAR(value, r, 1e-14);
                CHECK_NEAR(slope, 1, 1e-10);
            }
            /* as far off as a rounding of m is, times the slope of the inverse */
            const double sure = 1e-14 + 1e-15 / exp(ad_map_log_slope(k, r));
            CHECK_NEAR(ad_map_inverse(k, m), r, 8 * sure);
            CHECK_NEAR(ad_map_inverse_upper(k, ad_map_upper(k, r)), r, 8 * sure);
            before = value;
        }
        for (int i = 1; i < AD_SPLINE_BINS; i++) {
            const double x = s.bin[i].x;
            CHECK_NEAR(s_at(&s, nextafter(x, -9), &beside), s_at(&s, x, &slope), 1e-12);
            CHECK_CLOSE(beside, slope, 1e-9);
        }
        CHECK_NEAR(s.bin[7].x + s.bin[7].w, AD_SPLINE_EDGE, 1e-14);
        CHECK_NEAR(s.bin[7].y + s.bin[7].h, AD_SPLINE_EDGE, 1e-14);
        CHECK(ad_map_value(k, -INFINITY) == 0 && ad_map_value(k, INFINITY) == 1);
        CHECK(isnan(ad_map_value(k, NAN)));
    }
}

/* Parameters without bound keep the conditions. */
static void conditions_hold_far_out(void)
{
    for (uint32_t which = 0; which < SPLINES; which++) {
        double params[P], slope, before = -INFINITY;
        ad_spline s;
        for (size_t i = 0; i < P; i++)
            params[i] = 40 * normal(which, i);
        ad_spline_make(&s, params);
        CHECK_WHERE("far spline %u", which);
        for (double r = -7.5; r < 7.5; r += 0.01) {
            const double value = s_at(&s, r, &slope);
            CHECK(value >= before && slope > 0 && isfinite(slope));
            before = value;
        }
    }
}

/* Sum of t k(r) over the draws, as double has it. */
static double weighed(const ad_spline *s, size_t n, const double *r, const double *t)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += t[i] * ad_map_value(&s->of[AD_F64], r[i]);
    return sum;
}

/* f of the spline of params with one moved by h. */
typedef double spline_fn(const ad_spline *s, void *arg);

static double moved(const double params[P], size_t i, double h, spline_fn *f, void *arg)
{
    double p[P];
    ad_spline s;

    memcpy(p, params, sizeof p);
    p[i] += h;
    ad_spline_make(&s, p);
    return f(&s, arg);
}

/* A central difference of fourth order. */
static double difference(const double params[P], size_t i, spline_fn *f, void *arg)
{
    const double h = 1e-4;
    const double near = moved(params, i, h, f, arg) - moved(params, i, -h, f, arg);
    const double far = moved(params, i, 2 * h, f, arg) - moved(params, i, -2 * h, f, arg);

    return (8 * near - far) / (12 * h);
}

static void check_gradient(const ad_spline *s, const double params[P], const double *sums,
                           spline_fn *f, void *arg)
{
    double gradient[P], largest = 0;

    ad_spline_gradient(s, sums, gradient);
    for (size_t i = 0; i < P; i++)
        largest = fmax(largest, fabs(gradient[i]));
    for (size_t i = 0; i < P; i++)
        CHECK_NEAR((gradient[i] - difference(params, i, f, arg)) / largest, 0, 1e-6);
}

typedef struct {
    size_t n;
    double r[3], t[3];
} draws;

static double weighed_draws(const ad_spline *s, void *arg)
{
    const draws *d = arg;

    return weighed(s, d->n, d->r, d->t);
}

/* Of draws on either side of every knot, and beyond the edge. A draw that a difference moves across
 * a knot meets a jump of S'': draws keep off them. */
static void gradients_are_exact(void)
{
    for (uint32_t which = 1; which < 200; which++) {
        ad_spline s;
        const double *params = random_spline(which, &s);
        for (uint32_t k = 0; k < 5; k++) {
            draws d = { .n = 3 };
            double sums[AD_SPLINE_SUMS] = { 0 };
            size_t near = 0;
            for (size_t i = 0; i < d.n; i++) {
                d.r[i] = 3 * normal(5000 + which, 10 * k + i);
                d.t[i] = normal(6000 + which, 10 * k + i);
                for (int b = 0; b < AD_SPLINE_BINS; b++)
                    near += fabs(d.r[i] - s.bin[b].x) < 0.01;
            }
            if (near)
                continue;
            ad_spline_collect_f64(&s, d.n, d.r, d.t, sums);
            check_gradient(&s, params, sums, weighed_draws, &d);
        }
    }
}

static double mean_of(const ad_spline *s, void *arg)
{
    ad_family f = *(const ad_family *)arg;

    f.map = &s->of[AD_F64];
    return ad_family_mean(&f);
}

static const ad_seed *seed_of(adrop_ctx *ctx, const char *text)
{
    const ad_seed_sets *sets = NULL;

    CHECK_EQ(ad_seed_choose(ctx, text, &sets), ADROP_OK);
    return sets->of[AD_F64];
}

static const char *const seed_texts[] = {
    "gaussian", "laplace", "logistic", "uniform", "exponential", "quantile((u^0.2-(1-u)^0.2)/0.2)",
};
enum { N_SEEDS = 6 };

/* The rule against adaptive quadrature: the mean, and its derivatives in mu, sigma and the spline.
 */
static void means_are_exact(void)
{
    adrop_ctx *ctx;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    for (uint32_t which = 0; which < 300; which++) {
        ad_spline s;
        double dmu, dsigma, sums[AD_SPLINE_SUMS];
        const double *params = random_spline(which, &s);
        const double sigma = exp(1.5 * normal(9000, which)),
                     mu = which % 3 ? 0 : normal(9001, which);
        ad_family f = { seed_of(ctx, seed_texts[which % N_SEEDS]), &s.of[AD_F64], mu, sigma };
        CHECK_WHERE("spline %u, %s, mu %g, sigma %g", which, f.seed->name, mu, sigma);
        CHECK_NEAR(ad_family_mean(&f), ad_family_mean_quadrature(&f), 1e-9);
        ad_family_mean_gradient(&f, &dmu, &dsigma);
        const double h = 1e-3 * sigma;
        ad_family up = f, down = f;
        up.mu += h, down.mu -= h;
        CHECK_NEAR(dmu, (ad_family_mean(&up) - ad_family_mean(&down)) / (2 * h), 1e-4);
        up = down = f;
        up.sigma += h, down.sigma -= h;
        CHECK_NEAR(dsigma, (ad_family_mean(&up) - ad_family_mean(&down)) / (2 * h), 1e-4);
        ad_family_mean_sums(&f, sums);
        if (which % 5 == 0 && sigma > 0.1)
            check_gradient(&s, params, sums, mean_of, &f);
    }
    adrop_ctx_free(ctx);
}

/* Against a million draws: 5 standard errors, odds of a false alarm 6e-7 each. A mean that is wrong
 * by 0.3 percent would be noticed. */
static void means_are_those_of_draws(void)
{
    enum { DRAWS = 1000000, CHUNK = 1000 };

    for (uint32_t which = 3; which < 10; which++) {
        const ad_address at = { .seed = which, .purpose = AD_FOR_DIST };
        double sum = 0, square = 0, e[CHUNK], m[CHUNK];
        ad_spline s;
        random_spline(which, &s);
        const ad_family f = { ad_seed_named("gaussian"), &s.of[AD_F64], 0, 0.5 + 0.4 * which };
        for (size_t first = 0; first < DRAWS; first += CHUNK) {
            ad_noise_normal_f64(&at, first, CHUNK, e);
            for (size_t i = 0; i < CHUNK; i++)
                e[i] *= f.sigma;
            ad_spline_apply_f64(&s, CHUNK, e, m, NULL);
            for (size_t i = 0; i < CHUNK; i++) {
                sum += m[i];
                square += m[i] * m[i];
            }
        }
        const double mean = sum / DRAWS, variance = square / DRAWS - mean * mean;
        CHECK_WITHIN(ad_family_mean(&f), mean, sqrt(variance / DRAWS), 5);
        CHECK_NEAR(ad_family_variance(&f), variance, 2e-3);
    }
}

/* Numbers within and beyond the edge, some on knots; a length that no vector divides. */
static void fill_arguments(const ad_spline *s, float *r, float *t)
{
    for (size_t i = 0; i < N - 1; i++) {
        r[i] = (float)(4 * normal(1, i));
        t[i] = (float)normal(2, i);
    }
    for (size_t i = 0; i < AD_SPLINE_BINS; i++)
        r[7 * i] = (float)s->bin[i].x;
    r[3] = 1e30f, r[4] = -1e30f, r[5] = 6, r[6] = -6, r[8] = 0;
}

/* Of the parameters, for float may see a draw that lies at a knot on its other side. */
static void check_float_gradient(const ad_spline *s, const float *r, const double *r64,
                                 const float *t, const double *t64)
{
    double sums[2][AD_SPLINE_SUMS] = { { 0 } }, gradient[2][P], largest = 0;

    ad_spline_collect_f32(s, N - 1, r, t, sums[0]);
    ad_spline_collect_f64(s, N - 1, r64, t64, sums[1]);
    for (size_t k = 0; k < 2; k++)
        ad_spline_gradient(s, sums[k], gradient[k]);
    for (size_t i = 0; i < P; i++)
        largest = fmax(largest, fabs(gradient[1][i]));
    for (size_t i = 0; i < P; i++)
        CHECK_NEAR(gradient[0][i] / largest, gradient[1][i] / largest, 1e-4);
}

static void kernels_are_the_oracle(void)
{
    static float r[N], t[N], m[N], slope[N], alone[N];
    static double r64[N], t64[N], m64[N], slope64[N];

    for (uint32_t which = 0; which < 300; which++) {
        ad_spline s;
        random_spline(which, &s);
        fill_arguments(&s, r, t);
        for (size_t i = 0; i < N - 1; i++)
            r64[i] = r[i], t64[i] = t[i];
        ad_spline_apply_f64(&s, N - 1, r64, m64, slope64);
        ad_spline_apply_f32(&s, N - 1, r, m, slope);
        ad_spline_apply_f32(&s, N - 1, r, alone, NULL);
        CHECK(!memcmp(m, alone, (N - 1) * sizeof *m));
        for (size_t i = 0; i < N - 1; i++) {
            const double exact = exp(ad_map_log_slope(&s.of[AD_F64], r64[i]));
            CHECK_NEAR(m64[i], ad_map_value(&s.of[AD_F64], r64[i]), 4e-15);
            CHECK_NEAR(slope64[i], exact, 1e-12 * (1 + exact));
            CHECK(m[i] >= 0 && m[i] <= 1 && slope[i] >= 0 && isfinite(slope[i]));
            if (which % 7 < 4)
                CHECK_NEAR((double)m[i], m64[i], 2e-5);
        }
        if (which % 7 < 4)
            check_float_gradient(&s, r, r64, t, t64);
    }
}

#define ROW_APPLY(set)   ad_spline_apply_##set,
#define ROW_COLLECT(set) ad_spline_collect_##set,

static void float_kernels_agree(void)
{
    static void (*const apply[])(const void *, size_t, const void *, void *,
                                 void *) = { AD_EACH_KERNEL_SET(ROW_APPLY) };
    static void (*const collect[])(const void *, size_t, const void *, const void *,
                                   double *) = { AD_EACH_KERNEL_SET(ROW_COLLECT) };
    static float r[N], t[N], first[2][N], other[2][N];
    double sums[2][AD_SPLINE_SUMS];

    for (uint32_t which = 0; which < 100; which++)
        for (size_t set = AD_F32; set < sizeof apply / sizeof *apply; set++) {
            ad_spline s;
            if (!ad_kernel_set_usable((ad_kernel_set)set))
                continue;
            random_spline(which, &s);
            fill_arguments(&s, r, t);
            memset(sums, 0, sizeof sums);
            apply[AD_F32](&s, N - 1, r, first[0], first[1]);
            apply[set](&s, N - 1, r, other[0], other[1]);
            collect[AD_F32](&s, N - 1, r, t, sums[0]);
            collect[set](&s, N - 1, r, t, sums[1]);
            CHECK(!memcmp(first, other, sizeof first));
            CHECK(!memcmp(sums[0], sums[1], sizeof sums[0]));
        }
}

/* "spline" is a word of techniques that can learn it, and nowhere else. */
static void is_refused_elsewhere(void)
{
    const ad_map_sets *out;
    adrop_ctx *ctx;
    size_t n = 0;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK_EQ(ad_map_choose(ctx, "spline", &out), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "advanced-cross");
    for (; ad_map_names[n]; n++)
        CHECK_TEXT(ad_learned_map_names[n], ad_map_names[n]);
    CHECK_TEXT(ad_learned_map_names[n], "spline");
    CHECK(!ad_learned_map_names[n + 1]);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(starts_as_the_sigmoid, conditions_hold, conditions_hold_far_out, gradients_are_exact,
           means_are_exact, means_are_those_of_draws, kernels_are_the_oracle, float_kernels_agree,
           is_refused_elsewhere)

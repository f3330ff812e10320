/* Mappings and seeds from outside: formulas of the built-in ones agree with them, violated
 * conditions are named with their place, functions of a program act like formulas. */
#include <math.h>
#include <string.h>

#include "adrop/adrop.h"
#include "base/context.h"
#include "check.h"
#include "dist/elbo.h"
#include "dist/family.h"
#include "dist/pairs.h"

/* The built-in ones as formulas. */
static const char *const maps[][2] = {
    { "sigmoid", "formula(1/(1+exp(-r)))" }, { "probit", "formula(normcdf(r))" },
    { "clamp", "formula(min(1,max(0,r)))" }, { "tanh", "formula((1+tanh(r))/2)" },
    { "atan", "formula(1/2+atan(r)/pi)" },   { "one-minus-exp", "formula(1-exp(-max(r,0)))" },
};
static const char *const seeds[][2] = {
    { "gaussian", "quantile(norminv(u))" },
    { "laplace", "quantile(sign(u-0.5)*-log(2*min(u,1-u)))" },
    { "logistic", "quantile(log(u)-log(1-u))" },
    { "uniform", "quantile(2*u-1)" },
    { "exponential", "quantile(-log(u))" },
};
enum { N_MAPS = 6, N_SEEDS = 5 };

static adrop_ctx *context(void)
{
    adrop_ctx *ctx;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    return ctx;
}

static const ad_map_sets *map_of(adrop_ctx *ctx, const char *text)
{
    const ad_map_sets *out = NULL;

    CHECK_WHERE("%s", text);
    CHECK_EQ(ad_map_choose(ctx, text, &out), ADROP_OK);
    return out;
}

static const ad_seed_sets *seed_of(adrop_ctx *ctx, const char *text)
{
    const ad_seed_sets *out = NULL;

    CHECK_WHERE("%s", text);
    CHECK_EQ(ad_seed_choose(ctx, text, &out), ADROP_OK);
    return out;
}

static void maps_agree(void)
{
    adrop_ctx *ctx = context();

    for (size_t k = 0; k < N_MAPS; k++) {
        const ad_map *built = map_of(ctx, maps[k][0])->of[AD_F64];
        const ad_map *own = map_of(ctx, maps[k][1])->of[AD_F64];
        CHECK_WHERE("%s", maps[k][1]);
        CHECK(own->own && !built->own);
        CHECK(built->low == own->low && built->high == own->high);
        for (double r = -12.03; r < 12; r += 0.07) {
            const double m = ad_map_value(built, r);
            CHECK_NEAR(ad_map_value(own, r), m, 3e-16);
            CHECK_NEAR(exp(ad_map_log_slope(own, r)), exp(ad_map_log_slope(built, r)), 1e-15);
            if (m > 1e-5 && m < 1 - 1e-5) {
                CHECK_CLOSE(ad_map_inverse(own, m), ad_map_inverse(built, m), 1e-9);
                CHECK_CLOSE(ad_map_inverse_upper(own, 1 - m), ad_map_inverse_upper(built, 1 - m),
                            1e-9);
            }
        }
        CHECK(map_of(ctx, maps[k][1])->of[AD_F64] == own); /* made once */
    }
    adrop_ctx_free(ctx);
}

static void seeds_agree(void)
{
    adrop_ctx *ctx = context();

    for (size_t k = 0; k < N_SEEDS; k++) {
        const ad_seed *built = seed_of(ctx, seeds[k][0])->of[AD_F64];
        const int falls = !strcmp(seeds[k][0], "exponential"); /* -log(u) falls */
        const ad_seed *own = seed_of(ctx, falls ? "quantile(-log(1-u))" : seeds[k][1])->of[AD_F64];
        CHECK_WHERE("%s", seeds[k][1]);
        CHECK(built->low == own->low && built->high == own->high);
        CHECK_NEAR(own->mean, built->mean, 1e-10);
        CHECK_CLOSE(own->variance, built->variance, 1e-10);
        CHECK_CLOSE(own->entropy, built->entropy, 1e-10);
        for (double p = 0.001; p < 1; p += 0.00913) {
            const double e = ad_seed_quantile(built, p);
            CHECK_CLOSE(ad_seed_quantile(own, p), e, 1e-12);
            CHECK_NEAR(ad_seed_cdf(own, e), p, 1e-12);
            CHECK_NEAR(ad_seed_survival(own, e), 1 - p, 1e-12);
            CHECK_CLOSE(ad_seed_log_pdf(own, e), ad_seed_log_pdf(built, e), 1e-9);
        }
    }
    adrop_ctx_free(ctx);
}

static const double points[][2] = { { 0, 1 }, { 0.7, 0.3 }, { -1, 2 }, { 2, 4 } };

/* Moments, gradients, density, divergences of every pair with itself as formulas. */
static void families_agree(void)
{
    adrop_ctx *ctx = context();

    for (size_t s = 0; s < N_SEEDS; s++) {
        for (size_t k = 0; k < N_MAPS * 4; k++) {
            const double mu = points[k % 4][0], sigma = points[k % 4][1];
            const char *seed = s == 4 ? "quantile(-log(1-u))" : seeds[s][1];
            const ad_family built = { seed_of(ctx, seeds[s][0])->of[AD_F64],
                                      map_of(ctx, maps[k / 4][0])->of[AD_F64], mu, sigma };
            const ad_family own = { seed_of(ctx, seed)->of[AD_F64],
                                    map_of(ctx, maps[k / 4][1])->of[AD_F64], mu, sigma };
            double a[2], b[2];
            CHECK_WHERE("%s x %s (%g, %g)", seed, maps[k / 4][1], mu, sigma);
            CHECK_CLOSE(ad_family_mean(&own), ad_family_mean(&built), 1e-9);
            CHECK_CLOSE(ad_family_variance(&own), ad_family_variance(&built), 1e-8);
            ad_family_mean_gradient(&own, &a[0], &a[1]);
            ad_family_mean_gradient(&built, &b[0], &b[1]);
            CHECK_NEAR(a[0], b[0], 1e-9);
            CHECK_NEAR(a[1], b[1], 1e-9);
            CHECK_NEAR(ad_family_mass_at_zero(&own), ad_family_mass_at_zero(&built), 1e-12);
            CHECK_NEAR(ad_family_mass_at_one(&own), ad_family_mass_at_one(&built), 1e-12);
            for (double m = 0.05; m < 1; m += 0.1) {
                CHECK_CLOSE(ad_family_pdf(&own, m), ad_family_pdf(&built, m), 1e-7);
                CHECK_NEAR(ad_family_cdf(&own, m), ad_family_cdf(&built, m), 1e-10);
            }
            CHECK_NEAR(ad_family_quantile(&own, 0.3), ad_family_quantile(&built, 0.3), 1e-10);
        }
    }
    adrop_ctx_free(ctx);
}

/* The divergences of the evidence lower bound, and between a pair and its formulas. */
static void divergences_agree(void)
{
    adrop_ctx *ctx = context();
    static const int smooth[] = { 0, 1, 3, 4 };

    for (size_t s = 0; s < N_SEEDS; s++) {
        for (size_t i = 0; i < 16; i++) {
            const size_t k = (size_t)smooth[i / 4];
            const double mu = points[i % 4][0], sigma = points[i % 4][1];
            const char *seed = s == 4 ? "quantile(-log(1-u))" : seeds[s][1];
            const ad_family built = { seed_of(ctx, seeds[s][0])->of[AD_F64],
                                      map_of(ctx, maps[k][0])->of[AD_F64], mu, sigma };
            const ad_family own = { seed_of(ctx, seed)->of[AD_F64],
                                    map_of(ctx, maps[k][1])->of[AD_F64], mu, sigma };
            ad_elbo_term a, b;
            CHECK_WHERE("%s x %s (%g, %g)", seed, maps[k][1], mu, sigma);
            CHECK(!ad_elbo_log_uniform_obstacle(own.seed, own.map));
            ad_elbo_log_uniform(&own, &a);
            ad_elbo_log_uniform(&built, &b);
            CHECK_CLOSE(a.value, b.value, 1e-5);
            CHECK_NEAR(a.dmu, b.dmu, 1e-5);
            CHECK_NEAR(a.dsigma, b.dsigma, 1e-5);
            ad_elbo_gaussian(&own, 0.5, 2, &a);
            ad_elbo_gaussian(&built, 0.5, 2, &b);
            CHECK_CLOSE(a.value, b.value, 1e-9);
            CHECK_NEAR(ad_family_kl(&own, &built), 0, 1e-6);
            CHECK_NEAR(ad_family_kl(&built, &own), 0, 1e-6);
        }
    }
    adrop_ctx_free(ctx);
}

/* Float masks and slopes of the sigmoid's formula within a few units in the last place, and the
 * same bits in every set, for all mappings. */
static void kernels_agree(void)
{
    enum { N = 3001 };
    static float r[N], m[N], slope[N], m1[N], slope1[N], alone[N];
    adrop_ctx *ctx = context();

    for (int i = 0; i < N; i++)
        r[i] = (float)(0.02 * (i - N / 2));
    for (size_t k = 0; k < N_MAPS; k++) {
        const ad_map_sets *own = map_of(ctx, maps[k][1]), *built = map_of(ctx, maps[k][0]);
        ad_map_apply(own->of[AD_F32], N, r, m, slope);
        ad_map_apply(built->of[AD_F32], N, r, m1, slope1);
        for (int i = 0; i < N; i++) {
            CHECK_WHERE("%s at %g", maps[k][1], (double)r[i]);
            CHECK_NEAR((double)m[i], (double)m1[i], k == 0 ? 4e-7 * (double)m1[i] : 3e-7);
            CHECK_NEAR((double)slope[i], (double)slope1[i],
                       k == 0 ? 5e-7 * (double)slope1[i] : 4e-7);
        }
        for (int s = AD_F32; s < AD_N_KERNEL_SETS; s++) {
            if (!ad_kernel_set_usable((ad_kernel_set)s))
                continue;
            ad_map_apply(own->of[s], N, r, m1, slope1);
            ad_map_apply(own->of[s], N, r, alone, NULL);
            CHECK(!memcmp(m, m1, sizeof m) && !memcmp(slope, slope1, sizeof m));
            CHECK(!memcmp(m, alone, sizeof m));
        }
    }
    adrop_ctx_free(ctx);
}

static void noise_agrees(void)
{
    enum { N = 4099 };
    static float e[N], e1[N], part[N];
    static double e64[N];
    adrop_ctx *ctx = context();
    const ad_address at = { .seed = 7, .row = 3, .step = 2, .purpose = AD_FOR_DIST };

    for (size_t k = 1; k < N_SEEDS; k++) { /* the Gaussian is drawn in another way */
        const ad_seed_sets *own = seed_of(ctx, k == 4 ? "quantile(-log(1-u))" : seeds[k][1]);
        const ad_seed_sets *built = seed_of(ctx, seeds[k][0]);
        ad_seed_fill(own->of[AD_F32], &at, 5, N, e);
        ad_seed_fill(built->of[AD_F32], &at, 5, N, e1);
        ad_seed_fill(own->of[AD_F64], &at, 5, N, e64);
        for (int i = 0; i < N; i++) {
            CHECK_CLOSE((double)e[i], e64[i], 1e-6);
            if (k != 4) /* of 1 - u in place of u */
                CHECK_CLOSE((double)e[i], (double)e1[i], 1e-6);
        }
        for (int s = AD_F32; s < AD_N_KERNEL_SETS; s++)
            if (ad_kernel_set_usable((ad_kernel_set)s)) {
                ad_seed_fill(own->of[s], &at, 5, N, e1);
                ad_seed_fill(own->of[s], &at, 105, N - 100, part); /* however it is cut */
                CHECK(!memcmp(e, e1, sizeof e) && !memcmp(e + 100, part, sizeof e - 400));
            }
    }
    adrop_ctx_free(ctx);
}

/* -- Refusals ------------------------------------------------------------------------------ */

static void conditions_are_named(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        { "formula(sin(r))", "is not monotone: at r = -1.574 it falls" },
        { "formula(1/(1+exp(-r^2)))", "is not monotone: at r = -0.003906 it falls" },
        { "formula(sigmoid(r)+0.01*sin(r))", "is not monotone: at r = -7.895 it falls" },
        /* narrower than the grid is wide: found by refinement */
        { "formula(sigmoid(r-0.0012*tanh(1e3*(r-0.4019))))", "is not monotone: at r = 0.4" },
        { "formula(1.2*sigmoid(r))", "leaves [0, 1]: at r = 1.613 it is 1.001" },
        { "formula(r)", "leaves [0, 1]" },
        { "formula(1.0000001*sigmoid(r))", "leaves [0, 1]: at r = 16.53 it is above 1 by 3" },
        { "formula(sigmoid(r)-0.001)", "leaves [0, 1]" },
        { "formula(sqrt(r))", "is not finite at r = -0.003906" },
        { "formula(sigmoid(-r))", "is not monotone: at r = 0 it falls" },
        { "formula(0.5+0.5*sign(r))", "is not continuous: at r = 0 it jumps from 0 to 0.5" },
        { "formula(0.7*min(1,max(0,r)))", "is flat from r = 1 on, at 0.7" },
        { "formula(max(0.5,sigmoid(r)))", "is flat up to r = 0, at 0.5" },
        { "formula(min(0.5,max(0,r))+min(0.5,max(0,r-1)))", "is flat from r = 0.5 to r = 1" },
        { "formula(0*r)", "is constant" },
        { "formula(sigmoid(1e9+r-1e9))", "loses its digits in single precision" },
        { "formula(sigmoid(r)", "'sigmoid(r': character 1: a '(' that nothing closes" },
        { "formula(expp(r))", "'expp(r)': character 1: there is no 'expp'" },
        { "formula", "there is no mapping 'formula'" },
        { "sigmod", "did you mean 'sigmoid'?" },
    };
    adrop_ctx *ctx = context();
    const ad_map_sets *out;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_WHERE("%s", cases[i].text);
        CHECK(ad_map_choose(ctx, cases[i].text, &out) != ADROP_OK);
        CHECK_HAS(adrop_ctx_message(ctx), cases[i].message);
    }
    adrop_ctx_free(ctx);
}

static void seed_conditions_are_named(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        { "quantile(1-2*u)", "is not monotone: at u = 0.5 it falls" },
        { "quantile(sin(7*u))", "is not monotone" },
        { "quantile(max(0.3,u))", "is not increasing" },
        { "quantile(log(u-0.2))", "is not finite" },
        { "quantile(tan(pi*(u-0.5)))",
          "has no variance: towards u = 0 it grows like the power -1" },
        { "quantile(-(1-u)^-0.5)", "is not monotone" },
        { "quantile((1-u)^-0.6)", "has no variance: towards u = 1 it grows like the power -0.6" },
        { "quantile(u+sign(u-0.25))", "is not continuous: at u = 0.25 it jumps" },
        { "quantile(r)", "there is no 'r': the variable is u" },
        { "quantile((u-0.5)*1e9/1e9+log(1+1e-30*u))", NULL },
    };
    adrop_ctx *ctx = context();
    const ad_seed_sets *out;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_WHERE("%s", cases[i].text);
        CHECK_EQ(ad_seed_choose(ctx, cases[i].text, &out),
                 cases[i].message ? ADROP_EINVAL : ADROP_OK);
        if (cases[i].message)
            CHECK_HAS(adrop_ctx_message(ctx), cases[i].message);
    }
    adrop_ctx_free(ctx);
}

/* A range inside [0, 1], a point without a slope: fine, and described. */
static void odd_ones_are_described(void)
{
    adrop_ctx *ctx = context();
    adrop_dist *d;

    CHECK_EQ(adrop_dist_create(ctx, "gaussian", "formula(0.2+0.6*sigmoid(r))", 0, 1.5, &d),
             ADROP_OK);
    CHECK_NEAR(adrop_dist_mean(d), 0.5, 1e-12);
    CHECK_NEAR(adrop_dist_pdf(d, 0.1), 0, 0);
    CHECK_NEAR(adrop_dist_pdf(d, 0), 0, 0);
    CHECK_NEAR(adrop_dist_cdf(d, 0.15), 0, 0);
    CHECK_NEAR(adrop_dist_cdf(d, 0.9), 1, 0);
    adrop_dist_free(d);
    const ad_map *cube = map_of(ctx, "formula(1/(1+exp(-r^3)))")->of[AD_F64];
    CHECK_HAS(ad_elbo_log_uniform_obstacle(ad_seed_at(AD_F64, 0), cube), "slope of 0 at r = 0");
    const ad_map *bent = map_of(ctx, "formula(sigmoid(r+min(r,0)))")->of[AD_F64];
    CHECK_HAS(ad_elbo_log_uniform_obstacle(ad_seed_at(AD_F64, 0), bent), "a corner at r = 0");
    adrop_ctx_free(ctx);
}

/* -- Functions of a program ------------------------------------------------------------------ */

static void gumbel(const void *self, size_t n, const double *r, double *value, double *slope)
{
    for (size_t i = 0; i < n; i++) {
        const double t = exp(-*(const double *)self * fmax(r[i], -5));
        value[i] = exp(-t);
        if (slope)
            slope[i] = r[i] < -5 ? 0 : *(const double *)self * t * value[i];
    }
}

static void falling(const void *self, size_t n, const double *r, double *value, double *slope)
{
    gumbel(self, n, r, value, slope);
    for (size_t i = 0; i < n; i++) {
        value[i] = 1 - value[i];
        if (slope)
            slope[i] = -slope[i];
    }
}

static void functions_are_registered(void)
{
    static const double scale = 1.5;
    const adrop_curve_table table = {
        .size = sizeof table, .name = "gumbel", .summary = "a test", .at = gumbel, .self = &scale
    };
    adrop_curve_table wrong = table;
    adrop_ctx *ctx = context();
    adrop_dist *a, *b;
    float x[100], y[100];
    const char *summary;

    CHECK_EQ(adrop_map_register(ctx, &table), ADROP_OK);
    CHECK_EQ(adrop_map_register(ctx, &table), ADROP_EEXIST);
    wrong.name = "sigmoid";
    CHECK_EQ(adrop_map_register(ctx, &wrong), ADROP_EEXIST);
    wrong.name = "Gumbel";
    CHECK_EQ(adrop_map_register(ctx, &wrong), ADROP_EINVAL);
    wrong.name = "falling";
    wrong.at = falling;
    CHECK_EQ(adrop_map_register(ctx, &wrong), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "is not monotone");
    wrong.at = NULL;
    CHECK_EQ(adrop_map_register(ctx, &wrong), ADROP_EINVAL);
    CHECK_TEXT(adrop_map_registered(ctx, 0, &summary), "gumbel");
    CHECK(!adrop_map_registered(ctx, 1, NULL) && !adrop_seed_registered(ctx, 0, NULL));

    CHECK_EQ(adrop_dist_create(ctx, "laplace", "gumbel", 0.3, 0.7, &a), ADROP_OK);
    CHECK_EQ(adrop_dist_create(ctx, "laplace", "formula(exp(-exp(-1.5*r)))", 0.3, 0.7, &b),
             ADROP_OK);
    CHECK_NEAR(adrop_dist_mean(a), adrop_dist_mean(b), 1e-9);
    CHECK_NEAR(adrop_dist_variance(a), adrop_dist_variance(b), 1e-9);
    CHECK_CLOSE(adrop_dist_pdf(a, 0.4), adrop_dist_pdf(b, 0.4), 1e-9);
    adrop_dist_sample(a, 1, 2, 3, 100, x);
    adrop_dist_sample(b, 1, 2, 3, 100, y);
    for (int i = 0; i < 100; i++)
        CHECK_NEAR((double)x[i], (double)y[i], 1e-6);
    adrop_dist_free(a);
    adrop_dist_free(b);
    adrop_ctx_free(ctx);
}

/* The logistic seed by its quantile function, so many times as wide. */
static void wide_logistic(const void *self, size_t n, const double *u, double *value, double *slope)
{
    const double width = *(const double *)self;

    for (size_t i = 0; i < n; i++) {
        value[i] = width * (log(u[i]) - log1p(-u[i]));
        if (slope)
            slope[i] = width / (u[i] * (1 - u[i]));
    }
}

/* Registered seeds: the newest first, each by its name; sigma times as wide is sigma. */
static void seeds_are_registered(void)
{
    static const double widths[] = { 1, 2 };
    static const char *const names[] = { "narrow", "twofold" };
    adrop_ctx *ctx = context();
    adrop_dist *built_in, *d;
    const char *summary;
    float x[100], y[100];

    CHECK_EQ(adrop_dist_create(ctx, "logistic", "sigmoid", 0.3, 0.8, &built_in), ADROP_OK);
    adrop_dist_sample(built_in, 1, 2, 3, 100, x);
    for (size_t i = 0; i < 2; i++) {
        const adrop_curve_table table = { .size = sizeof table,
                                          .name = names[i],
                                          .summary = "log(u / (1 - u)), widened",
                                          .at = wide_logistic,
                                          .self = &widths[i] };
        CHECK_EQ(adrop_seed_register(ctx, &table), ADROP_OK);
        CHECK_EQ(adrop_seed_register(ctx, &table), ADROP_EEXIST);
        CHECK_HAS(adrop_ctx_message(ctx), names[i]);
        CHECK_TEXT(adrop_seed_registered(ctx, 0, &summary), names[i]);
        CHECK_TEXT(summary, table.summary);
        CHECK_EQ(adrop_dist_create(ctx, names[i], "sigmoid", 0.3, 0.8 / widths[i], &d), ADROP_OK);
        CHECK_NEAR(adrop_dist_mean(d), adrop_dist_mean(built_in), 1e-7);
        CHECK_NEAR(adrop_dist_variance(d), adrop_dist_variance(built_in), 1e-7);
        CHECK_CLOSE(adrop_dist_pdf(d, 0.4), adrop_dist_pdf(built_in, 0.4), 1e-6);
        adrop_dist_sample(d, 1, 2, 3, 100, y);
        for (int k = 0; k < 100; k++)
            CHECK_NEAR((double)x[k], (double)y[k], 1e-5);
        adrop_dist_free(d);
    }
    adrop_dist_free(built_in);
    CHECK_TEXT(adrop_seed_registered(ctx, 1, NULL), "narrow");
    CHECK(!adrop_seed_registered(ctx, 2, NULL) && !adrop_map_registered(ctx, 0, NULL));
    for (size_t i = 0; i < 2; i++) { /* both are suggested for names that are misspelt */
        char wrong[32], meant[64];
        snprintf(wrong, sizeof wrong, "%sx", names[i]);
        snprintf(meant, sizeof meant, "did you mean '%s'", names[i]);
        CHECK_EQ(adrop_dist_create(ctx, wrong, "sigmoid", 0, 1, &d), ADROP_ENOENT);
        CHECK_HAS(adrop_ctx_message(ctx), meant);
    }
    const adrop_curve_table logistic = { .size = sizeof logistic,
                                         .name = "logistic",
                                         .summary = "-",
                                         .at = wide_logistic,
                                         .self = widths };
    CHECK_EQ(adrop_seed_register(ctx, &logistic), ADROP_EEXIST);
    adrop_ctx_free(ctx);
}

/* Commas in parentheses belong to the value; the text is kept as it was written. */
static void settings_are_read(void)
{
    adrop_ctx *ctx = context();
    const char *full, *again;

    CHECK_EQ(adrop_technique_check(
                 ctx, "advanced:map=formula(min(1,max(0,r))),sigma=0.5,seed-dist=quantile(2*u-1)",
                 NULL, &full),
             ADROP_OK);
    CHECK_HAS(full, "sigma=0.5,seed-dist=quantile(2*u-1),map=formula(min(1,max(0,r))),mean=exact");
    CHECK_EQ(adrop_technique_check(ctx, full, NULL, &again), ADROP_OK);
    CHECK_TEXT(full, again);
    CHECK_EQ(adrop_technique_check(ctx, "advanced:map=formula(min(1,r),sigma=2", NULL, NULL),
             ADROP_EINVAL);
    CHECK_EQ(adrop_technique_check(ctx, "advanced:map=formula(sigmoid(r)),mean=approx", NULL, NULL),
             ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "mean=approx is for gaussian with sigmoid");
    CHECK_EQ(adrop_technique_check(ctx, "advanced:kl=log-uniform,map=formula(1/(1+exp(-r^3)))",
                                   NULL, NULL),
             ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "has a slope of 0 at r = 0");
    adrop_ctx_free(ctx);
}

CHECK_MAIN(maps_agree, seeds_agree, families_agree, divergences_agree, kernels_agree, noise_agrees,
           conditions_are_named, seed_conditions_are_named, odd_ones_are_described,
           functions_are_registered, seeds_are_registered, settings_are_read)

/* Densities on (0, inf): the softplus-Gaussian and the log-normal as approximations of a gamma or
 * inverse gamma, number by number, and the functions behind them. */
#include "adrop/dist.h"
#include "check.h"
#include "dist/special.h"

static adrop_ctx *ctx;

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static adrop_positive match(adrop_positive target, adrop_positive_kind kind, adrop_fit fit)
{
    adrop_positive out = { kind, NAN, NAN };

    CHECK_WHERE("%s (%g, %g) by %s, fit %d", adrop_positive_name(target.kind), target.a, target.b,
                adrop_positive_name(kind), (int)fit);
    CHECK_EQ(adrop_positive_match(ctx, &target, kind, fit, &out), ADROP_OK);
    CHECK_EQ(out.kind, kind);
    return out;
}

typedef struct {
    double k, theta;
    double normal[4], softplus[4]; /* a, b, KL(p || fit), KL(fit || p) */
} row;

static void check_row(adrop_positive p, adrop_positive_kind kind, const double expected[4],
                      double digits)
{
    const adrop_positive fit = match(p, kind, ADROP_FIT_MOMENTS);

    CHECK_NEAR(fit.a, expected[0], 5.1e-5);
    CHECK_NEAR(fit.b, expected[1], 5.1e-5);
    CHECK_NEAR(adrop_positive_kl(&p, &fit), expected[2], digits);
    CHECK_NEAR(adrop_positive_kl(&fit, &p), expected[3], digits);
}

static void gamma_by_moments(void)
{
    static const row rows[] = {
        { 5, 0.1, { -0.7843, 0.4270, 0.02784, 0.01872 }, { -0.5303, 0.5740, 0.00317, 0.00240 } },
        { 8, 0.1, { -0.2820, 0.3432, 0.01473, 0.01128 }, { 0.1426, 0.5234, 0.00028, 0.00026 } },
        { 2, 0.5, { -0.2027, 0.6368, 0.11409, 0.05159 }, { 0.2736, 1.2252, 0.00569, 0.00497 } },
        { 0.5, 3, { -0.1438, 1.0481, 1.39439, 0.22763 }, { -0.5784, 4.0667, 0.09372, 0.10121 } },
    };

    for (int i = 0; i < 4; i++) {
        const adrop_positive p = { ADROP_POSITIVE_GAMMA, rows[i].k, rows[i].theta };
        check_row(p, ADROP_POSITIVE_LOG_NORMAL, rows[i].normal, 5.1e-6);
        check_row(p, ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, rows[i].softplus, 5.1e-6);
    }
}

static void inverse_gamma_by_moments(void)
{
    static const row reciprocal[] = {
        { 5, 0.1, { 0.7724, 0.5364, 0.0342, 0.0647 }, { 2.2481, 1.7339, 0.2648, 2.0575 } },
        { 8, 0.1, { 0.2796, 0.3926, 0.0160, 0.0239 }, { 1.0759, 0.8009, 0.0984, 0.2139 } },
    };

    for (int i = 0; i < 2; i++) {
        const adrop_positive p = { ADROP_POSITIVE_INVERSE_GAMMA, reciprocal[i].k,
                                   1 / reciprocal[i].theta };
        check_row(p, ADROP_POSITIVE_LOG_NORMAL, reciprocal[i].normal, 5.1e-5);
        check_row(p, ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, reciprocal[i].softplus, 5.1e-5);
    }
    static const double scale[2][3] = { { 5, 0.0342, 0.0371 }, { 8, 0.0160, 0.0167 } };
    for (int i = 0; i < 2; i++) {
        const adrop_positive p = { ADROP_POSITIVE_INVERSE_GAMMA, scale[i][0], 0.1 };
        const adrop_positive n = match(p, ADROP_POSITIVE_LOG_NORMAL, ADROP_FIT_MOMENTS);
        const adrop_positive s = match(p, ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, ADROP_FIT_MOMENTS);
        CHECK_NEAR(adrop_positive_kl(&p, &n), scale[i][1], 5.1e-5);
        CHECK_NEAR(adrop_positive_kl(&p, &s), scale[i][2], 5.1e-5);
    }
}

/* Shapes without the moments: the least reverse KL. */
static void inverse_gamma_by_reverse_kl(void)
{
    static const double v[][4] = { /* k, scale, log-normal, softplus-Gaussian */
                                   { 2, 2, 0.0413, 0.1800 },
                                   { 0.5, 1.0 / 3, 0.1534, 0.4576 },
                                   { 2, 0.5, 0.0413, 0.0823 },
                                   { 0.5, 3, 0.1534, 0.9695 }
    };

    for (int i = 0; i < 4; i++) {
        const adrop_positive p = { ADROP_POSITIVE_INVERSE_GAMMA, v[i][0], v[i][1] };
        const adrop_positive n = match(p, ADROP_POSITIVE_LOG_NORMAL, ADROP_FIT_REVERSE_KL);
        const adrop_positive s = match(p, ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, ADROP_FIT_REVERSE_KL);
        CHECK_NEAR(adrop_positive_kl(&n, &p), v[i][2], 5.1e-5);
        CHECK_NEAR(adrop_positive_kl(&s, &p), v[i][3], 5.1e-5);
        CHECK(adrop_positive_kl(&p, &s) == INFINITY);
    }
}

/* For gammas the least reverse KL has a closed form: b^2 = 1 / k. */
static void reverse_kl_of_the_gammas(void)
{
    for (double k = 0.3; k < 100; k *= 2.3)
        for (double scale = 0.01; scale < 200; scale *= 20) {
            const adrop_positive p = { ADROP_POSITIVE_GAMMA, k, scale };
            const adrop_positive q = { ADROP_POSITIVE_INVERSE_GAMMA, k, scale };
            const adrop_positive n = match(p, ADROP_POSITIVE_LOG_NORMAL, ADROP_FIT_REVERSE_KL);
            const adrop_positive m = match(q, ADROP_POSITIVE_LOG_NORMAL, ADROP_FIT_REVERSE_KL);
            CHECK_CLOSE(n.a, log(k * scale) - 0.5 / k, 1e-9);
            CHECK_NEAR(n.b, sqrt(1 / k), 1e-9);
            CHECK_CLOSE(m.a, log(scale / k) + 0.5 / k, 1e-9);
            CHECK_NEAR(m.b, sqrt(1 / k), 1e-9);
        }
}

/* The fit is a least: any step away is worse. */
static void reverse_kl_is_least(void)
{
    static const adrop_positive targets[] = {
        { ADROP_POSITIVE_GAMMA, 0.5, 3 },        { ADROP_POSITIVE_GAMMA, 8, 0.1 },
        { ADROP_POSITIVE_GAMMA, 30, 10 },        { ADROP_POSITIVE_INVERSE_GAMMA, 0.5, 3 },
        { ADROP_POSITIVE_INVERSE_GAMMA, 5, 10 }, { ADROP_POSITIVE_LOG_NORMAL, 0.5, 0.8 },
        { ADROP_POSITIVE_LOG_NORMAL, -3, 2 },
    };

    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        const adrop_positive fit = match(targets[i], ADROP_POSITIVE_SOFTPLUS_GAUSSIAN,
                                         ADROP_FIT_REVERSE_KL);
        const double least = adrop_positive_kl(&fit, &targets[i]);
        for (int j = 0; j < 8; j++) {
            const double angle = j * 0.785398163397448309616;
            const adrop_positive off = { fit.kind, fit.a + 1e-3 * fit.b * cos(angle),
                                         fit.b * exp(1e-3 * sin(angle)) };
            CHECK(adrop_positive_kl(&off, &targets[i]) > least);
        }
    }
    for (double k = 0.05; k < 100; k *= 4) /* from all but a spike at 0 to all but a Gaussian */
        for (double scale = 0.01; scale < 200; scale *= 100) {
            match((adrop_positive){ ADROP_POSITIVE_GAMMA, k, scale },
                  ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, ADROP_FIT_REVERSE_KL);
            match((adrop_positive){ ADROP_POSITIVE_INVERSE_GAMMA, k, scale },
                  ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, ADROP_FIT_REVERSE_KL);
        }
    const adrop_positive target = { ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, 0.4, 1.3 };
    const adrop_positive fit = match(target, ADROP_POSITIVE_LOG_NORMAL, ADROP_FIT_REVERSE_KL);
    CHECK(adrop_positive_kl(&fit, &target) > 0);
}

static void fits_have_the_moments(void)
{
    for (double k = 0.1; k < 500; k *= 3.1)
        for (double scale = 1e-3; scale < 2e3; scale *= 30) {
            const adrop_positive p = { ADROP_POSITIVE_GAMMA, k, scale };
            const adrop_positive s = match(p, ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, ADROP_FIT_MOMENTS);
            const adrop_positive n = match(p, ADROP_POSITIVE_LOG_NORMAL, ADROP_FIT_MOMENTS);
            CHECK_NEAR(adrop_positive_mean(&s) / (k * scale), 1, 1e-9);
            CHECK_NEAR(adrop_positive_variance(&s) / (k * scale * scale), 1, 1e-9);
            CHECK_NEAR(adrop_positive_mean(&n) / (k * scale), 1, 1e-12);
            CHECK_NEAR(adrop_positive_variance(&n) / (k * scale * scale), 1, 1e-12);
            const adrop_positive l = match(p, ADROP_POSITIVE_LOG_NORMAL, ADROP_FIT_LOG_MOMENTS);
            CHECK_NEAR(l.a, ad_digamma(k) + log(scale), 1e-12);
            CHECK_NEAR(l.b * l.b / ad_trigamma(k), 1, 1e-12);
            const adrop_positive i = { ADROP_POSITIVE_INVERSE_GAMMA, k, scale };
            const adrop_positive m = match(i, ADROP_POSITIVE_LOG_NORMAL, ADROP_FIT_LOG_MOMENTS);
            CHECK_NEAR(m.a, log(scale) - ad_digamma(k), 1e-12);
            CHECK_NEAR(m.b, l.b, 1e-12 * l.b);
        }
}

/* Every density by the midpoint rule in t = ln v: it integrates to 1 and has its moments. */
static void densities_are_densities(void)
{
    static const adrop_positive v[] = {
        { ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, 0, 1 }, { ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, -4, 0.7 },
        { ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, 6, 2 }, { ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, -0.6, 4 },
        { ADROP_POSITIVE_LOG_NORMAL, 0.3, 0.8 },    { ADROP_POSITIVE_GAMMA, 0.5, 3 },
        { ADROP_POSITIVE_GAMMA, 20, 0.1 },          { ADROP_POSITIVE_INVERSE_GAMMA, 5, 10 },
        { ADROP_POSITIVE_INVERSE_GAMMA, 8, 0.1 },
    };

    for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
        double sum = 0, first = 0, second = 0;
        const double mean = adrop_positive_mean(&v[i]), h = 1e-3;
        CHECK_WHERE("%s (%g, %g)", adrop_positive_name(v[i].kind), v[i].a, v[i].b);
        for (double t = -50; t < 15; t += h) {
            const double x = exp(t), p = exp(adrop_positive_log_pdf(&v[i], x)) * x * h;
            sum += p, first += p * x, second += p * (x - mean) * (x - mean);
        }
        CHECK_NEAR(sum, 1, 1e-9);
        CHECK_CLOSE(first, mean, 1e-9);
        CHECK_CLOSE(second, adrop_positive_variance(&v[i]), 1e-9);
    }
}

/* Closed forms of KL, and the same by the midpoint rule. */
static void divergences(void)
{
    for (double k = 0.2; k < 60; k *= 2.7)
        for (double l = 0.3; l < 40; l *= 3.1) {
            const double b = 1.7, c = 0.6, psi = ad_digamma(k);
            const adrop_positive p = { ADROP_POSITIVE_GAMMA, k, b },
                                 q = { ADROP_POSITIVE_GAMMA, l, c };
            const adrop_positive r = { ADROP_POSITIVE_INVERSE_GAMMA, k, 1 / b };
            const adrop_positive s = { ADROP_POSITIVE_INVERSE_GAMMA, l, 1 / c };
            const adrop_positive n = { ADROP_POSITIVE_LOG_NORMAL, 0.3, l };
            const adrop_positive m = { ADROP_POSITIVE_LOG_NORMAL, -0.2, 0.9 };
            CHECK_WHERE("shapes %g, %g", k, l);
            const double gammas = (k - l) * psi - ad_log_gamma(k) + ad_log_gamma(l) +
                                  l * log(c / b) + k * (b / c - 1);
            CHECK_CLOSE(adrop_positive_kl(&p, &q), gammas, 1e-10);
            CHECK_CLOSE(adrop_positive_kl(&r, &s), gammas, 1e-10); /* of the reciprocals */
            const double mean = psi + log(b),
                         entropy = -k - log(b) - ad_log_gamma(k) - (1 - k) * psi;
            const double to_normal = entropy + mean + log(l) + AD_LN_SQRT_2PI +
                                     (ad_trigamma(k) + (mean - 0.3) * (mean - 0.3)) / (2 * l * l);
            CHECK_CLOSE(adrop_positive_kl(&p, &n), to_normal, 1e-10);
            CHECK_CLOSE(adrop_positive_kl(&n, &m), log(0.9 / l) + (l * l + 0.25) / (2 * 0.81) - 0.5,
                        1e-10);
            CHECK_NEAR(adrop_positive_kl(&p, &p), 0, 1e-13);
            CHECK_NEAR(adrop_positive_kl(&r, &r), 0, 1e-13);
            CHECK_NEAR(adrop_positive_kl(&n, &n), 0, 1e-13);
        }
    const adrop_positive p = { ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, 0.3, 1.1 };
    const adrop_positive q = { ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, -0.5, 2 };
    CHECK_NEAR(adrop_positive_kl(&p, &q), log(2 / 1.1) + (1.21 + 0.64) / 8 - 0.5, 1e-12);
    CHECK_NEAR(adrop_positive_kl(&p, &p), 0, 1e-13);
}

/* A log-normal to a gamma needs E[v] = e^(a + b^2/2), which for large b comes from b
 * standard deviations out, at last beyond those where the density is a double. */
static void wide_log_normals(void)
{
    for (double b = 0.3; b < 60; b *= 1.3) {
        const double a = -0.5 * b * b - 2, k = 1.4, theta = 0.7; /* E[v] = e^-2 */
        const adrop_positive p = { ADROP_POSITIVE_LOG_NORMAL, a, b },
                             q = { ADROP_POSITIVE_GAMMA, k, theta };
        const adrop_positive r = { ADROP_POSITIVE_LOG_NORMAL, -a, b };
        const adrop_positive s = { ADROP_POSITIVE_INVERSE_GAMMA, k, 1 / theta };
        const double kl = -k * a - log(b) - AD_LN_SQRT_2PI - 0.5 + exp(-2) / theta +
                          ad_log_gamma(k) + k * log(theta);
        CHECK_WHERE("b = %g", b);
        CHECK_CLOSE(adrop_positive_kl(&p, &q), kl, 1e-11);
        CHECK_CLOSE(adrop_positive_kl(&r, &s), kl, 1e-11);
    }
    const adrop_positive far = { ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, 1e5, 1e3 };
    const adrop_positive near = { ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, 1e5, 4e2 };
    const adrop_positive q = { ADROP_POSITIVE_INVERSE_GAMMA, 1, 1e5 };
    CHECK(adrop_positive_kl(&far, &q) == INFINITY); /* E[1/v] > e^(b^2/2 - a) */
    CHECK(isfinite(adrop_positive_kl(&near, &q)));
}

static void infinities(void)
{
    const adrop_positive two = { ADROP_POSITIVE_INVERSE_GAMMA, 2, 1 },
                         more = { ADROP_POSITIVE_INVERSE_GAMMA, 2.2, 1 };
    const adrop_positive one = { ADROP_POSITIVE_INVERSE_GAMMA, 1, 1 },
                         gamma = { ADROP_POSITIVE_GAMMA, 1, 1 };
    const adrop_positive softplus = { ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, 0, 1 };
    const adrop_positive normal = { ADROP_POSITIVE_LOG_NORMAL, 0, 1 };

    CHECK(adrop_positive_kl(&two, &softplus) == INFINITY);
    CHECK(isfinite(adrop_positive_kl(&more, &softplus)));
    CHECK(isfinite(adrop_positive_kl(&two, &normal)));
    CHECK(isfinite(adrop_positive_kl(&two, &gamma)));
    CHECK(adrop_positive_kl(&one, &gamma) == INFINITY);
    CHECK(adrop_positive_kl(&gamma, &one) == INFINITY);
    CHECK(isfinite(adrop_positive_kl(&gamma, &softplus)));
    CHECK(isfinite(adrop_positive_kl(&softplus, &one)));
    CHECK(adrop_positive_mean(&one) == INFINITY && adrop_positive_variance(&two) == INFINITY);
    CHECK_NEAR(adrop_positive_mean(&two), 1, 0);
    CHECK(adrop_positive_log_pdf(&gamma, 0) == -INFINITY);
    CHECK(adrop_positive_log_pdf(&gamma, -1) == -INFINITY);
    CHECK(adrop_positive_log_pdf(&softplus, INFINITY) == -INFINITY);
    CHECK(isnan(adrop_positive_log_pdf(&softplus, NAN)));
}

static void refuses_bad_input(void)
{
    static const adrop_positive bad[] = {
        { ADROP_POSITIVE_GAMMA, 0, 1 },
        { ADROP_POSITIVE_GAMMA, 1, 0 },
        { ADROP_POSITIVE_GAMMA, NAN, 1 },
        { ADROP_POSITIVE_INVERSE_GAMMA, -1, 1 },
        { ADROP_POSITIVE_LOG_NORMAL, 0, 0 },
        { ADROP_POSITIVE_LOG_NORMAL, 0, -1 },
        { ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, INFINITY, 1 },
        { (adrop_positive_kind)9, 1, 1 },
    };
    const adrop_positive good = { ADROP_POSITIVE_GAMMA, 2, 1 },
                         thin = { ADROP_POSITIVE_INVERSE_GAMMA, 2, 1 };
    adrop_positive out;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_WHERE("bad %zu", i);
        CHECK_EQ(
            adrop_positive_match(ctx, &bad[i], ADROP_POSITIVE_LOG_NORMAL, ADROP_FIT_MOMENTS, &out),
            ADROP_EINVAL);
        CHECK(adrop_ctx_message(ctx)[0]);
        CHECK(isnan(adrop_positive_mean(&bad[i])) && isnan(adrop_positive_variance(&bad[i])));
        CHECK(isnan(adrop_positive_kl(&bad[i], &good)) && isnan(adrop_positive_kl(&good, &bad[i])));
        CHECK(isnan(adrop_positive_log_pdf(&bad[i], 1)));
    }
    check_where[0] = 0;
    CHECK_EQ(adrop_positive_match(ctx, &good, ADROP_POSITIVE_GAMMA, ADROP_FIT_MOMENTS, &out),
             ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "choose softplus-gaussian or log-normal");
    CHECK_EQ(adrop_positive_match(ctx, &good, ADROP_POSITIVE_SOFTPLUS_GAUSSIAN,
                                  ADROP_FIT_LOG_MOMENTS, &out),
             ADROP_EINVAL);
    CHECK_EQ(adrop_positive_match(ctx, &thin, ADROP_POSITIVE_LOG_NORMAL, ADROP_FIT_MOMENTS, &out),
             ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "no finite mean and variance");
    CHECK(!adrop_positive_name((adrop_positive_kind)4));
    CHECK_TEXT(adrop_positive_name(ADROP_POSITIVE_SOFTPLUS_GAUSSIAN), "softplus-gaussian");
    CHECK_TEXT(adrop_positive_name(ADROP_POSITIVE_INVERSE_GAMMA), "inverse-gamma");
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

CHECK_MAIN(begin, gamma_by_moments, inverse_gamma_by_moments, inverse_gamma_by_reverse_kl,
           reverse_kl_of_the_gammas, reverse_kl_is_least, fits_have_the_moments,
           densities_are_densities, divergences, wide_log_normals, infinities, refuses_bad_input,
           end)

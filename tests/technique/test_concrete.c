/* Concrete dropout: a worked example with given noise, the table of relaxed moments,
 * and the extra loss written out. */
#include "bed.h"
#include "dist/family.h"
#include "dist/special.h"

/* The technique's own forward and backward on noise of our choice: words that give
 * the wanted uniforms do not exist, so the example is checked on the formulas that
 * the gradient tests tie to the code, and on the code's masks through its law. */
static void worked_example(void)
{
    static const double u[] = { .2, .9, .55, .03 }, x[] = { 1, 2, -1, .5 };
    static const double g[] = { .3, -.2, .1, 1 };
    static const double masks[] = { 1.0, .5, .9999999979, 1.0 };
    static const double dx[] = { .3333333333, -.1111111111, .1111111109, 1.1111111111 };
    const double p = .1, t = .1, a = ad_logit(p);
    double da = 0, total = 0;

    for (int i = 0; i < 4; i++) {
        const double m = ad_sigmoid(-(a + ad_logit(u[i])) / t);
        CHECK_NEAR(m, masks[i], 6e-11);
        CHECK_NEAR(g[i] * m / (1 - p), dx[i], 6e-11);
        da += g[i] * x[i] * (-m * (1 - m) / t) / (1 - p);
        total += g[i] * x[i] * m / (1 - p);
    }
    CHECK_NEAR(da + p * total, 1.1666666691, 6e-11);
}

/* E[z] and Var[z] of the relaxed coin, and E[m] / (1 - p). */
static void relaxed_moments(void)
{
    static const struct {
        double t, p, mean, variance, ratio;
    } rows[] = {
        { 0.1, 0.01, 0.01016, 0.00905, 0.9998 },     { 0.1, 0.10, 0.10118, 0.08188, 0.9987 },
        { 0.1, 0.30, 0.30136, 0.18963, 0.9981 },     { 0.1, 0.50, 0.50000, 0.22520, 1.0000 },
        { 2.0 / 3, 0.10, 0.14529, 0.05491, 0.9497 }, { 2.0 / 3, 0.30, 0.33814, 0.10476, 0.9455 },
    };
    adrop_ctx *ctx = bed_context(1);

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[100];
        ad_dropout *d;
        snprintf(text, sizeof text, "concrete:rate=%.17g,temperature=%.17g", rows[i].p, rows[i].t);
        CHECK_WHERE("%s", text);
        CHECK_EQ(ad_dropout_create(ctx, AD_F64, text, &bed_sites[0], 1, &d), ADROP_OK);
        ad_dropout_init(d, 1);
        const ad_moments m = ad_dropout_moments(d, 0, 0);
        CHECK_NEAR(1 - m.mean, rows[i].mean, 6e-6);
        CHECK_NEAR(m.variance, rows[i].variance, 6e-6);
        CHECK_NEAR(m.mean * m.scale, rows[i].ratio, 6e-5);
        ad_dropout_free(d);
    }
    adrop_ctx_free(ctx);
}

static void extra_loss(void)
{
    adrop_ctx *ctx = bed_context(1);
    bed b;

    CHECK(
        bed_make(ctx, AD_F64, "concrete:rate=0.2,lengthscale=0.5,entropy=2", &bed_sites[0], 1, &b));
    const double p = ad_sigmoid(*(double *)b.d->params), n = 60;
    double squares = 0;
    for (size_t i = 0; i < 7 * 4; i++)
        squares += pow(bed_get(&b, b.a.weight, i), 2);
    for (size_t i = 0; i < 4; i++)
        squares += pow(bed_get(&b, b.a.bias, i), 2);
    const double expected = 0.25 / (2 * n) * squares / (1 - p) +
                            2 / n * 7 * (p * log(p) + (1 - p) * log(1 - p));
    CHECK_CLOSE(ad_dropout_penalty(b.d, &b.a), expected, 1e-12);
    ad_arrays without = b.a;
    without.weight = NULL; /* it is needed: that must not pass in silence */
    CHECK(isnan(ad_dropout_penalty(b.d, &without)));
    *(double *)b.d->params = 100;
    ad_dropout_constrain(b.d);
    CHECK(*(double *)b.d->params == 9);
    bed_drop(&b);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(worked_example, relaxed_moments, extra_loss)

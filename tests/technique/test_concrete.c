/* Concrete dropout: a published example, the technique against the same formulas, the table of
 * relaxed moments, and the explicit extra loss. */
#include "dist/family.h"
#include "dist/special.h"
#include "fixture.h"
#include "random/noise.h"

/* The formulas: masks, dx and the gradient of a = logit p for given uniforms. */
static double formulas(size_t n, double p, double t, const double *logits, const double *x,
                       const double *g, double *m, double *dx)
{
    double da = 0, total = 0;

    for (size_t i = 0; i < n; i++) {
        m[i] = ad_sigmoid(-(ad_logit(p) + logits[i]) / t);
        dx[i] = g[i] * m[i] / (1 - p);
        da += g[i] * x[i] * (-m[i] * (1 - m[i]) / t) / (1 - p);
        total += x[i] * dx[i];
    }
    return da + p * total;
}

/* The published example has noise of its own: it checks the formulas. */
static void formulas_give_the_published_example(void)
{
    static const double u[] = { .2, .9, .55, .03 }, x[] = { 1, 2, -1, .5 };
    static const double g[] = { .3, -.2, .1, 1 };
    static const double masks[] = { 1.0, .5, .9999999979, 1.0 };
    static const double gradient[] = { .3333333333, -.1111111111, .1111111109, 1.1111111111 };
    double logits[4], m[4], dx[4];

    for (int i = 0; i < 4; i++)
        logits[i] = ad_logit(u[i]);
    CHECK_NEAR(formulas(4, .1, .1, logits, x, g, m, dx), 1.1666666691, 6e-11);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(m[i], masks[i], 6e-11);
        CHECK_NEAR(dx[i], gradient[i], 6e-11);
    }
}

/* And the technique, on the noise at its addresses, gives what the formulas do. */
static void technique_gives_the_formulas(void)
{
    enum { ROWS = 5, UNITS = 7, N = ROWS * UNITS };
    adrop_ctx *ctx = bed_context(1);
    double logits[N], m[N], dx[N];
    ad_fixture b;

    CHECK(bed_make(ctx, AD_F64, "concrete:rate=0.1,temperature=0.1", &ad_fixture_sites[0], 1, &b));
    bed_forward_backward(&b);
    for (uint32_t row = 0; row < ROWS; row++) {
        const ad_address at = { .seed = b.a.where.seed,
                                .row = row,
                                .step = b.a.where.step,
                                .layer = ad_fixture_sites[0].layer,
                                .purpose = AD_FOR_MASK };
        ad_noise_logistic_f64(&at, 0, UNITS, logits + row * UNITS);
    }
    const double p = ad_sigmoid(*(double *)b.d->params);
    const double da = formulas(N, p, 0.1, logits, b.a.x, b.a.dy, m, dx);
    CHECK_CLOSE(*(double *)b.d->grads, da, 1e-12);
    for (size_t i = 0; i < N; i++) {
        CHECK_CLOSE(ad_fixture_get(&b, b.a.y, i), ad_fixture_get(&b, b.a.x, i) * m[i] / (1 - p),
                    1e-12);
        CHECK_CLOSE(ad_fixture_get(&b, b.a.dx, i), dx[i], 1e-12);
    }
    ad_fixture_free(&b);
    adrop_ctx_free(ctx);
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
        CHECK_EQ(ad_dropout_create(ctx, AD_F64, text, &ad_fixture_sites[0], 1, &d), ADROP_OK);
        ad_dropout_init(d, 1);
        const adrop_moments m = ad_dropout_moments(d, 0, 0);
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
    ad_fixture b;

    CHECK(bed_make(ctx, AD_F64, "concrete:rate=0.2,lengthscale=0.5,entropy=2", &ad_fixture_sites[0],
                   1, &b));
    const double p = ad_sigmoid(*(double *)b.d->params), n = 60;
    double squares = 0;
    for (size_t i = 0; i < 7 * 4; i++)
        squares += pow(ad_fixture_get(&b, b.a.weight, i), 2);
    for (size_t i = 0; i < 4; i++)
        squares += pow(ad_fixture_get(&b, b.a.bias, i), 2);
    const double expected = 0.25 / (2 * n) * squares / (1 - p) +
                            2 / n * 7 * (p * log(p) + (1 - p) * log(1 - p));
    CHECK_CLOSE(ad_dropout_penalty(b.d, &b.a), expected, 1e-12);
    ad_call without = b.a;
    without.weight = NULL; /* it is needed: that must not pass in silence */
    CHECK(isnan(ad_dropout_penalty(b.d, &without)));
    *(double *)b.d->params = 100;
    ad_dropout_constrain(b.d);
    CHECK(*(double *)b.d->params == 9);
    ad_fixture_free(&b);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(formulas_give_the_published_example, technique_gives_the_formulas, relaxed_moments,
           extra_loss)

/* Evolutional dropout: the counts of a row add up to k, variance and covariance of the draws are
 * multinomial (5 standard errors of 40,000 rows: false alarms 6e-7 per check), shares come from the
 * batch, and the gradient treats them as constant. */
#include "fixture.h"

enum { ROWS = 40000, N = 3 };

/* Columns with roots of mean squares 1, 2 and 5: shares 1/8, 2/8, 5/8; k = 3. */
static const double size[N] = { 1, 2, 5 };

static ad_dropout *make(adrop_ctx *ctx, const char *text, size_t rows, size_t n)
{
    const ad_site site = { .rows = rows, .channels = n, .height = 1, .width = 1, .n_train = 1 };
    ad_dropout *d;

    CHECK_EQ(ad_dropout_create(ctx, AD_F64, text, &site, 1, &d), ADROP_OK);
    ad_dropout_init(d, 1);
    return d;
}

static void draws_are_multinomial(void)
{
    static double x[ROWS * N], y[ROWS * N];
    const double p[N] = { .125, .25, .625 }, k = 3;
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = make(ctx, "evolutional:draws=1", ROWS, N);
    ad_call a = { .where.phase = ADROP_PHASE_TRAIN, .where.seed = 3, .rows = ROWS, .x = x, .y = y };
    double square[N] = { 0 }, cross = 0, mean[N] = { 0 };

    for (size_t i = 0; i < ROWS * N; i++)
        x[i] = size[i % N] * (i / N % 2 ? -1 : 1);
    CHECK_EQ(ad_dropout_forward(d, 0, &a), ADROP_OK);
    for (size_t i = 0; i < ROWS; i++) {
        double sum = 0, off[N];
        for (size_t j = 0; j < N; j++) {
            const double m = y[i * N + j] / x[i * N + j];
            sum += m * k * p[j];
            off[j] = m - 1;
            mean[j] += off[j] / ROWS;
            square[j] += off[j] * off[j] / ROWS;
        }
        if (fabs(sum - k) > 1e-9)
            CHECK_NEAR(sum, k, 1e-9); /* not k independent coins */
        cross += off[0] * off[2] / ROWS;
    }
    for (size_t j = 0; j < N; j++) {
        const double variance = (1 - p[j]) / (k * p[j]);
        const double fourth = variance * variance * (3 - 6 / k) + variance / pow(k * p[j], 2);
        CHECK_WITHIN(mean[j], 0, sqrt(variance / ROWS), 5);
        CHECK_WITHIN(square[j], variance, sqrt((fourth - variance * variance) / ROWS), 5);
        CHECK_CLOSE(d->stats[j], p[j], 1e-12);
    }
    /* covariance -1 / k; 4: more than the square root of E[off0^2 off2^2] */
    CHECK_WITHIN(cross, -1 / k, 4 / sqrt(ROWS), 5);
    CHECK(1 / k > 10 / sqrt(ROWS)); /* independent draws would be seen */
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

/* dx = G c / (k p), the factor of y; a channel without activity is 0 and stays finite. */
static void the_gradient_holds_shares_constant(void)
{
    const double x[8] = { 1, 0, -2, 3, 4, 0, .5, 1 }, g[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    double y[8], dx[8];
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = make(ctx, "evolutional", 2, 4);
    ad_call a = { .where.phase = ADROP_PHASE_TRAIN, .rows = 2, .x = x, .y = y, .dy = g, .dx = dx };

    CHECK_EQ(ad_dropout_forward(d, 0, &a), ADROP_OK);
    CHECK_EQ(ad_dropout_backward(d, 0, &a), ADROP_OK);
    for (size_t i = 0; i < 8; i++) {
        CHECK(isfinite(y[i]) && isfinite(dx[i]));
        CHECK_NEAR(dx[i] * x[i], y[i] * g[i], 1e-12);
    }
    CHECK(y[1] == 0 && y[5] == 0 && dx[1] == 0 && dx[5] == 0);
    for (size_t step = 0; step < 100; step++)
        ad_dropout_forward(d, 0, &a), ad_dropout_commit(d);
    CHECK(ad_dropout_moments(d, 1, 0).rate > 0.99); /* its running share went to 0 */
    CHECK_CLOSE(ad_dropout_moments(d, 0, 0).mean, 1, 1e-12);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

static void a_batch_of_zeros_has_equal_shares(void)
{
    const double x[6] = { 0 };
    double y[6];
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = make(ctx, "evolutional", 2, 3);
    ad_call a = { .where.phase = ADROP_PHASE_TRAIN, .rows = 2, .x = x, .y = y };

    CHECK_EQ(ad_dropout_forward(d, 0, &a), ADROP_OK);
    for (size_t i = 0; i < 6; i++)
        CHECK(y[i] == 0);
    for (size_t j = 0; j < 3; j++)
        CHECK_CLOSE(d->stats[j], 1.0 / 3, 1e-12);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(draws_are_multinomial, the_gradient_holds_shares_constant,
           a_batch_of_zeros_has_equal_shares)

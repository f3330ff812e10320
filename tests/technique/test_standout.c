/* Standout: phase mean multiplies by the keep probability, the mask follows the
 * pre-activation, the running average gives the rate. */
#include "fixture.h"

enum { ROWS = 2000, UNITS = 50 };

static double x[ROWS * UNITS], pre[ROWS * UNITS], y[ROWS * UNITS];

static double keep_probability(double z)
{
    return 1 / (1 + exp(-(2 * z - 0.5)));
}

static void keeps_with_the_stated_probability(void)
{
    const ad_site site = { .rows = ROWS, .channels = UNITS, .height = 1, .width = 1, .has_pre = 1 };
    adrop_ctx *ctx = bed_context(1);
    ad_call a = {
        .where.phase = ADROP_PHASE_TRAIN, .where.seed = 6, .rows = ROWS, .x = x, .pre = pre, .y = y
    };
    ad_dropout *d;
    double average = 0;

    for (size_t i = 0; i < ROWS * UNITS; i++) {
        x[i] = 3;
        pre[i] = -2 + 4.0 * (double)(i % UNITS) / UNITS;
        average += keep_probability(pre[i]) / (ROWS * UNITS);
    }
    CHECK_EQ(ad_dropout_create(ctx, AD_F64, "standout:a=2,b=-0.5", &site, 1, &d), ADROP_OK);
    ad_dropout_init(d, 0);
    CHECK_NEAR(ad_dropout_moments(d, 0, 0).rate, 1 - keep_probability(0), 1e-12);
    CHECK_EQ(ad_dropout_forward(d, 0, &a), ADROP_OK);
    for (size_t j = 0; j < UNITS; j++) {
        const double pi = keep_probability(pre[j]);
        double kept = 0;
        for (size_t i = 0; i < ROWS; i++)
            kept += y[i * UNITS + j] / 3;
        CHECK_WITHIN(kept, pi * ROWS, sqrt(pi * (1 - pi) * ROWS), 5);
    }
    for (int step = 0; step < 300; step++) {
        ad_dropout_forward(d, 0, &a);
        ad_dropout_commit(d);
    }
    CHECK_NEAR(ad_dropout_moments(d, 0, 0).rate, 1 - average, 1e-9);
    a.where.phase = ADROP_PHASE_MEAN;
    CHECK_EQ(ad_dropout_forward(d, 0, &a), ADROP_OK);
    for (size_t i = 0; i < UNITS; i++)
        CHECK_NEAR(y[i], 3 * keep_probability(pre[i]), 1e-12);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(keeps_with_the_stated_probability)

/* Jumpout: one rate per batch in its range, divided by the share of active units; the scale (1 -
 * p')^-0.75; averages (1 - p')^0.25, which is not 1 (5 standard errors, false alarms 6e-7). */
#include "fixture.h"

enum { ROWS = 500, N = 200 };

typedef struct {
    double rate, scale, mean; /* of one step: p' by the scale, the scale, the average of y / x */
    double dropped;           /* fraction of zeros */
} outcome;

/* A step on rows of which a fraction `active` of units is 1 and the others -1. */
static outcome run(ad_dropout *d, uint32_t step, double active)
{
    static double x[ROWS * N], y[ROWS * N], dx[ROWS * N], g[ROWS * N];
    ad_call a = { .where.phase = ADROP_PHASE_TRAIN,
                  .where.seed = 12,
                  .where.step = step,
                  .rows = ROWS,
                  .x = x,
                  .y = y,
                  .dy = g,
                  .dx = dx };
    outcome o = { 0 };

    for (size_t i = 0; i < ROWS * N; i++) {
        x[i] = (double)(i % N) < active * N ? 1 : -1;
        g[i] = 3;
    }
    CHECK_EQ(ad_dropout_forward(d, 0, &a), ADROP_OK);
    CHECK_EQ(ad_dropout_backward(d, 0, &a), ADROP_OK);
    for (size_t i = 0; i < ROWS * N; i++) {
        o.scale = fmax(o.scale, fabs(y[i]));
        o.mean += y[i] / x[i] / (ROWS * N);
        o.dropped += (y[i] == 0) / (double)(ROWS * N);
        if (dx[i] != 3 * y[i] / x[i])
            CHECK_CLOSE(dx[i], 3 * y[i] / x[i], 1e-12);
    }
    o.rate = 1 - pow(o.scale, -1 / 0.75);
    return o;
}

static ad_dropout *make(adrop_ctx *ctx, const char *text)
{
    const ad_site site = { .rows = ROWS, .channels = N, .height = 1, .width = 1, .n_train = 1 };
    ad_dropout *d;

    CHECK_EQ(ad_dropout_create(ctx, AD_F64, text, &site, 1, &d), ADROP_OK);
    ad_dropout_init(d, 1);
    return d;
}

static void rates_and_means(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = make(ctx, "jumpout:min-rate=0.1,spread=0.2,max-rate=0.4");
    int at_most = 0, shifted = 0;

    for (uint32_t step = 0; step < 40; step++) {
        const outcome o = run(d, step, 1);
        const double se = sqrt(o.rate * (1 - o.rate) / (ROWS * N)), kept = 1 - o.rate;
        CHECK(o.rate >= 0.1 - 1e-9 && o.rate <= 0.4 + 1e-9);
        CHECK_WITHIN(o.dropped, o.rate, se, 5);
        CHECK_WITHIN(o.mean, pow(kept, 0.25), o.scale * se, 5);
        at_most += o.rate > 0.4 - 1e-9;
        shifted += fabs(o.mean - 1) > 5 * o.scale * se;
    }
    CHECK(at_most >= 1 && at_most < 20); /* P(|z| > 1.5) = 0.13: fails with odds of 4e-3 + 1e-8;
                                            the seed is fixed */
    CHECK(shifted == 40);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

/* p' = p / q up to 0.95, whatever the shares are. */
static void rate_follows_active_units(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = make(ctx, "jumpout:min-rate=0.2,spread=0");

    CHECK_CLOSE(run(d, 0, 1).rate, 0.2, 1e-9);
    CHECK_CLOSE(run(d, 0, 0.5).rate, 0.4, 1e-9);
    CHECK_CLOSE(d->stats[0], 0.5, 1e-12);
    CHECK_CLOSE(run(d, 0, 0.1).rate, 0.95, 1e-9);
    CHECK_CLOSE(run(d, 0, 0).rate, 0.95, 1e-9);
    ad_dropout_free(d);
    d = make(ctx, "jumpout:min-rate=0,spread=0");
    CHECK_CLOSE(run(d, 0, 1).mean, 1, 1e-9);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(rates_and_means, rate_follows_active_units)

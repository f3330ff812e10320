/* Bernoulli dropout: exact outputs and gradients, the count of kept units, rate 0, masks per
 * channel. */
#include "fixture.h"

enum { ROWS = 1000, UNITS = 1000 };

static float x[ROWS * UNITS], y[ROWS * UNITS], g[ROWS * UNITS], dx[ROWS * UNITS];

static ad_dropout *make(adrop_ctx *ctx, const char *text, const ad_site *site)
{
    ad_dropout *d;

    CHECK_EQ(ad_dropout_create(ctx, AD_F32, text, site, 1, &d), ADROP_OK);
    ad_dropout_init(d, 0);
    return d;
}

static void outputs_and_gradients(void)
{
    const ad_site site = { .rows = ROWS, .channels = UNITS, .height = 1, .width = 1 };
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = make(ctx, "bernoulli:rate=0.3", &site);
    ad_call a = { .where.phase = ADROP_PHASE_TRAIN,
                  .where.seed = 1,
                  .rows = ROWS,
                  .x = x,
                  .y = y,
                  .dy = g,
                  .dx = dx };
    const float scale = (float)(1 / 0.7);
    double kept = 0;
    size_t wrong = 0;

    for (size_t i = 0; i < ROWS * UNITS; i++) {
        x[i] = 1.5f + (float)(i % 7);
        g[i] = 0.25f * (float)(i % 5) - 3;
    }
    ad_dropout_forward(d, 0, &a);
    ad_dropout_backward(d, 0, &a);
    for (size_t i = 0; i < ROWS * UNITS; i++) {
        const int keep = y[i] != 0;
        kept += keep;
        wrong += y[i] != (keep ? x[i] * scale : 0.0f);
        wrong += dx[i] != (keep ? g[i] * scale : 0.0f);
    }
    CHECK_EQ(wrong, 0);
    CHECK_WITHIN(kept, 0.7e6, sqrt(1e6 * 0.21), 5);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

static void rate_zero_keeps_all(void)
{
    const ad_site site = { .rows = ROWS, .channels = UNITS, .height = 1, .width = 1 };
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = make(ctx, "bernoulli:rate=0", &site);
    ad_call a = { .where.phase = ADROP_PHASE_TRAIN, .rows = ROWS, .x = x, .y = y };

    for (size_t i = 0; i < ROWS * UNITS; i++) {
        x[i] = 1 + (float)(i % 1000); /* none is 0, so a dropped one is seen */
        y[i] = NAN;
    }
    CHECK_EQ(ad_dropout_forward(d, 0, &a), ADROP_OK);
    CHECK(!memcmp(x, y, sizeof x));
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

static void channels_fall_together(void)
{
    const ad_site site = { .rows = 100, .channels = 100, .height = 10, .width = 10 };
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = make(ctx, "bernoulli:mask=channel", &site);
    ad_call a = { .where.phase = ADROP_PHASE_TRAIN, .rows = 100, .x = x, .y = y };
    double kept = 0;
    size_t torn = 0;

    ad_dropout_forward(d, 0, &a);
    for (size_t c = 0; c < 100 * 100; c++) {
        kept += y[c * 100] != 0;
        for (size_t i = 1; i < 100; i++)
            torn += (y[c * 100 + i] != 0) != (y[c * 100] != 0);
    }
    CHECK_EQ(torn, 0);
    CHECK_WITHIN(kept, 5000, 50, 5);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(outputs_and_gradients, rate_zero_keeps_all, channels_fall_together)

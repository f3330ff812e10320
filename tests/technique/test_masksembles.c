/* Masksembles: equally many ones in every mask, every unit in some mask, overlaps as the scale
 * says, members by row and step, the average mask without noise; other masks for another seed or
 * layer. Overlaps: with c = 20000 units the share of a pair's common units is that of random
 * choices to 5 standard errors (false alarms 6e-7; the seed fixes the masks). */
#include "fixture.h"

enum { C = 20000, N = 4 };

static ad_dropout *make(adrop_ctx *ctx, const char *text, size_t channels, uint16_t layer,
                        uint64_t seed)
{
    const ad_site site = {
        .rows = 8, .channels = channels, .height = 1, .width = 1, .n_train = 1, .layer = layer
    };
    ad_dropout *d;

    CHECK_EQ(ad_dropout_create(ctx, AD_F64, text, &site, 1, &d), ADROP_OK);
    ad_dropout_init(d, seed);
    return d;
}

/* Ones of all masks, which must be equal in number; every unit must be used. */
static size_t ones(const ad_dropout *d, size_t n, size_t c)
{
    const double *m = d->buffers;
    size_t first = 0;

    for (size_t i = 0; i < n; i++) {
        size_t count = 0;
        for (size_t j = 0; j < c; j++) {
            CHECK(m[i * c + j] == 0 || m[i * c + j] == 1);
            count += m[i * c + j] == 1;
        }
        first = i ? first : count;
        CHECK_EQ(count, first);
    }
    for (size_t j = 0; j < c; j++) {
        double used = 0;
        for (size_t i = 0; i < n; i++)
            used += m[i * c + j];
        CHECK(used >= 1);
    }
    return first;
}

static void counts(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = make(ctx, "masksembles", 800, 1, 7);

    CHECK_EQ(ones(d, 4, 800), 426u); /* floor(800 / 1.875) */
    ad_dropout_free(d);
    for (size_t c = 1; c < 60; c++)
        for (int n = 2; n < 9; n += 3)
            for (int s = 2; s <= 12; s += 2) {
                char text[64];
                snprintf(text, sizeof text, "masksembles:members=%d,scale=%.1f", n, s / 2.0);
                CHECK_WHERE("%s, %zu units", text, c);
                d = make(ctx, text, c, 1, c);
                const size_t a = ones(d, (size_t)n, c);
                CHECK(a >= 1 && a <= c && (s > 2 || a == c));
                ad_dropout_free(d);
            }
    adrop_ctx_free(ctx);
}

/* Two random choices of a among a S units share a / S of them. */
static void overlaps(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = make(ctx, "masksembles:scale=3", C, 1, 3);
    const double a = (double)ones(d, N, C), *m = d->buffers;

    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < i; k++) {
            double both = 0;
            for (size_t j = 0; j < C; j++)
                both += m[i * C + j] * m[k * C + j];
            CHECK_WHERE("masks %zu and %zu", i, k);
            CHECK_NEAR(both / a, 1 / 3.0, 5 * sqrt(2.0 / 9 / a));
        }
    /* neighbours are no more alike than others: units changed places */
    double runs = 0;
    for (size_t j = 1; j < C; j++)
        runs += m[j] == m[j - 1];
    const double p = a / C, same = p * p + (1 - p) * (1 - p);
    CHECK_NEAR(runs / C, same, 5 * sqrt(same * (1 - same) / C));
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

static void forward(ad_dropout *d, adrop_phase phase, uint32_t step, const double *x, double *y)
{
    ad_call a = { .where.phase = phase, .where.step = step, .rows = 8, .x = x, .y = y };

    CHECK_EQ(ad_dropout_forward(d, 0, &a), ADROP_OK);
}

/* Row r of step t has the mask (r + t) mod n; n steps are all masks; without noise, their mean. */
static void members(void)
{
    enum { UNITS = 40 };
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = make(ctx, "masksembles", UNITS, 1, 3);
    const double *m = d->buffers;
    const double scale = UNITS / (double)ones(d, N, UNITS);
    static double x[8 * UNITS], y[8 * UNITS], sum[8 * UNITS];

    for (size_t i = 0; i < 8 * UNITS; i++)
        x[i] = 1 + (double)i;
    for (uint32_t step = 0; step < N; step++) {
        forward(d, step % 2 ? ADROP_PHASE_TRAIN : ADROP_PHASE_SAMPLE, step, x, y);
        for (size_t i = 0; i < 8 * UNITS; i++) {
            const size_t member = (i / UNITS + step) % N;
            CHECK_CLOSE(y[i], x[i] * m[member * UNITS + i % UNITS] * scale, 1e-14);
            sum[i] += y[i] / N;
        }
    }
    forward(d, ADROP_PHASE_MEAN, 0, x, y);
    for (size_t i = 0; i < 8 * UNITS; i++)
        CHECK_CLOSE(y[i], sum[i], 1e-12);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

static void seeds_and_layers(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *one = make(ctx, "masksembles", 100, 1, 3);
    ad_dropout *again = make(ctx, "masksembles", 100, 1, 3);
    ad_dropout *seed = make(ctx, "masksembles", 100, 1, 4);
    ad_dropout *layer = make(ctx, "masksembles", 100, 2, 3);
    const size_t bytes = N * 100 * sizeof(double);

    CHECK(!memcmp(one->buffers, again->buffers, bytes));
    CHECK(memcmp(one->buffers, seed->buffers, bytes));
    CHECK(memcmp(one->buffers, layer->buffers, bytes));
    ad_dropout_free(one), ad_dropout_free(again), ad_dropout_free(seed), ad_dropout_free(layer);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(counts, overlaps, members, seeds_and_layers)

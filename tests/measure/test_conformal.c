/* Conformal sets and intervals: coverage over simulated splits, the threshold's place, sets of
 * known probabilities. */
#include "adrop/measure.h"
#include "check.h"
#include "random/noise.h"

enum { CLASSES = 8, FIT = 100, TEST = 100, SPLITS = 1000 };

static adrop_ctx *ctx;
static double p[(FIT + TEST) * CLASSES];
static uint32_t truth[FIT + TEST];
static uint8_t member[TEST * CLASSES];

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

/* Rows whose true class is drawn from softmax(z); what is given to the measure is softmax(2 z), so
 * the model is overconfident and only the calibration helps. */
static void simulate(uint32_t split)
{
    for (uint32_t i = 0; i < FIT + TEST; i++) {
        const ad_address at = { .seed = 5, .row = i, .step = split };
        double z[CLASSES], sum = 0, sharp = 0, u;
        uint32_t word;
        ad_noise_normal_f64(&at, 0, CLASSES, z);
        ad_noise_words_f64(&(ad_address){ .seed = 6, .row = i, .step = split }, 0, 1, &word);
        for (size_t k = 0; k < CLASSES; k++) {
            sum += exp(z[k]);
            sharp += exp(2 * z[k]);
        }
        u = (double)word / 4294967296.0 * sum;
        truth[i] = 0;
        while (truth[i] < CLASSES - 1 && (u -= exp(z[truth[i]])) > 0)
            truth[i]++;
        for (size_t k = 0; k < CLASSES; k++)
            p[i * CLASSES + k] = exp(2 * z[k]) / sharp;
    }
}

/* With n calibration rows the coverage of a split has mean between level and level + 1 / (n + 1):
 * for level 0.9 and n = 100, ceil(90.9) / 101 = 0.90099. The share of 100 test rows that are
 * covered has variance below 0.0018 (binomial 0.0009 and beta 0.0009), so the mean over 1,000
 * splits is within 5 x 0.00134 of it: odds of a false alarm 6e-7. Without the "+ 1" it would be
 * 0.891. Sets always hold the most probable class, which can only add coverage: for LAC at this
 * level it hardly does. */
static void coverage(void)
{
    for (int kind = ADROP_LAC; kind <= ADROP_RAPS; kind++) {
        adrop_conformal_opts o;
        double covered = 0, size = 0;
        adrop_conformal_opts_init(&o);
        o.kind = (adrop_conformal_kind)kind;
        o.free = 2;
        CHECK_WHERE("kind %d", kind);
        for (uint32_t s = 0; s < SPLITS; s++) {
            uint32_t rows[TEST];
            double threshold;
            simulate(s);
            o.seed = s;
            for (uint32_t i = 0; i < TEST; i++)
                rows[i] = FIT + i;
            CHECK_EQ(adrop_conformal_fit(ctx, &o, FIT, CLASSES, p, truth, NULL, &threshold),
                     ADROP_OK);
            CHECK_EQ(adrop_conformal_sets(ctx, &o, threshold, TEST, CLASSES, p + FIT * CLASSES,
                                          rows, member),
                     ADROP_OK);
            for (size_t i = 0; i < TEST; i++) {
                covered += member[i * CLASSES + truth[FIT + i]];
                for (size_t k = 0; k < CLASSES; k++)
                    size += member[i * CLASSES + k];
            }
        }
        covered /= SPLITS * TEST;
        CHECK(covered >= 91.0 / 101 - 5 * 0.00134);
        CHECK(covered <= 91.0 / 101 + 5 * 0.00134 + (kind == ADROP_LAC ? 0 : 0.02));
        CHECK(size / (SPLITS * TEST) > 1 && size / (SPLITS * TEST) < CLASSES);
    }
    check_where[0] = 0;
}

/* Nine rows and level 0.9: the ninth of nine; eight rows are too few. */
static void places(void)
{
    double y[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, zero[9] = { 0 }, t;

    CHECK_EQ(adrop_conformal_fit_values(ctx, 0.9, 9, y, zero, NULL, &t), ADROP_OK);
    CHECK(t == 9);
    CHECK_EQ(adrop_conformal_fit_values(ctx, 0.9, 8, y, zero, NULL, &t), ADROP_OK);
    CHECK(isinf(t));
    CHECK_EQ(adrop_conformal_fit_values(ctx, 0.5, 9, y, zero, NULL, &t), ADROP_OK);
    CHECK(t == 5);
    CHECK_EQ(adrop_conformal_fit_values(ctx, 0.5, 9, y, zero, y, &t), ADROP_OK);
    CHECK(t == 1);
    CHECK_EQ(adrop_conformal_fit_values(ctx, 0.5, 9, y, zero, zero, &t), ADROP_OK);
    CHECK(isinf(t));
    CHECK_EQ(adrop_conformal_fit_values(ctx, 1.5, 9, y, zero, zero, &t), ADROP_EINVAL);
}

/* LAC takes classes with p >= 1 - threshold; an infinite one takes all, one below 0 the largest. */
static void sets(void)
{
    const double q[] = { 0.5, 0.3, 0.15, 0.05 };
    uint8_t in[4];
    adrop_conformal_opts o;

    adrop_conformal_opts_init(&o);
    CHECK_EQ(adrop_conformal_sets(ctx, &o, 0.7, 1, 4, q, NULL, in), ADROP_OK);
    CHECK(in[0] && in[1] && !in[2] && !in[3]);
    CHECK_EQ(adrop_conformal_sets(ctx, &o, INFINITY, 1, 4, q, NULL, in), ADROP_OK);
    CHECK(in[0] && in[1] && in[2] && in[3]);
    CHECK_EQ(adrop_conformal_sets(ctx, &o, -1, 1, 4, q, NULL, in), ADROP_OK);
    CHECK(in[0] && !in[1] && !in[2] && !in[3]);
    o.kind = ADROP_RAPS;
    o.free = 0;
    o.penalty = 10; /* nothing beyond the first can be within 5 */
    CHECK_EQ(adrop_conformal_sets(ctx, &o, 15, 1, 4, q, NULL, in), ADROP_OK);
    CHECK(in[0] && !in[1] && !in[2] && !in[3]);
    o.penalty = -1;
    CHECK_EQ(adrop_conformal_sets(ctx, &o, 15, 1, 4, q, NULL, in), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "penalty");
}

CHECK_MAIN(begin, coverage, places, sets, end)

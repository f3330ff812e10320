/* Conformal sets and intervals: coverage over simulated splits, the rank of the threshold, sets
 * from known probabilities. */
#include "adrop/measure.h"
#include "check.h"
#include "random/noise.h"

enum { MOST = 20, FIT = 99, TEST = 60, SPLITS = 1000, LEVELS = 4 };

static adrop_ctx *ctx;
static double p[(FIT + TEST) * MOST];
static uint32_t truth[FIT + TEST], rows[TEST];
static uint8_t member[TEST * MOST];

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    for (uint32_t i = 0; i < TEST; i++)
        rows[i] = FIT + i;
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

/* Rows whose true class is drawn from softmax(3 z), so that most are easy; what is given to the
 * measure is softmax(5 z): the model is overconfident and only the calibration helps. */
static void simulate(uint32_t split, uint16_t classes)
{
    for (uint32_t i = 0; i < FIT + TEST; i++) {
        const ad_address at = { .seed = 5, .row = i, .step = split, .layer = classes };
        double z[MOST], sum = 0, sharp = 0, u;
        uint32_t word;
        ad_noise_normal_f64(&at, 0, classes, z);
        ad_noise_words_f64(&(ad_address){ .seed = 6, .row = i, .step = split, .layer = classes }, 0,
                           1, &word);
        for (size_t k = 0; k < classes; k++) {
            sum += exp(3 * z[k]);
            sharp += exp(5 * z[k]);
        }
        u = (double)word / 4294967296.0 * sum;
        truth[i] = 0;
        while (truth[i] + 1 < classes && (u -= exp(3 * z[truth[i]])) > 0)
            truth[i]++;
        for (size_t k = 0; k < classes; k++)
            p[i * classes + k] = exp(5 * z[k]) / sharp;
    }
}

/* The share of test rows with the truth in their set, in a split of these options. */
static double covered_by(const adrop_conformal_opts *o, size_t classes)
{
    double threshold;
    size_t covered = 0;

    CHECK_EQ(adrop_conformal_fit(ctx, o, FIT, classes, p, truth, NULL, &threshold), ADROP_OK);
    CHECK_EQ(
        adrop_conformal_sets(ctx, o, threshold, TEST, classes, p + FIT * classes, rows, member),
        ADROP_OK);
    for (size_t i = 0; i < TEST; i++)
        covered += member[i * classes + truth[FIT + i]];
    return (double)covered / TEST;
}

/* With 99 calibration rows the coverage of a split has mean ceil(100 level) / 100: the level
 * itself, if sets may be empty. The share of 60 test rows has variance l (1 - l) (1 / 60 + 1 /
 * 101), so that the mean of 1,000 splits has a standard error of at most 0.0026; 6 of these: false
 * alarms 2e-9 each, 7e-8 for all 36. Where no set is empty the coverage is at least that. The two
 * differ by far more than the bound where a model is right more often than the level asks: APS at
 * 0.8 with 10 classes, by more than 10 standard errors, so that the one is not taken for the other.
 */
static void coverage(void)
{
    static const double levels[LEVELS] = { 0.5, 0.8, 0.9, 0.95 };
    static const uint16_t counts[] = { 2, 10, MOST };
    const char *asked = getenv("ADROP_CASES");
    const uint32_t splits = asked && atoi(asked) > SPLITS ? (uint32_t)atoi(asked) : SPLITS;

    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        double sums[2][3][LEVELS] = { 0 };
        adrop_conformal_opts o;
        adrop_conformal_opts_init(&o);
        o.free = 2;
        for (uint32_t s = 0; s < splits; s++) {
            simulate(s, counts[c]);
            o.seed = s;
            for (int kind = ADROP_CONFORMAL_LAC; kind <= ADROP_CONFORMAL_RAPS; kind++)
                for (size_t k = 0; k < LEVELS; k++)
                    for (o.may_be_empty = 0; o.may_be_empty < 2; o.may_be_empty++) {
                        o.kind = (adrop_conformal_kind)kind;
                        o.level = levels[k];
                        sums[o.may_be_empty][kind][k] += covered_by(&o, counts[c]) / splits;
                    }
        }
        for (int kind = ADROP_CONFORMAL_LAC; kind <= ADROP_CONFORMAL_RAPS; kind++)
            for (size_t k = 0; k < LEVELS; k++) {
                const double l = levels[k],
                             error = sqrt(l * (1 - l) * (1.0 / TEST + 1.0 / (FIT + 2)) / splits);
                CHECK_WHERE("%u classes, kind %d, level %g", counts[c], kind, l);
                CHECK_WITHIN(sums[1][kind][k], l, error, 6);
                CHECK(sums[0][kind][k] >= sums[1][kind][k]);
                if (kind == ADROP_CONFORMAL_APS && counts[c] == 2 && l == 0.9)
                    CHECK(sums[0][kind][k] > l + 16 * error);
            }
    }
    check_where[0] = 0;
}

/* A set is the same whatever rows stand around it, in whatever order: its row number counts. */
static void alone(void)
{
    enum { CLASSES = 10 };
    adrop_conformal_opts o;
    uint8_t mine[CLASSES];
    size_t empty = 0;

    adrop_conformal_opts_init(&o);
    o.kind = ADROP_CONFORMAL_APS;
    o.may_be_empty = 1;
    simulate(3, CLASSES);
    CHECK_EQ(adrop_conformal_sets(ctx, &o, 0.6, TEST, CLASSES, p, rows, member), ADROP_OK);
    for (size_t i = TEST; i-- > 0;) {
        CHECK_EQ(adrop_conformal_sets(ctx, &o, 0.6, 1, CLASSES, p + i * CLASSES, rows + i, mine),
                 ADROP_OK);
        CHECK(!memcmp(mine, member + i * CLASSES, CLASSES));
        empty += !memchr(mine, 1, CLASSES);
    }
    CHECK(empty > 0 && empty < TEST);
    o.may_be_empty = 0; /* the same sets, but for those that were empty */
    for (size_t i = 0; i < TEST; i++) {
        CHECK_EQ(adrop_conformal_sets(ctx, &o, 0.6, 1, CLASSES, p + i * CLASSES, rows + i, mine),
                 ADROP_OK);
        if (memchr(member + i * CLASSES, 1, CLASSES))
            CHECK(!memcmp(mine, member + i * CLASSES, CLASSES));
        else
            CHECK(memchr(mine, 1, CLASSES));
    }
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
    o.kind = ADROP_CONFORMAL_RAPS;
    o.free = 0;
    o.penalty = 10; /* nothing beyond the first can be within 5 */
    CHECK_EQ(adrop_conformal_sets(ctx, &o, 15, 1, 4, q, NULL, in), ADROP_OK);
    CHECK(in[0] && !in[1] && !in[2] && !in[3]);
    o.penalty = -1;
    CHECK_EQ(adrop_conformal_sets(ctx, &o, 15, 1, 4, q, NULL, in), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "penalty");
}

/* Inputs that have the numbers of the calibration rows, and the model's certainty: with the same
 * random part every input would be covered. */
static void equal_numbers(void)
{
    enum { N = 37, SEEDS = 4000 };
    adrop_conformal_opts o;
    double threshold;
    size_t covered = 0;

    adrop_conformal_opts_init(&o);
    o.kind = ADROP_CONFORMAL_APS;
    o.level = 0.95;
    o.may_be_empty = 1;
    for (size_t i = 0; i < N; i++) {
        p[2 * i] = 1;
        p[2 * i + 1] = 0;
        truth[i] = 0;
    }
    for (o.seed = 0; o.seed < SEEDS; o.seed++) {
        CHECK_EQ(adrop_conformal_fit(ctx, &o, N, 2, p, truth, NULL, &threshold), ADROP_OK);
        CHECK_EQ(adrop_conformal_sets(ctx, &o, threshold, N, 2, p, NULL, member), ADROP_OK);
        for (size_t i = 0; i < N; i++)
            covered += member[2 * i];
    }
    const double share = (double)covered / (N * SEEDS), most = o.level + 1.0 / (N + 1);
    CHECK(share < most + 5 * sqrt(most * (1 - most) / SEEDS)); /* 1 with the same parts */
    CHECK(share > o.level - 5 * sqrt(most * (1 - most) / SEEDS));
}

CHECK_MAIN(begin, coverage, alone, places, sets, equal_numbers, end)

/* Detection against definitions over all pairs, on random scores with ties; the bootstrap of two
 * models; undefined cases. */
#include "adrop/measure.h"
#include "check.h"
#include "random/noise.h"

enum { MOST = 300, CASES = 200 };

static adrop_ctx *ctx;
static double score[MOST], other[MOST];
static uint8_t positive[MOST], hit[MOST];

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

/* Case `c`: n scores of `kinds` different values, higher for positives. Returns n. */
static size_t make(uint32_t c)
{
    uint32_t words[2 * MOST];
    const ad_address at = { .seed = 7, .row = c };
    const size_t n = 20 + c % (MOST - 20), kinds = 3 + c % 50;

    ad_noise_words_f64(&at, 0, 2 * MOST, words);
    for (size_t i = 0; i < n; i++) {
        positive[i] = words[i] % 10 < 1 + c % 8;
        const double u = (double)words[MOST + i] / 4294967296.0;
        score[i] = floor((u + 0.3 * positive[i]) * (double)kinds);
    }
    positive[0] = positive[1] = 1;
    positive[2] = positive[3] = 0;
    return n;
}

/* psi = 1, 1/2 or 0: the positive's score is above, equal, below. */
static double psi(size_t i, size_t j)
{
    return score[i] > score[j] ? 1 : score[i] == score[j] ? 0.5 : 0;
}

/* Variance of the mean over rows of one sign of their mean psi against the other sign. */
static double placements(size_t n, int sign, double *mean)
{
    double values[MOST], sum = 0, squares = 0;
    size_t m = 0;

    for (size_t i = 0; i < n; i++) {
        double wins = 0;
        size_t against = 0;
        for (size_t j = 0; j < n; j++)
            if (positive[j] != positive[i]) {
                wins += sign ? psi(i, j) : psi(j, i);
                against++;
            }
        if (positive[i] == sign)
            values[m++] = wins / (double)against;
    }
    for (size_t i = 0; i < m; i++)
        sum += values[i] / (double)m;
    for (size_t i = 0; i < m; i++)
        squares += (values[i] - sum) * (values[i] - sum);
    *mean = sum;
    return squares / (double)(m - 1) / (double)m;
}

/* Precision and false positives at each threshold, counted anew. */
static void thresholds(size_t n, double *aupr, double *fpr95)
{
    double positives = 0, last = 0;

    for (size_t i = 0; i < n; i++)
        positives += positive[i];
    *aupr = 0;
    *fpr95 = 1;
    for (double t = 100; t >= -1; t--) {
        double p = 0, q = 0;
        for (size_t i = 0; i < n; i++)
            if (score[i] >= t)
                *(positive[i] ? &p : &q) += 1;
        if (p > last)
            *aupr += (p - last) / positives * p / (p + q);
        if (p / positives >= 0.95 && q / ((double)n - positives) < *fpr95)
            *fpr95 = q / ((double)n - positives);
        last = p;
    }
}

static void definitions(void)
{
    for (uint32_t c = 0; c < CASES; c++) {
        const size_t n = make(c);
        double area, same, aupr, fpr95;
        adrop_detection d;
        CHECK_WHERE("case %u", c);
        CHECK_EQ(adrop_detect(ctx, n, score, positive, 0.95, &d), ADROP_OK);
        const double variance = placements(n, 1, &area) + placements(n, 0, &same);
        thresholds(n, &aupr, &fpr95);
        CHECK_NEAR(d.auroc, area, 1e-12);
        CHECK_NEAR(d.auroc, same, 1e-12);
        CHECK_NEAR(d.standard_error, sqrt(variance), 1e-10);
        CHECK_NEAR(d.aupr, aupr, 1e-12);
        CHECK_NEAR(d.fpr95, fpr95, 1e-12);
        CHECK(d.low < d.auroc && d.auroc < d.high && d.low > 0 && d.high < 1);
        CHECK_EQ(d.positives + d.negatives, n);
    }
    check_where[0] = 0;
}

/* Perfect, reversed, constant; one sign alone. */
static void ends(void)
{
    const double s[] = { 1, 2, 3, 4 }, flat[] = { 1, 1, 1, 1 };
    const uint8_t up[] = { 0, 0, 1, 1 }, down[] = { 1, 1, 0, 0 }, all[] = { 1, 1, 1, 1 };
    adrop_detection d;

    CHECK_EQ(adrop_detect(ctx, 4, s, up, 0.95, &d), ADROP_OK);
    CHECK(d.auroc == 1 && d.aupr == 1 && d.fpr95 == 0 && d.low == 1 && d.high == 1);
    CHECK_EQ(adrop_detect(ctx, 4, s, down, 0.95, &d), ADROP_OK);
    CHECK(d.auroc == 0 && d.fpr95 == 1);
    CHECK_EQ(adrop_detect(ctx, 4, flat, up, 0.95, &d), ADROP_OK);
    CHECK(d.auroc == 0.5 && d.aupr == 0.5);
    CHECK_EQ(adrop_detect(ctx, 4, s, all, 0.95, &d), ADROP_OK);
    CHECK(isnan(d.auroc) && isnan(d.aupr) && isnan(d.fpr95) && d.positives == 4);
}

/* The share of intervals that hold the true area: scores are normal, N(0.8, 1) against N(0, 1), so
 * that it is Phi(0.8 / sqrt 2) = 0.71419. Of 2,000 cases of 60 + 60 rows 95 % +- 5 x 0.49 % (odds
 * of a false alarm 6e-7, were it exact; DeLong's variance costs half a percent at this size, so 1 %
 * is added). Intervals of half the width would cover 67 %. */
static void coverage(void)
{
    size_t held = 0;

    for (uint32_t c = 0; c < 2000; c++) {
        const ad_address at = { .seed = 11, .row = c };
        adrop_detection d;
        ad_noise_normal_f64(&at, 0, 120, score);
        for (size_t i = 0; i < 120; i++) {
            positive[i] = i < 60;
            score[i] += i < 60 ? 0.8 : 0;
        }
        CHECK_EQ(adrop_detect(ctx, 120, score, positive, 0.95, &d), ADROP_OK);
        held += d.low <= 0.714190 && 0.714190 <= d.high;
    }
    CHECK_NEAR((double)held / 2000, 0.95, 0.0345);
}

/* Two models: the same one differs by 0; a better one is found; the seed decides the bits. */
static void compared(void)
{
    adrop_detection_difference d, again;
    const ad_address at = { .seed = 3, .row = 1 };

    ad_noise_normal_f64(&at, 0, MOST, score);
    for (size_t i = 0; i < MOST; i++) {
        positive[i] = i % 3 == 0;
        hit[i] = i % 4 == 0;
        other[i] = score[i] + 2 * hit[i];
        score[i] += 0.2 * positive[i];
    }
    CHECK_EQ(adrop_detect_compare(ctx, MOST, score, positive, score, positive, 0.95, 500, 1, &d),
             ADROP_OK);
    CHECK(d.difference == 0 && d.low == 0 && d.high == 0 && d.p == 1 && d.counted == 500);
    CHECK_EQ(adrop_detect_compare(ctx, MOST, other, hit, score, positive, 0.95, 500, 1, &d),
             ADROP_OK);
    CHECK(d.difference > 0.2 && d.low > 0.1 && d.high < 0.6 && d.p <= 0.01);
    CHECK_EQ(adrop_detect_compare(ctx, MOST, other, hit, score, positive, 0.95, 500, 1, &again),
             ADROP_OK);
    CHECK(again.low == d.low && again.high == d.high);
    CHECK_EQ(adrop_detect_compare(ctx, MOST, other, hit, score, positive, 0.95, 0, 1, &d),
             ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "0 is no number of samples");
}

static void refusals(void)
{
    adrop_detection d;

    score[0] = NAN;
    CHECK_EQ(adrop_detect(ctx, 5, score, positive, 0.95, &d), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "score[0]");
    CHECK_EQ(adrop_detect(ctx, 0, score, positive, 0.95, &d), ADROP_EINVAL);
    score[0] = 1;
    CHECK_EQ(adrop_detect(ctx, 5, score, positive, 1, &d), ADROP_EINVAL);
}

CHECK_MAIN(begin, definitions, ends, coverage, compared, refusals, end)

/* Two detections compared by a paired bootstrap (adrop/measure.h; B. Efron, R. Tibshirani, "An
 * introduction to the bootstrap", 1993).
 *
 * A sample gives each row a weight, the number of times it was drawn. With rows in order of their
 * scores the area takes one walk: a group of equal scores with weight p of positives and q of
 * negatives, above a weight `below` of negatives, adds p (below + q / 2). Rows are drawn by
 * address: sample b, draw i. Order statistics of the differences are the ends of the interval. */
#include <math.h>
#include <string.h>

#include "adrop/measure.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "measure/check.h"
#include "random/address.h"
#include "random/noise.h"
#include "stats/ranks.h"

typedef struct {
    ad_ranked *items; /* (n), by score */
    const uint8_t *positive;
} side;

static double area(const side *s, size_t n, const uint32_t *weight)
{
    double below = 0, above = 0, wins = 0;

    for (size_t first = 0, end; first < n; first = end) {
        double p = 0, q = 0;
        for (end = first; end < n && s->items[end].value == s->items[first].value; end++) {
            const size_t row = s->items[end].place;
            *(s->positive[row] ? &p : &q) += (double)weight[row];
        }
        wins += p * (below + q / 2);
        below += q;
        above += p;
    }
    return wins / (below * above); /* NaN without positives or negatives */
}

static adrop_status detection_compare_prepare(adrop_ctx *ctx, const char *name, size_t n,
                                              const double *score, const uint8_t *positive, side *s)
{
    adrop_status status = ad_measure_values(ctx, name, n, score);

    s->positive = positive;
    if (!status)
        status = ad_check_array(ctx, "positive", n, positive);
    if (!status)
        status = AD_NEW(ctx, n, "scores", &s->items);
    if (status)
        return status;
    for (size_t i = 0; i < n; i++)
        s->items[i] = (ad_ranked){ .value = score[i], .place = i };
    ad_ranked_sort(s->items, n);
    return ADROP_OK;
}

/* Draw n rows of n with replacement: row floor(n word / 2^32), so that probabilities are equal up
 * to a relative error of n / 2^32. */
static void detection_compare_draw(uint64_t seed, uint32_t sample, size_t n, uint32_t *words,
                                   uint32_t *weight)
{
    const ad_address at = { .seed = seed, .step = sample, .purpose = AD_FOR_BOOTSTRAP };

    ad_noise_words_f64(&at, 0, n, words);
    memset(weight, 0, n * sizeof *weight);
    for (size_t i = 0; i < n; i++)
        weight[(uint64_t)words[i] * n >> 32]++;
}

static void summarize(const ad_ranked *found, size_t n, double level, adrop_detection_difference *d)
{
    const double tail = (1 - level) / 2, last = (double)n - 1;
    size_t below = 0, above = 0;

    d->counted = n;
    if (!n)
        return;
    for (size_t i = 0; i < n; i++) {
        below += found[i].value <= 0;
        above += found[i].value >= 0;
    }
    d->low = found[(size_t)floor(tail * last)].value;
    d->high = found[(size_t)ceil((1 - tail) * last)].value;
    const double least = (double)(below < above ? below : above);
    d->p = fmin(1, 2 * fmax(least, 0.5) / (double)n);
}

static adrop_status resample(adrop_ctx *ctx, const side s[2], size_t n, double level,
                             size_t resamples, uint64_t seed, adrop_detection_difference *d)
{
    uint32_t *weight, *words = NULL;
    ad_ranked *found = NULL;
    size_t counted = 0;
    adrop_status status = AD_NEW(ctx, n, "weights of rows", &weight);

    if (!status)
        status = AD_NEW(ctx, n, "draws of rows", &words);
    if (!status)
        status = AD_NEW(ctx, resamples, "differences", &found);
    for (size_t i = 0; i < n && !status; i++)
        weight[i] = 1;
    if (!status)
        d->difference = area(&s[0], n, weight) - area(&s[1], n, weight);
    for (size_t b = 0; b < resamples && !status; b++) {
        detection_compare_draw(seed, (uint32_t)b, n, words, weight);
        const double value = area(&s[0], n, weight) - area(&s[1], n, weight);
        if (isfinite(value))
            found[counted++].value = value;
    }
    if (!status) {
        ad_ranked_sort(found, counted);
        summarize(found, counted, level, d);
    }
    ad_free(ctx, found);
    ad_free(ctx, words);
    ad_free(ctx, weight);
    return status;
}

adrop_status adrop_detect_compare_sized(adrop_ctx *ctx, size_t n, const double *a,
                                        const uint8_t *a_positive, const double *b,
                                        const uint8_t *b_positive, double level, size_t resamples,
                                        uint64_t seed, adrop_detection_difference *d, size_t size)
{
    adrop_detection_difference mine = { NAN, NAN, NAN, NAN, 0 };
    side s[2] = { { 0 } };
    adrop_status status = ad_measure_level(ctx, level);

    if (!status && (!resamples || resamples > 1000000))
        status = ad_fail(ctx, ADROP_EINVAL, "%zu is no number of samples: give 1 to 1000000",
                         resamples);
    if (!status)
        status = detection_compare_prepare(ctx, "a", n, a, a_positive, &s[0]);
    if (!status)
        status = detection_compare_prepare(ctx, "b", n, b, b_positive, &s[1]);
    if (!status)
        status = resample(ctx, s, n, level, resamples, seed, &mine);
    ad_free(ctx, s[0].items);
    ad_free(ctx, s[1].items);
    if (!status)
        ad_struct_write(d, size, &mine, sizeof mine);
    return status;
}

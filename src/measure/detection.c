/* Detection by a score: AUROC, average precision, and the false-positive rate at a true-positive
 * rate of 95 % (adrop/measure.h).
 *
 * With mid-ranks among all rows (R), among positives (P) and among negatives (N), m positives and
 * n negatives, the placements and the area are
 *
 *     V_i = (R_i - P_i) / n,    W_j = 1 - (R_j - N_j) / m,    AUROC = mean V = mean W
 *
 * and Var(AUROC) = s^2(V) / m + s^2(W) / n (E. R. DeLong, D. M. DeLong, D. L. Clarke-Pearson,
 * Biometrics 44, 1988; by ranks: X. Sun, W. Xu, IEEE Signal Processing Letters 21, 2014). The
 * interval is symmetric in log(A / (1 - A)), so it stays within (0, 1). */
#include <math.h>

#include "adrop/measure.h"
#include "adrop/stats.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "measure/check.h"
#include "stats/ranks.h"

/* Results of one walk over the rows in order of their scores. */
typedef struct {
    ad_ranked *items; /* (n), by score */
    const uint8_t *positive;
    size_t n;
    adrop_detection *d;
} walk;

/* Sums of placements and of their squares; their mean is the area. */
typedef struct {
    double sum, squares;
} spread;

static void detection_add(spread *s, size_t count, double value)
{
    s->sum += (double)count * value;
    s->squares += (double)count * value * value;
}

static double variance_of_mean(const spread *s, size_t count)
{
    const double n = (double)count, mean = s->sum / n;

    return count > 1 ? fmax(s->squares / n - mean * mean, 0) / (n - 1) : NAN;
}

/* A group of equal scores has p positives and q negatives, with `below` negatives below it and
 * `above` positives above it: each of its positives beats below + q / 2 negatives. */
static void detection_place(const walk *w)
{
    adrop_detection *d = w->d;
    const double m = (double)d->positives, n = (double)d->negatives;
    size_t below = 0, under = 0; /* negatives and positives so far */
    spread v = { 0 }, u = { 0 };

    for (size_t first = 0, end; first < w->n; first = end) {
        size_t p = 0;
        for (end = first; end < w->n && w->items[end].value == w->items[first].value; end++)
            p += w->positive[w->items[end].place] != 0;
        const size_t q = end - first - p;
        const double above = m - (double)under - (double)p;
        detection_add(&v, p, ((double)below + (double)q / 2) / n);
        detection_add(&u, q, (above + (double)p / 2) / m);
        below += q;
        under += p;
    }
    d->auroc = v.sum / m;
    d->standard_error = sqrt(variance_of_mean(&v, d->positives) +
                             variance_of_mean(&u, d->negatives));
}

/* From the highest score down: precision where recall grows, and the first threshold that keeps
 * 95 % of the positives. */
static void sweep(const walk *w)
{
    adrop_detection *d = w->d;
    size_t p = 0, q = 0;
    int kept = 0;

    d->aupr = 0;
    for (size_t end = w->n, first; end > 0; end = first) {
        const size_t before = p;
        for (first = end; first > 0 && w->items[first - 1].value == w->items[end - 1].value;
             first--) {
            const int is = w->positive[w->items[first - 1].place] != 0;
            p += (size_t)is;
            q += (size_t)!is;
        }
        d->aupr += (double)(p - before) / (double)d->positives * ((double)p / (double)(p + q));
        if (!kept && (double)p >= 0.95 * (double)d->positives) {
            kept = 1;
            d->fpr95 = (double)q / (double)d->negatives;
        }
    }
}

static void interval(double level, adrop_detection *d)
{
    const double a = d->auroc, z = adrop_normal_quantile(0.5 + level / 2);

    d->low = d->high = a;
    if (!isfinite(d->standard_error)) {
        d->low = d->high = NAN;
    } else if (a > 0 && a < 1 && d->standard_error > 0) {
        const double logit = log(a / (1 - a)), step = z * d->standard_error / (a * (1 - a));
        d->low = 1 / (1 + exp(step - logit));
        d->high = 1 / (1 + exp(-step - logit));
    }
}

static adrop_status detect(adrop_ctx *ctx, size_t n, const double *score, const uint8_t *positive,
                           double level, adrop_detection *d)
{
    ad_ranked *items = NULL;
    adrop_status status = ad_measure_values(ctx, "score", n, score);

    if (!status)
        status = ad_check_array(ctx, "positive", n, positive);
    if (!status)
        status = ad_measure_level(ctx, level);
    if (!status)
        status = AD_NEW(ctx, n, "scores", &items);
    if (status)
        return status;
    for (size_t i = 0; i < n; i++) {
        items[i] = (ad_ranked){ .value = score[i], .place = i };
        d->positives += positive[i] != 0;
    }
    d->negatives = n - d->positives;
    if (d->positives && d->negatives) {
        const walk w = { .items = items, .positive = positive, .n = n, .d = d };
        ad_ranked_sort(items, n);
        detection_place(&w);
        sweep(&w);
        interval(level, d);
    }
    ad_free(ctx, items);
    return ADROP_OK;
}

adrop_status adrop_detect_sized(adrop_ctx *ctx, size_t n, const double *score,
                                const uint8_t *positive, double level, adrop_detection *d,
                                size_t size)
{
    adrop_detection mine = { NAN, NAN, NAN, NAN, NAN, NAN, 0, 0 };
    const adrop_status status = detect(ctx, n, score, positive, level, &mine);

    if (!status)
        ad_struct_write(d, size, &mine, sizeof mine);
    return status;
}

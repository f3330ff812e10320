/* Calibration by bins (adrop/measure.h; M. P. Naeini et al., AAAI 2015; C. Guo et al., ICML 2017):
 *
 *     ECE = sum over bins of (rows in the bin / n) |share of hits - mean confidence|
 *
 * Rows are sorted by confidence first, so the sums do not depend on their order. */
#include <math.h>
#include <string.h>

#include "adrop/measure.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "measure/check.h"
#include "stats/ranks.h"

typedef struct {
    adrop_ctx *ctx;
    adrop_bin_kind kind;
    size_t bins, n;
    ad_ranked *items; /* (n), by confidence; place is 1 for a hit */
    double *confidence, *share;
    size_t *rows;
    double ece, largest;
} reliability;

static adrop_status reliability_check(adrop_ctx *ctx, adrop_bin_kind kind, size_t bins)
{
    if (kind != ADROP_EQUAL_WIDTH && kind != ADROP_EQUAL_MASS)
        return ad_fail(ctx, ADROP_EINVAL, "%d is no kind of bins: give equal width or equal mass",
                       (int)kind);
    if (!bins)
        return ad_fail(ctx, ADROP_EINVAL, "calibration needs at least one bin");
    return ADROP_OK;
}

/* The bin of confidence p, with `below` rows of smaller confidence. */
static size_t bin_of(const reliability *r, double p, size_t below)
{
    const double place = r->kind == ADROP_EQUAL_WIDTH
                             ? ceil(p * (double)r->bins) - 1
                             : floor((double)below * (double)r->bins / (double)r->n);

    return place <= 0 ? 0 : place >= (double)r->bins ? r->bins - 1 : (size_t)place;
}

static void finish_bin(reliability *r, size_t bin, double sum, size_t hits, size_t rows)
{
    const double n = (double)rows, confidence = sum / n, share = (double)hits / n;
    const double off = fabs(share - confidence);

    if (r->confidence)
        r->confidence[bin] = confidence;
    if (r->share)
        r->share[bin] = share;
    if (r->rows)
        r->rows[bin] = rows;
    r->ece += off * n / (double)r->n;
    r->largest = fmax(r->largest, off);
}

/* Confidences ascend, so bins follow in order. */
static void reliability_fill(reliability *r)
{
    double sum = 0;
    size_t bin = 0, hits = 0, rows = 0;

    for (size_t first = 0, end; first < r->n; first = end) {
        const double p = r->items[first].value;
        const size_t next = bin_of(r, p, first);
        if (next != bin && rows) {
            finish_bin(r, bin, sum, hits, rows);
            sum = 0;
            hits = rows = 0;
        }
        bin = next;
        for (end = first; end < r->n && r->items[end].value == p; end++) {
            sum += p;
            hits += r->items[end].place;
            rows++;
        }
    }
    finish_bin(r, bin, sum, hits, rows);
}

static adrop_status reliability_measure(reliability *r, const double *p)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->items[i].value < 0 || r->items[i].value > 1)
            return ad_fail(r->ctx, ADROP_EINVAL, "p[%zu] is %s, which is no probability", i,
                           AD_NUM(p[i]));
    for (size_t b = 0; b < r->bins; b++) {
        if (r->confidence)
            r->confidence[b] = NAN;
        if (r->share)
            r->share[b] = NAN;
        if (r->rows)
            r->rows[b] = 0;
    }
    ad_ranked_sort(r->items, r->n);
    reliability_fill(r);
    return ADROP_OK;
}

adrop_status adrop_reliability(adrop_ctx *ctx, adrop_bin_kind kind, size_t bins, size_t n,
                               const double *p, const uint8_t *hit, double *confidence,
                               double *share, size_t *rows, double *ece, double *largest)
{
    reliability r = { .ctx = ctx,
                      .kind = kind,
                      .bins = bins,
                      .n = n,
                      .confidence = confidence,
                      .share = share,
                      .rows = rows };
    adrop_status status = reliability_check(ctx, kind, bins);

    if (!status)
        status = ad_measure_values(ctx, "p", n, p);
    if (!status)
        status = ad_check_array(ctx, "hit", n, hit);
    if (!status)
        status = AD_NEW(ctx, n, "confidences", &r.items);
    for (size_t i = 0; i < n && !status; i++)
        r.items[i] = (ad_ranked){ .value = p[i], .place = hit[i] != 0 };
    if (!status)
        status = reliability_measure(&r, p);
    ad_free(ctx, r.items);
    if (!status && ece)
        *ece = r.ece;
    if (!status && largest)
        *largest = r.largest;
    return status;
}

adrop_status adrop_class_calibration(adrop_ctx *ctx, adrop_bin_kind kind, size_t bins, size_t n,
                                     size_t classes, const double *p, const uint32_t *truth,
                                     double *per_class, double *mean)
{
    double *column = NULL, *found = NULL, sum = 0;
    uint8_t *hit = NULL;
    adrop_status status = ad_measure_classes(ctx, "truth", n, classes, truth);

    if (!status)
        status = ad_measure_values(ctx, "p", n * classes, p);
    if (!status)
        status = ad_check_array(ctx, "mean", 1, mean);
    if (!status)
        status = AD_NEW(ctx, classes, "calibration errors", &found);
    if (!status)
        status = AD_NEW(ctx, n, "confidences", &column);
    if (!status)
        status = AD_NEW(ctx, n, "hits", &hit);
    for (size_t k = 0; k < classes && !status; k++) {
        for (size_t i = 0; i < n; i++) {
            column[i] = p[i * classes + k];
            hit[i] = truth[i] == k;
        }
        status = adrop_reliability(ctx, kind, bins, n, column, hit, NULL, NULL, NULL, &found[k],
                                   NULL);
        sum += found[k];
    }
    ad_free(ctx, hit);
    ad_free(ctx, column);
    if (!status && per_class)
        memcpy(per_class, found, classes * sizeof *found);
    ad_free(ctx, found);
    if (!status)
        *mean = sum / (double)classes;
    return status;
}

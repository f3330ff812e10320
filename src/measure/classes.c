/* Measures of predicted classes and their probabilities (adrop/measure.h): confusion matrix,
 * precision, recall and F1 (van Rijsbergen 1979), top-k accuracy, negative log-likelihood and the
 * score of Brier (1950). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "adrop/measure.h"
#include "base/option_check.h"
#include "measure/check.h"

adrop_status adrop_confusion(adrop_ctx *ctx, size_t n, size_t classes, const uint32_t *truth,
                             const uint32_t *predicted, size_t *counts)
{
    adrop_status status = ad_measure_classes(ctx, "truth", n, classes, truth);

    if (!status)
        status = ad_measure_classes(ctx, "predicted", n, classes, predicted);
    if (!status)
        status = ad_check_array(ctx, "counts", classes, counts);
    if (status)
        return status;
    memset(counts, 0, classes * classes * sizeof *counts);
    for (size_t i = 0; i < n; i++)
        counts[truth[i] * classes + predicted[i]]++;
    return ADROP_OK;
}

static double ratio(size_t part, size_t whole)
{
    return whole ? (double)part / (double)whole : NAN;
}

void adrop_class_scores(size_t classes, const size_t *counts, double *precision, double *recall,
                        double *f1)
{
    for (size_t k = 0; counts && k < classes; k++) {
        const size_t hits = counts[k * classes + k];
        size_t predicted = 0, actual = 0;
        for (size_t j = 0; j < classes; j++) {
            predicted += counts[j * classes + k];
            actual += counts[k * classes + j];
        }
        if (precision)
            precision[k] = ratio(hits, predicted);
        if (recall)
            recall[k] = ratio(hits, actual);
        if (f1)
            f1[k] = ratio(2 * hits, predicted + actual);
    }
}

adrop_status adrop_top_k(adrop_ctx *ctx, size_t n, size_t classes, const double *p,
                         const uint32_t *truth, size_t k, double *share)
{
    size_t hits = 0;
    adrop_status status = ad_measure_classes(ctx, "truth", n, classes, truth);

    if (!status)
        status = ad_measure_values(ctx, "p", n * classes, p);
    if (!status)
        status = ad_check_array(ctx, "share", 1, share);
    if (status)
        return status;
    for (size_t i = 0; i < n; i++) {
        const double *row = p + i * classes;
        size_t before = 0;
        for (size_t j = 0; j < classes; j++)
            before += row[j] > row[truth[i]] || (row[j] == row[truth[i]] && j < truth[i]);
        hits += before < k;
    }
    *share = (double)hits / (double)n;
    return ADROP_OK;
}

static adrop_status score(adrop_ctx *ctx, size_t n, size_t classes, const double *p,
                          const uint32_t *truth, adrop_probability_scores *s)
{
    size_t hits = 0;
    double nll = 0, brier = 0;
    adrop_status status = ad_measure_classes(ctx, "truth", n, classes, truth);

    if (!status)
        status = ad_measure_values(ctx, "p", n * classes, p);
    if (status)
        return status;
    for (size_t i = 0; i < n; i++) {
        const double *row = p + i * classes;
        hits += ad_measure_largest(classes, row) == truth[i];
        nll -= log(fmax(row[truth[i]], DBL_MIN));
        for (size_t k = 0; k < classes; k++) {
            const double off = row[k] - (k == truth[i] ? 1 : 0);
            brier += off * off;
        }
    }
    const double rows = (double)n;
    *s = (adrop_probability_scores){ .accuracy = (double)hits / rows,
                                     .nll = nll / rows,
                                     .brier = brier / rows };
    return ADROP_OK;
}

adrop_status adrop_score_probabilities_sized(adrop_ctx *ctx, size_t n, size_t classes,
                                             const double *p, const uint32_t *truth,
                                             adrop_probability_scores *scores, size_t size)
{
    adrop_probability_scores mine = { 0 };
    const adrop_status status = score(ctx, n, classes, p, truth, &mine);

    if (!status)
        ad_struct_write(scores, size, &mine, sizeof mine);
    return status;
}

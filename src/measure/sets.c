/* Measures of sets of classes (adrop/measure.h): F1 over all decisions and as the mean over
 * classes, the share of rows with all decisions right, and the binary cross-entropy. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "adrop/measure.h"
#include "base/context.h"
#include "base/option_check.h"
#include "measure/check.h"

static double f1(size_t tp, size_t fp, size_t fn)
{
    return tp + fp + fn ? 2 * (double)tp / (double)(2 * tp + fp + fn) : 0;
}

static adrop_status sets_check(adrop_ctx *ctx, size_t n, size_t classes, const double *p,
                               const uint8_t *truth)
{
    adrop_status status = ad_measure_values(ctx, "p", n * classes, p);

    if (!status)
        status = ad_check_array(ctx, "truth", n, truth);
    if (status)
        return status;
    for (size_t i = 0; i < n * classes; i++)
        if (truth[i] > 1 || p[i] < 0 || p[i] > 1)
            return ad_fail(ctx, ADROP_EINVAL,
                           "row %zu, class %zu: truth is 0 or 1, and p from 0 to 1", i / classes,
                           i % classes);
    return ADROP_OK;
}

adrop_status adrop_score_sets_sized(adrop_ctx *ctx, size_t n, size_t classes, const double *p,
                                    const uint8_t *truth, size_t *counts, adrop_set_scores *scores,
                                    size_t size)
{
    size_t all[3] = { 0 }, right = 0;
    adrop_set_scores mine = { 0 };
    adrop_status status = sets_check(ctx, n, classes, p, truth);

    if (!status)
        status = ad_check_array(ctx, "counts", classes, counts);
    if (status)
        return status;
    size_t *tp = counts, *fp = counts + classes, *fn = counts + 2 * classes;
    memset(counts, 0, 3 * classes * sizeof *counts);
    for (size_t i = 0; i < n; i++) {
        size_t wrong = 0;
        for (size_t k = 0; k < classes; k++) {
            const double q = p[i * classes + k];
            const int is = truth[i * classes + k], said = q > 0.5;
            tp[k] += said && is;
            fp[k] += said && !is;
            fn[k] += !said && is;
            wrong += said != is;
            mine.nll -= log(fmax(is ? q : 1 - q, DBL_MIN));
        }
        right += !wrong;
    }
    for (size_t k = 0; k < classes; k++) {
        all[0] += tp[k];
        all[1] += fp[k];
        all[2] += fn[k];
        mine.macro_f1 += f1(tp[k], fp[k], fn[k]) / (double)classes;
    }
    mine.micro_f1 = f1(all[0], all[1], all[2]);
    mine.subset_accuracy = (double)right / (double)n;
    mine.nll /= (double)(n * classes);
    ad_struct_write(scores, size, &mine, sizeof mine);
    return ADROP_OK;
}

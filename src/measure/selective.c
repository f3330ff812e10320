/* Selective prediction (adrop/measure.h; Y. Geifman, R. El-Yaniv, NeurIPS 2017; J. Traub et al.,
 * "Overcoming common flaws in the evaluation of selective classification systems", NeurIPS 2024).
 *
 * With rows by descending confidence and losses l,
 *
 *     risk_i = (l_1 + .. + l_i) / i,   AURC = mean of risk_i,   AUGRC = mean of risk_i i / n
 *
 * Within a group of equal confidences every order is equally likely, so each row gets the group's
 * mean loss. */
#include <math.h>

#include "adrop/measure.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/struct.h"
#include "measure/check.h"
#include "stats/ranks.h"

/* items ascend by confidence; loss is indexed by place. */
static void curve(const ad_ranked *items, size_t n, const double *loss, double *risk, double *aurc,
                  double *augrc)
{
    double before = 0, areas = 0, generalized = 0;
    size_t taken = 0;

    for (size_t end = n, first; end > 0; end = first) {
        double sum = 0;
        for (first = end; first > 0 && items[first - 1].value == items[end - 1].value; first--)
            sum += loss[items[first - 1].place];
        const double mean = sum / (double)(end - first);
        for (size_t i = first; i < end; i++) {
            const double total = before + mean * (double)(i - first + 1);
            taken++;
            if (risk)
                risk[taken - 1] = total / (double)taken;
            areas += total / (double)taken;
            generalized += total / (double)n;
        }
        before += sum;
    }
    *aurc = areas / (double)n;
    *augrc = generalized / (double)n;
}

static adrop_status selective_check(adrop_ctx *ctx, size_t n, const double *confidence,
                                    const double *loss)
{
    adrop_status status = ad_measure_values(ctx, "confidence", n, confidence);

    if (!status)
        status = ad_measure_values(ctx, "loss", n, loss);
    for (size_t i = 0; i < n && !status; i++)
        if (loss[i] < 0)
            status = ad_fail(ctx, ADROP_EINVAL, "loss[%zu] is %s: losses are at least 0", i,
                             AD_NUM(loss[i]));
    return status;
}

adrop_status adrop_select_sized(adrop_ctx *ctx, size_t n, const double *confidence,
                                const double *loss, double *risk, adrop_selective *s, size_t size)
{
    adrop_selective mine;
    ad_ranked *items = NULL;
    double ignored;
    adrop_status status = selective_check(ctx, n, confidence, loss);

    if (!status)
        status = AD_NEW(ctx, n, "confidences", &items);
    if (status)
        return status;
    for (size_t i = 0; i < n; i++)
        items[i] = (ad_ranked){ .value = confidence[i], .place = i };
    ad_ranked_sort(items, n);
    curve(items, n, loss, risk, &mine.aurc, &mine.augrc);
    for (size_t i = 0; i < n; i++)
        items[i] = (ad_ranked){ .value = -loss[i], .place = i };
    ad_ranked_sort(items, n);
    curve(items, n, loss, NULL, &mine.best_aurc, &ignored);
    ad_free(ctx, items);
    ad_struct_write(s, size, &mine, sizeof mine);
    return ADROP_OK;
}

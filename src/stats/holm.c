/* Holm's adjustment for several comparisons: in ascending order the i-th of m p-values,
 * from 0, is multiplied by m - i, is no less than the one before it and at most 1.
 * S. Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Stat. 6,
 * 1979. */
#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "stats/ranks.h"

adrop_status adrop_holm(adrop_ctx *ctx, size_t n, const double *p, double *adjusted)
{
    ad_ranked *order;
    size_t m = 0;
    double floor = 0;

    adrop_status status = ad_check_array(ctx, "p", n, p);
    if (!status)
        status = ad_check_array(ctx, "adjusted", n, adjusted);
    if (status)
        return status;
    for (size_t i = 0; i < n; i++)
        if (!isnan(p[i]) && !(p[i] >= 0 && p[i] <= 1))
            return ad_fail(ctx, ADROP_EINVAL,
                           "p[%zu] is %s: give a number in [0, 1], or NaN for no test", i,
                           AD_NUM(p[i]));
    if ((status = AD_NEW(ctx, n, "the order of p-values", &order)))
        return status;

    for (size_t i = 0; i < n; i++)
        if (!isnan(p[i]))
            order[m++] = (ad_ranked){ .value = p[i], .place = i };
        else
            adjusted[i] = p[i];
    ad_ranked_sort(order, m);
    for (size_t i = 0; i < m; i++) {
        floor = fmin(fmax(floor, (double)(m - i) * order[i].value), 1);
        adjusted[order[i].place] = floor;
    }
    ad_free(ctx, order);
    return ADROP_OK;
}

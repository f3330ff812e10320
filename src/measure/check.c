/* Checks of the arguments of measures (check.h). */
#include "measure/check.h"

#include <math.h>

#include "base/context.h"
#include "base/option_check.h"

adrop_status ad_measure_values(adrop_ctx *ctx, const char *name, size_t n, const double *x)
{
    if (!n)
        return ad_fail(ctx, ADROP_EINVAL, "there are no rows to measure");
    const adrop_status status = ad_check_array(ctx, name, n, x);
    if (status)
        return status;
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return ad_fail(ctx, ADROP_EINVAL, "%s[%zu] is %s: measures need finite values", name, i,
                           AD_NUM(x[i]));
    return ADROP_OK;
}

adrop_status ad_measure_classes(adrop_ctx *ctx, const char *name, size_t n, size_t classes,
                                const uint32_t *truth)
{
    if (!n || !classes)
        return ad_fail(ctx, ADROP_EINVAL, "there are no %s to measure", n ? "classes" : "rows");
    const adrop_status status = ad_check_array(ctx, name, n, truth);
    if (status)
        return status;
    for (size_t i = 0; i < n; i++)
        if (truth[i] >= classes)
            return ad_fail(ctx, ADROP_EINVAL, "%s[%zu] is class %lu of %zu, counted from 0", name,
                           i, (unsigned long)truth[i], classes);
    return ADROP_OK;
}

adrop_status ad_measure_level(adrop_ctx *ctx, double level)
{
    if (level > 0 && level < 1)
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EINVAL, "%s is no level: give one between 0 and 1, 0.9 say",
                   AD_NUM(level));
}

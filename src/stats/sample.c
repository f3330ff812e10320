/* Samples: mean and standard deviation, and the checks that all tests share (sample.h). */
#include "stats/sample.h"

#include <math.h>

#include "base/context.h"
#include "base/option_check.h"

static double value_at(const double *x, const double *y, size_t i)
{
    return y ? x[i] - y[i] : x[i];
}

/* Distances are squared in units of the largest one, so that squares neither overflow
 * nor underflow; the second sum corrects for the rounding of the mean. */
ad_sample ad_sample_of(size_t n, const double *x, const double *y)
{
    const double count = (double)n, origin = value_at(x, y, 0);
    double sum = 0, largest = 0, squares = 0, rest = 0;

    for (size_t i = 0; i < n; i++)
        sum += value_at(x, y, i) - origin;
    const double offset = sum / count;
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(value_at(x, y, i) - origin - offset));
    for (size_t i = 0; largest > 0 && i < n; i++) {
        const double d = (value_at(x, y, i) - origin - offset) / largest;
        squares += d * d;
        rest += d;
    }
    squares -= rest * rest / count;
    return (ad_sample){ .n = n,
                        .origin = origin,
                        .offset = offset + rest / count * largest,
                        .std = n > 1 ? largest * sqrt(squares / (count - 1)) : NAN,
                        .std_population = largest * sqrt(squares / count) };
}

double ad_sample_difference(const ad_sample *x, const ad_sample *y)
{
    return x->origin - y->origin + (x->offset - y->offset);
}

void adrop_summarize_sized(size_t n, const double *x, adrop_summary *summary, size_t size)
{
    adrop_summary mine = { n, NAN, NAN, NAN };
    size_t finite = 0;

    while (x && finite < n && isfinite(x[finite]))
        finite++;
    if (n && finite == n) {
        const ad_sample s = ad_sample_of(n, x, NULL);
        mine = (adrop_summary){ n, s.origin + s.offset, s.std, s.std_population };
    }
    ad_struct_write(summary, size, &mine, sizeof mine);
}

adrop_status ad_sample_check(adrop_ctx *ctx, const char *name, size_t n, const double *x,
                             size_t least)
{
    if (n < least)
        return ad_fail(ctx, ADROP_EINVAL, "%s has %zu value%s: this test needs at least %zu", name,
                       n, n == 1 ? "" : "s", least);
    const adrop_status status = ad_check_array(ctx, name, n, x);
    if (status)
        return status;
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return ad_fail(ctx, ADROP_EINVAL, "%s[%zu] is %s: leave out runs that failed", name, i,
                           AD_NUM(x[i]));
    return ADROP_OK;
}

adrop_status ad_side_check(adrop_ctx *ctx, adrop_side side)
{
    if (side != ADROP_SIDE_TWO && side != ADROP_SIDE_GREATER && side != ADROP_SIDE_LESS)
        return ad_fail(ctx, ADROP_EINVAL, "%d is no side: give two-sided, greater or less",
                       (int)side);
    return ADROP_OK;
}

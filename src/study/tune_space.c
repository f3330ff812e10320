/* Values of varied keys: points of a grid, and draws.
 *
 * A draw is a function of the seed, the key and the number of the trial: u in [0, 1) by XXH3
 * (names.c), then
 *
 *     list     value floor(u n)
 *     range    low + u (high - low), or low (high / low)^u with :log
 *     counts   floor of the same, with high + 1 for high
 *
 * Numbers are rounded to four digits, so that a user can type them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "study/tune_impl.h"

enum { DIGITS = 4 };

const char *ad_vary_text(const ad_vary *v, double x, char number[ADROP_NUMBER_SIZE])
{
    return v->is_range ? adrop_number_text(number, x) : adrop_texts_at(&v->values, (size_t)x);
}

adrop_status ad_vary_count(adrop_ctx *ctx, const ad_vary *v, int is_needed, size_t *n)
{
    *n = v->is_range ? v->points : v->values.n;
    if (!*n && v->is_whole && !v->is_log && v->high - v->low < AD_MOST_TRIALS)
        *n = (size_t)(v->high - v->low) + 1;
    if (*n || !is_needed)
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EINVAL,
                   "`vary` %s: a grid needs the number of points of a range: write %s..%s%s:5 for "
                   "five, or give values, or another `method`",
                   v->key, AD_NUM(v->low), AD_NUM(v->high), v->is_log ? ":log" : "");
}

/* Round to four digits, within the range. */
static double rounded(const ad_vary *v, double x)
{
    char text[ADROP_NUMBER_SIZE];

    if (v->is_whole)
        x = floor(x);
    else if (adrop_number_read(adrop_number_round(text, x, DIGITS), &x))
        return v->low;
    return x < v->low ? v->low : x > v->high ? v->high : x;
}

static double between(const ad_vary *v, double part, double high)
{
    return v->is_log ? v->low * pow(high / v->low, part) : v->low + part * (high - v->low);
}

double ad_vary_point(const ad_vary *v, size_t i)
{
    if (!v->is_range)
        return (double)i;
    if (!v->points)
        return v->low + (double)i;
    if (!i || i + 1 == v->points)
        return i ? v->high : v->low;
    const double x = between(v, (double)i / (double)(v->points - 1), v->high);
    return rounded(v, v->is_whole ? x + 0.5 : x);
}

double ad_vary_draw(const ad_vary *v, size_t seed, size_t trial)
{
    char name[AD_KEY_SIZE + 8];

    snprintf(name, sizeof name, "vary %s", v->key);
    const double u = (double)ad_study_seed(seed, name, trial) / 4294967296.0;
    if (!v->is_range)
        return floor(u * (double)v->values.n);
    return rounded(v, between(v, u, v->is_whole ? v->high + 1 : v->high));
}

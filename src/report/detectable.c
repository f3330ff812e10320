/* What the test of a row shows, and what it could have shown (findings.h).
 *
 * Unpaired, n and m runs: the standard error of the difference is s sqrt(1/n + 1/m), s^2 the pooled
 * variance, with n + m - 2 degrees of freedom (Welch's test has these, or fewer). Paired: the
 * standard deviation of the n differences divided by sqrt(n), with n - 1. */
#include <math.h>

#include "report/findings.h"
#include "report/power.h"

enum { PERCENT = 80 };

ad_finding ad_block_finding(const ad_block *b, const adrop_compare_row *row)
{
    if (row == b->baseline || row->is_baseline || !b->baseline || !row->n)
        return AD_NOT_COMPARED;
    if (row->n < 2 || b->baseline->n < 2 || isnan(row->p))
        return AD_SINGLE;
    if (b->view->test == ADROP_TEST_PAIRED && row->difference == 0 && row->low == 0 &&
        row->high == 0)
        return AD_SAME; /* without mean or standard deviation, all differences are 0 */
    if (row->std <= 0 && b->baseline->std <= 0)
        return AD_FLAT;
    if (!ad_view_shown(b->view, row))
        return AD_NOT_SHOWN;
    return row->difference < 0 ? AD_BELOW : AD_ABOVE;
}

double ad_paired_deviation(const adrop_compare_row *x, const adrop_compare_row *y, size_t *pairs)
{
    double mean = 0, square = 0;

    *pairs = 0;
    for (size_t i = 0; i < x->n; i++)
        for (size_t j = 0; j < y->n; j++)
            if (x->seeds[i] == y->seeds[j]) {
                const double d = x->values[i] - y->values[j], step = d - mean;
                mean += step / (double)++*pairs;
                square += step * (d - mean);
            }
    return *pairs < 2 ? NAN : sqrt(square / (double)(*pairs - 1));
}

double ad_block_detectable(const ad_block *b, const adrop_compare_row *row)
{
    const adrop_compare_row *base = b->baseline;
    const double n = (double)row->n, m = (double)base->n;
    double df, error;

    if (b->view->test == ADROP_TEST_PAIRED) {
        size_t pairs;
        const double deviation = ad_paired_deviation(row, base, &pairs);
        df = (double)pairs - 1;
        error = deviation / sqrt((double)pairs);
    } else {
        df = n + m - 2;
        error = sqrt(((n - 1) * row->std * row->std + (m - 1) * base->std * base->std) / df) *
                sqrt(1 / n + 1 / m);
    }
    if (!(df >= 1) || !(error > 0))
        return NAN;
    return error * ad_t_shift(df, b->alpha, PERCENT / 100.0);
}

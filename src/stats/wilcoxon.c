/* Wilcoxon's signed-rank test (F. Wilcoxon, "Individual comparisons by ranking methods",
 * Biometrics Bulletin 1, 1945). Under the null hypothesis every rank is positive with
 * probability 1/2; the distribution of the sum of positive ranks is built rank by rank, from
 * doubled ranks, which are integers even with ties:
 *
 *     P_i(s) = (P_i-1(s) + P_i-1(s - r_i)) / 2 */
#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/struct.h"
#include "stats/ranks.h"
#include "stats/sample.h"

enum { MOST_EXACT = 200 }; /* differences: 200 times 40,000 additions */

/* The nonzero differences, ranked by size; place is 1 for positive ones. */
static size_t rank_differences(size_t n, const double *x, const double *y, ad_ranked *items,
                               double *ties)
{
    size_t m = 0;

    for (size_t i = 0; i < n; i++) {
        const double d = x[i] - y[i];
        if (d != 0)
            items[m++] = (ad_ranked){ .value = fabs(d), .place = d > 0 };
    }
    *ties = ad_ranked_fill(items, m);
    return m;
}

/* p of a doubled sum of positive ranks. */
static adrop_status exact(adrop_ctx *ctx, adrop_side side, const ad_ranked *items, size_t m,
                          size_t seen, double *p)
{
    const size_t most = m * (m + 1);
    double *probability; /* (most + 1) */
    double at_most = 0, at_least = 0;

    const adrop_status status = AD_NEW(ctx, most + 1, "the sums of ranks", &probability);
    if (status)
        return status;
    probability[0] = 1;
    for (size_t i = 0, reached = 0; i < m; i++) {
        const size_t r = items[i].twice;
        reached += r;
        for (size_t s = reached + 1; s-- > 0;)
            probability[s] = 0.5 * (probability[s] + (s >= r ? probability[s - r] : 0));
    }
    for (size_t s = 0; s <= seen; s++)
        at_most += probability[s];
    for (size_t s = most + 1; s-- > seen;)
        at_least += probability[s];
    *p = ad_tails_p(side, at_most, at_least);
    ad_free(ctx, probability);
    return ADROP_OK;
}

static adrop_status test(adrop_ctx *ctx, adrop_side side, const ad_ranked *items, size_t m,
                         double ties, adrop_rank_result *r)
{
    const double count = (double)m, most = count * (count + 1) / 2;
    size_t seen = 0;

    for (size_t i = 0; i < m; i++)
        seen += items[i].place ? items[i].twice : 0;
    r->statistic = 0.5 * (double)seen;
    r->exact = m <= MOST_EXACT;
    if (r->exact) {
        r->least_p = fmin(ldexp(side == ADROP_SIDE_TWO ? 2 : 1, -(int)m), 1);
        return exact(ctx, side, items, m, seen, &r->p);
    }
    const double std = sqrt(most * (2 * count + 1) / 12 - ties / 48);
    r->p = ad_normal_p(side, r->statistic, most / 2, std);
    r->least_p = ad_normal_p(side, side == ADROP_SIDE_LESS ? 0 : most, most / 2, std);
    return ADROP_OK;
}

static adrop_status wilcoxon(adrop_ctx *ctx, adrop_side side, size_t n, const double *x,
                             const double *y, adrop_rank_result *r)
{
    ad_ranked *items;
    double ties;

    adrop_status status = ad_side_check(ctx, side);
    if (!status)
        status = ad_sample_check(ctx, "x", n, x, 1);
    if (!status)
        status = ad_sample_check(ctx, "y", n, y, 1);
    if (!status)
        status = AD_NEW(ctx, n, "the differences", &items);
    if (status)
        return status;
    const size_t m = rank_differences(n, x, y, items, &ties);
    status = test(ctx, side, items, m, ties, r);
    ad_free(ctx, items);
    return status;
}

adrop_status adrop_wilcoxon_sized(adrop_ctx *ctx, adrop_side side, size_t n, const double *x,
                                  const double *y, adrop_rank_result *r, size_t size)
{
    adrop_rank_result mine = { 0 };
    const adrop_status status = wilcoxon(ctx, side, n, x, y, &mine);

    if (!status)
        ad_struct_write(r, size, &mine, sizeof mine);
    return status;
}

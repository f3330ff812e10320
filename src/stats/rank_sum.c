/* The rank-sum test of Wilcoxon, Mann and Whitney (H. B. Mann, D. R. Whitney, "On a test
 * of whether one of two random variables is stochastically larger than the other", Ann.
 * Math. Stat. 18, 1947). Under the null hypothesis every choice of k of all N values is
 * equally likely to be the smaller group. The number of choices with (doubled) rank sum s is
 * counted value by value, including ties:
 *
 *     W_i(k, s) = W_i-1(k, s) + W_i-1(k - 1, s - r_i)
 *
 * in double: exact while the counts are below 2^53, with at most N roundings beyond. */
#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/struct.h"
#include "stats/ranks.h"
#include "stats/sample.h"

#define MOST_WORK 1e8 /* additions: a tenth of a second */

typedef struct {
    ad_ranked *items; /* (n) of both groups, sorted; place is 1 for the smaller group */
    size_t n, k;      /* n: all values; k: values of the smaller group */
    size_t seen;      /* twice the smaller group's sum of ranks */
    size_t least, most;
    int swapped; /* the smaller group is y */
    double ties;
} ranking;

static void rank_groups(size_t nx, const double *x, size_t ny, const double *y, ranking *g)
{
    g->n = nx + ny;
    g->swapped = ny < nx;
    g->k = g->swapped ? ny : nx;
    for (size_t i = 0; i < nx; i++)
        g->items[i] = (ad_ranked){ .value = x[i], .place = !g->swapped };
    for (size_t i = 0; i < ny; i++)
        g->items[nx + i] = (ad_ranked){ .value = y[i], .place = (size_t)g->swapped };
    g->ties = ad_ranked_fill(g->items, g->n);
    for (size_t i = 0; i < g->n; i++)
        g->seen += g->items[i].place ? g->items[i].twice : 0;
    for (size_t i = 0; i < g->k; i++) {
        g->least += g->items[i].twice;
        g->most += g->items[g->n - 1 - i].twice;
    }
}

/* Count the sums; ways is (k + 1, most + 1), and its last row is the result. */
static void rank_sum_count(const ranking *g, double *ways)
{
    const size_t width = g->most + 1;

    ways[0] = 1;
    for (size_t i = 0; i < g->n; i++) {
        const size_t r = g->items[i].twice;
        for (size_t k = i + 1 < g->k ? i + 1 : g->k; k > 0; k--) {
            const double *from = ways + (k - 1) * width;
            double *to = ways + k * width;
            for (size_t s = r; s <= g->most; s++)
                to[s] += from[s - r];
        }
    }
}

static adrop_status exact(adrop_ctx *ctx, adrop_side side, const ranking *g, adrop_rank_result *r)
{
    const size_t width = g->most + 1;
    double *ways, at_most = 0, at_least = 0, total = 0;

    const adrop_status status = AD_NEW(ctx, (g->k + 1) * width, "the sums of ranks", &ways);
    if (status)
        return status;
    rank_sum_count(g, ways);
    const double *last = ways + g->k * width;
    for (size_t s = 0; s < width; s++) {
        total += last[s];
        at_most += s <= g->seen ? last[s] : 0;
        at_least += s >= g->seen ? last[s] : 0;
    }
    r->p = ad_tails_p(side, at_most / total, at_least / total);
    const double low = last[g->least] / total, high = last[g->most] / total;
    r->least_p = ad_tails_p(side, low, high);
    ad_free(ctx, ways);
    return ADROP_OK;
}

/* U, from a doubled rank sum of the smaller group. */
static double u_of(const ranking *g, size_t twice)
{
    const double k = (double)g->k;

    return 0.5 * (double)twice - k * (k + 1) / 2;
}

static void approximate(adrop_side side, const ranking *g, adrop_rank_result *r)
{
    const double n = (double)g->n, pairs = (double)g->k * (n - (double)g->k);
    const double std = sqrt(pairs / 12 * (n + 1 - g->ties / (n * (n - 1))));
    const double low = ad_normal_p(side, u_of(g, g->least), pairs / 2, std);
    const double high = ad_normal_p(side, u_of(g, g->most), pairs / 2, std);

    r->p = ad_normal_p(side, u_of(g, g->seen), pairs / 2, std);
    r->least_p = fmin(low, high);
}

static adrop_status rank_sum(adrop_ctx *ctx, adrop_side side, size_t nx, const double *x, size_t ny,
                             const double *y, adrop_rank_result *r)
{
    ranking g = { 0 };

    adrop_status status = ad_side_check(ctx, side);
    if (!status)
        status = ad_sample_check(ctx, "x", nx, x, 1);
    if (!status)
        status = ad_sample_check(ctx, "y", ny, y, 1);
    if (!status)
        status = AD_NEW(ctx, nx + ny, "the ranks", &g.items);
    if (status)
        return status;
    rank_groups(nx, x, ny, y, &g);

    /* x lies above y exactly where y lies below x */
    if (g.swapped && side != ADROP_SIDE_TWO)
        side = side == ADROP_SIDE_GREATER ? ADROP_SIDE_LESS : ADROP_SIDE_GREATER;
    const double u = u_of(&g, g.seen);
    r->statistic = g.swapped ? (double)nx * (double)ny - u : u;
    r->exact = (double)g.n * (double)g.k * (double)g.most <= MOST_WORK;
    if (r->exact)
        status = exact(ctx, side, &g, r);
    else
        approximate(side, &g, r);
    ad_free(ctx, g.items);
    return status;
}

adrop_status adrop_rank_sum_sized(adrop_ctx *ctx, adrop_side side, size_t nx, const double *x,
                                  size_t ny, const double *y, adrop_rank_result *r, size_t size)
{
    adrop_rank_result mine = { 0 };
    const adrop_status status = rank_sum(ctx, side, nx, x, ny, y, &mine);

    if (!status)
        ad_struct_write(r, size, &mine, sizeof mine);
    return status;
}

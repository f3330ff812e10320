/* Recomputes the paper's p-values (paper_pvalue.h). */
#include "paper/paper_pvalue.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"

enum { RUNS = 5, QUOTED_RUNS = 10 };

#define NEAR  0.1  /* relative to the printed p */
#define LEVEL 0.95 /* of the difference's interval, which is not used */

const ad_convention ad_conventions[AD_N_CONVENTIONS] = {
    { "Welch, one-sided, n", ADROP_TEST_WELCH, ADROP_SIDE_GREATER, 1 },
    { "Welch, one-sided, n - 1", ADROP_TEST_WELCH, ADROP_SIDE_GREATER, 0 },
    { "Welch, two-sided, n", ADROP_TEST_WELCH, ADROP_SIDE_TWO, 1 },
    { "Welch, two-sided, n - 1", ADROP_TEST_WELCH, ADROP_SIDE_TWO, 0 },
    { "pooled, one-sided, n", ADROP_TEST_POOLED, ADROP_SIDE_GREATER, 1 },
    { "pooled, one-sided, n - 1", ADROP_TEST_POOLED, ADROP_SIDE_GREATER, 0 },
    { "pooled, two-sided, n", ADROP_TEST_POOLED, ADROP_SIDE_TWO, 1 },
    { "pooled, two-sided, n - 1", ADROP_TEST_POOLED, ADROP_SIDE_TWO, 0 },
};

/* The tables that print p, and those that print the means and standard deviations. */
static const struct {
    const char *p, *means;
} tables[] = {
    { "pvalue", "results" },
    { "imagenet32x32", "imagenet32x32" },
    { "imagenet", "imagenet" },
    { "otherbackbones", "otherbackbones" },
    { "ablation2", "ablation2" },
    { "reuters", "reuters" },
    { "uci", "uci" },
};

enum { N_TABLES = sizeof tables / sizeof tables[0] };

const char *ad_pvalue_table_at(size_t i)
{
    return i < N_TABLES ? tables[i].p : NULL;
}

/* p of a difference between two groups with these printed standard deviations. */
static adrop_status test(adrop_ctx *ctx, const ad_convention *c, double gap, size_t na, double sa,
                         size_t nm, double sm, double *p)
{
    const double fa = (double)na, fm = (double)nm;
    const adrop_summary a = { .n = na,
                              .mean = gap,
                              .std = c->by_n ? sa * sqrt(fa / (fa - 1)) : sa };
    const adrop_summary m = { .n = nm, .std = c->by_n ? sm * sqrt(fm / (fm - 1)) : sm };
    adrop_t_result r = { 0 };
    const adrop_status status = adrop_t_test_summary(ctx, c->kind, c->side, &a, &m, LEVEL, &r);

    *p = r.p;
    return status;
}

/* The margin by which advanced dropout is better. */
static double gap_of(const ad_pvalue_cell *v)
{
    const double gap = v->advanced->mean - v->method->mean;

    return strcmp(v->cell->metric, "rmse") ? gap : -gap;
}

/* The smallest, printed and largest value that a rounded standard deviation may have had. */
static void deviations(const ad_paper_cell *cell, double s[3])
{
    s[0] = fmax(0, cell->std - cell->std_unit / 2);
    s[1] = cell->std;
    s[2] = cell->std + cell->std_unit / 2;
}

/* The interval of p over all values that round to the printed numbers. A larger gap always lowers a
 * one-sided p, and a two-sided one if it is farther from 0. A larger standard deviation need not
 * raise Welch's p, because df changes too; so the middles are tried as well as the corners. */
static adrop_status bound(adrop_ctx *ctx, const ad_convention *c, const ad_pvalue_cell *v,
                          double *low, double *high)
{
    const double gap = gap_of(v), half = (v->advanced->mean_unit + v->method->mean_unit) / 2;
    const double gaps[] = { gap - half, gap + half, 0 };
    const size_t n_gaps = fabs(gap) < half ? 3 : 2;
    double sa[3], sm[3], p;
    adrop_status status = ADROP_OK;

    deviations(v->advanced, sa);
    deviations(v->method, sm);
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < n_gaps * 9 && !status; i++) {
        status = test(ctx, c, gaps[i / 9], v->n_advanced, sa[i / 3 % 3], v->n_method, sm[i % 3],
                      &p);
        *low = fmin(*low, p);
        *high = fmax(*high, p);
    }
    return status;
}

static adrop_status weigh(adrop_ctx *ctx, ad_pvalue_cell *v)
{
    const double printed = v->cell->p, half = v->cell->p_unit / 2;
    adrop_status status = ADROP_OK;

    for (unsigned c = 0; c < AD_N_CONVENTIONS && !status; c++) {
        if ((status = test(ctx, &ad_conventions[c], gap_of(v), v->n_advanced, v->advanced->std,
                           v->n_method, v->method->std, &v->p[c])) ||
            (status = bound(ctx, &ad_conventions[c], v, &v->low[c], &v->high[c])))
            break;
        if (v->low[c] <= printed && printed <= v->high[c])
            v->fits |= 1u << c;
        if (v->low[c] - half <= printed && printed <= v->high[c] + half)
            v->fits_rounded |= 1u << c;
    }
    return status;
}

static adrop_status compute(ad_pvalue *v, const char *table, const ad_paper_table *means,
                            const ad_paper_cell *cell)
{
    ad_pvalue_cell *out = &v->cells[v->n];

    *out = (ad_pvalue_cell){
        .table = table,
        .cell = cell,
        .advanced = ad_paper_find(means, "advanced", cell->dataset, cell->model, cell->metric, 0),
        .method = ad_paper_find(means, cell->method, cell->dataset, cell->model, cell->metric, 0),
        .n_advanced = RUNS,
        .n_method = *cell->source && strcmp(cell->source, "own") ? QUOTED_RUNS : RUNS
    };
    if (!out->advanced || !out->method || isnan(out->advanced->std) || isnan(out->method->std))
        return ad_fail(v->ctx, ADROP_EFORMAT,
                       "table '%s' has a p for %s on %s with %s, but table '%s' lacks its means "
                       "and standard deviations",
                       table, cell->method, cell->dataset, cell->model, means->name);
    v->n++;
    return weigh(v->ctx, out);
}

static adrop_status paper_pvalue_fill(ad_pvalue *v, const ad_paper *paper)
{
    const ad_paper_table *p[N_TABLES], *means[N_TABLES];
    size_t room = 0;

    for (size_t t = 0; t < N_TABLES; t++) {
        p[t] = ad_paper_table_named(paper, tables[t].p);
        means[t] = ad_paper_table_named(paper, tables[t].means);
        if (!p[t] || !means[t])
            return ad_fail(v->ctx, ADROP_ENOENT, "the paper's table '%s' was not built in",
                           p[t] ? tables[t].means : tables[t].p);
        room += p[t]->n;
    }
    adrop_status status = AD_NEW(v->ctx, room, "p-values", &v->cells);
    for (size_t t = 0; t < N_TABLES && !status; t++)
        for (size_t i = 0; i < p[t]->n && !status; i++)
            if (!isnan(p[t]->cells[i].p))
                status = compute(v, tables[t].p, means[t], &p[t]->cells[i]);
    return status;
}

adrop_status ad_pvalue_create(adrop_ctx *ctx, const ad_paper *paper, ad_pvalue **out)
{
    ad_pvalue *v;
    adrop_status status = AD_NEW(ctx, 1, "p-values", &v);

    *out = NULL;
    if (status)
        return status;
    v->ctx = ctx;
    status = paper_pvalue_fill(v, paper);
    if (status)
        ad_pvalue_free(v);
    else
        *out = v;
    return status;
}

void ad_pvalue_free(ad_pvalue *v)
{
    if (!v)
        return;
    ad_free(v->ctx, v->cells);
    ad_free(v->ctx, v);
}

static bool is(const char *wanted, const char *word)
{
    return !wanted || !strcmp(wanted, word);
}

ad_pvalue_count ad_pvalue_tally(const ad_pvalue *v, const char *table, const char *dataset,
                                const char *model, const char *metric)
{
    ad_pvalue_count n = { 0 };

    for (size_t i = 0; i < v->n; i++) {
        const ad_pvalue_cell *x = &v->cells[i];
        if (!is(table, x->table) || !is(dataset, x->cell->dataset) || !is(model, x->cell->model) ||
            !is(metric, x->cell->metric))
            continue;
        n.cells++;
        n.any += x->fits != 0;
        n.any_rounded += x->fits_rounded != 0;
        for (unsigned c = 0; c < AD_N_CONVENTIONS; c++) {
            n.fits[c] += x->fits >> c & 1;
            n.fits_rounded[c] += x->fits_rounded >> c & 1;
            n.near[c] += fabs(x->p[c] - x->cell->p) <= NEAR * x->cell->p;
        }
    }
    for (size_t c = 1; c < AD_N_CONVENTIONS; c++)
        if (n.fits[c] > n.fits[n.best])
            n.best = c;
    for (size_t c = 0; c < AD_N_CONVENTIONS; c++)
        n.tied += n.fits[c] == n.fits[n.best];
    return n;
}

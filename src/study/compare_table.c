/* The table of a comparison: means and standard deviations, tests against the baseline, times and
 * effectiveness. Everything is read from the run directories. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/struct.h"
#include "study/compare_impl.h"

const char *adrop_compare_metric(const adrop_compare *c)
{
    const int errors = adrop_compare_less_is_better(c);

    switch (c->metric) {
    case ADROP_METRIC_BEST:
        return errors ? "best_test_rmse" : "best_test_acc";
    case ADROP_METRIC_TOP5:
        return "test_top5";
    case ADROP_METRIC_MICRO_F1:
        return "test_micro_f1";
    case ADROP_METRIC_MACRO_F1:
        return "test_macro_f1";
    case ADROP_METRIC_LAST:
        break;
    }
    return errors ? "test_rmse" : "test_acc";
}

int adrop_compare_less_is_better(const adrop_compare *c)
{
    return c->groups[0].task == ADROP_REGRESSION;
}

int adrop_compare_row_at_sized(const adrop_compare *c, size_t i, adrop_compare_row *row,
                               size_t size)
{
    static const adrop_compare_row none;
    const int there = c->rows && i < c->n_cells;

    ad_struct_write(row, size, there ? &c->rows[i].shown : &none, sizeof none);
    return there;
}

/* -- Figures of the runs ------------------------------------------------------------ */

static adrop_status make_rows(adrop_compare *c)
{
    const size_t n = c->opts.runs;
    adrop_status status = ADROP_OK;

    if (c->rows)
        return ADROP_OK;
    status = AD_NEW(c->ctx, c->n_cells, "the table", &c->rows);
    for (size_t i = 0; i < c->n_cells && !status; i++) {
        ad_comparison_row *r = &c->rows[i];
        if (!(status = AD_NEW(c->ctx, n, "the table", &r->values)) &&
            !(status = AD_NEW(c->ctx, n, "the table", &r->seeds)))
            status = AD_NEW(c->ctx, n, "the table", &r->by_run);
    }
    return status;
}

static double pick(adrop_metric metric, const ad_run_figures *f)
{
    return metric == ADROP_METRIC_BEST       ? f->test_best
           : metric == ADROP_METRIC_TOP5     ? f->top5
           : metric == ADROP_METRIC_MICRO_F1 ? f->micro_f1
           : metric == ADROP_METRIC_MACRO_F1 ? f->macro_f1
                                             : f->test;
}

/* A row without results: missing values are NaN. */
static adrop_compare_row empty_row(const adrop_compare *c, size_t i)
{
    const ad_cell *cell = &c->cells[i];
    const ad_group *g = &c->groups[cell->group];
    const ad_comparison_row *row = &c->rows[i];

    return (adrop_compare_row){ .data = g->data,
                                .model = g->model,
                                .dropout = *cell->dropout ? cell->dropout : cell->asked,
                                .asked = cell->asked,
                                .chosen = cell->chosen,
                                .chosen_edge = cell->edge,
                                .planned = c->opts.runs,
                                .values = row->values,
                                .seeds = row->seeds,
                                .is_baseline = !strcmp(cell->asked, c->opts.baseline),
                                .difference = NAN,
                                .low = NAN,
                                .high = NAN,
                                .p = NAN,
                                .p_holm = NAN,
                                .effect = NAN,
                                .p_paper = NAN,
                                .p_rank = NAN,
                                .least_p_rank = NAN,
                                .rate = NAN,
                                .noise_level = NAN,
                                .seconds_per_epoch = cell->seconds_per_step * (double)g->steps };
}

/* Fill a row with the results of the finished runs and the figures common to them. */
static adrop_status fill_row(adrop_compare *c, size_t i)
{
    ad_comparison_row *row = &c->rows[i];
    adrop_compare_row *s = &row->shown;
    double rates = 0, levels = 0;
    adrop_summary sum;

    *s = empty_row(c, i);
    for (size_t k = 0; k < c->opts.runs; k++) {
        const ad_training *r = ad_compare_run(c, i, k + 1);
        ad_run_figures f;
        row->by_run[k] = NAN;
        s->failed += r->state == ADROP_RUN_FAILED;
        if (r->state != ADROP_RUN_DONE)
            continue;
        const adrop_status status = ad_run_read(c->ctx, r->path, &f);
        if (status)
            return status;
        row->by_run[k] = pick(c->metric, &f);
        if (isfinite(row->by_run[k])) {
            row->values[s->n] = row->by_run[k];
            row->seeds[s->n++] = r->seed;
            rates += f.rate;
            levels += f.noise;
        }
    }
    adrop_summarize(s->n, row->values, &sum);
    s->mean = sum.mean;
    s->std = sum.std;
    s->std_population = sum.std_population;
    if (s->n) {
        s->rate = rates / (double)s->n;
        s->noise_level = levels / (double)s->n;
    }
    return ADROP_OK;
}

static void rank(adrop_compare *c, size_t i)
{
    const int less = adrop_compare_less_is_better(c);
    adrop_compare_row *row = &c->rows[i].shown;

    row->rank = isnan(row->mean) ? 0 : 1;
    for (size_t k = 0; k < c->n_cells && row->rank; k++) {
        const double other = c->rows[k].shown.mean;
        if (c->cells[k].group == c->cells[i].group)
            row->rank += less ? other < row->mean : other > row->mean;
    }
}

/* -- Tests -------------------------------------------------------------------------- */

/* Collect the values of the runs that both rows have. Returns their number. */
static size_t pair_up(const adrop_compare *c, const ad_comparison_row *a,
                      const ad_comparison_row *b, double *x, double *y)
{
    size_t n = 0;

    for (size_t k = 0; k < c->opts.runs; k++)
        if (isfinite(a->by_run[k]) && isfinite(b->by_run[k])) {
            x[n] = a->by_run[k];
            y[n++] = b->by_run[k];
        }
    return n;
}

static adrop_t_kind kind_of(const adrop_compare *c)
{
    static const adrop_t_kind kinds[] = { ADROP_TEST_WELCH, ADROP_TEST_WELCH, ADROP_TEST_POOLED,
                                          ADROP_TEST_PAIRED };

    return !c->opts.test && c->opts.paired ? ADROP_TEST_PAIRED : kinds[c->opts.test];
}

/* As in most of the paper's tables: one-sided, standard deviations with divisor n. */
static double paper_p(const adrop_compare *c, const adrop_compare_row *row,
                      const adrop_compare_row *base)
{
    const adrop_summary x = { row->n, row->mean, row->std_population, row->std_population };
    const adrop_summary y = { base->n, base->mean, base->std_population, base->std_population };
    const adrop_side side = adrop_compare_less_is_better(c) ? ADROP_SIDE_GREATER : ADROP_SIDE_LESS;
    adrop_t_result r;

    return adrop_t_test_summary(c->ctx, ADROP_TEST_WELCH, side, &x, &y, c->opts.level, &r) ? NAN
                                                                                           : r.p;
}

static adrop_status test_row(adrop_compare *c, ad_comparison_row *row,
                             const ad_comparison_row *base, double *x, double *y)
{
    adrop_compare_row *s = &row->shown;
    const adrop_t_kind kind = kind_of(c);
    size_t nx = s->n, ny = base->shown.n;
    adrop_t_result t;
    adrop_rank_result ranks;
    adrop_status status;

    s->difference = s->mean - base->shown.mean;
    if (kind == ADROP_TEST_PAIRED) {
        nx = ny = pair_up(c, row, base, x, y);
    } else {
        memcpy(x, row->values, nx * sizeof *x);
        memcpy(y, base->values, ny * sizeof *y);
    }
    if (nx < 2 || ny < 2)
        return ADROP_OK;
    status = adrop_t_test(c->ctx, kind, ADROP_SIDE_TWO, nx, x, ny, y, c->opts.level, &t);
    if (!status)
        status = adrop_hedges_g(c->ctx, kind, nx, x, ny, y, &s->effect);
    if (!status)
        status = kind == ADROP_TEST_PAIRED
                     ? adrop_wilcoxon(c->ctx, ADROP_SIDE_TWO, nx, x, y, &ranks)
                     : adrop_rank_sum(c->ctx, ADROP_SIDE_TWO, nx, x, ny, y, &ranks);
    if (status)
        return status;
    s->difference = t.difference;
    s->low = t.low;
    s->high = t.high;
    s->p = t.p;
    s->p_rank = ranks.p;
    s->least_p_rank = ranks.least_p;
    s->p_paper = paper_p(c, s, &base->shown);
    return ADROP_OK;
}

/* Test every row against its group's baseline, then apply Holm over all rows. work holds 2 * runs
 * values, p 1 * cells. */
static adrop_status test_all(adrop_compare *c, double *work, double *p)
{
    adrop_status status = ADROP_OK;

    for (size_t b = 0; b < c->n_cells; b++)
        for (size_t i = 0; i < c->n_cells && !status && c->rows[b].shown.is_baseline; i++)
            if (i != b && c->cells[i].group == c->cells[b].group)
                status = test_row(c, &c->rows[i], &c->rows[b], work, work + c->opts.runs);
    for (size_t i = 0; i < c->n_cells; i++)
        p[i] = c->rows[i].shown.p;
    if (!status)
        status = adrop_holm(c->ctx, c->n_cells, p, p);
    for (size_t i = 0; i < c->n_cells && !status; i++)
        c->rows[i].shown.p_holm = p[i];
    return status;
}

/* -- Effectiveness -------------------------------------------------------------------- */

/* s1 and s2 of a group relative to its `none`. NaN without `none`, without times, or where less is
 * better. work holds 6 * cells values. */
static void rate_group(adrop_compare *c, size_t group, double *work)
{
    const size_t most = c->n_cells;
    double *a = work, *t = a + most, *out[4];
    size_t n = 0, none = most;

    for (int k = 0; k < 4; k++)
        out[k] = t + most * (size_t)(k + 1);
    for (size_t i = 0; i < c->n_cells; i++) {
        adrop_compare_row *s = &c->rows[i].shown;
        if (c->cells[i].group != group)
            continue;
        s->s1 = s->s2 = s->s1_norm = s->s2_norm = NAN;
        if (!strcmp(s->asked, "none")) {
            none = i;
        } else {
            a[n] = s->mean;
            t[n++] = s->seconds_per_epoch;
        }
    }
    if (none == most || adrop_compare_less_is_better(c))
        return;
    const adrop_compare_row *base = &c->rows[none].shown;
    adrop_effectiveness(n, a, t, base->mean, base->seconds_per_epoch, out[0], out[1], out[2],
                        out[3]);
    for (size_t i = 0, k = 0; i < c->n_cells; i++) {
        adrop_compare_row *s = &c->rows[i].shown;
        if (c->cells[i].group != group || i == none)
            continue;
        s->s1 = out[0][k], s->s2 = out[1][k], s->s1_norm = out[2][k], s->s2_norm = out[3][k];
        k++;
    }
}

adrop_status adrop_compare_table(adrop_compare *c, adrop_metric metric)
{
    const size_t room = 2 * c->opts.runs + 7 * c->n_cells;
    double *work;

    if ((int)metric < 0 || metric > ADROP_METRIC_MACRO_F1)
        return ad_fail(c->ctx, ADROP_EINVAL, "there is no metric %d", (int)metric);
    adrop_status status = AD_NEW(c->ctx, room, "the tests", &work);

    if (status)
        return status;
    c->metric = metric;
    if (!(status = ad_compare_read_times(c)))
        status = make_rows(c);
    for (size_t i = 0; i < c->n_cells && !status; i++)
        status = fill_row(c, i);
    for (size_t i = 0; i < c->n_cells && !status; i++)
        rank(c, i);
    if (!status)
        status = test_all(c, work, work + 2 * c->opts.runs);
    for (size_t g = 0; g < c->n_groups && !status; g++)
        rate_group(c, g, work + 2 * c->opts.runs);
    ad_free(c->ctx, work);
    return status;
}

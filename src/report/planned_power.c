/* The power of a comparison before it runs (adrop/report.h).
 *
 * The power of a two-sided t test of n pairs to detect a difference of d standard deviations (of
 * the pairs' differences) is given by the noncentral t distribution with n - 1 degrees of freedom
 * and shift d sqrt(n); for two groups of n runs, 2 n - 2 and d sqrt(n/2) (power.h). We solve for d.
 * The standard deviation is pooled over the techniques with at least two runs. */
#include <math.h>
#include <string.h>

#include "base/struct.h"
#include "report/findings.h"
#include "report/power.h"

static const double power_wanted = 0.8;

/* Sums that give a pooled standard deviation. */
typedef struct {
    double squares, df;
    size_t n;
} spread;

static void planned_power_add(spread *s, double std, size_t n)
{
    if (n < 2 || !isfinite(std))
        return;
    s->squares += (double)(n - 1) * std * std;
    s->df += (double)(n - 1);
    s->n += n;
}

/* The sums over a block of rows; base is the baseline's row. */
static spread spread_of(const adrop_compare_row *rows, size_t n, const adrop_compare_row *base,
                        adrop_t_kind test)
{
    spread s = { 0 };

    for (size_t i = 0; i < n; i++) {
        size_t pairs;
        if (test != ADROP_TEST_PAIRED) {
            planned_power_add(&s, rows[i].std, rows[i].n);
        } else if (base && !rows[i].is_baseline) {
            const double std = ad_paired_deviation(&rows[i], base, &pairs);
            planned_power_add(&s, std, pairs);
        }
    }
    return s;
}

static adrop_power power_of(const ad_comparison_view *v, size_t from, size_t end, size_t tests)
{
    const adrop_compare_row *rows = v->rows + from, *base = NULL;
    const size_t n = rows->planned;
    const int paired = v->test == ADROP_TEST_PAIRED;
    adrop_power p = { .data = rows->data,
                      .model = rows->model,
                      .test = v->test,
                      .runs = n,
                      .tests = tests,
                      .alpha = (1 - v->level) / (double)(tests ? tests : 1),
                      .power = power_wanted,
                      .deviations = NAN,
                      .std = NAN,
                      .difference = NAN };

    for (size_t i = from; i < end; i++)
        if (v->rows[i].is_baseline)
            base = &v->rows[i];
    if (n >= 2 && tests)
        p.deviations = ad_t_shift(paired ? (double)n - 1 : 2 * (double)n - 2, p.alpha, p.power) *
                       sqrt((paired ? 1 : 2) / (double)n);
    const spread s = spread_of(rows, end - from, base, v->test);
    if (s.squares > 0) {
        p.std = sqrt(s.squares / s.df);
        p.judged_by = s.n;
        p.difference = p.deviations * p.std;
    }
    return p;
}

int adrop_report_power_at_sized(const adrop_compare *c, size_t i, adrop_power *power, size_t size)
{
    adrop_power mine = { 0 };
    adrop_report_opts opts;
    ad_comparison_view v;
    size_t tests = 0, from = 0;

    adrop_report_opts_init(&opts);
    int there = !ad_view_open(adrop_compare_ctx(c), c, &opts, &v) && v.n > 0;
    for (size_t k = 0; there && k < v.n; k++)
        tests += !v.rows[k].is_baseline;
    for (; there && i && from < v.n; i--)
        from = ad_view_block(&v, from);
    there = there && from < v.n;
    if (there)
        mine = power_of(&v, from, ad_view_block(&v, from), tests);
    ad_view_release(&v);
    ad_struct_write(power, size, &mine, sizeof mine);
    return there;
}

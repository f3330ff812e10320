/* The winner and the baseline without `vary`, both trained again with several seeds: means with
 * Student's t intervals, and their difference, paired by seed. */
#include <math.h>
#include <string.h>

#include "adrop/stats.h"
#include "base/memory.h"
#include "study/tune_impl.h"

static adrop_status list_finals(adrop_tune *t)
{
    const int kinds = 1 + (!t->opts.no_baseline && !t->baseline_is_best);
    const adrop_status status = AD_NEW(t->ctx, t->opts.runs * 2, "the final runs", &t->list);

    for (size_t k = 1; k <= t->opts.runs && !status; k++)
        for (int kind = 0; kind < kinds; kind++) {
            const size_t trial = kind == AD_TUNE_FINAL ? t->best : SIZE_MAX;
            t->list[t->n_list++] = (ad_training){ .subject = trial,
                                                  .number = k,
                                                  .kind = AD_TUNE_FINAL_RUN,
                                                  .epochs = trial == SIZE_MAX
                                                                ? t->study.train.epochs
                                                                : t->trials[trial].own_epochs };
        }
    return status;
}

/* -- Statistics ------------------------------------------------------------------ */

/* Summarise the values that are not NaN, which are moved to the front. */
static adrop_tune_runs summarize_runs(const adrop_tune *t, double *values)
{
    adrop_tune_runs r = { .mean = NAN, .std = NAN, .low = NAN, .high = NAN, .values = values };
    adrop_summary s;

    for (size_t i = 0; i < t->opts.runs; i++)
        if (!isnan(values[i]))
            values[r.n++] = values[i];
    adrop_summarize(r.n, values, &s);
    r.mean = s.mean;
    r.std = s.std;
    if (r.n >= 2) {
        const double n = (double)r.n;
        const double half = adrop_t_quantile(n - 1, (1 + t->opts.level) / 2) * s.std / sqrt(n);
        r.low = fmax(s.mean - half, 0); /* errors and shares are at least 0 */
        r.high = t->shown.metric_less ? s.mean + half : fmin(s.mean + half, 100);
    }
    return r;
}

/* Call before failed runs are removed: pairs need both runs of a seed. */
static adrop_status compare_finals(adrop_tune *t)
{
    const double *a = t->results[AD_TUNE_FINAL], *b = t->results[AD_TUNE_BASELINE];
    adrop_tune_result *shown = &t->shown;
    adrop_t_result test;
    double *x, *y;
    size_t n = 0;
    adrop_status status = AD_NEW(t->ctx, t->opts.runs, "the differences", &x);

    if (status)
        return status;
    status = AD_NEW(t->ctx, t->opts.runs, "the differences", &y);
    for (size_t i = 0; i < t->opts.runs && !status; i++)
        if (!isnan(a[i]) && !isnan(b[i])) {
            x[n] = a[i];
            y[n++] = b[i];
        }
    if (!status && n >= 2) {
        status = adrop_t_test(t->ctx, ADROP_TEST_PAIRED, ADROP_SIDE_TWO, n, x, n, y, t->opts.level,
                              &test);
        shown->difference = test.difference;
        shown->low = test.low;
        shown->high = test.high;
        shown->p = test.p;
    } else if (!status && n) {
        shown->difference = x[0] - y[0];
    }
    ad_free(t->ctx, x);
    ad_free(t->ctx, y);
    return status;
}

/* Summarise the final runs that have results. */
static void show_finals(adrop_tune *t)
{
    t->shown.final = summarize_runs(t, t->results[AD_TUNE_FINAL]);
    t->shown.baseline = summarize_runs(t, t->results[AD_TUNE_BASELINE]);
}

void ad_tune_begin_finals(adrop_tune *t)
{
    t->has_finals = 0;
    t->shown.difference = t->shown.low = t->shown.high = t->shown.p = NAN;
    for (int kind = 0; kind < 2; kind++)
        for (size_t i = 0; i < t->opts.runs; i++)
            t->results[kind][i] = NAN;
    show_finals(t);
}

adrop_status ad_tune_list_finals(adrop_tune *t)
{
    uint64_t sum[2];
    adrop_status status;

    if (t->best == SIZE_MAX)
        return ADROP_OK;
    t->has_finals = 1;
    if ((status = ad_tune_sum(t, SIZE_MAX, sum)))
        return status;
    t->baseline_is_best = !memcmp(sum, t->trials[t->best].sum, sizeof sum);
    return list_finals(t);
}

adrop_status ad_tune_take_finals(adrop_tune *t)
{
    for (size_t i = 0; i < t->n_list; i++) {
        const ad_training *r = &t->list[i];
        t->results[r->subject == SIZE_MAX][r->number - 1] = r->value;
    }
    const adrop_status status = compare_finals(t);
    show_finals(t);
    return status;
}

/* The table of a comparison: one row per technique, one group of rows per data set and network. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "base/context.h"
#include "report/view.h"

/* Whether any row has times. */
static int has_times(const ad_comparison_view *v)
{
    for (size_t i = 0; i < v->n; i++)
        if (!isnan(v->rows[i].seconds_per_epoch))
            return 1;
    return 0;
}

/* Whether any row has noise. */
static int has_noise(const ad_comparison_view *v)
{
    for (size_t i = 0; i < v->n; i++)
        if (v->rows[i].noise_level > 0)
            return 1;
    return 0;
}

static adrop_status add_columns(const ad_comparison_view *v, adrop_table *t)
{
    static const char *const times[] = { "s/epoch", "s1", "s2", "s1 norm", "s2 norm" };
    char interval[64];
    adrop_status status = ADROP_OK;

    snprintf(interval, sizeof interval, "difference [%s %% interval]", AD_NUM(100 * v->level));
    if (ad_view_has_blocks(v) && !(status = adrop_table_column(t, 'l', "data")))
        status = adrop_table_column(t, 'l', "model");
    const struct {
        const char *header;
        char align;
        int rank;
    } columns[] = {
        { "technique", 'l', 0 },
        { "runs", 'r', 3 },
        { v->paper ? "mean ± pop. std" : "mean ± std", 'r', 0 },
        { interval, 'r', 1 },
        { "p", 'r', 4 },
        { "p (Holm)", 'r', 2 },
        { "Hedges' g", 'r', 5 },
    };
    for (size_t i = 0; !status && i < sizeof columns / sizeof columns[0]; i++)
        if (!(status = adrop_table_column(t, columns[i].align, columns[i].header)))
            status = adrop_table_rank(t, columns[i].rank);
    if (!status && v->paper)
        status = adrop_table_column(t, 'r', "p (paper)");
    if (!status && has_noise(v) && !(status = adrop_table_column(t, 'r', "rate")) &&
        !(status = adrop_table_rank(t, 5)) && !(status = adrop_table_column(t, 'r', "noise")))
        status = adrop_table_rank(t, 3);
    for (size_t i = 0; !status && has_times(v) && i < sizeof times / sizeof times[0]; i++)
        if (!(status = adrop_table_column(t, 'r', times[i])))
            status = adrop_table_rank(t, i ? 7 : 6);
    return status;
}

/* A number with so many decimals; nothing for NaN. */
static adrop_status add_number(adrop_table *t, double x, int decimals)
{
    if (isnan(x))
        return adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", "");
    return adrop_table_cell(t, ADROP_MARK_PLAIN, "%.*f", decimals, x);
}

/* Three digits: epochs take milliseconds or hours, noise may be next to nothing. */
static adrop_status add_three(adrop_table *t, double x)
{
    char text[ADROP_NUMBER_SIZE] = "";

    if (!isnan(x))
        adrop_number_round(text, x, 3);
    return adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", text);
}

static adrop_status add_mean(const ad_comparison_view *v, adrop_table *t,
                             const adrop_compare_row *row)
{
    const int decimals = ad_view_decimals(v);
    const double std = v->paper ? row->std_population : row->std;
    const adrop_mark mark = row->rank == 1   ? ADROP_MARK_BEST
                            : row->rank == 2 ? ADROP_MARK_SECOND
                                             : ADROP_MARK_PLAIN;

    if (!row->n)
        return adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", "");
    if (row->n < 2)
        return adrop_table_cell(t, mark, "%.*f", decimals, row->mean);
    return adrop_table_cell(t, mark, "%.*f ± %.*f", decimals, row->mean, decimals, std);
}

static adrop_status add_difference(const ad_comparison_view *v, adrop_table *t,
                                   const adrop_compare_row *row)
{
    const int decimals = ad_view_decimals(v);
    const double difference = adrop_number_or_zero(row->difference, decimals);

    if (row->is_baseline)
        return adrop_table_cell(t, ADROP_MARK_PLAIN, "baseline");
    if (isnan(row->difference))
        return adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", "");
    if (isnan(row->low))
        return adrop_table_cell(t, ADROP_MARK_PLAIN, "%+.*f", decimals, difference);
    return adrop_table_cell(t, ADROP_MARK_PLAIN, "%+.*f [%.*f, %.*f]", decimals, difference,
                            decimals, adrop_number_or_zero(row->low, decimals), decimals,
                            adrop_number_or_zero(row->high, decimals));
}

static adrop_status add_row(const ad_comparison_view *v, adrop_table *t,
                            const adrop_compare_row *row, int first)
{
    const double times[] = { row->s1, row->s2, row->s1_norm, row->s2_norm };
    adrop_status status = ADROP_OK;

    if (ad_view_has_blocks(v) &&
        !(status = adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", first ? row->data : "")))
        status = adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", first ? row->model : "");
    if (!status)
        status = adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", row->asked);
    if (!status)
        status = adrop_table_cell(t, ADROP_MARK_PLAIN, "%zu", row->n);
    if (!status)
        status = add_mean(v, t, row);
    if (!status)
        status = add_difference(v, t, row);
    if (!status)
        status = adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", AD_P(row->p));
    if (!status)
        status = adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", AD_P(row->p_holm));
    if (!status)
        status = add_number(t, row->effect, 2);
    if (!status && v->paper)
        status = adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", AD_P(row->p_paper));
    if (!status && has_noise(v) && !(status = add_three(t, row->rate)))
        status = add_three(t, row->noise_level);
    if (!status && has_times(v))
        status = add_three(t, row->seconds_per_epoch);
    for (size_t i = 0; !status && has_times(v) && i < sizeof times / sizeof times[0]; i++)
        status = add_number(t, times[i], 3);
    return status;
}

static adrop_status add_rows(const ad_comparison_view *v, adrop_table *t)
{
    adrop_status status = ADROP_OK;

    for (size_t from = 0, end; !status && from < v->n; from = end) {
        end = ad_view_block(v, from);
        status = adrop_table_rule(t);
        for (size_t i = from; !status && i < end; i++)
            status = add_row(v, t, &v->rows[i], i == from);
    }
    return status;
}

/* -- What the columns are, and what is to be known of single rows ----------------- */

static adrop_status note_columns(const ad_comparison_view *v, adrop_table *t)
{
    const size_t tests = ad_view_tests(v);
    adrop_status status = adrop_table_note(t, "%s is better. ± is the %s.",
                                           v->less_is_better ? "Lower" : "Higher",
                                           v->paper ? "standard deviation of the runs, divided by n"
                                                    : "sample standard deviation (n - 1)");

    if (!status && tests)
        status = adrop_table_note(t,
                                  "Differences are from %s; p is that of %s, two-sided; Holm's "
                                  "correction is for %zu comparison%s.",
                                  v->baseline, ad_view_test_name(v), tests, tests == 1 ? "" : "s");
    if (!status && v->paper && tests)
        status = adrop_table_note(
            t, "p (paper): Welch's t test, one-sided, with standard deviations divided "
               "by n and without correction, as in the paper's tables.");
    if (!status && has_noise(v))
        status = adrop_table_note(t,
                                  "rate, noise: 1 - E[m] and Var[m] / E[m]^2 of the masks m after "
                                  "the last epoch, averages over layers and runs.");
    if (!status && has_times(v))
        status = adrop_table_note(t, "s1 and s2: the paper's ratios of what is gained on `none` to "
                                     "the time it takes; norm: from 0 for the least to 1 for the "
                                     "greatest of a data set and network.");
    if (!status && !strncmp(v->metric, "best_", 5))
        status = adrop_table_note(t, "The best epoch was found with the test rows, so these "
                                     "figures are better than what new rows would give.");
    return status;
}

static adrop_status note_row(const ad_comparison_view *v, adrop_table *t,
                             const adrop_compare_row *row)
{
    const size_t missing = row->planned - row->n - row->failed;
    char where[600] = "";
    adrop_status status = ADROP_OK;

    if (ad_view_has_blocks(v))
        snprintf(where, sizeof where, "%s, %s: ", row->data, row->model);
    if (*row->chosen)
        status = adrop_table_note(
            t, "%s%s: %s, chosen by validation%s.", where, row->asked, row->chosen,
            row->chosen_edge < 0   ? "; it is the least of them, and a smaller one may be better"
            : row->chosen_edge > 0 ? "; it is the greatest of them, and a larger one may be better"
                                   : "");
    if (!status && row->failed)
        status = adrop_table_note(t, "%s%s: %zu of %zu runs failed.", where, row->asked,
                                  row->failed, row->planned);
    if (!status && missing)
        status = adrop_table_note(t, "%s%s: %zu of %zu runs %s not done yet.", where, row->asked,
                                  missing, row->planned, missing == 1 ? "is" : "are");
    return status;
}

static adrop_status fill(const ad_comparison_view *v, adrop_table *t)
{
    adrop_status status = add_columns(v, t);

    if (!status)
        status = add_rows(v, t);
    if (!status)
        status = note_columns(v, t);
    for (size_t i = 0; !status && i < v->n; i++)
        status = note_row(v, t, &v->rows[i]);
    return status;
}

adrop_status ad_view_table(const ad_comparison_view *v, adrop_table **out)
{
    char title[600];
    adrop_table *t;

    *out = NULL;
    if (v->n && !ad_view_has_blocks(v))
        snprintf(title, sizeof title, "%s, %s, %s", ad_view_title(v), v->rows[0].data,
                 v->rows[0].model);
    else
        snprintf(title, sizeof title, "%s", ad_view_title(v));
    adrop_status status = adrop_table_create(v->ctx, title, &t);
    if (!status)
        status = v->numbers ? ad_view_numbers(v, t) : fill(v, t);
    if (status)
        adrop_table_free(t);
    else
        *out = t;
    return status;
}

/* The table of a comparison for other programs: one column per number, in full, empty where
 * there is none. */
#include <math.h>

#include "base/context.h"
#include "report/view.h"

static adrop_status add_number_columns(adrop_table *t)
{
    static const char *const headers[] = {
        "data",
        "model",
        "dropout",
        "trained",
        "chosen",
        "runs",
        "planned",
        "failed",
        "mean",
        "std",
        "std_population",
        "rank",
        "difference",
        "low",
        "high",
        "p",
        "p_holm",
        "effect",
        "p_paper",
        "p_rank",
        "least_p_rank",
        "seconds_per_epoch",
        "s1",
        "s2",
        "s1_norm",
        "s2_norm",
        "rate",
        "noise_level",
    };
    adrop_status status = ADROP_OK;

    for (size_t i = 0; !status && i < sizeof headers / sizeof headers[0]; i++)
        status = adrop_table_column(t, i < 5 ? 'l' : 'r', headers[i]);
    return status;
}

static adrop_status add_number_row(adrop_table *t, const adrop_compare_row *r)
{
    const char *texts[] = { r->data, r->model, r->asked, r->dropout, r->chosen };
    const double numbers[] = {
        (double)r->n,
        (double)r->planned,
        (double)r->failed,
        r->mean,
        r->std,
        r->std_population,
        r->rank ? (double)r->rank : (double)NAN,
        r->difference,
        r->low,
        r->high,
        r->p,
        r->p_holm,
        r->effect,
        r->p_paper,
        r->p_rank,
        r->least_p_rank,
        r->seconds_per_epoch,
        r->s1,
        r->s2,
        r->s1_norm,
        r->s2_norm,
        r->rate,
        r->noise_level,
    };
    adrop_status status = ADROP_OK;

    for (size_t i = 0; !status && i < sizeof texts / sizeof texts[0]; i++)
        status = adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", texts[i]);
    for (size_t i = 0; !status && i < sizeof numbers / sizeof numbers[0]; i++)
        status = adrop_table_cell(t, ADROP_MARK_PLAIN, "%s",
                                  isfinite(numbers[i]) ? AD_NUM(numbers[i]) : "");
    return status;
}

adrop_status ad_view_numbers(const ad_comparison_view *v, adrop_table *t)
{
    adrop_status status = add_number_columns(t);

    for (size_t i = 0; !status && i < v->n; i++)
        status = add_number_row(t, &v->rows[i]);
    return status;
}

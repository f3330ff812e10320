/* A pruning on a page: the result by what was kept, before and after training again (prune.json).
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/html.h"

static double either(const json_t *from, const char *a, const char *b)
{
    const double x = ad_page_number(from, a);

    return isnan(x) ? ad_page_number(from, b) : x;
}

static void curve(adrop_page *p, const json_t *rounds, const char *unit)
{
    adrop_figure *f = ad_page_new_figure(p, "Result by the share that is kept");
    const json_t *one;
    size_t i;

    if (!f)
        return;
    adrop_figure_panel(f, ADROP_FIGURE_LINE, "");
    adrop_figure_axis(f, ADROP_X, "kept (%)", ADROP_AXIS_LOG);
    adrop_figure_axis(f, ADROP_Y, unit, 0);
    for (int k = 0; k < 2; k++) {
        adrop_figure_series(f, k ? "right after pruning" : "after training again", k);
        json_array_foreach(rounds, i, one)
        {
            const double kept = ad_page_number(one, "kept");
            const double y = k ? either(one, "test_acc_before", "test_rmse_before")
                               : either(one, "test_acc", "test_rmse");
            if (isfinite(y) && kept > 0)
                adrop_figure_point(f, kept <= 1 ? 100 * kept : kept, y);
        }
    }
    ad_page_figure(p, f);
}

static void table(adrop_page *p, const json_t *rounds, const char *unit)
{
    static const char *const keys[] = {
        "round", "kept", "params", "macs", "bytes", "ms_per_batch"
    };
    adrop_table *t = ad_page_new_table(p, "rounds");
    const json_t *one;
    size_t i;

    for (i = 0; t && !p->status && i < sizeof keys / sizeof *keys; i++)
        p->status = adrop_table_column(t, 'r', keys[i]);
    if (t && !p->status)
        p->status = adrop_table_column(t, 'r', unit);
    if (t && !p->status)
        p->status = adrop_table_column(t, 'r', "before");
    json_array_foreach(rounds, i, one)
    {
        const double last[] = { either(one, "test_acc", "test_rmse"),
                                either(one, "test_acc_before", "test_rmse_before") };
        for (size_t k = 0; t && !p->status && k < sizeof keys / sizeof *keys + 2; k++) {
            const double x = k < sizeof keys / sizeof *keys ? ad_page_number(one, keys[k])
                                                            : last[k - sizeof keys / sizeof *keys];
            if (isfinite(x))
                adrop_table_cell(t, ADROP_PLAIN, fabs(x) >= 1e5 ? "%.0f" : "%.6g", x);
            else
                adrop_table_cell(t, ADROP_PLAIN, "-");
        }
    }
    ad_page_table(p, t);
}

void ad_page_pruning(adrop_page *p, const char *folder)
{
    json_t *record = ad_page_read(p, folder, "prune.json", 0);
    const json_t *rounds = json_object_get(record, "rounds"),
                 *settings = json_object_get(record, "settings");
    const size_t n = json_array_size(rounds);
    const json_t *first = json_array_get(rounds, 0), *last = NULL;

    ad_page_head(p, 2, "Pruning: %s", folder);
    if (!record)
        return;
    for (size_t i = 0; i < n; i++)
        if (isfinite(either(json_array_get(rounds, i), "test_acc", "test_rmse")))
            last = json_array_get(rounds, i);
    if (last)
        ad_page_tell(
            p,
            "%s: pruning %s by %s, from %.0f to %.0f parameters, took the test %s from %.2f to "
            "%.2f.",
            folder, ad_page_text(settings, "unit"), ad_page_text(settings, "criterion"),
            ad_page_number(first, "params"), ad_page_number(last, "params"),
            json_object_get(last, "test_rmse") ? "rmse" : "accuracy",
            either(first, "test_acc", "test_rmse"), either(last, "test_acc", "test_rmse"));
    else
        ad_page_lack(p, "%s/prune.json has no round that is done.", folder);
    curve(p, rounds, json_object_get(first, "test_rmse") ? "test rmse" : "test accuracy (%)");
    if (n)
        table(p, rounds, json_object_get(first, "test_rmse") ? "test rmse" : "test acc");
    ad_page_settings(p, record, folder);
    json_decref(record);
}

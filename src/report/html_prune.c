/* A pruning on a page (prune.json): the result against the share kept, before and after
 * retraining. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
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
    adrop_figure_panel(f, "line", "");
    adrop_figure_axis(f, ADROP_AXIS_X, "kept (%)", ADROP_AXIS_LOG);
    adrop_figure_axis(f, ADROP_AXIS_Y, unit, 0);
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

static int any(const json_t *rounds, const char *key)
{
    const json_t *one;
    size_t i;

    json_array_foreach(rounds, i, one) if (isfinite(ad_page_number(one, key))) return 1;
    return 0;
}

/* A row per round; columns without values are omitted. */
static void table(adrop_page *p, const json_t *rounds, const char *unit)
{
    static const struct {
        const char *key, *head;
        double times;
        int decimals;
    } columns[] = { { "round", "round", 1, 0 },       { "kept", "kept (%)", 100, 1 },
                    { "params", "parameters", 1, 0 }, { "macs", "products of a row", 1, 0 },
                    { "bytes", "bytes", 1, 0 },       { "ms_per_batch", "ms of a batch", 1, 3 } };
    enum { COLUMNS = sizeof columns / sizeof *columns };
    const int digits = ADROP_DECIMALS(strstr(unit, "rmse") ? 4 : 2);
    const json_t *one;
    size_t i;

    adrop_document_table(p->d, NULL, "Rounds", 0);
    for (i = 0; i < COLUMNS; i++)
        if (any(rounds, columns[i].key))
            adrop_document_column(p->d, NULL, columns[i].head, 'r', "",
                                  ADROP_DECIMALS(columns[i].decimals));
    adrop_document_column(p->d, NULL, "right after pruning", 'r', "", digits);
    adrop_document_column(p->d, NULL, unit, 'r', "", digits);
    json_array_foreach(rounds, i, one)
    {
        for (size_t k = 0; k < COLUMNS; k++)
            if (any(rounds, columns[k].key))
                ad_page_cell(p, columns[k].times * ad_page_number(one, columns[k].key));
        ad_page_cell(p, either(one, "test_acc_before", "test_rmse_before"));
        ad_page_cell(p, either(one, "test_acc", "test_rmse"));
    }
    adrop_document_end(p->d);
}

/* What was removed, what it cost, and how far pruning can go for one point of accuracy. */
static void html_prune_tell(adrop_page *p, const json_t *rounds, const json_t *last,
                            const json_t *settings)
{
    char text[512];
    const json_t *first = json_array_get(rounds, 0), *least = first, *one;
    const double begin = ad_page_number(first, "params"), acc = ad_page_number(first, "test_acc");
    const int regression = json_object_get(last, "test_rmse") != NULL;
    size_t i;

    ad_print(text, sizeof text,
             "Removing %.20ss by the criterion %.60s took the network from %.0f to %.0f parameters "
             "and the test %s from %.*f to %.*f.",
             ad_page_text(settings, "unit"), ad_page_text(settings, "criterion"), begin,
             ad_page_number(last, "params"), regression ? "rmse" : "accuracy", regression ? 4 : 2,
             either(first, "test_acc", "test_rmse"), regression ? 4 : 2,
             either(last, "test_acc", "test_rmse"));
    ad_page_tell(p, "%s", text);
    ad_page_say_again(p, "%s", text);
    json_array_foreach(rounds, i, one) if (ad_page_number(one, "test_acc") >= acc - 1 &&
                                           ad_page_number(one, "params") <
                                               ad_page_number(least, "params")) least = one;
    if (least == first)
        return;
    ad_print(text, sizeof text,
             "The smallest network within one point of the whole one has %.0f parameters, "
             "%.1f %% of them, and a test accuracy of %.2f.",
             ad_page_number(least, "params"), 100 * ad_page_number(least, "params") / begin,
             ad_page_number(least, "test_acc"));
    ad_page_tell(p, "%s", text);
    ad_page_say_again(p, "%s", text);
}

void ad_page_pruning(adrop_page *p, const char *folder)
{
    json_t *record = ad_page_read(p, folder, "prune.json", 0);
    const json_t *rounds = json_object_get(record, "rounds"),
                 *settings = json_object_get(record, "settings");
    const size_t n = json_array_size(rounds);
    const json_t *first = json_array_get(rounds, 0), *last = NULL;

    ad_page_head(p, 2, "Pruning: %s", ad_page_path(p, folder));
    if (!record)
        return;
    for (size_t i = 0; i < n; i++)
        if (isfinite(either(json_array_get(rounds, i), "test_acc", "test_rmse")))
            last = json_array_get(rounds, i);
    if (last)
        html_prune_tell(p, rounds, last, settings);
    else
        ad_page_lack(p, "%s/prune.json has no round that is done.", ad_page_path(p, folder));
    curve(p, rounds, json_object_get(first, "test_rmse") ? "test rmse" : "test accuracy (%)");
    if (n)
        table(p, rounds, json_object_get(first, "test_rmse") ? "test rmse" : "test accuracy");
    ad_page_settings(p, record, ad_page_path(p, folder));
    json_decref(record);
}

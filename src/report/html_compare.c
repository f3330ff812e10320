/* A comparison on a page: findings and table from its table.json, the differences as a forest,
 * effectiveness; then the curves of its runs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/record.h"
#include "base/context.h"
#include "base/memory.h"
#include "report/html.h"
#include "report/view.h"

/* Is the sentence about a data set and network, "DATA, MODEL: .."? Other sentences describe the
 * tests. */
static int is_finding(const json_t *table, const char *sentence)
{
    const json_t *row;
    char begin[600];
    size_t i;

    json_array_foreach(json_object_get(table, "rows"), i, row)
    {
        snprintf(begin, sizeof begin, "%.250s, %.250s: ", ad_page_text(row, "data"),
                 ad_page_text(row, "model"));
        if (!strncmp(sentence, begin, strlen(begin)))
            return 1;
    }
    return 0;
}

/* The findings of a table, also on the first screen unless there is a person's verdict. */
static void findings(adrop_page *p, const json_t *table, int judged)
{
    const json_t *one;
    size_t i;

    json_array_foreach(json_object_get(table, "verdict"), i, one)
    {
        const char *sentence = json_string_value(one);
        if (sentence && is_finding(table, sentence)) {
            if (!judged)
                ad_page_tell(p, "%s", sentence);
            ad_page_say_again(p, "%s", sentence);
        }
    }
}

static void methods(adrop_page *p, const json_t *table)
{
    const json_t *one;
    size_t i;

    json_array_foreach(json_object_get(table, "verdict"), i, one)
    {
        const char *sentence = json_string_value(one);
        if (sentence && !is_finding(table, sentence))
            ad_page_note(p, "%s", sentence);
    }
}

static double html_compare_end_of(const json_t *row, size_t i)
{
    const json_t *x = json_array_get(json_object_get(row, "ci"), i);

    return json_is_number(x) ? json_number_value(x) : NAN;
}

static int same_block(const json_t *a, const json_t *b)
{
    return !strcmp(ad_page_text(a, "data"), ad_page_text(b, "data")) &&
           !strcmp(ad_page_text(a, "model"), ad_page_text(b, "model"));
}

/* Rebuild a row of the comparison. Its texts belong to the JSON. */
static adrop_compare_row row_of(const json_t *row, const char *baseline)
{
    const double planned = ad_page_number(row, "planned"), failed = ad_page_number(row, "failed");
    const char *edge = ad_page_text(row, "chosen_edge");
    adrop_compare_row r = { .data = ad_page_text(row, "data"),
                            .model = ad_page_text(row, "model"),
                            .dropout = ad_page_text(row, "trained"),
                            .asked = ad_page_text(row, "dropout"),
                            .chosen = ad_page_text(row, "chosen"),
                            .chosen_edge = !strcmp(edge, "least") ? -1 : *edge != 0,
                            .n = json_array_size(json_object_get(row, "runs")),
                            .failed = failed > 0 && failed < 1e9 ? (size_t)failed : 0,
                            .mean = ad_page_number(row, "mean"),
                            .std = ad_page_number(row, "std"),
                            .std_population = ad_page_number(row, "std_population"),
                            .difference = ad_page_number(row, "difference"),
                            .low = html_compare_end_of(row, 0),
                            .high = html_compare_end_of(row, 1),
                            .p = ad_page_number(row, "p"),
                            .p_holm = ad_page_number(row, "p_holm"),
                            .effect = ad_page_number(row, "effect"),
                            .p_paper = ad_page_number(row, "p_paper"),
                            .rate = ad_page_number(row, "rate"),
                            .noise_level = ad_page_number(row, "noise_level"),
                            .seconds_per_epoch = ad_page_number(row, "seconds_per_epoch"),
                            .s1 = ad_page_number(row, "s1"),
                            .s2 = ad_page_number(row, "s2"),
                            .s1_norm = ad_page_number(row, "s1_norm"),
                            .s2_norm = ad_page_number(row, "s2_norm") };
    const double rank = ad_page_number(row, "rank");

    r.is_baseline = !strcmp(r.asked, baseline);
    r.rank = rank >= 1 && rank < 1e6 ? (int)rank : 0;
    r.planned = planned > 0 && planned < 1e9 ? (size_t)planned : 0;
    if (r.planned < r.n + r.failed)
        r.planned = r.n + r.failed;
    return r;
}

/* The table that `adrop compare` prints. */
static void results(adrop_page *p, const json_t *table)
{
    static const char *const tests[] = { "welch", "pooled", "paired" };
    const json_t *rows = json_object_get(table, "rows"), *row;
    const double level = ad_page_number(table, "level");
    ad_comparison_view v = { .ctx = p->ctx,
                             .n = json_array_size(rows),
                             .metric = ad_page_text(table, "metric"),
                             .baseline = ad_page_text(table, "baseline"),
                             .folder = "",
                             .less_is_better = strstr(ad_page_text(table, "metric"), "rmse") !=
                                               NULL,
                             .level = level > 0 && level < 1 ? level : 0.95 };
    size_t i;

    for (size_t t = 0; t < 3; t++)
        if (!strcmp(ad_page_text(table, "test"), tests[t]))
            v.test = (adrop_t_kind)t;
    if (p->status || (p->status = AD_NEW(p->ctx, v.n, "the rows of a report", &v.rows)))
        return;
    json_array_foreach(rows, i, row) v.rows[i] = row_of(row, v.baseline);
    ad_view_table(&v, p->d);
    ad_view_release(&v);
}

/* One panel per data set and network. */
static void forest(adrop_page *p, const json_t *table)
{
    const json_t *rows = json_object_get(table, "rows"), *row;
    adrop_figure *f = ad_page_new_figure(p, "Differences from %s", ad_page_text(table, "baseline"));
    const json_t *block = NULL;
    char title[300];
    size_t i;

    json_array_foreach(rows, i, row)
    {
        const double d = ad_page_number(row, "difference");
        if (!f || !isfinite(d))
            continue;
        if (!block || !same_block(block, row)) {
            snprintf(title, sizeof title, "%.120s, %.120s", ad_page_text(row, "data"),
                     ad_page_text(row, "model"));
            adrop_figure_panel(f, "forest", title);
            adrop_figure_axis(f, ADROP_AXIS_X,
                              strstr(ad_page_text(table, "metric"), "rmse")
                                  ? "difference in rmse: less is better"
                                  : "difference in points: more is better",
                              0);
            adrop_figure_mark(f, ADROP_AXIS_X, 0, "");
            adrop_figure_series(f, "difference", 0);
            block = row;
        }
        adrop_figure_named(f, ad_page_text(row, "dropout"), d, NAN, html_compare_end_of(row, 0),
                           html_compare_end_of(row, 1));
    }
    if (f)
        adrop_figure_note(f,
                          "Intervals of %.0f %% of each difference by itself, without a correction "
                          "for their number.",
                          100 * ad_page_number(table, "level"));
    ad_page_figure(p, f);
}

/* s1 and s2: gain in accuracy over gain in time, both normalised (docs/statistics.md). */
static void ratios(adrop_page *p, const json_t *table)
{
    static const char *const keys[] = { "s1_norm", "s2_norm" };
    const json_t *rows = json_object_get(table, "rows"), *row;
    adrop_figure *f = ad_page_new_figure(p, "Effectiveness ratios: accuracy for time");
    size_t i;

    for (int k = 0; f && k < 2; k++) {
        adrop_figure_panel(f, "bar", k ? "second ratio" : "first ratio");
        adrop_figure_axis(f, ADROP_AXIS_Y, "normalised", ADROP_AXIS_FROM_ZERO);
        adrop_figure_series(f, keys[k], k);
        json_array_foreach(rows, i, row) if (isfinite(ad_page_number(row, keys[k])))
            adrop_figure_named(f, ad_page_text(row, "dropout"), NAN, ad_page_number(row, keys[k]),
                               NAN, NAN);
    }
    ad_page_figure(p, f);
}

typedef struct {
    adrop_page *page;
    ad_shown_runs runs;
} pile;

static void html_compare_take(void *user, const char *path)
{
    pile *all = user;

    if (all->page->status || strstr(path, "/choice/")) /* runs that chose a setting */
        return;
    const adrop_status status = ad_shown_runs_add(&all->runs, path);
    if (status == ADROP_ENOMEM)
        all->page->status = status;
    else if (status)
        ad_page_lack(all->page, "%s.", adrop_ctx_message(all->page->ctx));
}

void ad_page_compared(adrop_page *p, const json_t *table, int judged)
{
    findings(p, table, judged);
    results(p, table);
    methods(p, table);
    forest(p, table);
    ratios(p, table);
}

void ad_page_comparison(adrop_page *p, const char *folder)
{
    json_t *record = ad_page_read(p, folder, "compare.json", 0);
    json_t *table = ad_page_read(p, folder, "table.json", 1);
    pile all = { p, { .ctx = p->ctx, .unpacked = p->unpacked } };

    ad_page_head(p, 2, "Comparison: %s", ad_page_path(p, folder));
    p->within = folder;
    if (table) {
        ad_page_compared(p, table, 0);
    } else {
        ad_page_lack(
            p,
            "%s has no table.json: the comparison was not finished, or its table never made "
            "('adrop compare' with the same settings makes it). Runs are shown without tests.",
            ad_page_path(p, folder));
    }
    if (!p->status)
        p->status = adrop_records_find(p->ctx, folder, html_compare_take, &all);
    if (!p->status && all.runs.n)
        ad_page_runs(p, &all.runs);
    else if (!p->status)
        ad_page_lack(p, "%s has no runs.", ad_page_path(p, folder));
    if (record)
        ad_page_settings(p, record, ad_page_path(p, folder));
    p->within = NULL;
    ad_shown_runs_release(&all.runs);
    json_decref(table);
    json_decref(record);
}

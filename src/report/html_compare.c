/* A comparison on a page: its findings and table as `adrop compare` left them in table.json, the
 * differences as a forest, what time is worth; then the curves of its runs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "adrop/record.h"
#include "base/format.h"
#include "report/html.h"

/* Is a sentence of the verdict about a data set and network, "DATA, MODEL: .."? The others say how
 * it was tested. */
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

/* The verdict of a table: what was found, on the first screen too unless somebody has judged it. */
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

static double end_of(const json_t *row, size_t i)
{
    const json_t *x = json_array_get(json_object_get(row, "ci"), i);

    return json_is_number(x) ? json_number_value(x) : NAN;
}

static void add_row(adrop_page *p, const json_t *row, int digits, int blocks)
{
    static const char *const rest[] = { "effect", "rate", "noise_level", "seconds_per_epoch" };
    const double rank = ad_page_number(row, "rank"), low = end_of(row, 0), high = end_of(row, 1);
    char after[128];

    if (blocks) {
        adrop_document_cell_text(p->d, ad_page_text(row, "data"));
        adrop_document_cell_text(p->d, ad_page_text(row, "model"));
    }
    adrop_document_cell_text(p->d, ad_page_text(row, "dropout"));
    adrop_document_cell_count(p->d, json_array_size(json_object_get(row, "runs")));
    ad_page_cell(p, ad_page_number(row, "mean"));
    ad_print(after, sizeof after, " ± %.*f", digits, ad_page_number(row, "std"));
    if (isfinite(ad_page_number(row, "mean")) && isfinite(ad_page_number(row, "std")))
        adrop_document_around(p->d, "", after);
    adrop_document_mark(p->d, rank == 1   ? ADROP_MARK_BEST
                              : rank == 2 ? ADROP_MARK_SECOND
                                          : ADROP_MARK_PLAIN);
    ad_page_cell(p, rank);
    ad_page_cell(p, isfinite(low) && isfinite(high) ? ad_page_number(row, "difference") : NAN);
    ad_print(after, sizeof after, " [%.*f, %.*f]", digits, adrop_number_or_zero(low, digits),
             digits, adrop_number_or_zero(high, digits));
    if (isfinite(low) && isfinite(high))
        adrop_document_around(p->d, ad_page_number(row, "difference") > 0 ? "+" : "", after);
    ad_page_cell(p, ad_page_number(row, "p_holm"));
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        ad_page_cell(p, ad_page_number(row, rest[i]));
}

static int same_block(const json_t *a, const json_t *b)
{
    return !strcmp(ad_page_text(a, "data"), ad_page_text(b, "data")) &&
           !strcmp(ad_page_text(a, "model"), ad_page_text(b, "model"));
}

static void results(adrop_page *p, const json_t *table)
{
    const json_t *rows = json_object_get(table, "rows"), *row;
    const int digits = strstr(ad_page_text(table, "metric"), "rmse") ? 4 : 2;
    const struct {
        const char *label;
        int digits;
    } columns[] = { { "data", 0 },
                    { "model", 0 },
                    { "technique", 0 },
                    { "runs", 0 },
                    { "mean ± std", ADROP_DECIMALS(digits) },
                    { "rank", 0 },
                    { "difference [interval]", ADROP_DECIMALS(digits) },
                    { "p (Holm)", 2 },
                    { "Hedges' g", ADROP_DECIMALS(2) },
                    { "rate", ADROP_DECIMALS(3) },
                    { "noise level", ADROP_DECIMALS(3) },
                    { "s per epoch", ADROP_DECIMALS(3) } };
    int blocks = 0;
    char note[700];
    size_t i;

    for (i = 1; i < json_array_size(rows);
         i++) /* of one data set and network it need not be said */
        blocks |= !same_block(json_array_get(rows, 0), json_array_get(rows, i));
    adrop_document_table(p->d, NULL, "", 0);
    for (i = blocks ? 0 : 2; i < sizeof columns / sizeof *columns; i++)
        adrop_document_column(p->d, NULL, columns[i].label, i < 3 ? 'l' : 'r', "",
                              columns[i].digits);
    json_array_foreach(rows, i, row) add_row(p, row, digits, blocks);
    ad_print(
        note, sizeof note,
        "%.100s. Differences are to %.250s, by the %.30s t test; intervals of %.0f %%; p after "
        "Holm's correction for all rows; g is positive where the row's mean is above.",
        ad_page_text(table, "metric"), ad_page_text(table, "baseline"), ad_page_text(table, "test"),
        100 * ad_page_number(table, "level"));
    adrop_document_note(p->d, note);
    adrop_document_end(p->d);
}

/* One panel for each data set and network. */
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
            adrop_figure_panel(f, ADROP_FIGURE_FOREST, title);
            adrop_figure_axis(f, ADROP_AXIS_X,
                              strstr(ad_page_text(table, "metric"), "rmse")
                                  ? "difference in rmse: less is better"
                                  : "difference in points: more is better",
                              0);
            adrop_figure_mark(f, ADROP_AXIS_X, 0, "");
            adrop_figure_series(f, "difference", 0);
            block = row;
        }
        adrop_figure_named(f, ad_page_text(row, "dropout"), d, NAN, end_of(row, 0), end_of(row, 1));
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
        adrop_figure_panel(f, ADROP_FIGURE_BAR, k ? "second ratio" : "first ratio");
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

static void take(void *user, const char *path)
{
    pile *all = user;

    if (all->page->status || strstr(path, "/choice/")) /* those settled a setting */
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
        p->status = adrop_records_find(p->ctx, folder, take, &all);
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

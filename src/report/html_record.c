/* A record of results/ on a page: the output of `adrop reproduce --json` or `adrop compare
 * --json`. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/format.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "report/html.h"

static int same_block(const json_t *a, const json_t *b)
{
    static const char *const keys[] = { "part", "data", "model", "metric" };

    for (size_t i = 0; i < 4; i++)
        if (strcmp(ad_page_text(a, keys[i]), ad_page_text(b, keys[i])) != 0)
            return 0;
    return 1;
}

/* Rows [from, end) as bars: our results and the paper's. */
static void bars(adrop_page *p, const json_t *rows, size_t from, size_t end)
{
    const json_t *first = json_array_get(rows, from);
    adrop_figure *f = ad_page_new_figure(p, "%s: %s, %s, %s", ad_page_text(first, "part"),
                                         ad_page_text(first, "data"), ad_page_text(first, "model"),
                                         ad_page_text(first, "metric"));

    if (!f)
        return;
    adrop_figure_panel(f, "bar", "");
    adrop_figure_axis(f, ADROP_AXIS_Y, ad_page_text(first, "metric"), 0);
    for (int paper = 0; paper < 2; paper++) {
        adrop_figure_series(f, paper ? "the paper" : "here", paper);
        for (size_t i = from; i < end; i++) {
            const json_t *row = json_array_get(rows, i);
            const json_t *of = paper ? json_object_get(row, "paper") : row;
            const double mean = ad_page_number(of, "mean"), std = ad_page_number(of, "std");
            adrop_figure_named(f, ad_page_text(row, "asked"), NAN, mean, mean - std, mean + std);
        }
    }
    adrop_figure_note(f, "Error bars: one standard deviation, where there are several runs.");
    ad_page_figure(p, f);
}

/* "98.23 ± 0.11" */
static void result_cell(adrop_page *p, const json_t *of, int digits)
{
    const double mean = ad_page_number(of, "mean"), std = ad_page_number(of, "std");
    char after[64];

    ad_page_cell(p, mean);
    ad_print(after, sizeof after, " ± %.*f", digits, std);
    if (isfinite(mean) && isfinite(std))
        adrop_document_around(p->d, "", after);
}

static void table(adrop_page *p, const json_t *rows, size_t from, size_t end)
{
    static const char *const heads[] = { "technique", "runs",      "here", "rank",
                                         "p (Holm)",  "the paper", "rank", "p" };
    const char *metric = ad_page_text(json_array_get(rows, from), "metric");
    const int digits = !strcmp(metric, "rmse") || !strcmp(metric, "seconds_per_epoch") ? 4 : 2;

    adrop_document_table(p->d, NULL, "", 0);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        adrop_document_column(p->d, NULL, heads[i], i ? 'r' : 'l', "",
                              i == 2 || i == 5   ? ADROP_DECIMALS(digits)
                              : i == 4 || i == 7 ? ADROP_DECIMALS(4)
                                                 : 0);
    for (size_t i = from; i < end; i++) {
        const json_t *row = json_array_get(rows, i), *paper = json_object_get(row, "paper");
        adrop_document_cell_text(p->d, ad_page_text(row, "asked"));
        adrop_document_cell_count(p->d, json_array_size(json_object_get(row, "runs")));
        result_cell(p, row, digits);
        ad_page_cell(p, ad_page_number(row, "rank"));
        ad_page_cell(p, ad_page_number(row, "p_holm"));
        result_cell(p, paper, digits);
        ad_page_cell(p, ad_page_number(paper, "rank"));
        ad_page_cell(p, ad_page_number(paper, "p"));
    }
    adrop_document_end(p->d);
}

static void sheet(adrop_page *p, const json_t *s)
{
    const json_t *columns = json_object_get(s, "columns"), *rows = json_object_get(s, "rows"),
                 *notes = json_object_get(s, "notes"), *one;
    const char *title = ad_page_text(s, "title"), *text;
    const size_t n = json_array_size(columns);
    size_t i;

    if (!n || !json_array_size(rows))
        return;
    adrop_document_table(p->d, NULL, *title ? title : "a sheet", ADROP_TABLE_FOLDED);
    for (i = 0; i < n; i++) {
        text = json_string_value(json_array_get(columns, i));
        adrop_document_column(p->d, NULL, text ? text : "", i ? 'r' : 'l', "", 6);
    }
    json_array_foreach(rows, i, one) for (size_t k = 0; k < n; k++)
    {
        const json_t *cell = json_array_get(one, k);
        if (json_is_number(cell))
            ad_page_cell(p, json_number_value(cell));
        else
            adrop_document_cell_text(p->d, json_is_string(cell) ? json_string_value(cell) : "");
    }
    json_array_foreach(notes, i, one) if (json_is_string(one))
        adrop_document_note(p->d, json_string_value(one));
    adrop_document_end(p->d);
}

/* A person's verdict on a record, from verdicts.json of its folder, {"NAME.json": "sentence"}. It
 * replaces the computed findings on the first screen. */
static int judged(adrop_page *p, const char *folder, const char *name)
{
    json_t *verdicts = ad_page_read(p, folder, "verdicts.json", 1);
    const char *text = ad_page_text(verdicts, name);
    const int there = *text != 0;

    if (there) {
        ad_page_tell(p, "%s", text);
        ad_page_say(p, "Verdict: %s", text);
    }
    json_decref(verdicts);
    return there;
}

static void html_record_show(adrop_page *p, const json_t *record, const char *folder,
                             const char *name)
{
    const json_t *rows = json_object_get(record, "rows"), *one;
    size_t i;

    ad_page_head(p, 2, "%s: %s (%s)", ad_page_text(record, "recipe"), ad_page_text(record, "title"),
                 name);
    ad_page_say(p, "The paper's claim: %s.", ad_page_text(record, "claim"));
    if (*ad_page_text(record, "says"))
        ad_page_note(p, "The %s scale: %s.", ad_page_text(record, "scale"),
                     ad_page_text(record, "says"));
    if (*ad_page_text(record, "restricted"))
        ad_page_note(p, "Restricted: %s.", ad_page_text(record, "restricted"));
    const int is_judged = judged(p, folder, name);
    json_array_foreach(json_object_get(record, "verdicts"), i, one) if (json_is_string(one))
    {
        ad_page_say(p, "%s%s.", is_judged ? "" : "Verdict: ", json_string_value(one));
        if (!is_judged)
            ad_page_tell(p, "%s.", json_string_value(one));
    }
    for (size_t from = 0, end; from < json_array_size(rows) && !p->status; from = end) {
        for (end = from + 1; end < json_array_size(rows) &&
                             same_block(json_array_get(rows, from), json_array_get(rows, end));)
            end++;
        if (end - from > 1)
            bars(p, rows, from, end);
        table(p, rows, from, end);
    }
    json_array_foreach(json_object_get(record, "sheets"), i, one) sheet(p, one);
    json_array_foreach(json_object_get(record, "remarks"), i, one) if (json_is_string(one))
        ad_page_note(p, "Known of the paper's table: %s.", json_string_value(one));
}

/* A record of `adrop compare`, without claims of the paper. */
static void show_compared(adrop_page *p, const json_t *table, const char *folder, const char *name)
{
    ad_page_head(p, 2, "Comparison with %s: %s (%s)", ad_page_text(table, "baseline"),
                 ad_page_text(json_array_get(json_object_get(table, "rows"), 0), "data"), name);
    ad_page_compared(p, table, judged(p, folder, name));
}

adrop_status adrop_page_add_record(adrop_page *p, const char *folder, const char *name)
{
    if (ad_check_given(p->ctx, "folder", folder) || ad_check_given(p->ctx, "name", name))
        return ADROP_EINVAL;

    const size_t missing = p->n_missing;
    json_t *record = ad_page_read(p, folder, name, 0);

    if (p->status || !record)
        return p->status ? p->status
               : p->n_missing == missing
                   ? ad_fail(p->ctx, ADROP_EIO, "'%s/%s' cannot be read", folder, name)
                   : ADROP_OK;
    if (*ad_page_text(record, "recipe"))
        html_record_show(p, record, folder, name);
    else if (*ad_page_text(record, "baseline"))
        show_compared(p, record, folder, name);
    json_decref(record);
    return p->status;
}

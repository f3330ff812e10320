/* Compares existing runs (run_row.h): reads, groups and tests them, and prints a table or JSON,
 * with the other settings that differ. */
#include "run_row.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/number.h"
#include "document_out.h"
#include "out.h"

typedef struct {
    const command_call *call;
    const char *baseline;
    run_row *rows; /* (n), owned */
    size_t n, room;
    int failed, no_memory;
} pile;

/* Is the run finished, with a result? If not, says why it is left out. */
static int counts(const run_row *row)
{
    if (!strcmp(row->state, "damaged"))
        out_complain("compare",
                     "'%s' is damaged, and is left out: its metrics.jsonl is shorter than its "
                     "run.json says",
                     row->path);
    else if (strcmp(row->state, "done") != 0)
        out_complain("compare", "'%s' is not finished (%s, %zu of %zu epochs), and is left out",
                     row->path, row->state, row->done, row->epochs);
    else if (isnan(row->test))
        out_complain("compare", "'%s' has no test result, and is left out", row->path);
    else
        return 1;
    return 0;
}

static void compare_runs_add(void *user, const char *path)
{
    pile *p = user;
    run_row row;

    if (p->no_memory)
        return; /* already reported */
    const adrop_status status = run_row_read(p->call->ctx, path, &row);
    if (status) {
        command_fail(p->call, status);
        p->failed = 1;
        p->no_memory = status == ADROP_ENOMEM;
        return;
    }
    if (!counts(&row))
        return;
    if (p->n == p->room) {
        p->room = p->room ? 2 * p->room : 32;
        run_row *rows = out_memory(p->room, sizeof *rows);
        if (p->n)
            memcpy(rows, p->rows, p->n * sizeof *rows);
        free(p->rows);
        p->rows = rows;
    }
    p->rows[p->n++] = row;
}

static void compare_runs_add_columns(adrop_document *d)
{
    static const adrop_column columns[] = {
        { "data", "data", 'l', NULL, 2, 0 },
        { "model", "model", 'l', NULL, 2, 3 },
        { "dropout", "technique", 'l', NULL, 2, 0 },
        { "n", "runs", 'r', NULL, 2, 1 },
        { "mean", "test", 'r', NULL, 2, 0 },
        { "std", NULL, 'r', NULL, 2, 0 },
        { "test", NULL, 'l', NULL, 2, 0 },
        { "pairs", NULL, 'r', NULL, 2, 0 },
        { "difference", "difference [95 %]", 'r', NULL, 2, 4 },
        { "p", "p", 'r', NULL, 2, 2 },
        { "p_holm", "p (Holm)", 'r', NULL, 2, 0 },
        { "ci", NULL, 'r', NULL, 2, 0 },
        { 0 },
    };

    adrop_document_table(d, "rows", "", 0);
    adrop_document_columns(d, columns);
}

static void add_number(adrop_document *d, double x)
{
    if (isnan(x))
        adrop_document_cell_null(d);
    else
        adrop_document_cell_number(d, x);
}

/* The mean, for people with its standard deviation. */
static void add_mean(adrop_document *d, const run_group *g, int decimals)
{
    char text[80];

    snprintf(text, sizeof text, " ± %.*f", decimals, g->std);
    adrop_document_cell_number(d, g->mean);
    adrop_document_differs(d, "mean", "", ADROP_DECIMALS(decimals));
    adrop_document_around(d, "", isnan(g->std) ? "" : text);
}

/* The difference from the baseline, for people with its sign and interval. */
static void add_difference(adrop_document *d, const run_group *g, int decimals)
{
    char interval[160] = "";

    if (!isnan(g->p))
        snprintf(interval, sizeof interval, " [%.*f, %.*f]", decimals,
                 adrop_number_or_zero(g->low, decimals), decimals,
                 adrop_number_or_zero(g->high, decimals));
    add_number(d, g->difference);
    adrop_document_differs(d, "difference", "", ADROP_DECIMALS(decimals));
    if (g->is_base)
        adrop_document_around(d, "baseline", "");
    else
        adrop_document_around(d, adrop_number_or_zero(g->difference, decimals) >= 0 ? "+" : "",
                              interval);
}

static void add_group(adrop_document *d, const run_group *g)
{
    const int decimals = g->row->regression ? 4 : 2;

    adrop_document_cell_text(d, g->row->data);
    adrop_document_cell_text(d, g->row->model);
    adrop_document_cell_text(d, g->row->dropout);
    adrop_document_cell_count(d, g->n);
    add_mean(d, g, decimals);
    adrop_document_cell_number(d, g->std);
    adrop_document_cell_text(d, isnan(g->p) ? NULL : g->pairs ? "paired" : "welch");
    adrop_document_cell_count(d, g->pairs);
    add_difference(d, g, decimals);
    add_number(d, g->p);
    add_number(d, g->holm);
    adrop_document_list(d, NULL, NULL);
    adrop_document_cell_number(d, g->low);
    adrop_document_cell_number(d, g->high);
    adrop_document_end(d);
}

/* Notes: which test was used, and what the table omits. */
static void explain(adrop_document *d, const run_group *groups, size_t n, const char *differing)
{
    size_t tests = 0, paired = 0;

    for (size_t i = 0; i < n; i++) {
        tests += isnan(groups[i].p) ? 0 : 1;
        paired += groups[i].pairs > 0;
    }
    adrop_document_say(d,
                       "Runs are grouped by data, network and technique. Differences are from the "
                       "baseline on the same data and network.");
    if (tests && paired == tests)
        adrop_document_say(
            d, "The test is the paired t test: runs with the same seed and the same rows "
               "are pairs. p (Holm) is corrected for the number of tests there.");
    else if (tests && paired)
        adrop_document_say(
            d,
            "The test is the paired t test for the %zu of %zu groups whose runs have the seeds "
            "and rows of the baseline, else Welch's. p (Holm) is corrected for the number of "
            "tests there.",
            paired, tests);
    else if (tests)
        adrop_document_say(
            d, "The test is Welch's t test: the runs are no pairs with the same seed and the "
               "same rows. p (Holm) is corrected for the number of tests there.");
    if (*differing)
        adrop_document_say(d, "These runs differ in other settings, too: %s ('adrop show RUN').",
                           differing);
}

static adrop_document *document_of(const pile *p, const run_group *groups, size_t n,
                                   const char *differing)
{
    adrop_document *d = document_start(p->call->ctx, "");

    adrop_document_text(d, "metric", NULL, groups->row->regression ? "test_rmse" : "test_acc");
    compare_runs_add_columns(d);
    for (size_t i = 0; i < n; i++)
        add_group(d, &groups[i]);
    adrop_document_end(d);
    adrop_document_text(d, "other_settings", NULL, differing);
    explain(d, groups, n, differing);
    return d;
}

static adrop_status compare_runs_show(const pile *p, int as_json)
{
    run_group *groups = out_memory(p->n, sizeof *groups);
    char differing[1024];
    size_t n;
    adrop_status status = run_groups_make(p->call->ctx, p->rows, p->n, p->baseline, groups, &n);

    if (!status)
        status = run_settings_differing(p->call->ctx, p->rows, p->n, differing, sizeof differing);
    if (!status)
        status = document_write(p->call->ctx, stdout, document_of(p, groups, n, differing),
                                as_json ? ADROP_DOCUMENT_JSON : ADROP_DOCUMENT_TEXT);
    free(groups);
    return status;
}

/* Does a run with this technique exist? */
static int has(const pile *p, const char *technique)
{
    for (size_t i = 0; i < p->n; i++)
        if (!strcmp(p->rows[i].dropout, technique))
            return 1;
    return 0;
}

int compare_runs(const command_call *call, const char *baseline, int as_json)
{
    pile p = { .call = call, .baseline = baseline };
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < call->n_arguments && !status; i++)
        status = adrop_records_find(call->ctx, call->arguments[i], compare_runs_add, &p);
    if (status || p.no_memory) {
        free(p.rows);
        return p.no_memory ? OUT_FULL : command_fail(call, status);
    }
    if (*baseline && p.n && !has(&p, baseline)) {
        out_complain("compare",
                     "none of the runs has the technique '%s' to be the baseline: give one of "
                     "theirs, as 'adrop runs' shows it",
                     baseline);
        free(p.rows);
        return OUT_USAGE;
    }
    if (p.n >= 2)
        status = compare_runs_show(&p, as_json);
    else if (!p.failed) /* otherwise the reason was reported */
        out_complain("compare", "there are not two runs with results among what was given");
    p.failed |= p.n < 2;
    free(p.rows);
    if (status)
        return command_fail(call, status);
    return p.failed ? OUT_INPUT : OUT_OK;
}

/* Existing runs side by side (compare_runs.h): they are read, grouped and tested (run_groups.h),
 * and shown as a table or as JSON, with what else differs between them (run_settings.h). */
#include "compare_runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/number.h"
#include "out.h"
#include "run_groups.h"
#include "run_row.h"
#include "run_settings.h"

typedef struct {
    const command_call *call;
    const char *baseline;
    run_row *rows; /* (n), owned */
    size_t n, room;
    int failed, no_memory;
} pile;

/* Is it finished, with a result? If not, it is said why it is left out. */
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

static void add(void *user, const char *path)
{
    pile *p = user;
    run_row row;

    if (p->no_memory)
        return; /* it has been said */
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

static void add_row(out_table *t, const run_group *g)
{
    const int digits = g->row->regression ? 4 : 2;

    out_cell(t, 0, "%s", g->row->data);
    out_cell(t, 0, "%s", g->row->model);
    out_cell(t, 0, "%s", g->row->dropout);
    out_cell(t, 0, "%zu", g->n);
    if (isnan(g->std))
        out_cell(t, 0, "%.*f", digits, g->mean);
    else
        out_cell(t, 0, "%.*f %s %.*f", digits, g->mean, out_utf8() ? "±" : "+-", digits, g->std);
    if (g->is_base)
        out_cell(t, 0, "baseline");
    else if (isnan(g->p))
        out_cell(t, 0, "%+.*f", digits, adrop_number_or_zero(g->difference, digits));
    else
        out_cell(t, 0, "%+.*f [%.*f, %.*f]", digits, adrop_number_or_zero(g->difference, digits),
                 digits, adrop_number_or_zero(g->low, digits), digits,
                 adrop_number_or_zero(g->high, digits));
    out_cell(t, 0, "%s", isnan(g->p) ? "" : OUT_NUMBER(g->p, 2));
    out_cell(t, 0, "%s", isnan(g->holm) ? "" : OUT_NUMBER(g->holm, 2));
}

static void add_json(json *j, const run_group *g)
{
    json_open(j, '{');
    json_key_text(j, "data", g->row->data);
    json_key_text(j, "model", g->row->model);
    json_key_text(j, "dropout", g->row->dropout);
    json_key(j, "n");
    json_count(j, g->n);
    json_key_number(j, "mean", g->mean);
    json_key_number(j, "std", g->std);
    json_key_text(j, "test", isnan(g->p) ? NULL : g->pairs ? "paired" : "welch");
    json_key(j, "pairs");
    json_count(j, g->pairs);
    json_key_number(j, "difference", g->difference);
    json_key_number(j, "p", g->p);
    json_key_number(j, "p_holm", g->holm);
    json_key(j, "ci");
    json_open(j, '[');
    json_number(j, g->low);
    json_number(j, g->high);
    json_close(j);
    json_close(j);
}

static void show_table(const run_group *groups, size_t n)
{
    static const char *const heads[] = {
        "data", "model", "technique", "runs", "test", "difference [95 %]", "p", "p (Holm)",
    };
    out_table t = { .align = "lllrrrrr", .drop = "03010420" };

    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        out_cell(&t, 1, "%s", heads[i]);
    for (size_t i = 0; i < n; i++)
        add_row(&t, &groups[i]);
    out_table_print(&t, stdout, 0);
    putchar('\n');
}

static void show_json(const run_group *groups, size_t n, const char *differing)
{
    json j = { .file = stdout };

    json_open(&j, '{');
    json_key_text(&j, "metric", groups->row->regression ? "test_rmse" : "test_acc");
    json_key(&j, "rows");
    json_open(&j, '[');
    for (size_t i = 0; i < n; i++)
        add_json(&j, &groups[i]);
    json_close(&j);
    json_key_text(&j, "other_settings", differing);
    json_close(&j);
}

/* Which test it was, and what the table does not show. */
static void explain(const run_group *groups, size_t n, const char *differing)
{
    size_t tests = 0, paired = 0;

    for (size_t i = 0; i < n; i++) {
        tests += isnan(groups[i].p) ? 0 : 1;
        paired += groups[i].pairs > 0;
    }
    out_say(stdout, "Runs are grouped by data, network and technique. Differences are from the "
                    "baseline on the same data and network.");
    if (tests && paired == tests)
        out_say(stdout, "The test is the paired t test: runs with the same seed and the same rows "
                        "are pairs. p (Holm) is corrected for the number of tests there.");
    else if (tests && paired)
        out_say(stdout,
                "The test is the paired t test for the %zu of %zu groups whose runs have the seeds "
                "and rows of the baseline, else Welch's. p (Holm) is corrected for the number of "
                "tests there.",
                paired, tests);
    else if (tests)
        out_say(stdout,
                "The test is Welch's t test: the runs are no pairs with the same seed and the "
                "same rows. p (Holm) is corrected for the number of tests there.");
    if (*differing)
        out_say(stdout, "These runs differ in other settings, too: %s ('adrop show RUN').",
                differing);
}

static adrop_status show(const pile *p, int as_json)
{
    run_group *groups = out_memory(p->n, sizeof *groups);
    char differing[1024];
    size_t n;
    adrop_status status = run_groups_make(p->call->ctx, p->rows, p->n, p->baseline, groups, &n);

    if (!status)
        status = run_settings_differing(p->call->ctx, p->rows, p->n, differing, sizeof differing);
    if (!status && as_json)
        show_json(groups, n, differing);
    if (!status && !as_json) {
        show_table(groups, n);
        explain(groups, n, differing);
    }
    free(groups);
    return status;
}

/* Is there a run of that technique? */
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
        status = adrop_records_find(call->ctx, call->arguments[i], add, &p);
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
        status = show(&p, as_json);
    else if (!p.failed) /* else it has been said what is wrong */
        out_complain("compare", "there are not two runs with results among what was given");
    p.failed |= p.n < 2;
    free(p.rows);
    if (status)
        return command_fail(call, status);
    return p.failed ? OUT_INPUT : OUT_OK;
}

/* Existing runs side by side (compare_runs.h): the mean and standard deviation of the test results
 * of each group, and Welch's t test against the first group on the same data and network, with
 * Holm's correction for the number of tests on those data and that network. */
#include "compare_runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/number.h"
#include "adrop/stats.h"
#include "out.h"
#include "run_row.h"

typedef struct {
    const command_call *call;
    run_row *rows; /* (n), owned */
    size_t n, room;
    int failed, no_memory;
} pile;

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
    if (isnan(row.test)) {
        if (!strcmp(row.state, "damaged"))
            out_complain("compare",
                         "'%s' is damaged, and is left out: its metrics.jsonl is shorter than its "
                         "run.json says",
                         path);
        else
            out_complain("compare", "'%s' has no test result yet, and is left out", path);
        return;
    }
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

static int same_block(const run_row *a, const run_row *b)
{
    return !strcmp(a->data, b->data) && !strcmp(a->model, b->model) &&
           a->regression == b->regression;
}

static int same_group(const run_row *a, const run_row *b)
{
    return same_block(a, b) && !strcmp(a->dropout, b->dropout);
}

/* The first run that b is compared with: of its group, or of its block. */
static size_t first_of(const pile *p, size_t i, int (*same)(const run_row *, const run_row *))
{
    for (size_t k = 0; k < i; k++)
        if (same(&p->rows[k], &p->rows[i]))
            return k;
    return i;
}

/* The results of the group that begins at i; returns how many. */
static size_t take(const pile *p, size_t i, double *values)
{
    size_t n = 0;

    for (size_t k = i; k < p->n; k++)
        if (same_group(&p->rows[i], &p->rows[k]))
            values[n++] = p->rows[k].test;
    return n;
}

static double mean_of(const double *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

static double std_of(const double *x, size_t n)
{
    const double mean = mean_of(x, n);
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += (x[i] - mean) * (x[i] - mean);
    return n > 1 ? sqrt(sum / (double)(n - 1)) : NAN;
}

typedef struct {
    const run_row *row;
    size_t n;
    double mean, std, difference, low, high, p, holm;
    int is_base;
} group;

static group measure(const pile *p, size_t i, double *ours, double *theirs)
{
    const size_t base = first_of(p, i, same_block), n = take(p, i, ours);
    const size_t m = take(p, base, theirs);
    group g = { &p->rows[i], n,   mean_of(ours, n), std_of(ours, n), NAN, NAN, NAN,
                NAN,         NAN, base == i };
    adrop_t_result t;

    if (g.is_base)
        return g;
    g.difference = g.mean - mean_of(theirs, m);
    if (n > 1 && m > 1 &&
        !adrop_t_test(p->call->ctx, ADROP_WELCH, ADROP_TWO_SIDED, n, ours, m, theirs, 0.95, &t)) {
        g.low = t.low;
        g.high = t.high;
        g.p = t.p;
    }
    return g;
}

/* The groups of all runs; returns how many. */
static size_t measure_all(const pile *p, group *groups)
{
    double *ours = out_memory(p->n, sizeof *ours), *theirs = out_memory(p->n, sizeof *theirs);
    size_t n = 0;

    for (size_t i = 0; i < p->n; i++)
        if (first_of(p, i, same_group) == i)
            groups[n++] = measure(p, i, ours, theirs);
    free(ours);
    free(theirs);
    return n;
}

/* The tests of one block, corrected together. */
static adrop_status correct(const pile *p, group *groups, size_t n)
{
    double *at = out_memory(n, sizeof *at), *adjusted = out_memory(n, sizeof *adjusted);
    adrop_status status = ADROP_OK;

    for (size_t first = 0; first < n && !status; first++) {
        size_t tests = 0;
        if (!groups[first].is_base)
            continue;
        for (size_t i = 0; i < n; i++)
            if (same_block(groups[first].row, groups[i].row) && !isnan(groups[i].p))
                at[tests++] = groups[i].p;
        if (tests)
            status = adrop_holm(p->call->ctx, tests, at, adjusted);
        tests = 0;
        for (size_t i = 0; i < n && !status; i++)
            if (same_block(groups[first].row, groups[i].row) && !isnan(groups[i].p))
                groups[i].holm = adjusted[tests++];
    }
    free(at);
    free(adjusted);
    return status;
}

static void add_row(out_table *t, const group *g)
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

static void add_json(json *j, const group *g)
{
    json_open(j, '{');
    json_key_text(j, "data", g->row->data);
    json_key_text(j, "model", g->row->model);
    json_key_text(j, "dropout", g->row->dropout);
    json_key(j, "n");
    json_count(j, g->n);
    json_key_number(j, "mean", g->mean);
    json_key_number(j, "std", g->std);
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

static adrop_status show(const pile *p, int as_json)
{
    static const char *const heads[] = {
        "data", "model", "technique", "runs", "test", "difference [95 %]", "p", "p (Holm)",
    };
    out_table t = { .align = "lllrrrrr", .drop = "03010420" };
    group *groups = out_memory(p->n, sizeof *groups);
    const size_t n = measure_all(p, groups);
    const adrop_status status = correct(p, groups, n);
    json j = { .file = stdout };

    if (!status && as_json) {
        json_open(&j, '{');
        json_key_text(&j, "metric", p->rows->regression ? "test_rmse" : "test_acc");
        json_key(&j, "rows");
        json_open(&j, '[');
        for (size_t i = 0; i < n; i++)
            add_json(&j, &groups[i]);
        json_close(&j);
        json_close(&j);
    } else if (!status) {
        for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
            out_cell(&t, 1, "%s", heads[i]);
        for (size_t i = 0; i < n; i++)
            add_row(&t, &groups[i]);
        out_table_print(&t, stdout, 0);
    }
    free(groups);
    return status;
}

int compare_runs(const command_call *call, int as_json)
{
    pile p = { .call = call };
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < call->n_arguments && !status; i++)
        status = adrop_records_find(call->ctx, call->arguments[i], add, &p);
    if (status || p.no_memory) {
        free(p.rows);
        return p.no_memory ? OUT_FULL : command_fail(call, status);
    }
    if (p.n < 2) {
        if (!p.failed) /* else it has been said what is wrong */
            out_complain("compare", "there are not two runs with results among what was given");
        p.failed = 1;
    } else {
        status = show(&p, as_json);
        if (!status && !as_json)
            putchar('\n');
        if (!status && !as_json)
            out_say(stdout,
                    "Runs are grouped by data, network and technique; other settings are "
                    "not compared ('adrop show RUN'). Differences are to the first group "
                    "on the same data and network, with Welch's t test; p (Holm) is corrected "
                    "for the number of tests there.");
    }
    free(p.rows);
    if (status)
        return command_fail(call, status);
    return p.failed ? OUT_INPUT : OUT_OK;
}

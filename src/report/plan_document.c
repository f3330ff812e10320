/* The plan of a comparison as a document, before it runs: for people one row per technique, for
 * programs every run, and the power of so many runs (adrop/report.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "base/context.h"
#include "base/format.h"
#include "base/keep.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "report/view.h"

/* Runs of one technique on one data set and network, or the runs that choose its setting. */
typedef struct {
    adrop_planned_run first;
    const char *technique;
    size_t runs, done, begun;
} cell;

/* The technique of a run. While a choice is open, the name of the run's parent folder has it. */
static adrop_status technique_of(adrop_ctx *ctx, const adrop_planned_run *run, const char **name)
{
    const char *end = strrchr(run->path, '/'), *start = end;

    while (start && start > run->path && start[-1] != '/')
        start--;
    if (*run->dropout || !start)
        return ad_keep(ctx, run->dropout, name);
    return ad_keep_part(ctx, start, (size_t)(end - start), name);
}

/* The cell of a run: an existing one, or a new one. */
static cell *cell_of(cell *cells, size_t *n, const adrop_planned_run *run, const char *name)
{
    for (size_t i = 0; i < *n; i++)
        if (!strcmp(cells[i].first.data, run->data) && !strcmp(cells[i].first.model, run->model) &&
            !strcmp(cells[i].technique, name) && !cells[i].first.run == !run->run)
            return &cells[i];
    cells[*n].first = *run;
    cells[*n].technique = name;
    return &cells[(*n)++];
}

static void add_cells(adrop_document *d, const cell *cells, size_t n)
{
    static const char *const heads[] = {
        "data", "model", "technique", "", "runs", "done", "begun"
    };

    adrop_document_table(d, NULL, "", 0);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        adrop_document_column(d, NULL, heads[i], i < 4 ? 'l' : 'r', "", 0);
    for (size_t i = 0; i < n; i++) {
        adrop_document_cell_text(d, cells[i].first.data);
        adrop_document_cell_text(d, cells[i].first.model);
        adrop_document_cell_text(d, cells[i].technique);
        adrop_document_cell_text(d, cells[i].first.run ? "" : "to choose a setting");
        adrop_document_cell_count(d, cells[i].runs);
        adrop_document_cell_count(d, cells[i].done);
        adrop_document_cell_count(d, cells[i].begun);
    }
    adrop_document_end(d);
}

static adrop_status add_runs(adrop_ctx *ctx, adrop_document *d, const adrop_compare *c)
{
    static const char *const states[] = { "waits", "begun", "done", "failed" };
    static const char *const keys[] = { "data", "model",     "dropout", "candidate", "run",
                                        "seed", "data_seed", "path",    "state" };
    adrop_status status = ADROP_OK;
    adrop_planned_run run;
    const char *name;

    adrop_document_table(d, "runs", NULL, 0);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        adrop_document_column(d, keys[i], keys[i], 'l', "", 0);
    for (size_t i = 0; !status && adrop_compare_run_at(c, i, &run); i++) {
        status = technique_of(ctx, &run, &name);
        adrop_document_cell_text(d, run.data);
        adrop_document_cell_text(d, run.model);
        adrop_document_cell_text(d, name);
        adrop_document_cell_text(d, *run.candidate ? run.candidate : NULL);
        adrop_document_cell_count(d, run.run);
        adrop_document_cell_count(d, run.seed);
        adrop_document_cell_count(d, run.data_seed);
        adrop_document_cell_text(d, run.path);
        adrop_document_cell_text(d, states[run.state]);
    }
    adrop_document_end(d);
    return status;
}

/* -- Power ------------------------------------------------------------------------------------- */

/* "With 5 pairs only differences above about 0.21 points can be detected .." */
static void say_power(adrop_document *d, const adrop_power *p, const char *unit, int is_named)
{
    static const char *const names[] = { "Welch's t test", "the pooled t test",
                                         "the paired t test" };
    const int paired = p->test == ADROP_TEST_PAIRED, known = isfinite(p->difference);
    char judged[96], tests[64] = "", least[ADROP_NUMBER_SIZE], power[ADROP_NUMBER_SIZE],
                     level[ADROP_NUMBER_SIZE];

    const char *data = is_named ? p->data : "", *model = is_named ? p->model : "";
    const char *comma = is_named ? ", " : "", *colon = is_named ? ": " : "";
    if (isnan(p->deviations)) {
        adrop_document_say(d,
                           "%s%s%s%sone run of each cannot show a difference: it takes two or more",
                           data, comma, model, colon);
        return;
    }
    if (known)
        snprintf(judged, sizeof judged, ", judged by the %zu %s that are done", p->judged_by,
                 paired ? "pairs" : "runs");
    else
        snprintf(judged, sizeof judged, "; no runs exist yet to estimate that");
    if (p->tests > 1)
        snprintf(tests, sizeof tests, " for %zu comparisons, Holm", p->tests);
    adrop_number_round(least, known ? p->difference : p->deviations, 2);
    adrop_number_round(power, 100 * p->power, 2);
    adrop_number_round(level, p->alpha * (double)p->tests, 4);
    adrop_document_say(d,
                       "%s%s%s%sWith %zu %s only differences above about %s%s can be detected "
                       "(with a probability of "
                       "%s %%, by %s, two-sided, at the level %s%s)%s.",
                       data, comma, model, colon, p->runs, paired ? "pairs" : "runs of each", least,
                       known    ? unit
                       : paired ? " standard deviations of the pairs' differences"
                                : " standard deviations",
                       power, names[p->test], level, tests, judged);
}

static void add_power(adrop_document *d, const adrop_power *p)
{
    static const char *const tests[] = { "welch", "pooled", "paired" };

    adrop_document_cell_text(d, p->data);
    adrop_document_cell_text(d, p->model);
    adrop_document_cell_text(d, tests[p->test]);
    adrop_document_cell_count(d, p->runs);
    adrop_document_cell_count(d, p->tests);
    adrop_document_cell_number(d, p->alpha);
    adrop_document_cell_number(d, p->power);
    adrop_document_cell_number(d, p->deviations);
    adrop_document_cell_number(d, p->std);
    adrop_document_cell_number(d, p->difference);
    adrop_document_cell_count(d, p->judged_by);
}

void adrop_report_add_power(adrop_document *d, const adrop_compare *c)
{
    static const char *const keys[] = { "data",  "model",      "test",     "runs",
                                        "tests", "alpha",      "power",    "deviations",
                                        "std",   "difference", "judged_by" };
    const char *unit = adrop_compare_less_is_better(c) ? "" : " points";
    adrop_power p;
    const int several = adrop_report_power_at(c, 1, &p);

    adrop_document_table(d, "power", NULL, 0);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        adrop_document_column(d, keys[i], keys[i], 'l', "", 0);
    for (size_t i = 0; adrop_report_power_at(c, i, &p) && p.tests; i++)
        add_power(d, &p);
    adrop_document_end(d);
    for (size_t i = 0; adrop_report_power_at(c, i, &p) && p.tests; i++)
        say_power(d, &p, unit, several);
}

adrop_status adrop_report_plan(adrop_ctx *ctx, const adrop_compare *c, double seconds,
                               adrop_document **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    const char *folder = adrop_compare_settings(c)->out, *name;
    char time[AD_TIME_SIZE] = "";
    adrop_planned_run run;
    size_t all = 0, done = 0, n = 0;
    cell *cells;

    *out = NULL;
    for (; adrop_compare_run_at(c, all, &run); all++)
        done += run.state == ADROP_RUN_DONE;
    adrop_status status = AD_NEW(ctx, all, "the plan", &cells);
    if (!status)
        status = adrop_document_create(ctx, "", out);
    for (size_t i = 0; !status && adrop_compare_run_at(c, i, &run); i++) {
        if ((status = technique_of(ctx, &run, &name)))
            break;
        cell *of = cell_of(cells, &n, &run, name);
        of->runs++;
        of->done += run.state == ADROP_RUN_DONE;
        of->begun += run.state == ADROP_RUN_BEGUN;
    }
    if (!status) {
        adrop_document_text(*out, "folder", NULL, folder);
        adrop_document_number(*out, "seconds", NULL, seconds, "s", 0);
        add_cells(*out, cells, n);
        status = add_runs(ctx, *out, c);
        adrop_document_say(*out, "%zu of %zu runs to do%s, in %s", all - done, all,
                           done < all ? ad_time_text(time, ", about ", seconds) : "", folder);
        adrop_report_add_power(*out, c);
    }
    if (status) {
        adrop_document_free(*out);
        *out = NULL;
    }
    ad_free(ctx, cells);
    return status;
}

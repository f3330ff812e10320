/* The plan of a comparison, before anything is done (compare_show.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/option.h"
#include "compare_show.h"
#include "json.h"
#include "out.h"

/* Runs of one technique on one data set and network; those it is chosen by stand apart. */
typedef struct {
    adrop_planned_run first;
    char technique[ADROP_TEXT_SIZE];
    size_t runs, done, begun;
} cell;

static const char *const states[] = {
    [ADROP_RUN_WAITS] = "waits",
    [ADROP_RUN_BEGUN] = "begun",
    [ADROP_RUN_DONE] = "done",
    [ADROP_RUN_FAILED] = "failed",
};

/* The technique of a run; while a choice is open the folder above the run's has its name. */
static char *technique_of(const adrop_planned_run *run, char name[ADROP_TEXT_SIZE])
{
    const char *end = strrchr(run->path, '/'), *start = end;

    while (start && start > run->path && start[-1] != '/')
        start--;
    if (*run->dropout || !start)
        snprintf(name, ADROP_TEXT_SIZE, "%s", run->dropout);
    else
        snprintf(name, ADROP_TEXT_SIZE, "%.*s", (int)(end - start), start);
    return name;
}

/* The cell of a run: one that is there, or the next. */
static cell *cell_of(cell *cells, size_t *n, const adrop_planned_run *run)
{
    char name[ADROP_TEXT_SIZE];

    technique_of(run, name);
    for (size_t i = 0; i < *n; i++)
        if (!strcmp(cells[i].first.data, run->data) && !strcmp(cells[i].first.model, run->model) &&
            !strcmp(cells[i].technique, name) && !cells[i].first.run == !run->run)
            return &cells[i];
    cells[*n].first = *run;
    strcpy(cells[*n].technique, name);
    return &cells[(*n)++];
}

static void print_cells(const cell *cells, size_t n)
{
    static const char *const titles[] = {
        "data", "model", "technique", "", "runs", "done", "begun"
    };
    out_table table = { .align = "llllrrr" };

    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        out_cell(&table, 1, "%s", titles[i]);
    for (size_t i = 0; i < n; i++) {
        out_cell(&table, 0, "%s", cells[i].first.data);
        out_cell(&table, 0, "%s", cells[i].first.model);
        out_cell(&table, 0, "%s", cells[i].technique);
        out_cell(&table, 0, "%s", cells[i].first.run ? "" : "to choose a setting");
        out_cell(&table, 0, "%zu", cells[i].runs);
        out_cell(&table, 0, "%zu", cells[i].done);
        out_cell(&table, 0, "%zu", cells[i].begun);
    }
    out_table_print(&table, stdout, 0);
}

static void print_time(double seconds)
{
    const char *unit = seconds < 90 ? "seconds" : seconds < 5400 ? "minutes" : "hours";
    const double in = seconds < 90 ? seconds : seconds < 5400 ? seconds / 60 : seconds / 3600;

    printf(", about %s %s", OUT_NUMBER(in, 2), unit);
}

void compare_show_plan(const adrop_compare *c, const char *folder, double seconds)
{
    adrop_planned_run run;
    size_t all = 0, done = 0, n = 0;

    while (adrop_compare_run_at(c, all, &run))
        all++;
    cell *cells = out_memory(all, sizeof *cells);
    for (size_t i = 0; adrop_compare_run_at(c, i, &run); i++) {
        cell *of = cell_of(cells, &n, &run);
        of->runs++;
        of->done += run.state == ADROP_RUN_DONE;
        of->begun += run.state == ADROP_RUN_BEGUN;
        done += run.state == ADROP_RUN_DONE;
    }
    print_cells(cells, n);
    printf("\n%zu of %zu runs to do", all - done, all);
    if (done < all && isfinite(seconds))
        print_time(seconds);
    printf(", in %s\n", OUT_CLEAN(folder));
    compare_show_power(stdout, c);
    free(cells);
}

static void json_run(json *j, const adrop_planned_run *run)
{
    char name[ADROP_TEXT_SIZE];

    json_open(j, '{');
    json_key_text(j, "data", run->data);
    json_key_text(j, "model", run->model);
    json_key_text(j, "dropout", technique_of(run, name));
    json_key_text(j, "candidate", *run->candidate ? run->candidate : NULL);
    json_key(j, "run");
    json_count(j, run->run);
    json_key(j, "seed");
    json_count(j, run->seed);
    json_key(j, "data_seed");
    json_count(j, run->data_seed);
    json_key_text(j, "path", run->path);
    json_key_text(j, "state", states[run->state]);
    json_close(j);
}

void compare_show_plan_json(const adrop_compare *c, const char *folder, double seconds)
{
    json j = { .file = stdout };
    adrop_planned_run run;

    json_open(&j, '{');
    json_key_text(&j, "folder", folder);
    json_key_number(&j, "seconds", seconds);
    json_key(&j, "runs");
    json_open(&j, '[');
    for (size_t i = 0; adrop_compare_run_at(c, i, &run); i++)
        json_run(&j, &run);
    json_close(&j);
    compare_show_power_json(&j, c);
    json_close(&j);
}

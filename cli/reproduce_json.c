/* Recipes, plans and results as JSON (reproduce_show.h). */
#include <math.h>
#include <string.h>

#include "compare_show.h"
#include "json.h"
#include "reproduce_show.h"

static const char *const scales[] = { "quick", "paper" };

void reproduce_list_json(FILE *file, const adrop_recipes *recipes)
{
    static const char *const states[] = { "ready", "partly", "no-data", "not-yet" };
    json j = { .file = file };
    adrop_recipe_info info;

    json_open(&j, '{');
    json_key_text(&j, "machine", adrop_recipes_machine(recipes));
    json_key(&j, "recipes");
    json_open(&j, '[');
    for (size_t i = 0; adrop_recipes_at(recipes, i, &info); i++) {
        json_open(&j, '{');
        json_key_text(&j, "name", info.label);
        json_key_text(&j, "summary", info.title);
        json_key_text(&j, "kind", info.kind_name);
        json_key_text(&j, "state", states[info.state]);
        json_key_text(&j, "claim", info.claim);
        json_key_text(&j, "missing", *info.missing ? info.missing : NULL);
        json_key_text(&j, "needs", info.needs);
        json_key_text(&j, "absent", info.absent);
        for (int s = 0; s < ADROP_N_SCALES; s++) {
            json_key(&j, scales[s]);
            json_open(&j, '{');
            json_key_text(&j, "says", info.says[s]);
            json_key_number(&j, "hours", info.hours[s]);
            json_close(&j);
        }
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
}

static void head(json *j, const adrop_reproduction *r)
{
    adrop_reproduce_info info;

    adrop_reproduce_describe(r, &info);
    json_key_text(j, "recipe", info.label);
    json_key_text(j, "title", info.title);
    json_key_text(j, "claim", info.claim);
    json_key_text(j, "scale", scales[info.scale]);
    json_key_text(j, "says", info.says);
    json_key_text(j, "restricted", info.restricted);
    json_key_text(j, "absent", info.absent);
    json_key_text(j, "out", info.out);
    json_key(j, "paper_applies");
    json_truth(j, info.paper_applies);
    json_key(j, "remarks");
    json_open(j, '[');
    for (size_t i = 0; adrop_reproduce_remark(r, i); i++)
        json_text(j, adrop_reproduce_remark(r, i));
    json_close(j);
}

void reproduce_plan_json(FILE *file, const adrop_reproduction *r, double seconds)
{
    static const char *const states[] = { "waits", "begun", "done", "failed" };
    json j = { .file = file };
    adrop_reproduce_part part;
    adrop_planned_run run;
    adrop_reproduce_info info;

    adrop_reproduce_describe(r, &info);
    json_open(&j, '{');
    head(&j, r);
    json_key_number(&j, "hours", info.hours);
    json_key_number(&j, "seconds_left", seconds);
    json_key(&j, "parts");
    json_open(&j, '[');
    for (size_t i = 0; adrop_reproduce_part_at(r, i, &part); i++) {
        json_open(&j, '{');
        json_key_text(&j, "name", part.name);
        json_key_text(&j, "folder", part.folder);
        json_key(&j, "runs");
        json_open(&j, '[');
        for (size_t k = 0; part.compare && adrop_compare_run_at(part.compare, k, &run); k++) {
            json_open(&j, '{');
            json_key_text(&j, "data", run.data);
            json_key_text(&j, "model", run.model);
            json_key_text(&j, "dropout", run.dropout);
            json_key_text(&j, "candidate", *run.candidate ? run.candidate : NULL);
            json_key(&j, "run");
            json_count(&j, run.run);
            json_key(&j, "seed");
            json_count(&j, (size_t)run.seed);
            json_key_text(&j, "path", run.path);
            json_key_text(&j, "state", states[run.state]);
            json_close(&j);
        }
        json_close(&j);
        if (info.kind == ADROP_RECIPE_COMPARISON)
            compare_show_power_json(&j, part.compare);
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
}

static void row_json(json *j, const adrop_reproduced *row)
{
    const adrop_compare_row *ours = row->ours;

    json_open(j, '{');
    json_key_text(j, "part", row->part);
    json_key_text(j, "data", ours->data);
    json_key_text(j, "model", ours->model);
    json_key_text(j, "dropout", ours->dropout);
    json_key_text(j, "asked", ours->asked);
    json_key_text(j, "chosen", *ours->chosen ? ours->chosen : NULL);
    json_key_text(j, "chosen_edge",
                  ours->chosen_edge < 0   ? "least"
                  : ours->chosen_edge > 0 ? "greatest"
                                          : NULL);
    json_key_text(j, "metric", row->column);
    json_key(j, "runs");
    json_open(j, '[');
    for (size_t i = 0; i < ours->n; i++)
        json_number(j, ours->values[i]);
    json_close(j);
    json_key(j, "seeds");
    json_open(j, '[');
    for (size_t i = 0; i < ours->n; i++)
        json_count(j, (size_t)ours->seeds[i]);
    json_close(j);
    json_key_number(j, "mean", ours->mean);
    json_key_number(j, "std", ours->std);
    json_key_number(j, "rank", ours->rank ? (double)ours->rank : NAN);
    json_key_number(j, "p", ours->p);
    json_key_number(j, "p_holm", ours->p_holm);
    json_key_number(j, "seconds_per_epoch", ours->seconds_per_epoch);
    json_key(j, "paper");
    json_open(j, '{');
    json_key_number(j, "mean", row->paper_mean);
    json_key_number(j, "std", row->paper_std);
    json_key_number(j, "p", row->paper_p);
    json_key_number(j, "rank", row->paper_rank ? (double)row->paper_rank : NAN);
    json_key_number(j, "rows", row->paper_rows ? (double)row->paper_rows : NAN);
    json_key_text(j, "note", *row->note ? row->note : NULL);
    json_close(j);
    json_close(j);
}

static void sheet_json(json *j, const adrop_sheet *s)
{
    json_open(j, '{');
    json_key_text(j, "title", s->title);
    json_key(j, "columns");
    json_open(j, '[');
    for (size_t i = 0; i < s->n_columns; i++)
        json_text(j, s->headers[i]);
    json_close(j);
    json_key(j, "rows");
    json_open(j, '[');
    for (size_t i = 0; i < s->n_rows * s->n_columns; i++) {
        const adrop_sheet_cell *c = &s->cells[i];
        if (i % s->n_columns == 0)
            json_open(j, '[');
        if (isnan(c->number) && *c->text)
            json_text(j, c->text);
        else
            json_number(j, c->number);
        if ((i + 1) % s->n_columns == 0)
            json_close(j);
    }
    json_close(j);
    json_key(j, "notes");
    json_open(j, '[');
    for (size_t i = 0; i < s->n_notes; i++)
        json_text(j, s->notes[i]);
    json_close(j);
    json_close(j);
}

/* What sheet i is an example of; the picture is a row of the data set. */
static void examples_json(json *j, const adrop_reproduction *r)
{
    adrop_example e;

    json_key(j, "examples");
    json_open(j, '[');
    for (size_t i = 0; adrop_reproduce_example_at(r, i, &e); i++) {
        json_open(j, '{');
        json_key_text(j, "rule", e.rule);
        json_key(j, "row");
        json_count(j, e.row);
        json_key_text(j, "truth", e.truth);
        json_key_text(j, "predicted", e.predicted);
        json_close(j);
    }
    json_close(j);
}

void reproduce_json(FILE *file, const adrop_reproduction *r)
{
    json j = { .file = file };
    adrop_reproduced row;
    adrop_sheet sheet;

    json_open(&j, '{');
    head(&j, r);
    json_key(&j, "rows");
    json_open(&j, '[');
    for (size_t i = 0; adrop_reproduced_at(r, i, &row); i++)
        row_json(&j, &row);
    json_close(&j);
    json_key(&j, "sheets");
    json_open(&j, '[');
    for (size_t i = 0; adrop_reproduce_sheet_at(r, i, &sheet); i++)
        sheet_json(&j, &sheet);
    json_close(&j);
    if (adrop_reproduce_example_at(r, 0, &(adrop_example){ 0 }))
        examples_json(&j, r);
    json_key(&j, "verdicts");
    json_open(&j, '[');
    for (size_t i = 0; adrop_reproduce_verdict(r, i); i++)
        json_text(&j, adrop_reproduce_verdict(r, i));
    json_close(&j);
    json_close(&j);
}

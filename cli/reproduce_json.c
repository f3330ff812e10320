/* Plans as JSON (reproduce_show.h). */
#include <math.h>
#include <string.h>

#include "compare_show.h"
#include "json.h"
#include "reproduce_show.h"

static const char *const scales[] = { "quick", "paper" };

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

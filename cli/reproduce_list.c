/* The list of recipes and the plan of one, for people (reproduce_show.h). */
#include <math.h>
#include <string.h>

#include "adrop/report.h"
#include "document_out.h"
#include "out.h"
#include "reproduce_show.h"

/* "about 3 hours", "about 20 minutes", "seconds", "unknown". Returns buffer. */
static char *reproduce_hours(double hours, char *buffer, size_t size)
{
    if (isnan(hours))
        snprintf(buffer, size, "not measured");
    else if (hours < 1.0 / 60)
        snprintf(buffer, size, "a minute");
    else if (hours < 1.5)
        snprintf(buffer, size, "%.0f min", ceil(60 * hours));
    else if (hours < 72)
        snprintf(buffer, size, "%.0f h", hours);
    else if (hours < 24 * 730)
        snprintf(buffer, size, "%.0f days", hours / 24);
    else
        snprintf(buffer, size, "%.0f years", hours / 24 / 365);
    return buffer;
}

static const char *here(const adrop_recipe_info *info)
{
    switch (info->state) {
    case ADROP_RECIPE_READY:
        return "yes";
    case ADROP_RECIPE_PARTLY:
        return "partly";
    case ADROP_RECIPE_NO_DATA:
        return "no data";
    case ADROP_RECIPE_NOT_YET:
        break;
    }
    return "not yet";
}

/* What it is, what it needs, what is missing. */
static void reproduce_list_describe(const adrop_recipe_info *info, char *text, size_t size)
{
    const int all_absent = !strcmp(info->needs, info->absent);
    size_t used = (size_t)snprintf(text, size, "%s", info->title);

    if (*info->missing)
        snprintf(text + used, size - used, "; %s", info->missing);
    else if (*info->needs && !all_absent)
        used += (size_t)snprintf(text + used, size - used, "; data: %s", info->needs);
    if (!*info->missing && *info->absent)
        snprintf(text + used, size - used, "; not here: %s", info->absent);
}

static void add_scale(adrop_document *d, const adrop_recipe_info *info, int scale)
{
    adrop_document_group(d, NULL, NULL);
    adrop_document_text(d, "says", NULL, info->says[scale]);
    adrop_document_number(d, "hours", NULL, info->hours[scale], "", 0);
    adrop_document_end(d);
}

/* The list for programs. */
static void add_recipes(adrop_document *d, const adrop_recipes *recipes)
{
    static const char *const states[] = { "ready", "partly", "no-data", "not-yet" };
    static const char *const keys[] = { "name",    "summary", "kind",   "state", "claim",
                                        "missing", "needs",   "absent", "quick", "paper" };
    adrop_recipe_info info;

    adrop_document_text(d, "machine", NULL, adrop_recipes_machine(recipes));
    adrop_document_table(d, "recipes", NULL, 0);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        adrop_document_column(d, keys[i], NULL, 'l', "", 0);
    for (size_t i = 0; adrop_recipes_at(recipes, i, &info); i++) {
        const char *const texts[] = { info.label,     info.title,
                                      info.kind_name, states[info.state],
                                      info.claim,     *info.missing ? info.missing : NULL,
                                      info.needs,     info.absent };
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            adrop_document_cell_text(d, texts[k]);
        add_scale(d, &info, ADROP_SCALE_QUICK);
        add_scale(d, &info, ADROP_SCALE_PAPER);
    }
    adrop_document_end(d);
}

adrop_document *reproduce_list(adrop_ctx *ctx, const adrop_recipes *recipes)
{
    static const char *const labels[] = { "label", "here", "quick", "paper", "what it is" };
    adrop_document *d = document_start(ctx, "");
    adrop_recipe_info info;
    char text[2048];

    add_recipes(d, recipes);
    adrop_document_table(d, NULL, "", 0);
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        adrop_document_column(d, NULL, labels[i], 'l', "", 0);
    for (size_t i = 0; adrop_recipes_at(recipes, i, &info); i++) {
        const int runs = ADROP_RECIPE_TRAINS(info.kind);
        adrop_document_cell_text(d, info.label);
        adrop_document_cell_text(d, here(&info));
        for (int scale = 0; scale < ADROP_N_SCALES; scale++)
            adrop_document_cell_text(d, runs ? reproduce_hours(info.hours[scale], text, sizeof text)
                                        : info.kind == ADROP_RECIPE_MISSING ? "-"
                                                                            : "a moment");
        reproduce_list_describe(&info, text, sizeof text);
        adrop_document_cell_text(d, text);
    }
    adrop_document_end(d);
    adrop_document_say(d,
                       "Times are rough, for the data sets that are here (all, if none is), on %s.",
                       adrop_recipes_machine(recipes));
    adrop_document_say(
        d, "A data set that is here in part counts as here: '--dry-run' says how much of "
           "it is.");
    return d;
}

static void reproduce_list_add_text(adrop_document *d, const char *key, const char *label,
                                    const char *text)
{
    adrop_document_text(d, key, *text ? label : NULL, text);
}

static void add_begin(adrop_document *d, const adrop_reproduction *r)
{
    static const char *const scales[] = { "quick", "paper" };
    adrop_reproduce_info info;

    adrop_reproduce_describe(r, &info);
    adrop_document_text(d, "recipe", NULL, info.label);
    adrop_document_text(d, "title", NULL, info.title);
    adrop_document_text(d, "claim", NULL, info.claim);
    adrop_document_text(d, "scale", NULL, scales[info.scale]);
    reproduce_list_add_text(
        d, "says", info.scale == ADROP_SCALE_PAPER ? "scale paper" : "scale quick", info.says);
    reproduce_list_add_text(d, "restricted", "restricted", info.restricted);
    reproduce_list_add_text(d, "absent", "data sets that are not here", info.absent);
}

static adrop_document *reproduce_list_start(adrop_ctx *ctx, const adrop_reproduction *r)
{
    adrop_reproduce_info info;
    char title[1024];

    adrop_reproduce_describe(r, &info);
    snprintf(title, sizeof title, "%s: %s", info.label, info.title);
    return document_start(ctx, title);
}

adrop_document *reproduce_begin(adrop_ctx *ctx, const adrop_reproduction *r)
{
    adrop_document *d = reproduce_list_start(ctx, r);

    add_begin(d, r);
    return d;
}

/* Is candidate k of the plan the first with this text? */
static int is_new(const adrop_compare *c, size_t k, const char *candidate)
{
    adrop_planned_run run;

    for (size_t i = 0; i < k && adrop_compare_run_at(c, i, &run); i++)
        if (!strcmp(run.candidate, candidate))
            return 0;
    return 1;
}

/* The candidates of choices, as "beta=0.5, dropout-lr=0.001". */
static void say_choices(adrop_document *d, const adrop_compare *c)
{
    char text[2048] = "";
    adrop_planned_run run;

    for (size_t i = 0; adrop_compare_run_at(c, i, &run); i++)
        if (*run.candidate && is_new(c, i, run.candidate)) {
            const size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", run.candidate);
        }
    if (*text)
        adrop_document_say(
            d, "chosen on a tenth of the training rows, where a technique has it: %s", text);
}

/* The runs of a part for programs; for people the number in each state. */
static void add_runs(adrop_document *d, const adrop_reproduce_part *part)
{
    static const char *const states[] = { "waits", "begun", "done", "failed" };
    static const char *const keys[] = { "data", "model", "dropout", "candidate",
                                        "run",  "seed",  "path",    "state" };
    size_t all = 0, done = 0, begun = 0, choices = 0;
    adrop_planned_run run;

    adrop_document_table(d, "runs", NULL, 0);
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        adrop_document_column(d, keys[k], keys[k], 'l', "", 0);
    for (; part->compare && adrop_compare_run_at(part->compare, all, &run); all++) {
        adrop_document_cell_text(d, run.data);
        adrop_document_cell_text(d, run.model);
        adrop_document_cell_text(d, run.dropout);
        adrop_document_cell_text(d, *run.candidate ? run.candidate : NULL);
        adrop_document_cell_count(d, run.run);
        adrop_document_cell_count(d, run.seed);
        adrop_document_cell_text(d, run.path);
        adrop_document_cell_text(d, states[run.state]);
        done += run.state == ADROP_RUN_DONE;
        begun += run.state == ADROP_RUN_BEGUN;
        choices += run.run == 0;
    }
    adrop_document_end(d);
    if (part->compare)
        adrop_document_say(
            d, "part %s: %zu runs, %zu of them to choose settings; %zu done, %zu begun; in %s",
            part->name, all, choices, done, begun, part->folder);
}

static void add_part(adrop_document *d, adrop_recipe_kind kind, const adrop_reproduce_part *part)
{
    adrop_document_group(d, NULL, NULL);
    adrop_document_text(d, "name", NULL, part->name);
    adrop_document_text(d, "folder", NULL, part->folder);
    add_runs(d, part);
    if (!part->compare || kind == ADROP_RECIPE_TIMING)
        adrop_document_say(d, "part %s: %s, in %s", part->name,
                           kind == ADROP_RECIPE_TIMING ? "steps to time" : "prunings",
                           part->folder);
    else
        say_choices(d, part->compare);
    if (kind == ADROP_RECIPE_COMPARISON)
        adrop_report_add_power(d, part->compare);
    adrop_document_end(d);
}

static void say_time(adrop_document *d, const adrop_reproduce_info *info, double seconds)
{
    char text[32];

    if (!isnan(seconds))
        adrop_document_say(d, "what is left takes about %s, by steps timed here",
                           reproduce_hours(seconds / 3600, text, sizeof text));
    else if (ADROP_RECIPE_TRAINS(info->kind) && isnan(info->hours))
        adrop_document_say(d, "how long it takes is not known; '--estimate' times a few steps");
    else if (ADROP_RECIPE_TRAINS(info->kind))
        adrop_document_say(d, "all of it takes about %s on the machine of 'adrop reproduce --list'",
                           reproduce_hours(info->hours, text, sizeof text));
    else
        adrop_document_say(d, "nothing is trained: it takes a moment");
}

adrop_document *reproduce_plan(adrop_ctx *ctx, const adrop_reproduction *r, double seconds)
{
    adrop_document *d = reproduce_list_start(ctx, r);
    adrop_reproduce_info info;
    adrop_reproduce_part part;

    adrop_reproduce_describe(r, &info);
    add_begin(d, r);
    adrop_document_text(d, "out", NULL, info.out);
    adrop_document_truth(d, "paper_applies", NULL, info.paper_applies);
    adrop_document_list(d, "remarks", NULL);
    for (size_t i = 0; adrop_reproduce_remark(r, i); i++)
        adrop_document_cell_text(d, adrop_reproduce_remark(r, i));
    adrop_document_end(d);
    adrop_document_number(d, "hours", NULL, info.hours, "h", 0);
    adrop_document_number(d, "seconds_left", NULL, seconds, "s", 0);
    adrop_document_list(d, "parts", "");
    for (size_t i = 0; adrop_reproduce_part_at(r, i, &part); i++)
        add_part(d, info.kind, &part);
    adrop_document_end(d);
    say_time(d, &info, seconds);
    return d;
}

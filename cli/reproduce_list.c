/* The list of recipes and the plan of one, for people (reproduce_show.h). */
#include <math.h>
#include <string.h>

#include "compare_show.h"
#include "document_out.h"
#include "out.h"
#include "reproduce_show.h"

char *reproduce_hours(double hours, char *buffer, size_t size)
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
static void describe(const adrop_recipe_info *info, char *text, size_t size)
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

/* For programs. */
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
        describe(&info, text, sizeof text);
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

static void say(FILE *file, const char *what, const char *text)
{
    if (!*text)
        return;
    fprintf(file, "%s: ", what);
    out_wrap(file, text, strlen(what) + 2, 4);
}

void reproduce_begin(FILE *file, const adrop_reproduction *r)
{
    adrop_reproduce_info info;

    adrop_reproduce_describe(r, &info);
    fprintf(file, "%s%s%s: %s\n", out_bold(file), info.label, out_plain(file), info.title);
    say(file, info.scale == ADROP_SCALE_PAPER ? "scale paper" : "scale quick", info.says);
    say(file, "restricted", info.restricted);
    say(file, "data sets that are not here", info.absent);
}

/* Runs of a part by their state. */
static void count_runs(const adrop_compare *c, size_t *all, size_t *done, size_t *begun,
                       size_t *choices)
{
    adrop_planned_run run;

    *all = *done = *begun = *choices = 0;
    for (; adrop_compare_run_at(c, *all, &run); ++*all) {
        *done += run.state == ADROP_RUN_DONE;
        *begun += run.state == ADROP_RUN_BEGUN;
        *choices += run.run == 0;
    }
}

/* Is candidate k of the plan the first of its text? */
static int is_new(const adrop_compare *c, size_t k, const char *candidate)
{
    adrop_planned_run run;

    for (size_t i = 0; i < k && adrop_compare_run_at(c, i, &run); i++)
        if (!strcmp(run.candidate, candidate))
            return 0;
    return 1;
}

/* What is chosen from, as "beta=0.5, dropout-lr=0.001". */
static void show_choices(FILE *file, const adrop_compare *c)
{
    adrop_planned_run run;
    const char *before = "    chosen on a tenth of the training rows, where a technique has it: ";

    for (size_t i = 0; adrop_compare_run_at(c, i, &run); i++)
        if (*run.candidate && is_new(c, i, run.candidate)) {
            fprintf(file, "%s%s", before, run.candidate);
            before = ", ";
        }
    fputs("\n", file);
}

void reproduce_plan(FILE *file, const adrop_reproduction *r, double seconds)
{
    adrop_reproduce_info info;
    adrop_reproduce_part part;
    size_t all, done, begun, choices;
    char text[32];

    adrop_reproduce_describe(r, &info);
    reproduce_begin(file, r);
    for (size_t i = 0; adrop_reproduce_part_at(r, i, &part); i++) {
        if (info.kind == ADROP_RECIPE_TIMING) {
            fprintf(file, "part %s: steps to time, in %s\n", part.name, OUT_CLEAN(part.folder));
            continue;
        }
        if (!part.compare) {
            fprintf(file, "part %s: prunings, in %s\n", part.name, OUT_CLEAN(part.folder));
            continue;
        }
        count_runs(part.compare, &all, &done, &begun, &choices);
        fprintf(file,
                "part %s: %zu runs, %zu of them to choose settings; %zu done, %zu begun; in %s\n",
                part.name, all, choices, done, begun, part.folder);
        if (choices)
            show_choices(file, part.compare);
        if (info.kind == ADROP_RECIPE_COMPARISON)
            compare_show_power(file, part.compare);
    }
    if (!isnan(seconds))
        fprintf(file, "what is left takes about %s, by steps timed here\n",
                reproduce_hours(seconds / 3600, text, sizeof text));
    else if (ADROP_RECIPE_TRAINS(info.kind) && isnan(info.hours))
        fputs("how long it takes is not known; '--estimate' times a few steps\n", file);
    else if (ADROP_RECIPE_TRAINS(info.kind))
        fprintf(file, "all of it takes about %s on the machine of 'adrop reproduce --list'\n",
                reproduce_hours(info.hours, text, sizeof text));
    else
        fputs("nothing is trained: it takes a moment\n", file);
}

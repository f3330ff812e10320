/* adrop list: what there is to choose from, as a table or as JSON. */
#include <stdio.h>
#include <string.h>

#include "adrop/data.h"
#include "adrop/dist.h"
#include "adrop/model.h"
#include "adrop/technique.h"
#include "command.h"
#include "json.h"
#include "out.h"
#include "technique_show.h"

typedef struct {
    command_common common;
} settings;

static const adrop_option options[] = { { 0 } };

static const command_note examples[] = {
    { "adrop list techniques", "every dropout technique" },
    { "adrop list techniques advanced:sigma=2", "one technique: its options and their values" },
    { "adrop list seeds", "the noise distributions of the model-free family" },
    { "adrop list models", "the networks" },
    { "adrop list datasets", "the data sets that are known by name" },
    { "adrop list maps --json", "the mappings into [0, 1], for a program" },
    { 0 },
};

static const char *const usage[] = {
    "adrop list techniques [NAME[:KEY=VALUE,..]]",
    "adrop list seeds [NAME]",
    "adrop list maps [NAME]",
    "adrop list models [NAME]",
    "adrop list datasets [NAME]",
    NULL,
};

static const command_note arguments[] = {
    { "NAME", "show this one alone, a technique with all its options" },
    { 0 },
};

static void open_list(json *j, const char *name)
{
    json_open(j, '{');
    json_key(j, name);
    json_open(j, '[');
}

static void close_list(json *j)
{
    json_close(j);
    json_close(j);
}

static void techniques_json(adrop_ctx *ctx)
{
    json j = { .file = stdout };

    open_list(&j, "techniques");
    for (size_t i = 0; i < adrop_technique_count(); i++) {
        adrop_technique_info info = adrop_technique_at(i);
        technique_json(&j, ctx, &info, NULL, NULL);
    }
    close_list(&j);
}

static void techniques_print(void)
{
    out_table table = { .align = "lll" };

    out_cell(&table, 1, "technique");
    out_cell(&table, 1, "learns");
    out_cell(&table, 1, "summary");
    for (size_t i = 0; i < adrop_technique_count(); i++) {
        adrop_technique_info info = adrop_technique_at(i);
        out_cell(&table, 0, "%s", info.name);
        out_cell(&table, 0, "%s", info.learns ? "yes" : "no");
        out_cell(&table, 0, "%s", info.summary);
    }
    out_table_print(&table, stdout, 0);
}

/* One technique, with the settings of the text. */
static int list_technique(const command_call *call, const char *text)
{
    const settings *s = call->settings;
    char resolved[4096];
    size_t index;

    adrop_status status = adrop_technique_check(call->ctx, text, &index, resolved, sizeof resolved);
    if (status)
        return command_fail(call, status);
    adrop_technique_info info = adrop_technique_at(index);
    if (s->common.json) {
        json j = { .file = stdout };
        open_list(&j, "techniques");
        technique_json(&j, call->ctx, &info, text, resolved);
        close_list(&j);
    } else {
        technique_print(stdout, call->ctx, &info, text, resolved);
    }
    return OUT_OK;
}

static int list_techniques(const command_call *call, const char *only)
{
    const settings *s = call->settings;

    if (only)
        return list_technique(call, only);
    if (s->common.json)
        techniques_json(call->ctx);
    else
        techniques_print();
    return OUT_OK;
}

/* A list of names with a line each. */
typedef struct {
    const char *many, *one;
    const char *(*name)(size_t i); /* NULL past the last */
    const char *(*summary)(size_t i);
} named;

static const named seeds = { "seeds", "seed", adrop_seed_name, adrop_seed_summary };
static const named maps = { "maps", "map", adrop_map_name, adrop_map_summary };

static const char *model_name(size_t i)
{
    return i < adrop_architecture_count() ? adrop_architecture_at(i).name : NULL;
}

static const char *model_summary(size_t i)
{
    return adrop_architecture_at(i).summary;
}

static const char *data_name(size_t i)
{
    return adrop_known_data_at(i).name;
}

static const char *data_summary(size_t i)
{
    return adrop_known_data_at(i).summary;
}

static const named datasets = { "datasets", "data set", data_name, data_summary };
static const named models = { "models", "model", model_name, model_summary };

static int unknown_name(const named *n, const char *word)
{
    const char *names[65] = { 0 };

    for (size_t i = 0; i < 64 && n->name(i); i++)
        names[i] = n->name(i);
    const char *near = adrop_nearest(word, names);
    if (near)
        out_complain("list", "there is no %s '%s': did you mean '%s'?", n->one, word, near);
    else
        out_complain("list", "there is no %s '%s': see 'adrop list %s'", n->one, word, n->many);
    return OUT_USAGE;
}

static void named_json(const named *n, const char *only)
{
    json j = { .file = stdout };

    open_list(&j, n->many);
    for (size_t i = 0; n->name(i); i++) {
        if (only && strcmp(only, n->name(i)))
            continue;
        json_open(&j, '{');
        json_key_text(&j, "name", n->name(i));
        json_key_text(&j, "summary", n->summary(i));
        json_close(&j);
    }
    close_list(&j);
}

static void named_print(const named *n, const char *only)
{
    out_table table = { .align = "ll" };

    out_cell(&table, 1, "%s", n->one);
    out_cell(&table, 1, "summary");
    for (size_t i = 0; n->name(i); i++) {
        if (only && strcmp(only, n->name(i)))
            continue;
        out_cell(&table, 0, "%s", n->name(i));
        out_cell(&table, 0, "%s", n->summary(i));
    }
    out_table_print(&table, stdout, 0);
}

static int list_named(const command_call *call, const named *n, const char *only)
{
    const settings *s = call->settings;

    if (only) {
        size_t i = 0;
        while (n->name(i) && strcmp(n->name(i), only))
            i++;
        if (!n->name(i))
            return unknown_name(n, only);
    }
    if (s->common.json)
        named_json(n, only);
    else
        named_print(n, only);
    return OUT_OK;
}

static int list_seeds(const command_call *call, const char *only)
{
    return list_named(call, &seeds, only);
}

static int list_maps(const command_call *call, const char *only)
{
    return list_named(call, &maps, only);
}

static int list_models(const command_call *call, const char *only)
{
    return list_named(call, &models, only);
}

static int list_datasets(const command_call *call, const char *only)
{
    return list_named(call, &datasets, only);
}

static const struct {
    const char *name;
    int (*list)(const command_call *call, const char *only); /* only: NULL for all */
} subjects[] = {
    { "techniques", list_techniques }, { "seeds", list_seeds },       { "maps", list_maps },
    { "models", list_models },         { "datasets", list_datasets },
};

enum { N_SUBJECTS = sizeof subjects / sizeof subjects[0] };

static int unknown_subject(const char *word)
{
    const char *names[N_SUBJECTS + 1] = { 0 };
    char known[256] = "";
    size_t used = 0;

    for (size_t i = 0; i < N_SUBJECTS; i++) {
        names[i] = subjects[i].name;
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s",
                                 i == 0                ? ""
                                 : i + 1 == N_SUBJECTS ? " or "
                                                       : ", ",
                                 names[i]);
    }
    const char *near = word ? adrop_nearest(word, names) : NULL;
    if (!word)
        out_complain("list", "nothing to list: give %s", known);
    else if (near)
        out_complain("list", "cannot list '%s': did you mean '%s'?", word, near);
    else
        out_complain("list", "cannot list '%s': give %s", word, known);
    return OUT_USAGE;
}

static int run(const command_call *call)
{
    const char *subject = call->n_arguments > 0 ? call->arguments[0] : NULL;
    const char *only = call->n_arguments > 1 ? call->arguments[1] : NULL;

    for (size_t i = 0; subject && i < N_SUBJECTS; i++)
        if (!strcmp(subjects[i].name, subject))
            return subjects[i].list(call, only);
    return unknown_subject(subject);
}

const command command_list = {
    .name = "list",
    .summary = "list dropout techniques, seeds of noise, mappings, networks or data sets",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 2,
    .options = options,
    .settings_size = sizeof(settings),
    .run = run,
};

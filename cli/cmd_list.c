/* adrop list: what there is to choose from, as a table or as JSON. */
#include <stdio.h>
#include <string.h>

#include "adrop/data.h"
#include "adrop/dist.h"
#include "adrop/graph.h"
#include "adrop/model.h"
#include "adrop/prune.h"
#include "adrop/reproduce.h"
#include "adrop/technique.h"
#include "command.h"
#include "json.h"
#include "out.h"
#include "technique_show.h"

typedef struct {
    command_common common;
    int yaml, at;
    char dropout[ADROP_TEXT_SIZE];
    size_t side;
} settings;

static const char *const at_words[] = { "dense-inputs", "hidden",     "preactivation",
                                        "logits-too",   "everywhere", NULL };

static const adrop_option options[] = {
    { .name = "yaml",
      .kind = ADROP_OPT_FLAG,
      .offset = offsetof(settings, yaml),
      .help = "print the model of that name as a file that `model` of train takes" },
    { .name = "dropout",
      .kind = ADROP_OPT_TEXT,
      .offset = offsetof(settings, dropout),
      .text = "advanced",
      .value = "T",
      .help = "with yaml: the technique whose places in the network are printed" },
    { .name = "dropout-at",
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(settings, at),
      .words = at_words,
      .help = "with yaml: where it sits" },
    { .name = "side",
      .kind = ADROP_OPT_COUNT,
      .offset = offsetof(settings, side),
      .fallback = 28,
      .min = 1,
      .max = 4096,
      .help = "with yaml: side of the images, for networks that depend on it (resnet18)" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop list techniques", "every dropout technique" },
    { "adrop list techniques advanced:sigma=2", "one technique: its options and their values" },
    { "adrop list seeds", "the noise distributions of the model-free family" },
    { "adrop list models", "the networks" },
    { "adrop list models vgg16:width=0.5 --yaml", "one network as a file of layers" },
    { "adrop list datasets", "the data sets that are known by name" },
    { "adrop list recipes", "the tables and figures of the paper that can be made again" },
    { "adrop list criteria", "what `adrop prune` can rank by" },
    { "adrop list maps --json", "the mappings into [0, 1], for a program" },
    { 0 },
};

static const char *const usage[] = {
    "adrop list techniques [NAME[:KEY=VALUE,..]]",
    "adrop list seeds [NAME]",
    "adrop list maps [NAME]",
    "adrop list models [NAME]",
    "adrop list models NAME[:KEY=VALUE,..] --yaml [--dropout T] [--dropout-at P]",
    "adrop list datasets [NAME]",
    "adrop list recipes [NAME]",
    "adrop list criteria [NAME]",
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
    adrop_technique_info info;

    open_list(&j, "techniques");
    for (size_t i = 0; adrop_technique_known(ctx, i, &info); i++)
        technique_json(&j, ctx, &info, NULL, NULL);
    close_list(&j);
}

static void techniques_print(const adrop_ctx *ctx)
{
    out_table table = { .align = "lll" };
    adrop_technique_info info;

    out_cell(&table, 1, "technique");
    out_cell(&table, 1, "learns");
    out_cell(&table, 1, "summary");
    for (size_t i = 0; adrop_technique_known(ctx, i, &info); i++) {
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
    adrop_technique_info info;
    adrop_technique_known(call->ctx, index, &info);
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
        techniques_print(call->ctx);
    return OUT_OK;
}

enum { MOST_NAMES = 64 };

/* A list of names with a line each; the texts are the library's. */
typedef struct {
    const char *many, *one;
    size_t n;
    const char *names[MOST_NAMES + 1], *summaries[MOST_NAMES]; /* (n), names then NULL */
} named;

static void add_name(named *list, const char *name, const char *summary)
{
    if (list->n == MOST_NAMES)
        return;
    list->names[list->n] = name;
    list->summaries[list->n++] = summary;
}

static int unknown_name(const named *list, const char *word)
{
    const char *near = adrop_nearest(word, list->names);

    if (near)
        out_complain("list", "there is no %s '%s': did you mean '%s'?", list->one, word, near);
    else
        out_complain("list", "there is no %s '%s': see 'adrop list %s'", list->one, word,
                     list->many);
    return OUT_USAGE;
}

static void named_json(const named *list, const char *only)
{
    json j = { .file = stdout };

    open_list(&j, list->many);
    for (size_t i = 0; i < list->n; i++) {
        if (only && strcmp(only, list->names[i]))
            continue;
        json_open(&j, '{');
        json_key_text(&j, "name", list->names[i]);
        json_key_text(&j, "summary", list->summaries[i]);
        json_close(&j);
    }
    close_list(&j);
}

static void named_print(const named *list, const char *only)
{
    out_table table = { .align = "ll" };

    out_cell(&table, 1, "%s", list->one);
    out_cell(&table, 1, "summary");
    for (size_t i = 0; i < list->n; i++) {
        if (only && strcmp(only, list->names[i]))
            continue;
        out_cell(&table, 0, "%s", list->names[i]);
        out_cell(&table, 0, "%s", list->summaries[i]);
    }
    out_table_print(&table, stdout, 0);
}

static int list_named(const command_call *call, const named *list, const char *only)
{
    const settings *s = call->settings;
    size_t i = 0;

    while (only && i < list->n && strcmp(list->names[i], only))
        i++;
    if (only && i == list->n)
        return unknown_name(list, only);
    if (s->common.json)
        named_json(list, only);
    else
        named_print(list, only);
    return OUT_OK;
}

static int list_seeds(const command_call *call, const char *only)
{
    named list = { .many = "seeds", .one = "seed" };

    for (size_t i = 0; adrop_seed_name(i); i++)
        add_name(&list, adrop_seed_name(i), adrop_seed_summary(i));
    return list_named(call, &list, only);
}

static int list_maps(const command_call *call, const char *only)
{
    named list = { .many = "maps", .one = "map" };

    for (size_t i = 0; adrop_map_name(i); i++)
        add_name(&list, adrop_map_name(i), adrop_map_summary(i));
    return list_named(call, &list, only);
}

/* The network of a text as a file; what it says of inputs and classes comes from the data. */
static int print_yaml(const command_call *call, const char *text)
{
    const settings *s = call->settings;
    adrop_model_opts o;
    adrop_graph *graph = NULL;
    char *yaml = NULL;

    adrop_model_opts_init(&o);
    o.model = text;
    o.dropout = s->dropout;
    o.dropout_at = (adrop_dropout_at)s->at;
    o.channels = 3, o.height = o.width = s->side;
    adrop_status status = adrop_graph_of(call->ctx, &o, &graph);
    if (!status && !(status = adrop_graph_yaml(graph, &yaml)))
        printf("# %s\n%s", OUT_CLEAN(text), yaml);
    adrop_free(call->ctx, yaml);
    adrop_graph_free(graph);
    return status ? command_fail(call, status) : OUT_OK;
}

static void models_json(adrop_ctx *ctx, const char *only)
{
    json j = { .file = stdout };
    adrop_architecture_info info;

    open_list(&j, "models");
    for (size_t i = 0; adrop_architecture_at(i, &info); i++)
        if (!only || !strcmp(only, info.name))
            model_json(&j, ctx, &info);
    close_list(&j);
}

static int list_models(const command_call *call, const char *only)
{
    const settings *s = call->settings;
    named list = { .many = "models", .one = "model" };
    adrop_architecture_info info;
    size_t i, found = SIZE_MAX;

    if (s->yaml && only)
        return print_yaml(call, only);
    for (i = 0; adrop_architecture_at(i, &info); i++) {
        add_name(&list, info.name, info.summary);
        if (only && !strcmp(only, info.name))
            found = i;
    }
    if (only && found == SIZE_MAX)
        return unknown_name(&list, only);
    if (s->common.json)
        models_json(call->ctx, only);
    else if (only && adrop_architecture_at(found, &info))
        model_print(stdout, call->ctx, &info);
    else
        named_print(&list, NULL);
    return OUT_OK;
}

static int list_datasets(const command_call *call, const char *only)
{
    named list = { .many = "datasets", .one = "data set" };
    adrop_known_data known;

    for (size_t i = 0; adrop_known_data_at(i, &known); i++)
        add_name(&list, known.name, known.summary);
    return list_named(call, &list, only);
}

static int list_recipes(const command_call *call, const char *only)
{
    named list = { .many = "recipes", .one = "recipe" };
    adrop_recipe_info info;
    adrop_recipes *recipes;
    adrop_status status = adrop_recipes_open(call->ctx, NULL, &recipes);

    if (status)
        return command_fail(call, status);
    for (size_t i = 0; adrop_recipes_at(recipes, i, &info); i++)
        add_name(&list, info.label, info.title);
    int code = list_named(call, &list, only);
    adrop_recipes_free(recipes);
    return code;
}

static int list_criteria(const command_call *call, const char *only)
{
    named list = { .many = "criteria", .one = "criterion" };
    adrop_criterion_info info;

    for (size_t i = 0; adrop_criterion_at(i, &info); i++)
        add_name(&list, info.name, info.summary);
    return list_named(call, &list, only);
}

static const struct {
    const char *name;
    int (*list)(const command_call *call, const char *only); /* only: NULL for all */
} subjects[] = {
    { "techniques", list_techniques }, { "seeds", list_seeds },       { "maps", list_maps },
    { "models", list_models },         { "datasets", list_datasets }, { "recipes", list_recipes },
    { "criteria", list_criteria },
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
    const settings *s = call->settings;
    const char *subject = call->n_arguments > 0 ? call->arguments[0] : NULL;
    const char *only = call->n_arguments > 1 ? call->arguments[1] : NULL;

    if (s->yaml && (!subject || strcmp(subject, "models") != 0 || !only)) {
        out_complain("list", "`yaml` prints one model: write 'adrop list models NAME --yaml'");
        return OUT_USAGE;
    }
    for (size_t i = 0; subject && i < N_SUBJECTS; i++)
        if (!strcmp(subjects[i].name, subject))
            return subjects[i].list(call, only);
    return unknown_subject(subject);
}

const command command_list = {
    .name = "list",
    .summary = "list dropout techniques, seeds of noise, mappings, networks, data sets, recipes or "
               "criteria of pruning",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 2,
    .options = options,
    .settings_size = sizeof(settings),
    .run = run,
};

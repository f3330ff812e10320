/* adrop list: the available choices, as a table or as JSON. */
#include <stdio.h>
#include <string.h>

#include "adrop/data.h"
#include "adrop/dist.h"
#include "adrop/figure.h"
#include "adrop/model.h"
#include "adrop/reproduce.h"
#include "adrop/technique.h"
#include "adrop/units.h"
#include "command.h"
#include "document_out.h"
#include "list.h"
#include "out.h"

typedef struct {
    command_common common;
    list_yaml yaml;
} settings;

static const char *const at_words[] = { "dense-inputs", "hidden",     "preactivation",
                                        "logits-too",   "everywhere", NULL };

static const adrop_option options[] = {
    { ROW("yaml", ADROP_OPT_FLAG, yaml.on),
      .help = "print the model of that name as a file that `model` of train takes" },
    { ROW("dropout", ADROP_OPT_TEXT, yaml.dropout), .names = ADROP_NAMES_TECHNIQUE,
      .group = ADROP_GROUP_NETWORK, .traits = ADROP_TRAIT_COMMON, .letter = 'D', .text = "advanced",
      .value = "T", .help = "with yaml: the technique whose places in the network are printed" },
    { ROW("dropout-at", ADROP_OPT_CHOICE, yaml.at), .group = ADROP_GROUP_NETWORK, .words = at_words,
      .help = "with yaml: where it sits" },
    { ROW("side", ADROP_OPT_COUNT, yaml.side), .fallback = 28, .min = 1, .max = 4096,
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
    { "adrop list formats", "the formats in which data are read; optimizers, figures likewise" },
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
    "adrop list formats|optimizers|figures [NAME]",
    NULL,
};

static const command_note arguments[] = {
    { "NAME", "show this one alone, a technique with all its options" },
    { 0 },
};

/* All techniques in full: the contents of the JSON. */
static int techniques_in_full(const command_call *call)
{
    adrop_document *d = document_start(call->ctx, "");
    adrop_technique_info info;

    adrop_document_list(d, "techniques", "");
    for (size_t i = 0; adrop_technique_known(call->ctx, i, &info); i++)
        technique_document(d, call->ctx, &info, NULL, NULL);
    adrop_document_end(d);
    return document_print(call, d);
}

/* One line per technique. */
static int techniques_in_short(const command_call *call)
{
    adrop_document *d = document_start(call->ctx, "");
    adrop_technique_info info;

    adrop_document_table(d, "techniques", "", 0);
    adrop_document_column(d, "name", "technique", 'l', "", 0);
    adrop_document_column(d, "learns", "learns", 'l', "", 0);
    adrop_document_column(d, "summary", "summary", 'l', "", 0);
    for (size_t i = 0; adrop_technique_known(call->ctx, i, &info); i++) {
        adrop_document_cell_text(d, info.name);
        adrop_document_cell_truth(d, info.learns);
        adrop_document_cell_text(d, info.summary);
    }
    adrop_document_end(d);
    return document_print(call, d);
}

/* One technique, with the settings in the text. */
static int list_technique(const command_call *call, const char *text)
{
    const char *resolved;
    size_t index;
    adrop_technique_info info;

    adrop_status status = adrop_technique_check(call->ctx, text, &index, &resolved);
    if (status)
        return command_fail(call, status);
    adrop_technique_known(call->ctx, index, &info);
    adrop_document *d = document_start(call->ctx, "");
    adrop_document_list(d, "techniques", "");
    technique_document(d, call->ctx, &info, text, resolved);
    adrop_document_end(d);
    return document_print(call, d);
}

static int list_techniques(const command_call *call, const char *only)
{
    const settings *s = call->settings;

    if (only)
        return list_technique(call, only);
    return s->common.json ? techniques_in_full(call) : techniques_in_short(call);
}

static int list_seeds(const command_call *call, const char *only)
{
    list_names list = { .many = "seeds", .one = "seed" };
    const char *name, *summary;

    for (size_t i = 0; adrop_seed_name(i); i++)
        list_names_add(&list, adrop_seed_name(i), adrop_seed_summary(i));
    for (size_t i = 0; (name = adrop_seed_registered(call->ctx, i, &summary)); i++)
        list_names_add(&list, name, summary);
    if (!only && !((const settings *)call->settings)->common.json)
        list_names_add(&list, "quantile(..)", "any, by its quantile function of u in (0, 1)");
    return list_names_show(call, &list, only);
}

static int list_maps(const command_call *call, const char *only)
{
    list_names list = { .many = "maps", .one = "map" };
    const char *name, *summary;

    for (size_t i = 0; adrop_map_name(i); i++)
        list_names_add(&list, adrop_map_name(i), adrop_map_summary(i));
    for (size_t i = 0; (name = adrop_map_registered(call->ctx, i, &summary)); i++)
        list_names_add(&list, name, summary);
    if (!only && !((const settings *)call->settings)->common.json)
        list_names_add(&list, "formula(..)", "any rising function of r into [0, 1]");
    return list_names_show(call, &list, only);
}

static int list_networks(const command_call *call, const char *only)
{
    const settings *s = call->settings;

    return list_models(call, &s->yaml, only, s->common.json);
}

static int list_datasets(const command_call *call, const char *only)
{
    list_names list = { .many = "datasets", .one = "data set" };
    adrop_known_data known;

    for (size_t i = 0; adrop_known_data_at(i, &known); i++)
        list_names_add(&list, known.name, known.summary);
    return list_names_show(call, &list, only);
}

static int list_recipes(const command_call *call, const char *only)
{
    list_names list = { .many = "recipes", .one = "recipe" };
    adrop_recipe_info info;
    adrop_recipes *recipes;
    adrop_status status = adrop_recipes_open(call->ctx, NULL, &recipes);

    if (status)
        return command_fail(call, status);
    for (size_t i = 0; adrop_recipes_at(recipes, i, &info); i++)
        list_names_add(&list, info.label, info.title);
    int code = list_names_show(call, &list, only);
    adrop_recipes_free(recipes);
    return code;
}

static int list_criteria(const command_call *call, const char *only)
{
    list_names list = { .many = "criteria", .one = "criterion" };
    adrop_criterion_info info;

    for (size_t i = 0; adrop_criterion_at(i, &info); i++)
        list_names_add(&list, info.name, info.summary);
    return list_names_show(call, &list, only);
}

static int list_formats(const command_call *call, const char *only)
{
    list_names list = { .many = "formats", .one = "format" };
    adrop_data_format format;

    for (size_t i = 0; adrop_data_format_at(i, &format); i++)
        list_names_add(&list, format.name, format.summary);
    return list_names_show(call, &list, only);
}

static int list_optimizers(const command_call *call, const char *only)
{
    list_names list = { .many = "optimizers", .one = "optimizer" };

    for (size_t i = 0; adrop_optimizer_name(i); i++)
        list_names_add(&list, adrop_optimizer_name(i), adrop_optimizer_summary(i));
    return list_names_show(call, &list, only);
}

static int list_figures(const command_call *call, const char *only)
{
    list_names list = { .many = "figures", .one = "kind of figure" };

    for (size_t i = 0; adrop_figure_kind_name(i); i++)
        list_names_add(&list, adrop_figure_kind_name(i), adrop_figure_kind_summary(i));
    return list_names_show(call, &list, only);
}

static const struct {
    const char *name;
    int (*list)(const command_call *call, const char *only); /* only: NULL for all */
} subjects[] = {
    { "techniques", list_techniques },
    { "seeds", list_seeds },
    { "maps", list_maps },
    { "models", list_networks },
    { "datasets", list_datasets },
    { "recipes", list_recipes },
    { "criteria", list_criteria },
    { "formats", list_formats },
    { "optimizers", list_optimizers },
    { "figures", list_figures },
};

enum { N_SUBJECTS = sizeof subjects / sizeof subjects[0] };

static const char *subject_at(size_t i)
{
    return i < N_SUBJECTS ? subjects[i].name : NULL;
}

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

static int list_run(const command_call *call)
{
    const settings *s = call->settings;
    const char *subject = call->n_arguments > 0 ? call->arguments[0] : NULL;
    const char *only = call->n_arguments > 1 ? call->arguments[1] : NULL;

    if (s->yaml.on && (!subject || strcmp(subject, "models") != 0 || !only)) {
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
    .summary = "list what there is to choose from: techniques, networks, data sets, optimizers, ..",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 2,
    .word = subject_at,
    .options = options,
    .settings_size = sizeof(settings),
    .run = list_run,
};

/* Techniques and networks as documents (list.h). */
#include "list.h"

#include <stdlib.h>
#include <string.h>

#include "document_out.h"
#include "out.h"

static const size_t kind_sizes[] = {
    [ADROP_OPT_REAL] = sizeof(double),       [ADROP_OPT_COUNT] = sizeof(size_t),
    [ADROP_OPT_FLAG] = sizeof(int),          [ADROP_OPT_CHOICE] = sizeof(int),
    [ADROP_OPT_TEXT] = sizeof(char *),       [ADROP_OPT_LIST] = sizeof(adrop_list),
    [ADROP_OPT_TEXTS] = sizeof(adrop_texts), [ADROP_OPT_INT] = sizeof(int),
};

/* Allocate the struct that a table describes, and set it from "name:key=value,.." or, if text is
 * NULL, to the defaults. The caller frees. */
static void *settings_of(adrop_ctx *ctx, const adrop_option *table, const char *text)
{
    size_t size = 1;

    for (const adrop_option *row = table; row->name; row++)
        if (row->offset + kind_sizes[row->kind] > size)
            size = row->offset + kind_sizes[row->kind];
    void *settings = out_memory(1, size);
    const char *colon = text ? strchr(text, ':') : NULL;
    adrop_options_default_sized(table, settings, size);
    if (colon)
        adrop_options_parse_sized(ctx, table, settings, size, colon + 1); /* checked before */
    return settings;
}

/* Examples, one per line for people. */
static void add_examples(adrop_document *d, const char *const *example)
{
    const char *const *const all = example;

    adrop_document_table(d, NULL, "examples", 0);
    adrop_document_column(d, NULL, "", 'l', "", 0);
    for (; *example; example++)
        adrop_document_cell_text(d, *example);
    adrop_document_end(d);
    document_words(d, "examples", NULL, all);
}

static void add_options(adrop_document *d, adrop_ctx *ctx, const adrop_option *rows,
                        const void *defaults, const void *settings)
{
    option_document_table(d, ctx, rows, defaults, settings);
    if (!rows->name)
        adrop_document_sentence(d, NULL, "it takes no options");
}

static const char *how_it_learns(const adrop_technique_info *info)
{
    return info->by_response && info->by_optimizer
               ? "yes, from the loss of other rows and, at dropout-lr, by the optimiser"
           : info->by_response
               ? "yes, from what a step with its noise does to the loss of other rows"
           : info->learns ? "yes, it has parameters of its own"
                          : "no";
}

void technique_document(adrop_document *d, adrop_ctx *ctx, const adrop_technique_info *info,
                        const char *text, const char *resolved)
{
    void *defaults = settings_of(ctx, info->options, NULL);
    void *settings = text ? settings_of(ctx, info->options, text) : NULL;

    adrop_document_group(d, NULL, info->name);
    adrop_document_text(d, "name", NULL, info->name);
    adrop_document_text(d, "summary", "summary", info->summary);
    adrop_document_text(d, "reference", "reference", info->reference);
    adrop_document_truth(d, "learns", NULL, info->learns);
    adrop_document_text(d, NULL, "learns", how_it_learns(info));
    adrop_document_truth(d, "by_response", NULL, info->by_response);
    if (resolved)
        adrop_document_text(d, "resolved", "in full", resolved);
    add_options(d, ctx, info->options, defaults, settings);
    add_examples(d, info->examples);
    adrop_document_end(d);
    free(settings);
    free(defaults);
}

void model_document(adrop_document *d, adrop_ctx *ctx, const adrop_architecture_info *info)
{
    void *defaults = settings_of(ctx, info->options, NULL);

    adrop_document_group(d, NULL, info->name);
    adrop_document_text(d, "name", NULL, info->name);
    adrop_document_text(d, "summary", "summary", info->summary);
    adrop_document_text(d, "reference", "reference", info->reference);
    add_options(d, ctx, info->options, defaults, NULL);
    add_examples(d, info->examples);
    adrop_document_end(d);
    free(defaults);
}

/* Techniques and networks shown by their own option tables (technique_show.h). */
#include "technique_show.h"

#include <stdlib.h>
#include <string.h>

#include "help.h"
#include "option_json.h"
#include "out.h"

static const size_t kind_sizes[] = {
    [ADROP_OPT_REAL] = sizeof(double),       [ADROP_OPT_COUNT] = sizeof(size_t),
    [ADROP_OPT_FLAG] = sizeof(int),          [ADROP_OPT_CHOICE] = sizeof(int),
    [ADROP_OPT_TEXT] = ADROP_TEXT_SIZE,      [ADROP_OPT_LIST] = sizeof(adrop_list),
    [ADROP_OPT_TEXTS] = sizeof(adrop_texts), [ADROP_OPT_INT] = sizeof(int),
};

/* Room for the struct a table describes, filled from "name:key=value,..", or with
 * the defaults if text is NULL. The caller frees. */
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

static void print_options(FILE *file, const adrop_option *row, const void *defaults,
                          const void *settings)
{
    out_table table = { .align = "lll" };
    char value[ADROP_TEXT_SIZE], text[1024];

    out_cell(&table, 1, "option");
    out_cell(&table, 1, "value");
    out_cell(&table, 1, "meaning");
    for (; row->name; row++) {
        out_cell(&table, 0, "%s", row->name);
        out_cell(&table, 0, "%s", adrop_option_show(row, settings, value, sizeof value));
        out_cell(&table, 0, "%s", help_describe(row, defaults, text, sizeof text));
    }
    out_table_print(&table, file, 0);
}

static void print_examples(FILE *file, const char *const *example)
{
    fprintf(file, "\n%sexamples%s\n", out_bold(file), out_plain(file));
    for (; *example; example++)
        fprintf(file, "  %s\n", *example);
}

void technique_print(FILE *file, adrop_ctx *ctx, const adrop_technique_info *info, const char *text,
                     const char *resolved)
{
    fprintf(file, "%s%s%s: ", out_bold(file), info->name, out_plain(file));
    out_wrap(file, info->summary, strlen(info->name) + 2, 4);
    fputs("reference: ", file);
    out_wrap(file, info->reference, 11, 11);
    fprintf(file, "learns:    %s\n",
            info->by_response && info->by_optimizer
                ? "yes, from the loss of other rows and, at dropout-lr, by the optimiser"
            : info->by_response
                ? "yes, from what a step with its noise does to the loss of other rows"
            : info->learns ? "yes, it has parameters of its own"
                           : "no");
    fprintf(file, "in full:   %s\n\n", resolved);
    if (info->options->name) {
        void *defaults = settings_of(ctx, info->options, NULL);
        void *settings = settings_of(ctx, info->options, text);
        print_options(file, info->options, defaults, settings);
        free(settings);
        free(defaults);
    } else {
        fputs("it takes no options\n", file);
    }
    print_examples(file, info->examples);
}

void model_print(FILE *file, adrop_ctx *ctx, const adrop_architecture_info *info)
{
    void *defaults = settings_of(ctx, info->options, NULL);

    fprintf(file, "%s%s%s: ", out_bold(file), info->name, out_plain(file));
    out_wrap(file, info->summary, strlen(info->name) + 2, 4);
    fputs("reference: ", file);
    out_wrap(file, info->reference, 11, 11);
    fputc('\n', file);
    if (info->options->name)
        print_options(file, info->options, defaults, defaults);
    else
        fputs("it takes no options\n", file);
    free(defaults);
    print_examples(file, info->examples);
}

void model_json(json *j, adrop_ctx *ctx, const adrop_architecture_info *info)
{
    void *defaults = settings_of(ctx, info->options, NULL);

    json_open(j, '{');
    json_key_text(j, "name", info->name);
    json_key_text(j, "summary", info->summary);
    json_key_text(j, "reference", info->reference);
    option_json_table(j, info->options, defaults, NULL);
    option_json_words(j, "examples", info->examples);
    json_close(j);
    free(defaults);
}

void technique_json(json *j, adrop_ctx *ctx, const adrop_technique_info *info, const char *text,
                    const char *resolved)
{
    void *defaults = settings_of(ctx, info->options, NULL);
    void *settings = text ? settings_of(ctx, info->options, text) : NULL;

    json_open(j, '{');
    json_key_text(j, "name", info->name);
    json_key_text(j, "summary", info->summary);
    json_key_text(j, "reference", info->reference);
    json_key(j, "learns");
    json_truth(j, info->learns);
    json_key(j, "by_response");
    json_truth(j, info->by_response);
    if (resolved)
        json_key_text(j, "resolved", resolved);
    option_json_table(j, info->options, defaults, settings);
    option_json_words(j, "examples", info->examples);
    json_close(j);
    free(settings);
    free(defaults);
}

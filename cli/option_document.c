/* Option rows as a table (list.h): everything for programs; for people name, value and meaning. */
#include "list.h"

#include "document_out.h"
#include "help.h"
#include "kept.h"

static const char *const kind_names[] = {
    [ADROP_OPT_REAL] = "real",     [ADROP_OPT_COUNT] = "count", [ADROP_OPT_FLAG] = "flag",
    [ADROP_OPT_CHOICE] = "choice", [ADROP_OPT_TEXT] = "text",   [ADROP_OPT_LIST] = "list",
    [ADROP_OPT_TEXTS] = "texts",   [ADROP_OPT_INT] = "int",
};

static void add_numbers(adrop_document *d, const adrop_list *list)
{
    adrop_document_list(d, NULL, NULL);
    for (size_t i = 0; i < list->n; i++)
        adrop_document_cell_number(d, list->value[i]);
    adrop_document_end(d);
}

static void add_texts(adrop_document *d, const adrop_texts *texts)
{
    adrop_document_list(d, NULL, NULL);
    for (size_t i = 0; i < texts->n; i++)
        adrop_document_cell_text(d, adrop_texts_at(texts, i));
    adrop_document_end(d);
}

static void add_value(adrop_document *d, const adrop_option *row, const void *settings)
{
    const void *at = (const char *)settings + row->offset;

    switch (row->kind) {
    case ADROP_OPT_REAL:
        adrop_document_cell_number(d, *(const double *)at);
        break;
    case ADROP_OPT_COUNT:
        adrop_document_cell_count(d, *(const size_t *)at);
        break;
    case ADROP_OPT_INT:
        adrop_document_cell_number(d, *(const int *)at);
        break;
    case ADROP_OPT_FLAG:
        adrop_document_cell_truth(d, *(const int *)at);
        break;
    case ADROP_OPT_CHOICE:
        adrop_document_cell_text(d, row->words[*(const int *)at]);
        break;
    case ADROP_OPT_TEXT:
        adrop_document_cell_text(d, *(const char *const *)at);
        break;
    case ADROP_OPT_LIST:
        add_numbers(d, at);
        break;
    case ADROP_OPT_TEXTS:
        add_texts(d, at);
        break;
    }
}

static void add_bound(adrop_document *d, const adrop_option *row, double bound)
{
    if (row->min < row->max)
        adrop_document_cell_number(d, bound);
    else
        adrop_document_cell_null(d);
}

static void option_document_add_row(adrop_document *d, adrop_ctx *ctx, const adrop_option *row,
                                    const void *defaults, const void *settings)
{
    /* a text with words is a choice that also accepts other texts */
    const int named = row->kind == ADROP_OPT_TEXT && row->words;
    char range[512];

    adrop_document_cell_text(d, row->name);
    adrop_document_cell_text(d, kind_names[named ? ADROP_OPT_CHOICE : row->kind]);
    add_value(d, row, defaults);
    if (settings)
        add_value(d, row, settings);
    else
        adrop_document_cell_none(d);
    add_bound(d, row, row->min);
    add_bound(d, row, row->max);
    document_words(d, NULL, NULL, row->kind == ADROP_OPT_CHOICE || named ? row->words : NULL);
    if (named)
        adrop_document_cell_text(d, row->value);
    else
        adrop_document_cell_none(d);
    adrop_document_cell_text(d, adrop_option_range(row, range, sizeof range));
    adrop_document_cell_text(d, row->help);
    adrop_document_cell_text(d, kept_value(ctx, row, settings ? settings : defaults));
    adrop_document_cell_text(d, help_describe(ctx, row, defaults));
}

void option_document_table(adrop_document *d, adrop_ctx *ctx, const adrop_option *rows,
                           const void *defaults, const void *settings)
{
    static const char *const keys[] = { "kind",  "default", "value", "min", "max",
                                        "words", "other",   "range", "help" };

    adrop_document_table(d, "options", "", 0);
    adrop_document_column(d, "name", "option", 'l', "", 0);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        adrop_document_column(d, keys[i], NULL, 'l', "", 0);
    adrop_document_column(d, NULL, "value", 'l', "", 0);
    adrop_document_column(d, NULL, "meaning", 'l', "", 0);
    for (; rows->name; rows++)
        option_document_add_row(d, ctx, rows, defaults, settings);
    adrop_document_end(d);
}

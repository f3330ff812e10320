/* Option rows as JSON (option_json.h). */
#include "option_json.h"

#include <math.h>

static const char *const kind_names[] = {
    [ADROP_OPT_REAL] = "real",     [ADROP_OPT_COUNT] = "count", [ADROP_OPT_FLAG] = "flag",
    [ADROP_OPT_CHOICE] = "choice", [ADROP_OPT_TEXT] = "text",   [ADROP_OPT_LIST] = "list",
    [ADROP_OPT_TEXTS] = "texts",   [ADROP_OPT_INT] = "int",
};

static void json_list(json *j, const adrop_list *list)
{
    json_open(j, '[');
    for (size_t i = 0; i < list->n; i++)
        json_number(j, list->value[i]);
    json_close(j);
}

static void json_texts(json *j, const adrop_texts *texts)
{
    json_open(j, '[');
    for (size_t i = 0; i < texts->n; i++)
        json_text(j, adrop_texts_at(texts, i));
    json_close(j);
}

static void json_value(json *j, const adrop_option *row, const void *settings)
{
    const void *at = (const char *)settings + row->offset;

    switch (row->kind) {
    case ADROP_OPT_REAL:
        json_number(j, *(const double *)at);
        break;
    case ADROP_OPT_COUNT:
        json_count(j, *(const size_t *)at);
        break;
    case ADROP_OPT_INT:
        json_number(j, *(const int *)at);
        break;
    case ADROP_OPT_FLAG:
        json_truth(j, *(const int *)at);
        break;
    case ADROP_OPT_CHOICE:
        json_text(j, row->words[*(const int *)at]);
        break;
    case ADROP_OPT_TEXT:
        json_text(j, at);
        break;
    case ADROP_OPT_LIST:
        json_list(j, at);
        break;
    case ADROP_OPT_TEXTS:
        json_texts(j, at);
        break;
    }
}

void option_json_words(json *j, const char *key, const char *const *words)
{
    json_key(j, key);
    json_open(j, '[');
    for (; words && *words; words++)
        json_text(j, *words);
    json_close(j);
}

static void json_row(json *j, const adrop_option *row, const void *defaults, const void *settings)
{
    char range[512];
    int bounded = row->min < row->max;

    json_open(j, '{');
    json_key_text(j, "name", row->name);
    /* a text with words is a choice that also takes other texts */
    const int named = row->kind == ADROP_OPT_TEXT && row->words;
    json_key_text(j, "kind", kind_names[named ? ADROP_OPT_CHOICE : row->kind]);
    json_key(j, "default");
    json_value(j, row, defaults);
    if (settings) {
        json_key(j, "value");
        json_value(j, row, settings);
    }
    json_key_number(j, "min", bounded ? row->min : NAN);
    json_key_number(j, "max", bounded ? row->max : NAN);
    option_json_words(j, "words", row->kind == ADROP_OPT_CHOICE || named ? row->words : NULL);
    if (named)
        json_key_text(j, "other", row->value);
    json_key_text(j, "range", adrop_option_range(row, range, sizeof range));
    json_key_text(j, "help", row->help);
    json_close(j);
}

void option_json_table(json *j, const adrop_option *table, const void *defaults,
                       const void *settings)
{
    json_key(j, "options");
    json_open(j, '[');
    for (; table->name; table++)
        json_row(j, table, defaults, settings);
    json_close(j);
}

/* Descriptions by rows: the value of a field, the accepted values, what a row applies to
 * (adrop/option.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/option.h"
#include "base/context.h"
#include "base/keep.h"
#include "base/memory.h"
#include "base/option_check.h"

/* The destination of a value; out NULL: only its length is counted. */
typedef struct {
    char *out;
    size_t n;
} sink;

static void option_show_put(sink *s, const char *text)
{
    const size_t n = strlen(text);

    if (s->out)
        memcpy(s->out + s->n, text, n);
    s->n += n;
}

static void put_whole(sink *s, size_t n)
{
    char text[ADROP_NUMBER_SIZE];

    snprintf(text, sizeof text, "%zu", n);
    option_show_put(s, text);
}

static void put_list(sink *s, const adrop_list *list)
{
    for (size_t i = 0; i < list->n && i < ADROP_LIST_MAX; i++) {
        option_show_put(s, i ? "," : "");
        option_show_put(s, AD_NUM(list->value[i]));
    }
}

/* Unchanged, or in double quotes where it would otherwise be read differently. */
static void put_text(sink *s, const char *text)
{
    char piece[3] = "";

    if (*text != '"' && !strchr(text, ';')) {
        option_show_put(s, text);
        return;
    }
    option_show_put(s, "\"");
    for (; *text; text++) {
        piece[0] = *text;
        piece[1] = *text == '"' ? '"' : 0;
        option_show_put(s, piece);
    }
    option_show_put(s, "\"");
}

static void put_texts(sink *s, const adrop_texts *texts)
{
    for (size_t i = 0; i < texts->n; i++) {
        option_show_put(s, i ? ";" : "");
        put_text(s, texts->text[i]);
    }
}

/* The word of a choice; the number in brackets if it has none. */
static void put_choice(sink *s, const adrop_option *row, int choice)
{
    char text[ADROP_NUMBER_SIZE];

    snprintf(text, sizeof text, "(%d)", choice);
    option_show_put(s, choice >= 0 && (size_t)choice < ad_option_words(row) ? row->words[choice]
                                                                            : text);
}

static void option_show_put_value(sink *s, const adrop_option *row, const void *at)
{
    char text[ADROP_NUMBER_SIZE];

    switch (row->kind) {
    case ADROP_OPT_REAL:
        option_show_put(s, AD_NUM(*(const double *)at));
        break;
    case ADROP_OPT_COUNT:
        if (row->words && !*(const size_t *)at)
            option_show_put(s, row->words[0]);
        else
            put_whole(s, *(const size_t *)at);
        break;
    case ADROP_OPT_FLAG:
        option_show_put(s, *(const int *)at ? "yes" : "no");
        break;
    case ADROP_OPT_CHOICE:
        put_choice(s, row, *(const int *)at);
        break;
    case ADROP_OPT_INT:
        snprintf(text, sizeof text, "%d", *(const int *)at);
        option_show_put(s, text);
        break;
    case ADROP_OPT_TEXT:
        option_show_put(s, ad_option_text(row, (const char *)at - row->offset));
        break;
    case ADROP_OPT_LIST:
        put_list(s, at);
        break;
    case ADROP_OPT_TEXTS:
        put_texts(s, at);
        break;
    }
}

static void put_settings(sink *s, const char *name, const adrop_option *table, const void *from)
{
    option_show_put(s, name);
    for (const adrop_option *row = table; row->name; row++) {
        option_show_put(s, row == table ? ":" : ",");
        option_show_put(s, row->name);
        option_show_put(s, "=");
        option_show_put_value(s, row, (const char *)from + row->offset);
    }
}

adrop_status ad_options_spell(adrop_ctx *ctx, const char *name, const adrop_option *table,
                              const void *from, const char **text)
{
    sink s = { 0 };
    char *out;
    adrop_status status;

    put_settings(&s, name, table, from);
    if ((status = AD_NEW(ctx, s.n + 1, "the text of settings", &out)))
        return status;
    s = (sink){ .out = out };
    put_settings(&s, name, table, from);
    status = ad_keep(ctx, out, text);
    ad_free(ctx, out);
    return status;
}

const char *adrop_option_show(adrop_ctx *ctx, const adrop_option *row, const void *from)
{
    const void *at = (const char *)from + row->offset;
    sink s = { 0 };
    const char *kept;
    char *text;

    option_show_put_value(&s, row, at);
    if (AD_NEW(ctx, s.n + 1, "the value of a setting", &text))
        return NULL;
    s = (sink){ .out = text };
    option_show_put_value(&s, row, at);
    const adrop_status status = ad_keep(ctx, text, &kept);
    ad_free(ctx, text);
    return status ? NULL : kept;
}

static int has_range(const adrop_option *row)
{
    return row->min < row->max;
}

static void show_interval(const adrop_option *row, const char *kind, char *buffer, size_t size)
{
    if (!has_range(row))
        snprintf(buffer, size, "%s", kind);
    else if (isinf(row->max))
        snprintf(buffer, size, "%s %s %s", kind,
                 row->open & ADROP_OPEN_MIN ? "greater than" : "of at least", AD_NUM(row->min));
    else
        snprintf(buffer, size, "%s in %c%s, %s%c", kind, row->open & ADROP_OPEN_MIN ? '(' : '[',
                 AD_NUM(row->min), AD_NUM(row->max), row->open & ADROP_OPEN_MAX ? ')' : ']');
}

static void show_words(const adrop_option *row, char *buffer, size_t size)
{
    size_t used = (size_t)snprintf(buffer, size, "one of");

    for (int i = 0; row->words[i] && used < size; i++)
        used += (size_t)snprintf(buffer + used, size - used, "%s %s", i ? "," : "", row->words[i]);
    if (row->kind == ADROP_OPT_TEXT && row->value && used < size)
        snprintf(buffer + used, size - used, ", or %s", row->value);
}

char *adrop_option_range(const adrop_option *row, char *buffer, size_t size)
{
    size_t used;

    switch (row->kind) {
    case ADROP_OPT_REAL:
        show_interval(row, "a number", buffer, size);
        break;
    case ADROP_OPT_COUNT:
    case ADROP_OPT_INT:
        show_interval(row, "a whole number", buffer, size);
        used = strlen(buffer);
        if (row->words && used < size)
            snprintf(buffer + used, size - used, ", or %s", row->words[0]);
        break;
    case ADROP_OPT_LIST:
        show_interval(row,
                      has_range(row) ? "numbers separated by commas, each"
                                     : "numbers separated by commas",
                      buffer, size);
        break;
    case ADROP_OPT_FLAG:
        snprintf(buffer, size, "yes or no");
        break;
    case ADROP_OPT_TEXT:
        if (!row->words) {
            snprintf(buffer, size, "a text");
            break;
        }
        show_words(row, buffer, size);
        break;
    case ADROP_OPT_TEXTS:
        snprintf(buffer, size, "a text, or several separated by ';'");
        break;
    case ADROP_OPT_CHOICE:
        show_words(row, buffer, size);
        break;
    }
    return buffer;
}

char *adrop_option_applies(const adrop_option *row, char *buffer, size_t size)
{
    static const char *const names[] = { "tables",
                                         "JSON lines",
                                         "sets with published splits (uci)",
                                         "folders of images",
                                         "lines of documents",
                                         "documents",
                                         "classification",
                                         "regression",
                                         "optimizers that have it",
                                         "schedules that have it" };
    size_t used = 0;

    *buffer = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names && used < size; i++)
        if (row->applies >> i & 1)
            used += (size_t)snprintf(buffer + used, size - used, "%s%s",
                                     !used                     ? ""
                                     : row->applies >> (i + 1) ? ", "
                                                               : " and ",
                                     names[i]);
    return buffer;
}

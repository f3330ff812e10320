/* Tables as text (text_table.h). */
#include "data/text_table.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "base/ascii.h"
#include "base/context.h"
#include "base/format.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/encoding.h"
#include "data/raw.h"

adrop_status ad_text_table_refuse(const ad_text_table *t, const char *format, ...)
{
    char reason[512];
    va_list args;

    va_start(args, format);
    ad_print_list(reason, sizeof reason, format, args);
    va_end(args);
    return ad_fail(t->ctx, ADROP_EFORMAT, "'%s', line %zu: %s", t->where, t->line, reason);
}

adrop_status ad_text_table_open(adrop_ctx *ctx, const char *where, ad_bytes *text, ad_text_table *t)
{
    ad_decoder d;

    *t = (ad_text_table){ .ctx = ctx, .where = where };
    ad_decoder_open(&d, ctx, where, ADROP_ENCODING_AUTO);
    const adrop_status status = ad_text_decode(&d, false, text);
    t->next = text->data;
    t->end = t->next + text->size;
    return status;
}

void ad_text_table_release(ad_text_table *t)
{
    ad_free(t->ctx, t->fields);
    t->fields = NULL;
}

static char separator_of(const char *line)
{
    return strchr(line, ',') ? ',' : strchr(line, ';') ? ';' : ' ';
}

static bool text_table_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static adrop_status add_field(ad_text_table *t, char *field)
{
    if (t->n_fields == t->room) {
        ad_bytes list = { t->fields, t->room * sizeof(char *), t->room * sizeof(char *) };
        if (t->room >= AD_MAX_SIDE)
            return ad_text_table_refuse(t, "more than %d columns", AD_MAX_SIDE);
        const size_t more = t->room ? t->room : 64;
        const adrop_status status = ad_bytes_reserve(t->ctx, &list, more * sizeof(char *),
                                                     "columns");
        if (status)
            return status;
        t->fields = list.data;
        t->room += more;
    }
    t->fields[t->n_fields++] = field;
    return ADROP_OK;
}

/* Cut a quoted field at p (after its opening quote); "" stands for one quote. Returns
 * what follows the closing quote, or NULL if there is none. */
static char *unquote(char *p)
{
    char *to = p;

    for (; *p; p++) {
        if (*p == '"' && p[1] != '"') {
            *to = 0;
            return p + 1;
        }
        if (*p == '"')
            p++;
        *to++ = *p;
    }
    return NULL;
}

/* Cut the field at p; *rest is what follows its separator, or NULL at the end. */
static adrop_status cut_field(ad_text_table *t, char *p, char **rest)
{
    char *field = p, *last;

    while (text_table_is_blank(*p))
        p++;
    if (*p == '"') {
        field = p + 1;
        if (!(p = unquote(field)))
            return ad_text_table_refuse(t, "column %zu: a quote is not closed", t->n_fields + 1);
        while (text_table_is_blank(*p) && t->separator != ' ')
            p++;
        if (*p && (t->separator == ' ' ? !text_table_is_blank(*p) : *p != t->separator))
            return ad_text_table_refuse(t, "column %zu: text follows a closing quote",
                                        t->n_fields + 1);
    } else {
        field = p;
        while (*p && (t->separator == ' ' ? !text_table_is_blank(*p) : *p != t->separator))
            p++;
        for (last = p; last > field && text_table_is_blank(last[-1]); last--)
            ;
        if (last < p)
            *last = 0;
    }
    *rest = *p ? p + 1 : NULL;
    *p = 0;
    for (; t->separator == ' ' && *rest && text_table_is_blank(**rest); ++*rest)
        ;
    if (t->separator == ' ' && *rest && !**rest)
        *rest = NULL;
    return add_field(t, field);
}

/* The next line that is neither blank nor a comment, without its end; NULL: none. */
static char *next_line(ad_text_table *t)
{
    while (t->next < t->end) {
        char *line = t->next, *stop = memchr(line, '\n', (size_t)(t->end - line));
        t->next = stop ? stop + 1 : t->end;
        stop = stop ? stop : t->end;
        *stop = 0;
        t->line++;
        if (line[strspn(line, " \t")] && *line != '#')
            return line;
    }
    return NULL;
}

adrop_status ad_text_table_next(ad_text_table *t, bool *more)
{
    const size_t before = t->n_fields;
    const bool first = !t->separator;
    char *rest = next_line(t);
    adrop_status status = ADROP_OK;

    *more = rest != NULL;
    if (!rest)
        return ADROP_OK;
    if (first)
        t->separator = separator_of(rest);
    t->n_fields = 0;
    while (!status && rest)
        status = cut_field(t, rest, &rest);
    if (!status && !first && t->n_fields != before) {
        const size_t n = t->n_fields;
        t->n_fields = before;
        return ad_text_table_refuse(t, "%zu columns, where the first line has %zu", n, before);
    }
    return status;
}

/* Does the field stand for a missing value? */
static bool is_missing(const char *field)
{
    return !*field || !strcmp(field, "?") || ad_alike(field, "na") || ad_alike(field, "n/a") ||
           ad_alike(field, "nan") || ad_alike(field, "null");
}

adrop_status ad_text_table_number(const ad_text_table *t, size_t column, double *x)
{
    const char *field = t->fields[column];

    if (is_missing(field))
        return ad_text_table_refuse(t,
                                    "column %zu: the value is missing ('%s'); fill it in or "
                                    "remove the line",
                                    column + 1, field);
    if (adrop_number_read(field, x))
        return ad_text_table_refuse(t, "column %zu: '%s' is not a number", column + 1,
                                    AD_SHOWN(field));
    if (fabs(*x) > FLT_MAX)
        return ad_text_table_refuse(t, "column %zu: %s is too large", column + 1, AD_SHOWN(field));
    return ADROP_OK;
}

/* Records of a table of texts (records.h). */
#include "data/records.h"

#include <string.h>

#include "base/context.h"
#include "data/raw.h"

void ad_records_open(ad_records *r, adrop_ctx *ctx, const char *where, char *text, size_t size,
                     char separator)
{
    *r = (ad_records){ .ctx = ctx,
                       .where = where,
                       .p = text,
                       .end = text + size,
                       .separator = separator,
                       .next_line = 1 };
}

void ad_records_release(ad_records *r)
{
    ad_bytes_release(r->ctx, &r->list);
}

static bool records_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool ends_field(const ad_records *r, const char *p)
{
    return p >= r->end || *p == '\n' || *p == r->separator;
}

/* Skip blanks. */
static char *skip_blanks(const ad_records *r, char *p)
{
    while (p < r->end && records_is_blank(*p) && *p != r->separator)
        p++;
    return p;
}

/* Read the quoted field at p, after its opening quote. Returns what follows its closing quote, or
 * NULL if there is none. Changes the text only with `write`. */
static char *unquote(const ad_records *r, char *p, bool write, ad_field *field, size_t *breaks)
{
    char *to = p;

    *field = (ad_field){ .text = p, .is_quoted = true };
    for (; p < r->end; p++) {
        if (*p == '"' && (p + 1 == r->end || p[1] != '"')) {
            field->length = (size_t)(to - field->text);
            return p + 1;
        }
        *breaks += *p == '\n';
        if (*p == '\n' && r->separator == '\t')
            return NULL;
        p += *p == '"';
        if (write)
            *to = *p;
        to++;
    }
    return NULL;
}

static adrop_status records_refuse(const ad_records *r, const char *why)
{
    return ad_fail(r->ctx, ADROP_EFORMAT, "'%.300s', line %zu: column %zu: %s", r->where, r->line,
                   r->list.size / sizeof(ad_field) + 1, why);
}

/* A quoted field: *p moves past it. *taken is false if the quote is part of a text. */
static adrop_status cut_quoted(ad_records *r, char **p, ad_field *field, bool *taken)
{
    size_t breaks = 0, none = 0;
    char *stop = unquote(r, *p + 1, false, field, &breaks);

    *taken = true;
    if (stop && ends_field(r, skip_blanks(r, stop))) {
        *p = skip_blanks(r, unquote(r, *p + 1, true, field, &none));
        r->next_line += breaks;
        return ADROP_OK;
    }
    *taken = r->separator != '\t';
    if (!*taken)
        return ADROP_OK;
    return records_refuse(r, stop ? "text follows a closing quote" : "a quote is not closed");
}

static adrop_status cut_field(ad_records *r)
{
    char *p = skip_blanks(r, r->p), *last;
    ad_field field = { .text = p };
    bool taken = false;
    adrop_status status = ADROP_OK;

    if (p < r->end && *p == '"')
        status = cut_quoted(r, &p, &field, &taken);
    if (status)
        return status;
    if (!taken) {
        const char *first = p;
        while (!ends_field(r, p))
            p++;
        for (last = p; last > first && records_is_blank(last[-1]); last--)
            ;
        field = (ad_field){ .text = first, .length = (size_t)(last - first) };
    }
    r->p = p;
    if (r->list.size / sizeof field >= AD_MAX_SIDE)
        return records_refuse(r, "there are too many columns");
    return ad_bytes_append(r->ctx, &r->list, &field, sizeof field, "columns");
}

/* Skip blank lines. */
static void skip_lines(ad_records *r)
{
    for (;;) {
        char *p = r->p;
        while (p < r->end && records_is_blank(*p))
            p++;
        if (p == r->end || *p != '\n') {
            r->p = p == r->end ? p : r->p;
            return;
        }
        r->p = p + 1;
        r->next_line++;
    }
}

adrop_status ad_records_next(ad_records *r, bool *more)
{
    adrop_status status;

    r->list.size = 0;
    skip_lines(r);
    *more = r->p < r->end;
    if (!*more)
        return ADROP_OK;
    r->line = r->next_line;
    while (!(status = cut_field(r)) && r->p < r->end && *r->p == r->separator)
        r->p++;
    if (status)
        return status;
    if (r->p < r->end) /* a line break */
        r->p++;
    r->next_line++;
    const size_t n = r->list.size / sizeof(ad_field);
    if (r->n && n != r->n)
        return ad_fail(r->ctx, ADROP_EFORMAT,
                       "'%.300s', line %zu: %zu columns, where the first line has %zu: put texts "
                       "with separators in them into double quotes",
                       r->where, r->line, n, r->n);
    r->n = n;
    return ADROP_OK;
}

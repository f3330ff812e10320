/* Rows and fields of a text table (dialect.h, RFC 4180). */
#include "data/dialect.h"

#include <string.h>

#include "base/ascii.h"

static bool dialect_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_end(char c, char separator)
{
    return separator == ' ' ? dialect_is_blank(c)
           : separator      ? c == separator
                            : c == ',' || c == ';' || c == '|' || dialect_is_blank(c);
}

/* The closing quote of the text quoted from p on; NULL: none. */
static const char *close_quote(const char *p, const char *stop, bool *doubled)
{
    while ((p = memchr(p, '"', (size_t)(stop - p)))) {
        if (p + 1 == stop || p[1] != '"')
            return p;
        *doubled = true;
        p += 2;
    }
    return NULL;
}

static size_t count_breaks(const char *p, const char *stop)
{
    size_t n = 0;

    for (; p < stop && (p = memchr(p, '\n', (size_t)(stop - p))); p++)
        n++;
    return n;
}

/* Is the line at p a comment? In "#,a,b" the '#' is the name of a column. */
static bool is_comment(const char *p, const char *end, char separator)
{
    if (p == end || *p != '#')
        return false;
    return p + 1 == end || dialect_is_blank(p[1]) || !is_end(p[1], separator);
}

/* -- Rows ---------------------------------------------------------------------------- */

const char *ad_row_end(const char *p, const char *end, char separator, size_t *breaks)
{
    const char *newline = memchr(p, '\n', (size_t)(end - p)), *stop = newline ? newline : end;
    bool doubled;

    if (is_comment(p, stop, separator) || !memchr(p, '"', (size_t)(stop - p)))
        return stop;
    for (;; p++) {
        while (p < end && dialect_is_blank(*p) && *p != separator)
            p++;
        if (p < end && *p == '"') {
            const char *close = close_quote(p + 1, end, &doubled);
            if (!close)
                return NULL;
            *breaks += count_breaks(p, close);
            p = close + 1;
        }
        while (p < end && *p != '\n' && !is_end(*p, separator))
            p++;
        if (p == end || *p == '\n')
            return p;
    }
}

ad_row_walk ad_row_walk_begin(char *text, char *end, char separator)
{
    return (ad_row_walk){ .p = text,
                          .end = end,
                          .separator = separator,
                          .has_quotes = text < end && memchr(text, '"', (size_t)(end - text)) };
}

static size_t count_fields(const char *p, const char *stop, char separator)
{
    size_t n = 0;
    ad_field f;

    for (; p; n++)
        p = ad_field_look(p, stop, separator, &f);
    return n;
}

char *ad_row_next(ad_row_walk *w)
{
    while (w->p < w->end) {
        char *row = w->p, *first = row;
        size_t breaks = 0;
        const char *stop = w->has_quotes ? ad_row_end(row, w->end, w->separator, &breaks)
                                         : memchr(row, '\n', (size_t)(w->end - row));
        w->stop = stop ? (char *)stop : w->end;
        w->p = w->stop < w->end ? w->stop + 1 : w->end;
        w->line = w->lines + 1;
        w->lines += 1 + (w->rows_alone ? 0 : breaks);
        while (first < w->stop && dialect_is_blank(*first))
            first++;
        if (first == w->stop)
            continue;
        if (!is_comment(row, w->stop, w->separator))
            return row;
        const bool is_text = w->separator == ' ' &&
                             (row + 1 == w->stop || dialect_is_blank(row[1]));
        if (w->columns && !is_text && count_fields(row, w->stop, w->separator) == w->columns) {
            w->is_comment = true;
            return row;
        }
    }
    return NULL;
}

/* -- Fields -------------------------------------------------------------------------- */

/* A quoted field, p at its opening quote. Returns what follows it, or NULL with a fault. */
static const char *look_quoted(const char *p, const char *stop, char separator, ad_field *field)
{
    const char *close = close_quote(++p, stop, &field->is_doubled);

    field->is_quoted = true;
    field->text = p;
    if (!close) {
        field->fault = "a quote is not closed";
        return NULL;
    }
    field->length = (size_t)(close - p);
    for (p = close + 1; p < stop && dialect_is_blank(*p) && !is_end(*p, separator); p++)
        ;
    if (p == stop || is_end(*p, separator))
        return p;
    field->fault = memchr(field->text, '\n', field->length)
                       ? "a quote is not closed: the next one, some lines below, is followed by "
                         "text"
                       : "text follows a closing quote";
    return NULL;
}

const char *ad_field_look(const char *p, const char *stop, char separator, ad_field *field)
{
    *field = (ad_field){ .text = "" };
    while (p < stop && dialect_is_blank(*p) && *p != separator)
        p++;
    for (; separator == ' ' && p < stop && dialect_is_blank(*p); p++)
        ;
    if (p < stop && *p == '"') {
        if (!(p = look_quoted(p, stop, separator, field)))
            return NULL;
    } else {
        const char *first = p, *last;
        while (p < stop && !is_end(*p, separator))
            p++;
        for (last = p; last > first && dialect_is_blank(last[-1]); last--)
            ;
        field->text = first;
        field->length = (size_t)(last - first);
    }
    if (separator == ' ') {
        while (p < stop && dialect_is_blank(*p))
            p++;
        return p < stop ? p : NULL;
    }
    return p < stop ? p + 1 : NULL;
}

char *ad_field_cut(char *p, char *stop, char separator, ad_field *field)
{
    char *next = (char *)ad_field_look(p, stop, separator, field);

    if (!field->is_doubled || field->fault)
        return next;
    const char *from = field->text, *end = from + field->length;
    char *to = (char *)from; /* in place, in the text at p */
    for (; from < end; from++) {
        from += *from == '"';
        *to++ = *from;
    }
    field->length = (size_t)(to - field->text);
    field->is_doubled = false;
    return next;
}

/* Case does not matter, except that Na is sodium and Nan is a name. */
bool ad_field_is_missing(const ad_field *f)
{
    static const char *const words[] = { "?", "n/a", "null", "#n/a", "<na>", "\\n" };
    static const char *const exact[] = { "NA", "na", "NaN", "nan", "NAN" };

    if (!f->length)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (f->length == strlen(words[i]) && ad_alike_n(f->text, words[i], f->length))
            return true;
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        if (f->length == strlen(exact[i]) && !memcmp(f->text, exact[i], f->length))
            return true;
    return false;
}

/* How a table is written as text (dialect.h). */
#include "data/dialect.h"

#include <string.h>
#include <strings.h>

#include "data/decimal.h"

enum { LINES = 100 }; /* that a dialect is judged by */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

char *ad_line_next(char **p, char *end, char **stop, size_t *lines)
{
    while (*p < end) {
        char *line = *p, *newline = memchr(line, '\n', (size_t)(end - line));
        *p = newline ? newline + 1 : end;
        *stop = newline ? newline : end;
        if (*stop > line && (*stop)[-1] == '\r')
            --*stop;
        ++*lines;
        char *first = line;
        while (first < *stop && is_blank(*first))
            first++;
        if (first < *stop && *line != '#')
            return line;
    }
    return NULL;
}

static bool is_end(char c, char separator)
{
    return separator == ' ' ? is_blank(c) : c == separator;
}

/* A quoted field, p behind its opening quote; "" stands for one quote. Returns what follows the
 * closing quote, or NULL if there is none. */
static char *unquote(char *p, const char *stop, ad_field *field)
{
    char *to = p;

    field->text = p;
    for (; p < stop; p++) {
        if (*p == '"' && (p + 1 == stop || p[1] != '"')) {
            field->length = (size_t)(to - field->text);
            return p + 1;
        }
        p += *p == '"';
        *to++ = *p;
    }
    return NULL;
}

char *ad_field_cut(char *p, char *stop, char separator, ad_field *field)
{
    *field = (ad_field){ .text = "" };
    while (p < stop && is_blank(*p) && *p != separator)
        p++;
    for (; separator == ' ' && p < stop && is_blank(*p); p++)
        ;
    if (p < stop && *p == '"') {
        field->is_quoted = true;
        if (!(p = unquote(p + 1, stop, field))) {
            field->fault = "a quote is not closed";
            return NULL;
        }
        while (p < stop && is_blank(*p) && !is_end(*p, separator))
            p++;
        if (p < stop && !is_end(*p, separator)) {
            field->fault = "text follows a closing quote";
            return NULL;
        }
    } else {
        char *first = p, *last;
        while (p < stop && !is_end(*p, separator))
            p++;
        for (last = p; last > first && is_blank(last[-1]); last--)
            ;
        field->text = first;
        field->length = (size_t)(last - first);
    }
    if (separator == ' ') {
        while (p < stop && is_blank(*p))
            p++;
        return p < stop ? p : NULL;
    }
    return p < stop ? p + 1 : NULL;
}

bool ad_field_is_missing(const ad_field *f)
{
    static const char *const words[] = { "?", "na", "n/a", "nan", "null" };

    if (!f->length)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (f->length == strlen(words[i]) && !strncasecmp(f->text, words[i], f->length))
            return true;
    return false;
}

/* -- Judging ------------------------------------------------------------------------- */

static size_t count(const char *line, const char *stop, char c)
{
    size_t n = 0;
    bool quoted = false;

    for (; line < stop; line++) {
        quoted ^= *line == '"';
        n += !quoted && *line == c;
    }
    return n;
}

/* Is a field a number with that decimal mark, and with a fraction? */
static bool has_fraction(const ad_field *f, char mark)
{
    char text[64];
    double x;

    if (!f->length || f->length >= sizeof text - 1 || !memchr(f->text, mark, f->length))
        return false;
    memcpy(text, f->text, f->length);
    text[f->length] = '\n';
    return ad_decimal_read(text, mark, &x) == text + f->length;
}

/* Count the fields of a line with each decimal mark; *odd: those with a comma that are no number.
 */
static void count_marks(const char *line, const char *stop, char separator, size_t *points,
                        size_t *commas, size_t *odd)
{
    char copy[4096], *p = copy;
    const size_t length = (size_t)(stop - line);
    ad_field f;

    if (length >= sizeof copy)
        return;
    memcpy(copy, line, length);
    while (p) {
        p = ad_field_cut(p, copy + length, separator, &f);
        if (f.fault || f.is_quoted)
            continue;
        *points += has_fraction(&f, '.');
        const bool comma = has_fraction(&f, ',');
        *commas += comma;
        *odd += !comma && f.length && memchr(f.text, ',', f.length);
    }
}

/* Tabs, if each of the first lines has as many, and no field holds several numbers. */
static bool has_tabs(char *p, char *end)
{
    size_t lines = 0, tabs = 0;
    char *stop, *line;

    for (int i = 0; i < 5 && (line = ad_line_next(&p, end, &stop, &lines)); i++) {
        const size_t n = count(line, stop, '\t');
        if (!n || (i && n != tabs))
            return false;
        tabs = n;
        for (char *c = line; c + 2 < stop; c++)
            if (c[0] >= '0' && c[0] <= '9' && c[1] == ' ' && c[2] >= '0' && c[2] <= '9')
                return false;
    }
    return tabs > 0;
}

ad_dialect ad_dialect_of(const char *text, size_t size)
{
    char *p = (char *)text, *end = p + size, *stop; /* nothing is written */
    size_t lines = 0, points = 0, commas = 0, odd = 0;
    char *line = ad_line_next(&p, end, &stop, &lines);
    ad_dialect d = { ' ', '.' };

    if (!line)
        return d;
    count_marks(line, stop, ';', &points, &commas, &odd);
    if (count(line, stop, ';') && !odd)
        d.separator = ';';
    else if (count(line, stop, ','))
        d.separator = ',';
    else if (count(line, stop, ';'))
        d.separator = ';';
    else if (has_tabs(line, end))
        d.separator = '\t';
    if (d.separator == ',')
        return d;
    points = commas = 0;
    for (int i = 0; i < LINES && line; i++) {
        count_marks(line, stop, d.separator, &points, &commas, &odd);
        line = p < end ? ad_line_next(&p, end, &stop, &lines) : NULL;
        if (line && p == end && end[-1] != '\n') /* cut off, perhaps */
            line = NULL;
    }
    d.mark = commas && !points ? ',' : '.';
    return d;
}

const char *ad_dialect_word(char separator)
{
    return separator == ','    ? "commas"
           : separator == ';'  ? "semicolons"
           : separator == '\t' ? "tabs"
                               : "blanks";
}

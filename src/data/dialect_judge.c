/* Judging how a table is written (dialect.h).
 *
 * The separator is the first of these that fits the first rows:
 * 1. if the first row has commas: semicolons, tabs, '|' or blanks, if rows have the same number of
 *    fields and every comma belongs to a number, a date or a pause; then semicolons, tabs or '|',
 *    if their count is the same in all rows and that of commas is not; then commas;
 * 2. otherwise semicolons, tabs, '|', blanks.
 *
 * Numbers show the decimal mark. "1,234" does not, since the comma may separate thousands; if the
 * first rows show nothing else, whole columns decide (table_settle.c). */
#include <string.h>

#include "base/ascii.h"
#include "data/decimal.h"
#include "data/dialect.h"
#include "data/form.h"

enum {
    ROWS = 100,  /* rows used to judge a dialect */
    MOST = 2000, /* if the first ROWS do not show the decimal mark */
    FEW = 5,     /* rows that must have the same number of fields */
};

/* Counts of fields with a point, and with a comma. */
typedef struct {
    size_t points[3], commas[3]; /* by ad_fraction_look: [1] perhaps a number, [2] a number */
    size_t like, odd; /* with a comma: numbers of any form, dates, or pauses as in "sky, grey"; and
                         all others */
} tally;

static ad_row_walk walk_of(const char *text, size_t size, char separator)
{
    return ad_row_walk_begin((char *)text, (char *)text + size, separator); /* nothing is written */
}

/* The next row, unless it ends where the text is cut off: that row may be incomplete. */
static const char *next_whole(ad_row_walk *w, size_t done)
{
    const char *row = ad_row_next(w);

    return row && done && w->stop == w->end ? NULL : row;
}

/* Count a character outside quotes in a row. */
static size_t dialect_judge_count(const char *p, const char *stop, char c)
{
    size_t n = 0;
    const char *quote;

    while (
        (quote = memchr(p, '"', (size_t)(stop - p)))) { /* count before it, then skip to its end */
        for (; (p = memchr(p, c, (size_t)(quote - p))); p++)
            n++;
        p = memchr(quote + 1, '"', (size_t)(stop - quote - 1));
        if (!p)
            return n;
        p++;
    }
    for (; (p = memchr(p, c, (size_t)(stop - p))); p++)
        n++;
    return n;
}

int ad_fraction_look(const char *text, size_t length, char mark)
{
    const char *at = length ? memchr(text, mark, length) : NULL;
    char copy[64];
    double x;

    if (!at || length >= sizeof copy - 1)
        return 0;
    memcpy(copy, text, length);
    copy[length] = '\n';
    if (ad_decimal_read(copy, mark, &x) != copy + length)
        return 0;
    const char *first = text + (*text == '-' || *text == '+');
    const size_t behind = (size_t)(text + length - at) - 1, before = (size_t)(at - first);
    if (!behind || at[1] < '0' || at[1] > '9')
        return 0;
    return behind == 3 && before >= 1 && before <= 3 && *first != '0' ? 1 : 2;
}

/* Is each comma followed by a blank and more text? */
static bool pauses(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] == ',' && (i + 2 >= length || text[i + 1] != ' '))
            return false;
    return true;
}

/* The first row may be one shorter: the header of a table with row names, or with a separator at
 * the end of each row. */
static bool is_as_many(size_t n, size_t row, size_t before)
{
    return !row || n == before || (row == 1 && n == before + 1);
}

static void count_field(const ad_field *f, char separator, tally *t)
{
    if (f->fault)
        return;
    const int comma = separator == ',' && !f->is_quoted ? 0
                                                        : ad_fraction_look(f->text, f->length, ',');
    t->points[ad_fraction_look(f->text, f->length, '.')]++;
    t->commas[comma]++;
    if (!f->is_quoted && f->length && memchr(f->text, ',', f->length)) {
        const bool like = comma || pauses(f->text, f->length) ||
                          ad_form_look(f->text, f->length).forms;
        t->like += like;
        t->odd += !like;
    }
}

static bool is_number(const ad_field *f)
{
    double x;

    return f->length && (ad_decimal_read(f->text, '.', &x) == f->text + f->length ||
                         ad_decimal_read(f->text, ',', &x) == f->text + f->length);
}

/* Tally the fields of a row and return their number; adds those that are numbers to *numbers. */
static size_t count_row(const char *p, const char *stop, char separator, tally *t, size_t *numbers)
{
    size_t n = 0;
    ad_field f;

    for (; p; n++) {
        p = ad_field_look(p, stop, separator, &f);
        count_field(&f, separator, t);
        *numbers += is_number(&f);
    }
    return n;
}

/* Do the first rows have the same number of fields, more than one, and do all commas below a header
 * belong to numbers, dates or pauses? */
static bool fits(const char *text, size_t size, char separator)
{
    ad_row_walk w = walk_of(text, size, separator);
    tally t = { 0 };
    size_t columns = 0;
    const char *row;

    for (size_t i = 0; i < FEW && (row = next_whole(&w, i)); i++) {
        size_t numbers = 0;
        const size_t n = count_row(row, w.stop, separator, &t, &numbers);
        if (n < 2 || !is_as_many(n, i, columns))
            return false;
        columns = n;
        if (!i && !numbers)
            t.odd = 0;
    }
    return columns > 1 && !t.odd && t.like > 0;
}

/* Do the rows have the same number of fields, more than one? */
static bool is_steady(const char *text, size_t size, char separator)
{
    ad_row_walk w = walk_of(text, size, separator);
    size_t columns = 0;
    const char *row;

    for (size_t i = 0; i < ROWS && (row = next_whole(&w, i)); i++) {
        const size_t n = dialect_judge_count(row, w.stop, separator);
        if (!n || !is_as_many(n, i, columns))
            return false;
        columns = n;
    }
    return columns > 0;
}

/* Do the first rows have the same number of fields between blanks and tabs, and are all of them
 * numbers, a header aside? */
static bool is_blank_separated(const char *text, size_t size)
{
    ad_row_walk w = walk_of(text, size, ' ');
    size_t columns = 0;
    const char *row;

    for (size_t i = 0; i < FEW && (row = next_whole(&w, i)); i++) {
        tally t = { 0 };
        size_t numbers = 0;
        const size_t n = count_row(row, w.stop, ' ', &t, &numbers);
        if ((i && n != columns) || (numbers < n && (i || numbers)))
            return false;
        columns = n;
    }
    return columns > 1;
}

/* Do the first rows have the same number of tabs, and do blanks not separate numbers as well?
 * "1 2<tab>3" holds three numbers; "1 234<tab>5" below a header of two names holds two. */
static bool has_tabs(const char *text, size_t size)
{
    ad_row_walk w = walk_of(text, size, '\t');
    size_t tabs = 0;
    bool several = false;
    const char *row;

    for (size_t i = 0; i < FEW && (row = next_whole(&w, i)); i++) {
        const size_t n = dialect_judge_count(row, w.stop, '\t');
        if (!n || !is_as_many(n, i, tabs))
            return false;
        tabs = n;
        for (const char *c = row; c + 2 < w.stop; c++)
            several |= ad_is_digit(c[0]) && c[1] == ' ' && ad_is_digit(c[2]);
    }
    return tabs > 0 && !(several && is_blank_separated(text, size));
}

static char judge_separator(const char *text, size_t size, const char *row, const char *stop)
{
    static const char others[] = ";\t| ";
    tally t = { 0 };
    size_t numbers = 0;

    if (dialect_judge_count(row, stop, ',')) {
        if (dialect_judge_count(row, stop, ';')) {
            count_row(row, stop, ';', &t, &numbers);
            if (!t.odd)
                return ';';
        }
        for (size_t i = 0; others[i]; i++)
            if (dialect_judge_count(row, stop, others[i]) && fits(text, size, others[i]))
                return others[i];
        for (size_t i = 0; others[i] != ' ' && !is_steady(text, size, ','); i++)
            if (is_steady(text, size, others[i]))
                return others[i];
        return ',';
    }
    return dialect_judge_count(row, stop, ';')   ? ';'
           : has_tabs(text, size)                ? '\t'
           : dialect_judge_count(row, stop, '|') ? '|'
                                                 : ' ';
}

ad_dialect ad_dialect_of(const char *text, size_t size, char separator)
{
    ad_row_walk w = walk_of(text, size, 0);
    const char *row = ad_row_next(&w);
    ad_dialect d = { .separator = ' ', .mark = '.' };
    tally t = { 0 };

    if (!row)
        return d;
    d.separator = separator ? separator : judge_separator(text, size, row, w.stop);
    w = walk_of(text, size, d.separator);
    for (size_t i = 0; i < MOST && (row = next_whole(&w, i)); i++) {
        if (i >= ROWS && t.points[2] + t.commas[2])
            break;
        count_row(row, w.stop, d.separator, &t, &(size_t){ 0 });
    }
    d.is_open = !(t.points[2] + t.commas[2]);
    d.mark = t.commas[2] > t.points[2] && (d.separator != ',' || !t.points[2]) ? ',' : '.';
    return d;
}

const char *ad_dialect_word(char separator)
{
    return separator == ','    ? "commas"
           : separator == ';'  ? "semicolons"
           : separator == '\t' ? "tabs"
           : separator == '|'  ? "vertical bars"
                               : "blanks";
}

/* One block of rows of a table, parsed (cells_impl.h). */
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/format.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/cells_impl.h"
#include "data/decimal.h"

enum { SHOWN = 64 };

__attribute__((format(printf, 3, 4))) static adrop_status
cells_block_refuse(ad_cell_block *b, size_t field, const char *format, ...)
{
    const ad_cells *cells = b->cells;
    const size_t column = *b->file->map ? (*b->file->map)[field] : field;
    const ad_cell_column *c = column < cells->n_fields ? &cells->columns[column] : NULL;
    char reason[512], who[AD_CELL_WHO];
    va_list args;

    va_start(args, format);
    ad_print_list(reason, sizeof reason, format, args);
    va_end(args);
    return ad_fail(&b->ctx, ADROP_EFORMAT, "'%s', line %zu: %s%s: %s", b->where, b->row_line,
                   ad_cell_who(c, field + 1, who), c && c->what ? c->what : "", reason);
}

/* The beginning of a field, zero-terminated. */
static const char *shown(const ad_field *f, char text[SHOWN])
{
    snprintf(text, SHOWN, "%.*s", (int)(f->length < SHOWN ? f->length : SHOWN - 1), f->text);
    return text;
}

static void note(size_t line, const ad_field *f, size_t *first_line, char first[40])
{
    if (*first_line)
        return;
    *first_line = line;
    snprintf(first, 40, "%.*s", (int)(f->length < 39 ? f->length : 39), f->text);
}

static adrop_status take_word(ad_cell_block *b, ad_cell_column *found, const ad_field *f, float *to)
{
    uint32_t number;
    const adrop_status status = ad_words_add(&b->ctx, &found->words, f->text, f->length, &number);

    found->n_words++;
    note(b->row_line, f, &found->word_line, found->first_word);
    *to = (float)number;
    return status;
}

static void copy_first(char first[40], const char *text, size_t length)
{
    if (!*first)
        snprintf(first, 40, "%.*s", (int)(length < 39 ? length : 39), text);
}

/* Count a number of a table whose first rows do not show the decimal mark. */
static void count_open(ad_cell_column *found, const char *text, size_t length, char mark, double x)
{
    const int fraction = ad_fraction_look(text, length, mark);

    found->has_fraction = fraction == 2;
    found->n_open += fraction == 1;
    if (fraction == 1)
        copy_first(found->first_open, text, length);
    if (!memchr(text, mark, length)) {
        found->n_bare++;
        found->most_bare = fmax(found->most_bare, fabs(x));
    }
}

/* Count a number. `text`: its digits if it is plain, or NULL. */
static inline void count_number(const ad_cell_block *b, ad_cell_column *found, const char *text,
                                size_t length, double x)
{
    if (!found->n_numbers++)
        found->lowest = found->highest = x;
    else if (x < found->lowest)
        found->lowest = x;
    else if (x > found->highest)
        found->highest = x;
    if (text && *text == '0' && length > 2 && ad_is_digit(text[1]))
        copy_first(found->first_zeros, text, length);
    if (!text || !b->cells->dialect.is_open || found->has_fraction)
        return;
    count_open(found, text, length, b->cells->dialect.mark, x);
}

static adrop_status take_number(ad_cell_block *b, size_t field, ad_cell_column *found,
                                const ad_field *f, bool is_plain, double x, float *to)
{
    char text[SHOWN];

    if (!(fabs(x) <= (double)FLT_MAX))
        return cells_block_refuse(b, field, "%s is too large", AD_SHOWN(shown(f, text)));
    count_number(b, found, is_plain ? f->text : NULL, f->length, x);
    note(b->row_line, f, &found->number_line, found->first_number);
    *to = (float)x;
    return ADROP_OK;
}

static void look_at(const ad_cell_block *b, ad_cell_column *found, const ad_field *f)
{
    ad_forms_add(&found->forms, ad_form_look(f->text, f->length), b->row_line, f->text, f->length);
}

/* Take a text that is not a plain number. What it is may be known only after the last row. */
static adrop_status take_text(ad_cell_block *b, const ad_cell_column *column, ad_cell_column *found,
                              const ad_field *f, float *to)
{
    look_at(b, found, f);
    if (column->role == AD_CELL_AUTO)
        return take_word(b, found, f, to);
    found->n_words++;
    note(b->row_line, f, &found->word_line, found->first_word);
    *to = 0;
    return ADROP_OK;
}

static adrop_status take_form(ad_cell_block *b, size_t field, const ad_cell_column *column,
                              ad_cell_column *found, const ad_field *f, float *to)
{
    char text[SHOWN], form[AD_FORM_TEXT];
    double x;

    if (ad_form_read(&column->form, f->text, f->length, &x))
        return take_number(b, field, found, f, false, x, to);
    return cells_block_refuse(
        b, field,
        "'%s' does not fit the column, which holds %s in the table that the run "
        "was trained on; write it so",
        AD_SHOWN(shown(f, text)), ad_form_text(&column->form, form));
}

/* Is the whole field a plain number? The separator after it may be the decimal mark, too. */
static bool is_plain(const ad_cell_block *b, const ad_field *f, double *x)
{
    const char mark = b->cells->dialect.mark;
    char text[SHOWN];

    if (f->text[f->length] != mark)
        return ad_decimal_read(f->text, mark, x) == f->text + f->length;
    if (!f->length || f->length >= SHOWN)
        return false;
    memcpy(text, f->text, f->length);
    text[f->length] = 0;
    return ad_decimal_read(text, mark, x) == text + f->length;
}

/* Take a field of a kept column. */
static adrop_status cells_block_take(ad_cell_block *b, size_t field, const ad_cell_column *column,
                                     ad_cell_column *found, const ad_field *f, float *to)
{
    char text[SHOWN];
    double x;

    if (column->role == AD_CELL_NAME) {
        const adrop_status status = ad_bytes_append(&b->ctx, &b->names, f->text, f->length,
                                                    "names");
        return status ? status : ad_bytes_append(&b->ctx, &b->names, "", 1, "names");
    }
    if (ad_field_is_missing(f)) {
        if (!column->may_miss && !column->may_be_empty)
            return cells_block_refuse(b, field, "the value is missing ('%s'); %s", shown(f, text),
                                      column->cure ? column->cure
                                                   : "fill it in or remove the line");
        note(b->row_line, f, &found->missing_line, found->first_missing);
        found->n_missing++;
        *to = NAN;
        return ADROP_OK;
    }
    if (column->role == AD_CELL_WORD)
        return take_word(b, found, f, to);
    if (column->role == AD_CELL_FORM)
        return take_form(b, field, column, found, f, to);
    if (column->role != AD_CELL_DATE && is_plain(b, f, &x)) {
        if (column->looks)
            look_at(b, found, f);
        return take_number(b, field, found, f, true, x, to);
    }
    if (column->is_strict)
        return cells_block_refuse(b, field, "'%s' is not a number%s", AD_SHOWN(shown(f, text)),
                                  column->hint ? column->hint : "");
    return take_text(b, column, found, f, to);
}

/* The length of the unquoted number at p, or 0 if there is none. *next: the field after it; NULL at
 * the end of the row. */
static size_t cut_number(const ad_cell_block *b, char *p, char *stop, char **next, double *x)
{
    const char separator = b->cells->dialect.separator, mark = b->cells->dialect.mark;
    char *end = mark == separator ? NULL : (char *)ad_decimal_read(p, mark, x);

    if (!end)
        return 0;
    const size_t length = (size_t)(end - p);
    if (separator == ' ')
        while (end < stop && (*end == ' ' || *end == '\t'))
            end++;
    *next = end == stop ? NULL : separator == ' ' ? end : end + 1;
    return end == stop || separator == ' ' || *end == separator ? length : 0;
}

static adrop_status count_wrong(ad_cell_block *b, size_t n, char *rest, char *stop)
{
    ad_field f;

    for (; rest; n++)
        rest = ad_field_cut(rest, stop, b->cells->dialect.separator, &f);
    return ad_fail(&b->ctx, ADROP_EFORMAT,
                   "'%s', line %zu: %zu columns, where the first line has %zu: a field that holds "
                   "what separates columns stands in double quotes",
                   b->where, b->row_line, n, b->file->n_fields);
}

static adrop_status parse_row(ad_cell_block *b, char *p, char *stop, float *row)
{
    const ad_cells *cells = b->cells;
    const size_t n = b->file->n_fields, *map = *b->file->map;
    adrop_status status = ADROP_OK;
    size_t i = 0;

    for (; p && i < n; i++) {
        const size_t c = map ? map[i] : i;
        const ad_cell_column *column = c < cells->n_fields ? &cells->columns[c] : NULL;
        ad_cell_column *found = column ? &b->found[c] : NULL;
        ad_field f;
        char *next;
        size_t length;
        double x;

        if (column && (column->role == AD_CELL_AUTO || column->role == AD_CELL_NUMBER) &&
            !column->looks && (length = cut_number(b, p, stop, &next, &x)) &&
            fabs(x) <= (double)FLT_MAX && found->number_line) {
            row[column->slot] = (float)x;
            count_number(b, found, p, length, x);
            p = next;
            continue;
        }
        p = ad_field_cut(p, stop, cells->dialect.separator, &f);
        if (f.fault)
            return cells_block_refuse(b, i, "%s", f.fault);
        if (column && column->role != AD_CELL_SKIP &&
            (status = cells_block_take(b, i, column, found, &f, row + column->slot)))
            return status;
    }
    return i < n || p ? count_wrong(b, i, p, stop) : ADROP_OK;
}

static adrop_status refuse_comment(ad_cell_block *b)
{
    return ad_fail(&b->ctx, ADROP_EFORMAT,
                   "'%s', line %zu: it begins with '#', as comments do, and has as many columns as "
                   "the rows: put its first field in double quotes if it is a row, or remove the "
                   "line",
                   b->where, b->row_line);
}

void ad_cell_block_parse(void *arg, size_t i)
{
    ad_cell_block *b = (ad_cell_block *)arg + i;
    ad_row_walk w = ad_row_walk_begin(b->text, b->end, b->cells->dialect.separator);
    char *row;

    w.rows_alone = b->cells->is_named;
    w.columns = b->file->n_fields;
    if ((b->status = AD_NEW(&b->ctx, b->cells->n_fields, "columns", &b->found)) ||
        (b->status = AD_NEW(&b->ctx, b->most_rows * b->cells->n_slots + 1, "a table", &b->values)))
        return;
    if (b->cells->keep_lines &&
        (b->status = AD_NEW(&b->ctx, b->most_rows, "line numbers", &b->row_lines)))
        return;
    while ((row = ad_row_next(&w))) {
        b->row_line = b->lines_before + w.line;
        if (w.is_comment) {
            b->status = refuse_comment(b);
            return;
        }
        if ((b->status = parse_row(b, row, w.stop, b->values + b->rows * b->cells->n_slots)))
            return;
        if (b->row_lines)
            b->row_lines[b->rows] = (uint32_t)b->row_line;
        b->rows++;
    }
}

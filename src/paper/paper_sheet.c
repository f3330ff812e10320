/* Reads the paper's tables from CSV texts (paper_sheet.h). A list of columns maps a row of the text
 * to the fields of a struct. */
#include "paper/paper_sheet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/number.h"
#include "base/context.h"
#include "base/text.h"
#include "data/text_table.h"

typedef enum { WORD, TEXT, NUMBER, COUNT } kind; /* TEXT: a word that may be empty */

typedef struct {
    const char *name;
    kind kind;
    bool optional;
    size_t offset, unit; /* unit: the field for the last digit's unit; 0: none */
} column;

#define CELL(field)  offsetof(ad_paper_cell, field)
#define NOTE(field)  offsetof(ad_paper_note, field)
#define MAX_COLUMNS  16
#define MAX_ROW_SIZE 256

static const column cell_columns[] = {
    { "method", WORD, false, CELL(method), 0 },
    { "dataset", WORD, false, CELL(dataset), 0 },
    { "model", WORD, false, CELL(model), 0 },
    { "metric", WORD, false, CELL(metric), 0 },
    { "mean", NUMBER, false, CELL(mean), CELL(mean_unit) },
    { "std", NUMBER, false, CELL(std), CELL(std_unit) },
    { "p", NUMBER, false, CELL(p), CELL(p_unit) },
    { "source", WORD, true, CELL(source), 0 },
    { "per_class", COUNT, true, CELL(per_class), 0 },
    { "mu", NUMBER, true, CELL(mu), 0 },
    { "sigma", NUMBER, true, CELL(sigma), 0 },
    { "rho", NUMBER, true, CELL(rho), 0 },
    { 0 },
};

static const column note_columns[] = {
    { "table", WORD, false, NOTE(table), 0 },     { "method", WORD, false, NOTE(method), 0 },
    { "dataset", WORD, false, NOTE(dataset), 0 }, { "model", WORD, false, NOTE(model), 0 },
    { "metric", WORD, false, NOTE(metric), 0 },   { "per_class", WORD, false, NOTE(per_class), 0 },
    { "column", TEXT, false, NOTE(column), 0 },   { "number", WORD, false, NOTE(number), 0 },
    { "reason", WORD, false, NOTE(reason), 0 },   { 0 },
};

static const ad_paper_cell empty_cell = { .source = "",
                                          .note = "",
                                          .mean = NAN,
                                          .std = NAN,
                                          .p = NAN,
                                          .mu = NAN,
                                          .sigma = NAN,
                                          .rho = NAN,
                                          .mean_unit = NAN,
                                          .std_unit = NAN,
                                          .p_unit = NAN };
static const ad_paper_note empty_note;

_Static_assert(sizeof(ad_paper_cell) <= MAX_ROW_SIZE && sizeof(ad_paper_note) <= MAX_ROW_SIZE,
               "a row must fit");

/* Map the columns of the header line to fields. */
static adrop_status read_header(const ad_text_table *t, const column *columns,
                                const column *order[MAX_COLUMNS])
{
    if (t->n_fields > MAX_COLUMNS)
        return ad_text_table_refuse(t, "more than %d columns", MAX_COLUMNS);
    for (size_t i = 0; i < t->n_fields; i++) {
        const column *c = columns;
        while (c->name && strcmp(c->name, t->fields[i]))
            c++;
        if (!c->name)
            return ad_text_table_refuse(t, "there is no column '%s'", AD_SHOWN(t->fields[i]));
        for (size_t j = 0; j < i; j++)
            if (order[j] == c)
                return ad_text_table_refuse(t, "column '%s' is given twice", c->name);
        order[i] = c;
    }
    for (const column *c = columns; c->name; c++) {
        bool found = c->optional;
        for (size_t i = 0; i < t->n_fields; i++)
            found |= order[i] == c;
        if (!found)
            return ad_text_table_refuse(t, "column '%s' is missing", c->name);
    }
    return ADROP_OK;
}

/* One unit of the last digit of a number's text: "9.04e-5" gives 1e-7. */
static double last_digit(const char *text)
{
    const char *point = strchr(text, '.'), *exponent = strpbrk(text, "eE");
    const size_t decimals = point ? strspn(point + 1, "0123456789") : 0;

    return pow(10, (exponent ? (double)strtol(exponent + 1, NULL, 10) : 0) - (double)decimals);
}

static adrop_status read_field(const ad_text_table *t, size_t i, const column *c, char *row)
{
    char *field = t->fields[i];
    double x;

    if (c->kind == WORD && !*field)
        return ad_text_table_refuse(t, "column '%s' is empty", c->name);
    if (c->kind == WORD || c->kind == TEXT) {
        memcpy(row + c->offset, &field, sizeof field);
        return ADROP_OK;
    }
    if (c->kind == NUMBER && !*field)
        return ADROP_OK; /* not printed */
    const adrop_status status = ad_text_table_number(t, i, &x);
    if (status)
        return status;
    if (c->kind == NUMBER) {
        const double unit = last_digit(field);
        memcpy(row + c->offset, &x, sizeof x);
        if (c->unit)
            memcpy(row + c->unit, &unit, sizeof unit);
        return ADROP_OK;
    }
    if (!(x >= 1 && x <= 1e9 && x == floor(x)))
        return ad_text_table_refuse(t, "column '%s': %s is not a whole number from 1 on", c->name,
                                    AD_SHOWN(field));
    memcpy(row + c->offset, &(size_t){ (size_t)x }, sizeof(size_t));
    return ADROP_OK;
}

static adrop_status read_rows(ad_text_table *t, const column *columns, const void *empty,
                              size_t row_size, ad_bytes *rows)
{
    const column *order[MAX_COLUMNS] = { 0 };
    char row[MAX_ROW_SIZE];
    bool more;
    adrop_status status = ad_text_table_next(t, &more);

    if (!status && !more)
        return ad_fail(t->ctx, ADROP_EFORMAT, "'%s' is empty", t->where);
    if (!status)
        status = read_header(t, columns, order);
    while (!status && !(status = ad_text_table_next(t, &more)) && more) {
        memcpy(row, empty, row_size);
        for (size_t i = 0; !status && i < t->n_fields; i++)
            status = read_field(t, i, order[i], row);
        if (!status)
            status = ad_bytes_append(t->ctx, rows, row, row_size, "a table of the paper");
    }
    return status;
}

static adrop_status read_sheet(adrop_ctx *ctx, const char *where, const char *text, size_t size,
                               const column *columns, const void *empty, size_t row_size,
                               ad_paper_sheet *sheet)
{
    ad_text_table t = { .ctx = ctx };
    adrop_status status;

    *sheet = (ad_paper_sheet){ 0 };
    if (!(status = ad_bytes_append(ctx, &sheet->text, text, size, "a table of the paper")) &&
        !(status = ad_bytes_append(ctx, &sheet->text, "", 1, "a table of the paper"))) {
        sheet->text.size--; /* without the terminating zero */
        if (!(status = ad_text_table_open(ctx, where, &sheet->text, &t)))
            status = read_rows(&t, columns, empty, row_size, &sheet->rows);
        ad_text_table_release(&t);
    }
    if (status)
        ad_paper_sheet_release(ctx, sheet);
    return status;
}

/* NaN equals NaN: both numbers are missing. */
static bool equal(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool same_cell(const ad_paper_cell *a, const ad_paper_cell *b)
{
    return !strcmp(a->method, b->method) && !strcmp(a->dataset, b->dataset) &&
           !strcmp(a->model, b->model) && !strcmp(a->metric, b->metric) &&
           a->per_class == b->per_class && equal(a->mu, b->mu) && equal(a->sigma, b->sigma);
}

adrop_status ad_paper_cells_read(adrop_ctx *ctx, const char *where, const char *text, size_t size,
                                 ad_paper_sheet *sheet)
{
    adrop_status status = read_sheet(ctx, where, text, size, cell_columns, &empty_cell,
                                     sizeof empty_cell, sheet);
    const ad_paper_cell *cells = sheet->rows.data;

    for (size_t i = 0; !status && i < ad_paper_sheet_cells(sheet); i++)
        for (size_t j = 0; !status && j < i; j++)
            if (same_cell(&cells[i], &cells[j]))
                status = ad_fail(ctx, ADROP_EFORMAT, "'%s': cells %zu and %zu are the same", where,
                                 j + 1, i + 1);
    if (status)
        ad_paper_sheet_release(ctx, sheet);
    return status;
}

adrop_status ad_paper_notes_read(adrop_ctx *ctx, const char *where, const char *text, size_t size,
                                 ad_paper_sheet *sheet)
{
    return read_sheet(ctx, where, text, size, note_columns, &empty_note, sizeof empty_note, sheet);
}

void ad_paper_sheet_release(adrop_ctx *ctx, ad_paper_sheet *sheet)
{
    ad_bytes_release(ctx, &sheet->text);
    ad_bytes_release(ctx, &sheet->rows);
}

/* -- Which cells a note applies to ----------------------------------------------------------- */

/* Match one alternative of a selector, up to end. A '*' matches any text, also none. */
static bool fits(const char *pattern, const char *end, const char *word)
{
    const char *star = NULL, *again = NULL;

    while (*word) {
        if (pattern < end && *pattern == '*') {
            star = ++pattern;
            again = word;
        } else if (pattern < end && *pattern == *word) {
            pattern++;
            word++;
        } else if (star) {
            pattern = star;
            word = ++again;
        } else {
            return false;
        }
    }
    while (pattern < end && *pattern == '*')
        pattern++;
    return pattern == end;
}

bool ad_paper_selects(const char *selector, const char *word)
{
    for (;;) {
        const size_t length = strcspn(selector, "|");
        if (fits(selector, selector + length, word))
            return true;
        if (!selector[length])
            return false;
        selector += length + 1;
    }
}

static bool prints(const ad_paper_cell *cell, const char *selector)
{
    return (!isnan(cell->mean) && ad_paper_selects(selector, "mean")) ||
           (!isnan(cell->std) && ad_paper_selects(selector, "std")) ||
           (!isnan(cell->p) && ad_paper_selects(selector, "p")) ||
           (!isnan(cell->rho) && ad_paper_selects(selector, "rho"));
}

bool ad_paper_note_holds(const ad_paper_note *note, const char *table, const ad_paper_cell *cell)
{
    char per_class[24];

    snprintf(per_class, sizeof per_class, "%zu", cell->per_class);
    return *note->column && ad_paper_selects(note->table, table) &&
           ad_paper_selects(note->method, cell->method) &&
           ad_paper_selects(note->dataset, cell->dataset) &&
           ad_paper_selects(note->model, cell->model) &&
           ad_paper_selects(note->metric, cell->metric) &&
           ad_paper_selects(note->per_class, per_class) && prints(cell, note->column);
}

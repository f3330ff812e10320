/* The first line of a table, and how the table is written (cells_impl.h). */
#include <string.h>

#include "adrop/number.h"
#include "base/memory.h"
#include "data/cells_impl.h"
#include "data/decimal.h"
#include "data/raw.h"

static adrop_status cut_first(ad_cells_start *r, char *line, char *stop, ad_bytes *list)
{
    adrop_ctx *ctx = r->cells->ctx;
    adrop_status status = ADROP_OK;
    size_t n = 0;

    while (line && !status) {
        ad_field f;
        char *text;
        line = ad_field_cut(line, stop, r->cells->dialect.separator, &f);
        if (f.fault)
            return ad_fail(ctx, ADROP_EFORMAT, "'%s', line %zu: column %zu: %s", r->where, r->lines,
                           n + 1, f.fault);
        if (n++ >= AD_MAX_SIDE)
            return ad_fail(ctx, ADROP_EFORMAT, "'%s', line %zu: more than %d columns", r->where,
                           r->lines, AD_MAX_SIDE);
        if ((status = AD_NEW(ctx, f.length + 1, "a column's name", &text)))
            return status;
        memcpy(text, f.text, f.length);
        if ((status = ad_bytes_append(ctx, list, &text, sizeof text, "column names")))
            ad_free(ctx, text);
    }
    return status;
}

/* The fields of a row. They are cut from a copy, since cutting writes and the row may be data. */
static adrop_status copy_fields(ad_cells_start *r, const char *row, const char *stop,
                                ad_bytes *list)
{
    adrop_ctx *ctx = r->cells->ctx;
    const size_t length = (size_t)(stop - row);
    ad_bytes copy = { 0 };
    adrop_status status = ad_bytes_append(ctx, &copy, row, length + 1, "a line");

    if (!status)
        status = cut_first(r, copy.data, (char *)copy.data + length, list);
    ad_bytes_release(ctx, &copy);
    return status;
}

static void release_fields(adrop_ctx *ctx, ad_bytes *list)
{
    char *const *fields = list->data;

    for (size_t i = 0; i < list->size / sizeof *fields; i++)
        ad_free(ctx, fields[i]);
    ad_bytes_release(ctx, list);
}

/* Where to add a column when the header has one name fewer than each of the first rows has fields.
 * -1: in front, as R's write.table does for row names, which count the rows or are quoted. 1: at
 * the end, where each row ends with a separator. 0: unknown; a field may hold a separator. */
static int find_unnamed(const ad_cells_start *r, ad_row_walk w, const char *row, char *const *names,
                        size_t n)
{
    const char separator = r->cells->dialect.separator;
    size_t empty = 0, counts = 0, quoted = 0, rows = 0;

    for (; row && rows < AD_JUDGED_ROWS; row = ad_row_next(&w), rows++) {
        ad_field f = { 0 };
        size_t fields = 0;
        double x;
        if (w.stop == w.end && rows)
            break; /* the row may be incomplete */
        for (const char *p = row; p; fields++) {
            p = ad_field_look(p, w.stop, separator, &f);
            counts += !fields && f.length && ad_decimal_read(f.text, '.', &x) &&
                      x == (double)rows + 1;
            quoted += !fields && f.is_quoted;
        }
        if (fields != n + 1)
            return 0;
        empty += !f.length && !f.is_quoted;
    }
    const bool named = *names[0] && (counts == rows || quoted == rows);
    if (r->cells->is_first_unnamed && *names[0] && rows)
        return -1;
    return !rows || (named && empty == rows) ? 0 : named ? -1 : empty == rows;
}

/* Are most fields words? */
static bool are_names(const ad_bytes *list)
{
    char *const *fields = list->data;
    const size_t n = list->size / sizeof *fields;
    size_t numbers = 0;
    double x;

    for (size_t i = 0; i < n; i++)
        numbers += !adrop_number_read(fields[i], &x);
    return 2 * numbers < n;
}

/* Add the column that the first line does not name. */
static adrop_status add_unnamed(ad_cells_start *r, const ad_row_walk *next, const char *second,
                                ad_bytes *list)
{
    const size_t n = list->size / sizeof(char *);
    const int at = second && are_names(list) ? find_unnamed(r, *next, second, list->data, n) : 0;
    char *text;
    adrop_status status;

    r->cells->is_short = r->cells->is_open = false;
    if (!at)
        return ADROP_OK;
    if ((status = AD_NEW(r->cells->ctx, 1, "a column's name", &text)))
        return status;
    if ((status = ad_bytes_append(r->cells->ctx, list, &text, sizeof text, "column names"))) {
        ad_free(r->cells->ctx, text);
        return status;
    }
    char **fields = list->data;
    r->cells->is_short = true;
    r->cells->is_open = at > 0;
    if (at < 0) {
        memmove(fields + 1, fields, n * sizeof *fields);
        fields[0] = text;
    }
    return ADROP_OK;
}

/* Find the columns from the first row, at line r->lines, and from the second (or NULL) where the
 * first is not enough. A second row that cannot be cut is ignored here; reading it fails later. */
static adrop_status cells_first_plan(ad_cells_start *r, const ad_row_walk *first, const char *row,
                                     const ad_row_walk *next, const char *second, bool *header)
{
    ad_cells *cells = r->cells;
    ad_bytes list = { 0 }, others = { 0 };
    adrop_status status = copy_fields(r, row, first->stop, &list);

    if (!status && second &&
        (status = copy_fields(r, second, next->stop, &others)) == ADROP_EFORMAT) {
        release_fields(cells->ctx, &others);
        status = ADROP_OK;
    }
    if (!status)
        status = add_unnamed(r, next, second, &list);
    cells->second = others.data;
    cells->n_second = others.size / sizeof *cells->second;
    r->file->n_fields = list.size / sizeof(char *);
    if (!status)
        status = r->file->begin(r->file->arg, cells, r->where, r->lines, list.data,
                                r->file->n_fields, header);
    cells->second = NULL;
    cells->n_second = 0;
    release_fields(cells->ctx, &list);
    release_fields(cells->ctx, &others);
    return status;
}

/* Excel names the separator in a first line "sep=;". Returns the separator, or 0. */
static char take_hint(ad_cells_start *r, char **first, const char *end)
{
    const char *p = *first;

    if (end - p < 6 || memcmp(p, "sep=", 4) != 0 || p[5] != '\n' || !strchr(",;\t|", p[4]))
        return 0;
    *first += 6;
    r->file->before++;
    return p[4];
}

adrop_status ad_cells_begin(ad_cells_start *r, char **first, char *end, bool last)
{
    ad_cells *cells = r->cells;
    const char hint = cells->is_named ? 0 : take_hint(r, first, end);
    const size_t size = (size_t)(end - *first) + last; /* with the newline after the last row */
    const ad_dialect d = cells->dialect.separator ? cells->dialect
                                                  : ad_dialect_of(*first, size, hint);
    ad_row_walk w = ad_row_walk_begin(*first, end, d.separator);
    char *row = ad_row_next(&w);
    ad_row_walk next = w;
    const char *second = row ? ad_row_next(&next) : NULL;
    bool header = false;
    adrop_status status;

    if (!row || (!last && (!second || next.stop == end)))
        return ADROP_OK; /* only comments so far, or part of a row */
    cells->dialect = d;
    r->begun = true;
    r->lines = r->file->before + w.line;
    if ((status = cells_first_plan(r, &w, row, &next, second, &header)))
        return status;
    r->lines = r->file->before; /* the lines are read again */
    if (header) {
        *first = w.p;
        r->lines += cells->is_named ? 1 : w.lines;
    }
    return ADROP_OK;
}

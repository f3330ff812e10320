/* The first line of a table's first file, and of a second one (table.h): is it a header, what are
 * its columns, and which columns of the first file are those of the second? */
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"

/* Use the decimal mark that was given instead of the one the file shows. */
static void set_mark(ad_table *t, const char *where)
{
    ad_dialect *d = &t->cells.dialect;

    if (t->opts->decimal)
        d->mark = t->opts->decimal == ADROP_DECIMAL_COMMA ? ',' : '.';
    else if (d->mark == ',')
        ad_log(t->ctx, ADROP_LOG_WARNING,
               "'%s': columns are separated by %s, and numbers have a decimal comma", where,
               ad_dialect_word(d->separator));
    if (t->opts->decimal || d->mark != ',')
        ad_log(t->ctx, d->separator == ',' ? ADROP_LOG_DEBUG : ADROP_LOG_INFO,
               "'%s': columns are separated by %s", where, ad_dialect_word(d->separator));
}

static adrop_status make_columns(ad_table *t, const char *where, char *const *fields, size_t n)
{
    bool odd = false;
    adrop_status status;

    if ((status = AD_NEW(t->ctx, n, "columns", &t->cells.columns)) ||
        (status = AD_NEW(t->ctx, n, "columns", &t->left)) ||
        (status = AD_NEW(t->ctx, n, "columns", &t->is_kept)) ||
        (status = AD_NEW(t->ctx, n, "columns", &t->is_unnamed)))
        return status;
    t->cells.n_fields = n;
    for (size_t i = 0; i < n; i++) {
        double x;
        t->is_unnamed[i] = t->has_header && !*fields[i];
        odd |= t->has_header && !t->cells.is_named && ad_table_is_number(&t->cells, fields[i], &x);
    }
    if (odd)
        ad_log(t->ctx, ADROP_LOG_WARNING,
               "'%s': the first line holds the names of columns, some of which are numbers", where);
    return t->has_header ? ad_table_name(t->ctx, where, fields, n, true, &t->names) : ADROP_OK;
}

adrop_status ad_table_begin(void *arg, ad_cells *cells, const char *where, size_t number,
                            char *const *fields, size_t n, bool *is_header)
{
    ad_table *t = arg;
    adrop_status status;

    ad_free(t->ctx, t->map); /* the second file's, when files are read again */
    t->map = NULL;
    *is_header = t->has_header;
    if (t->is_planned) {
        ad_table_place(t);
        return ADROP_OK;
    }
    set_mark(t, where);
    *is_header = t->has_header = ad_table_is_header(cells, fields, n) ||
                                 ad_table_is_asked_for(t, fields, n);
    if (n < 2)
        return ad_fail(t->ctx, ADROP_EFORMAT,
                       "'%s', line %zu: one column only: a table needs inputs and a target", where,
                       number);
    if ((status = make_columns(t, where, fields, n)) ||
        (status = ad_table_plan(t, where, fields, n)))
        return status;
    t->is_planned = true;
    ad_table_place(t);
    return ADROP_OK;
}

/* -- A second file ------------------------------------------------------------------- */

static adrop_status refuse_columns(const ad_table *t, const char *where, size_t number,
                                   const char *lost)
{
    return ad_fail(t->ctx, ADROP_EFORMAT,
                   "'%s', line %zu: the columns%s differ from the training file's%s%s%s", where,
                   number, lost ? "" : " or the header", lost ? ": there is no column '" : "",
                   lost ? AD_SHOWN(lost) : "", lost ? "'" : "");
}

/* Map fields to the columns of the first file, by name. *lost: the first one missing, or NULL. */
static adrop_status map_names(ad_table *t, const char *where, char *const *fields, size_t n,
                              const char **lost)
{
    ad_names names = { 0 };
    ad_words words = { 0 };
    adrop_status status = ad_table_name(t->ctx, where, fields, n, false, &names);
    uint32_t k;

    *lost = NULL;
    for (size_t i = 0; i < n && !status; i++)
        status = ad_words_add(t->ctx, &words, names.at[i], strlen(names.at[i]), &k);
    for (size_t i = 0; i < n && !status; i++)
        t->map[i] = SIZE_MAX;
    for (size_t c = 0; c < t->names.n && !status; c++) {
        const size_t i = ad_words_find(&words, t->names.at[c], strlen(t->names.at[c]));
        if (i < n)
            t->map[i] = c;
        else if (!*lost && t->cells.columns[c].role != AD_CELL_SKIP && !t->is_unnamed[c])
            *lost = t->names.at[c];
    }
    ad_words_release(t->ctx, &words);
    ad_names_release(t->ctx, &names);
    return status;
}

adrop_status ad_table_begin_again(void *arg, ad_cells *cells, const char *where, size_t number,
                                  char *const *fields, size_t n, bool *is_header)
{
    ad_table *t = arg;
    const char *lost;
    adrop_status status;

    t->second = cells->rows;
    *is_header = t->has_header;
    if (!t->has_header)
        return n != cells->n_fields || ad_table_is_header(cells, fields, n)
                   ? refuse_columns(t, where, number, NULL)
                   : ADROP_OK;
    ad_free(t->ctx, t->map);
    t->map = NULL;
    if ((status = AD_NEW(t->ctx, n, "columns", &t->map)) ||
        (status = map_names(t, where, fields, n, &lost)))
        return status;
    if (lost)
        return refuse_columns(t, where, number, ad_table_is_header(cells, fields, n) ? lost : NULL);
    return ADROP_OK;
}

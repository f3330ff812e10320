/* What the columns of a table are (table.h): target, id, weight, group, dates, those left out; the
 * rest are inputs. */
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/decimal.h"
#include "data/table.h"

static const char missing_cure[] = "fill it in, remove the line, or use `missing` mean, median or "
                                   "indicator";

bool ad_table_is_header(const ad_cells *cells, char *const *fields, size_t n)
{
    for (size_t i = 0; i < n && !cells->is_named; i++) {
        double x;
        const char *end = ad_decimal_read(fields[i], cells->dialect.mark, &x);
        if (end && !*end)
            return false;
    }
    return true;
}

size_t ad_table_find(const char *name, char *const *fields, size_t n, bool has_header)
{
    double number;

    for (size_t i = 0; has_header && i < n; i++)
        if (!strcmp(fields[i], name))
            return i;
    if (!adrop_number_read(name, &number) && number >= 1 && number <= (double)n &&
        number == (double)(size_t)number)
        return (size_t)number - 1;
    return n;
}

void ad_table_place(ad_table *t)
{
    size_t slot = 0;

    for (int others = 0; others < 2; others++)
        for (size_t i = 0; i < t->cells.n_fields; i++) {
            ad_cell_column *c = &t->cells.columns[i];
            const bool aside = i == t->target || i == t->weight || i == t->group;
            if (c->role != AD_CELL_SKIP && c->role != AD_CELL_NAME && aside == others)
                c->slot = slot++;
        }
    t->cells.n_slots = slot;
}

/* -- The first file ------------------------------------------------------------------ */

typedef struct {
    ad_table *t;
    const char *where;
    char *const *fields;
    size_t n;
} line;

static adrop_status find(const line *l, const char *name, const char *setting, size_t *column)
{
    *column = ad_table_find(name, l->fields, l->n, l->t->has_header);
    if (*column < l->n)
        return ADROP_OK;
    return ad_fail(l->t->ctx, ADROP_EINVAL,
                   "'%s' has no column '%s' to be the %s: give a name of its header, or a number "
                   "from 1 to %zu",
                   l->where, AD_SHOWN(name), setting, l->n);
}

/* One column with that part to play; none if text is "". */
static adrop_status find_one(const line *l, const char *text, const char *setting,
                             ad_cell_role role, const char *what, size_t *column)
{
    adrop_status status;

    *column = SIZE_MAX;
    if (!*text)
        return ADROP_OK;
    if ((status = find(l, text, setting, column)))
        return status;
    ad_cell_column *c = &l->t->cells.columns[*column];
    if (c->role != AD_CELL_AUTO)
        return ad_fail(l->t->ctx, ADROP_EINVAL,
                       "the column '%s' of '%s' cannot be two things: the %s too", AD_SHOWN(text),
                       l->where, setting);
    c->role = role;
    c->what = what;
    return ADROP_OK;
}

/* Every column of a list, or the one whose name the whole text is. */
static adrop_status find_all(const line *l, const char *text, const char *setting,
                             ad_cell_role role)
{
    char name[ADROP_TEXT_SIZE];
    adrop_status status = ADROP_OK;
    size_t column;

    if (*text && ad_table_find(text, l->fields, l->n, l->t->has_header) < l->n)
        return find_one(l, text, setting, role, NULL, &column);
    while (*text && !status) {
        const size_t length = strcspn(text, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, text);
        text += length + (text[length] == ',');
        if (*name)
            status = find_one(l, name, setting, role, NULL, &column);
    }
    return status;
}

static adrop_status find_target(const line *l)
{
    ad_table *t = l->t;
    const ad_cell_role role = t->opts->task == ADROP_REGRESSION ? AD_CELL_NUMBER : AD_CELL_WORD;
    char last[24];
    size_t n = l->n;

    if (*t->opts->target)
        return find_one(l, t->opts->target, "target", role, ", the target", &t->target);
    for (; n > 0 && t->cells.columns[n - 1].role != AD_CELL_AUTO; n--)
        ; /* the last that is not something else */
    snprintf(last, sizeof last, "%zu", n ? n : 1);
    const line unnamed = { t, l->where, l->fields, l->n };
    const bool had = t->has_header;
    t->has_header = false; /* by number */
    const adrop_status status = find_one(&unnamed, last, "target", role, ", the target",
                                         &t->target);
    t->has_header = had;
    return status;
}

static adrop_status keep_names(const line *l)
{
    ad_table *t = l->t;
    adrop_status status = AD_NEW(t->ctx, l->n, "column names", &t->names);

    for (; !status && t->n_names < l->n; t->n_names++)
        status = ad_copy_text(t->ctx, l->fields[t->n_names], &t->names[t->n_names]);
    for (size_t i = 0; !status && i < l->n; i++) {
        const ad_cell_role role = t->cells.columns[i].role;
        if (i != t->target && i != t->weight && i != t->group && role != AD_CELL_SKIP &&
            role != AD_CELL_NAME)
            status = ad_bytes_append(t->ctx, &t->raw->columns, l->fields[i],
                                     strlen(l->fields[i]) + 1, "column names");
    }
    const char *target = l->fields[t->target];
    return status ? status : ad_names_copy(t->ctx, &target, 1, &t->raw->answers);
}

static adrop_status plan(const line *l)
{
    ad_table *t = l->t;
    const adrop_data_opts *o = t->opts;
    adrop_status status;

    for (size_t i = 0; i < l->n; i++)
        t->cells.columns[i] = (ad_cell_column){ .role = AD_CELL_AUTO,
                                                .may_miss = o->missing != 0,
                                                .cure = missing_cure };
    if ((status = find_all(l, o->drop, "column to drop", AD_CELL_SKIP)) ||
        (status = find_one(l, o->id, "id", AD_CELL_NAME, ", the id", &t->id)) ||
        (status = find_one(l, o->weight, "weight", AD_CELL_NUMBER, ", the weight", &t->weight)) ||
        (status = find_one(l, o->group, "group", AD_CELL_WORD, ", the group", &t->group)) ||
        (status = find_all(l, o->dates, "date", AD_CELL_DATE)) || (status = find_target(l)))
        return status;
    const size_t apart[] = { t->target, t->weight, t->group };
    for (size_t i = 0; i < 3; i++)
        if (apart[i] != SIZE_MAX) {
            t->cells.columns[apart[i]].may_miss = false;
            t->cells.columns[apart[i]].cure = NULL;
            t->cells.columns[apart[i]].hint = i ? NULL : "; for words use task=classification";
        }
    for (size_t i = 0; i < l->n; i++) {
        const ad_cell_role role = t->cells.columns[i].role;
        t->n_inputs += i != t->target && i != t->weight && i != t->group && role != AD_CELL_SKIP &&
                       role != AD_CELL_NAME;
    }
    if (!t->n_inputs)
        return ad_fail(t->ctx, ADROP_EINVAL, "'%s' has no columns left that could be inputs",
                       l->where);
    ad_table_place(t);
    return t->has_header ? keep_names(l) : ADROP_OK;
}

adrop_status ad_table_begin(void *arg, ad_cells *cells, const char *where, size_t number,
                            char *const *fields, size_t n, bool *is_header)
{
    ad_table *t = arg;
    const line l = { t, where, fields, n };
    adrop_status status;

    *is_header = t->has_header = ad_table_is_header(cells, fields, n);
    if (n < 2)
        return ad_fail(t->ctx, ADROP_EFORMAT,
                       "'%s', line %zu: one column only: a table needs inputs and a target", where,
                       number);
    if ((status = AD_NEW(t->ctx, n, "columns", &cells->columns)))
        return status;
    cells->n_fields = n;
    if (cells->dialect.mark == ',')
        ad_log(t->ctx, ADROP_LOG_WARNING,
               "'%s': columns are separated by %s, and numbers have a decimal comma", where,
               ad_dialect_word(cells->dialect.separator));
    else
        ad_log(t->ctx, cells->dialect.separator == ',' ? ADROP_LOG_DEBUG : ADROP_LOG_INFO,
               "'%s': columns are separated by %s", where,
               ad_dialect_word(cells->dialect.separator));
    return plan(&l);
}

/* -- A second file ------------------------------------------------------------------- */

adrop_status ad_table_begin_again(void *arg, ad_cells *cells, const char *where, size_t number,
                                  char *const *fields, size_t n, bool *is_header)
{
    ad_table *t = arg;
    adrop_status status;

    *is_header = ad_table_is_header(cells, fields, n);
    if (*is_header != t->has_header || (!t->has_header && n != cells->n_fields))
        return ad_fail(t->ctx, ADROP_EFORMAT,
                       "'%s', line %zu: the columns or the header differ from the training file's",
                       where, number);
    if (!t->has_header)
        return ADROP_OK;
    ad_free(t->ctx, t->map);
    if ((status = AD_NEW(t->ctx, n, "columns", &t->map)))
        return status;
    for (size_t i = 0; i < n; i++) {
        t->map[i] = SIZE_MAX;
        for (size_t c = 0; c < t->n_names; c++)
            if (!strcmp(fields[i], t->names[c]))
                t->map[i] = c;
    }
    for (size_t c = 0; c < t->n_names; c++) {
        size_t i = 0;
        while (i < n && t->map[i] != c)
            i++;
        if (i == n && cells->columns[c].role != AD_CELL_SKIP)
            return ad_fail(t->ctx, ADROP_EFORMAT,
                           "'%s', line %zu: the columns differ from the training file's: there is "
                           "no column '%s'",
                           where, number, AD_SHOWN(t->names[c]));
    }
    return ADROP_OK;
}

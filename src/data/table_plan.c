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

bool ad_table_is_target(const ad_table *t, size_t column)
{
    for (size_t k = 0; k < t->n_targets; k++)
        if (t->targets[k] == column)
            return true;
    return false;
}

bool ad_table_is_aside(const ad_table *t, size_t column)
{
    return column == t->weight || column == t->group || ad_table_is_target(t, column);
}

bool ad_table_next_name(const char **list, char name[ADROP_TEXT_SIZE])
{
    *list += strspn(*list, ",");
    const size_t length = strcspn(*list, ",");
    snprintf(name, ADROP_TEXT_SIZE, "%.*s", (int)length, *list);
    *list += length;
    return length > 0;
}

void ad_table_place(ad_table *t)
{
    size_t slot = 0;

    for (int others = 0; others < 2; others++)
        for (size_t i = 0; i < t->cells.n_fields; i++) {
            ad_cell_column *c = &t->cells.columns[i];
            if (c->role != AD_CELL_SKIP && c->role != AD_CELL_NAME &&
                ad_table_is_aside(t, i) == (bool)others)
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
                       "the column '%s' of '%s' was named before: it cannot be the %s too",
                       AD_SHOWN(text), l->where, setting);
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
    while (!status && ad_table_next_name(&text, name))
        status = find_one(l, name, setting, role, NULL, &column);
    return status;
}

/* Several targets, which are values. */
static adrop_status find_targets(const line *l)
{
    ad_table *t = l->t;
    const char *list = t->opts->target;
    char name[ADROP_TEXT_SIZE];
    adrop_status status = ADROP_OK;

    if (t->opts->task == ADROP_CLASSIFICATION)
        return ad_fail(t->ctx, ADROP_EINVAL,
                       "several targets ('%s') are values: with `task` classification there is one",
                       AD_SHOWN(list));
    for (t->n_targets = 0; !status && ad_table_next_name(&list, name); t->n_targets++)
        status = find_one(l, name, "target", AD_CELL_NUMBER, ", a target",
                          &t->targets[t->n_targets]);
    return status;
}

static adrop_status find_target(const line *l)
{
    ad_table *t = l->t;
    const ad_cell_role role = t->opts->task == ADROP_REGRESSION ? AD_CELL_NUMBER : AD_CELL_WORD;
    const char *given = t->opts->target;
    char last[24];
    size_t n = l->n;
    const adrop_status room = AD_NEW(t->ctx, strlen(given) + 1, "targets", &t->targets);

    if (room)
        return room;
    t->n_targets = 1;
    if (*given && strchr(given, ',') &&
        ad_table_find(given, l->fields, l->n, t->has_header) == l->n)
        return find_targets(l);
    if (*given)
        return find_one(l, given, "target", role, ", the target", t->targets);
    for (; n > 0 && t->cells.columns[n - 1].role != AD_CELL_AUTO; n--)
        ; /* the last that is not something else */
    snprintf(last, sizeof last, "%zu", n ? n : 1);
    const line unnamed = { t, l->where, l->fields, l->n };
    const bool had = t->has_header;
    t->has_header = false; /* by number */
    const adrop_status status = find_one(&unnamed, last, "target", role, ", the target",
                                         t->targets);
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
        if (!ad_table_is_aside(t, i) && role != AD_CELL_SKIP && role != AD_CELL_NAME)
            status = ad_bytes_append(t->ctx, &t->raw->columns, l->fields[i],
                                     strlen(l->fields[i]) + 1, "column names");
    }
    const char **targets = NULL;
    if (!status)
        status = AD_NEW(t->ctx, t->n_targets, "names of targets", &targets);
    for (size_t k = 0; !status && k < t->n_targets; k++)
        targets[k] = l->fields[t->targets[k]];
    if (!status)
        status = ad_names_copy(t->ctx, targets, t->n_targets, &t->raw->answers);
    ad_free(t->ctx, targets);
    return status;
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
    for (size_t i = 0; i < l->n; i++) {
        ad_cell_column *c = &t->cells.columns[i];
        if (ad_table_is_aside(t, i)) {
            c->may_miss = false;
            c->cure = NULL;
            if (i == t->targets[0] && t->n_targets == 1)
                c->hint = "; for words use task=classification";
        } else {
            t->n_inputs += c->role != AD_CELL_SKIP && c->role != AD_CELL_NAME;
        }
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

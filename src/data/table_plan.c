/* Roles of a table's columns (table.h): target, id, weight, group, dates, dropped; the rest are
 * inputs. */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"

enum { MOST_GROUPS = 1 << 24 }; /* whole numbers that a float holds */

static const char missing_cure[] = "fill it in, remove the line, or use `missing` mean, median or "
                                   "indicator";

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

typedef struct {
    ad_table *t;
    const char *where;
    char *const *fields;
    size_t n; /* columns */
} line;

/* Find the one column with this role; none if text is "". */
static adrop_status find_one(const line *l, const char *text, const char *setting,
                             ad_cell_role role, const char *what, size_t *column)
{
    *column = SIZE_MAX;
    if (!*text)
        return ADROP_OK;
    *column = ad_table_find(text, &l->t->names, l->n);
    if (*column == l->n)
        return ad_table_refuse_name(l->t->ctx, l->where, text, setting, &l->t->names, l->n);
    ad_cell_column *c = &l->t->cells.columns[*column];
    if (c->role != AD_CELL_AUTO)
        return ad_fail(l->t->ctx, ADROP_EINVAL,
                       "the column '%s' of '%s' was named before: it cannot be the %s too",
                       AD_SHOWN(text), l->where, setting);
    c->role = role;
    c->what = what;
    return ADROP_OK;
}

/* Find every column of a list, or the one named by the whole text. */
static adrop_status find_all(const line *l, const char *text, const char *setting,
                             ad_cell_role role)
{
    char *name = l->t->name;
    adrop_status status = ADROP_OK;
    size_t column;

    if (*text && ad_table_find(text, &l->t->names, l->n) < l->n)
        return find_one(l, text, setting, role, NULL, &column);
    while (!status && ad_table_next_name(&text, name))
        status = find_one(l, name, setting, role, NULL, &column);
    return status;
}

/* Find several targets, which must be values. */
static adrop_status find_targets(const line *l)
{
    ad_table *t = l->t;
    const char *list = t->opts->target;
    char *name = t->name;
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

/* Is the column just the end of lines that end with a separator? */
static bool is_end_of_line(const line *l, size_t i)
{
    const ad_cells *cells = &l->t->cells;

    return i + 1 == l->n && i > 1 && !*l->fields[i] && l->n == cells->n_second &&
           !*cells->second[i];
}

/* The target is the last column without another role. */
static adrop_status take_last(const line *l, ad_cell_role role)
{
    ad_table *t = l->t;
    size_t i = l->n;

    while (i > 0 && (t->cells.columns[i - 1].role != AD_CELL_AUTO || is_end_of_line(l, i - 1)))
        i--;
    if (!i)
        return ad_fail(t->ctx, ADROP_EINVAL, "'%s' has no column left to be the target", l->where);
    t->targets[0] = i - 1;
    t->cells.columns[i - 1].role = role;
    t->cells.columns[i - 1].what = ", the target";
    return ADROP_OK;
}

static adrop_status find_target(const line *l)
{
    ad_table *t = l->t;
    const ad_cell_role role = t->opts->task == ADROP_REGRESSION ? AD_CELL_NUMBER : AD_CELL_WORD;
    const char *given = t->opts->target;
    const adrop_status room = AD_NEW(t->ctx, strlen(given) + 1, "targets", &t->targets);

    if (room)
        return room;
    t->n_targets = 1;
    if (!*given)
        return take_last(l, role);
    if (strchr(given, ',') && ad_table_find(given, &t->names, l->n) == l->n)
        return find_targets(l);
    return find_one(l, given, "target", role, ", the target", t->targets);
}

/* Find the inputs to keep whatever they hold. */
static adrop_status find_kept(const line *l)
{
    ad_table *t = l->t;
    const char *list = t->opts->keep;
    const bool one = *list && ad_table_find(list, &t->names, l->n) < l->n;

    while (one || ad_table_next_name(&list, t->name)) {
        const char *name = one ? list : t->name;
        const size_t i = ad_table_find(name, &t->names, l->n);
        if (i == l->n)
            return ad_table_refuse_name(t->ctx, l->where, name, "column to keep", &t->names, l->n);
        if (t->cells.columns[i].role != AD_CELL_AUTO)
            return ad_fail(t->ctx, ADROP_EINVAL,
                           "the column '%s' of '%s' was named before: it cannot be kept too",
                           AD_SHOWN(name), l->where);
        t->is_kept[i] = true;
        if (one)
            break;
    }
    return ADROP_OK;
}

/* Set the roles given in the settings. */
static adrop_status find_roles(const line *l)
{
    ad_table *t = l->t;
    const adrop_data_opts *o = t->opts;
    adrop_status status;

    if ((status = find_all(l, o->drop, "column to drop", AD_CELL_SKIP)) ||
        (status = find_one(l, o->id, "id", AD_CELL_NAME, ", the id", &t->id)) ||
        (status = find_one(l, o->weight, "weight", AD_CELL_NUMBER, ", the weight", &t->weight)) ||
        (status = find_one(l, o->group, "group", AD_CELL_WORD, ", the group", &t->group)) ||
        (status = find_all(l, o->dates, "date", AD_CELL_DATE)) || (status = find_target(l)))
        return status;
    return find_kept(l);
}

adrop_status ad_table_plan(ad_table *t, const char *where, char *const *fields, size_t n)
{
    const line l = { t, where, fields, n };
    adrop_status status;

    for (size_t i = 0; i < n; i++)
        t->cells.columns[i] = (ad_cell_column){ .role = AD_CELL_AUTO,
                                                .name = ad_names_at(&t->names, i),
                                                .may_miss = t->opts->missing != 0,
                                                .cure = missing_cure };
    if ((status = find_roles(&l)))
        return status;
    for (size_t i = 0; i < n; i++) {
        ad_cell_column *c = &t->cells.columns[i];
        t->left[i] = c->role == AD_CELL_SKIP ? AD_COLUMN_DROPPED : AD_COLUMN_INPUT;
        c->may_be_empty = c->role == AD_CELL_AUTO || c->role == AD_CELL_DATE;
        if (!ad_table_is_aside(t, i))
            continue;
        c->may_miss = false;
        c->cure = NULL;
        if (i == t->targets[0] && t->n_targets == 1)
            c->hint = c->role == AD_CELL_NUMBER ? "; for words use `task` classification"
                                                : "; for values use `task` regression";
        if (i == t->group)
            c->most = MOST_GROUPS;
    }
    return ADROP_OK;
}

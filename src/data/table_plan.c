/* What the columns of a table are (table.h): target, id, weight, group, dates, those left out; the
 * rest are inputs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/decimal.h"
#include "data/table.h"

enum { MOST_GROUPS = 1 << 24 }; /* whole numbers that a float holds */

static const char missing_cure[] = "fill it in, remove the line, or use `missing` mean, median or "
                                   "indicator";

static bool is_number(const ad_cells *cells, const char *text, double *x)
{
    const char *end = ad_decimal_read(text, cells->dialect.mark, x);

    return end && !*end;
}

/* A text that begins as a name does, above a number; or none at all above the first of a counter.
 */
static bool is_above(const ad_cells *cells, const char *text, size_t i, size_t n)
{
    const ad_field f = { .text = text, .length = strlen(text) };
    double x;

    if (n != cells->n_second || !is_number(cells, cells->second[i], &x))
        return false;
    return *text ? !ad_field_is_missing(&f) && !strchr("0123456789+-.,", *text)
                 : !i && (x == 0 || x == 1);
}

/* A number or a date of some form above another that is written so: a row, no names. */
static bool is_above_alike(const ad_cells *cells, const char *text, size_t i, size_t n)
{
    if (n != cells->n_second)
        return false;
    const ad_look a = ad_form_look(text, strlen(text)),
                  b = ad_form_look(cells->second[i], strlen(cells->second[i]));
    return a.forms & b.forms && !strcmp(a.unit, b.unit);
}

/* A year above a number that is none. */
static bool is_year_above(const ad_cells *cells, double year, size_t i, size_t n)
{
    double x;

    return year >= 1000 && year < 3000 && n == cells->n_second &&
           is_number(cells, cells->second[i], &x) && !(x >= 1000 && x < 3000 && x == floor(x));
}

bool ad_table_is_header(const ad_cells *cells, char *const *fields, size_t n)
{
    size_t numbers = 0, above = 0, years = 0;
    bool counts = true;
    double x, last = 0;

    for (size_t i = 0; i < n && !cells->is_named && !cells->is_short; i++) {
        if (!is_number(cells, fields[i], &x)) {
            if (is_above_alike(cells, fields[i], i, n))
                return false;
            above += is_above(cells, fields[i], i, n);
            continue;
        }
        counts &= fields[i][strspn(fields[i], "0123456789")] == 0 &&
                  (numbers ? x == last + 1 : x < 2 || x >= 1000);
        years += is_year_above(cells, x, i, n);
        last = x;
        numbers++;
    }
    return cells->is_short || !numbers || (above && counts) || above > numbers ||
           (numbers > 1 && numbers < n && counts && years);
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
    size_t n; /* columns */
} line;

/* One column with that part to play; none if text is "". */
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

/* Every column of a list, or the one whose name the whole text is. */
static adrop_status find_all(const line *l, const char *text, const char *setting,
                             ad_cell_role role)
{
    char name[ADROP_TEXT_SIZE];
    adrop_status status = ADROP_OK;
    size_t column;

    if (*text && ad_table_find(text, &l->t->names, l->n) < l->n)
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

/* What is behind the last separator of lines that end with one. */
static bool is_end_of_line(const line *l, size_t i)
{
    const ad_cells *cells = &l->t->cells;

    return i + 1 == l->n && i > 1 && !*l->fields[i] && l->n == cells->n_second &&
           !*cells->second[i];
}

/* The last column that is not something else. */
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

/* Inputs that are taken in whatever stands in them. */
static adrop_status find_kept(const line *l)
{
    ad_table *t = l->t;
    const char *list = t->opts->keep;
    char name[ADROP_TEXT_SIZE];
    const bool one = *list && ad_table_find(list, &t->names, l->n) < l->n;

    snprintf(name, sizeof name, "%s", list);
    while (one || ad_table_next_name(&list, name)) {
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

/* What the columns are as far as the settings say it, and how they are called. */
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

static adrop_status plan(const line *l)
{
    ad_table *t = l->t;
    adrop_status status;

    for (size_t i = 0; i < l->n; i++)
        t->cells.columns[i] = (ad_cell_column){ .role = AD_CELL_AUTO,
                                                .name = ad_names_at(&t->names, i),
                                                .may_miss = t->opts->missing != 0,
                                                .cure = missing_cure };
    if ((status = find_roles(l)))
        return status;
    for (size_t i = 0; i < l->n; i++) {
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

/* The decimal mark that was asked for, in place of the one that the file seems to have. */
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
        odd |= t->has_header && !t->cells.is_named && is_number(&t->cells, fields[i], &x);
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
    const line l = { t, where, fields, n };
    adrop_status status;

    ad_free(t->ctx, t->map); /* that of a second file, if this one is read again */
    t->map = NULL;
    *is_header = t->has_header;
    if (t->is_planned) {
        ad_table_place(t);
        return ADROP_OK;
    }
    set_mark(t, where);
    *is_header = t->has_header = ad_table_is_header(cells, fields, n);
    if (n < 2)
        return ad_fail(t->ctx, ADROP_EFORMAT,
                       "'%s', line %zu: one column only: a table needs inputs and a target", where,
                       number);
    if ((status = make_columns(t, where, fields, n)) || (status = plan(&l)))
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

/* Fields to the columns of the first file, by name. *lost: the first that is not there; or NULL. */
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

/* A table whose rows are to mean what those of a run meant (table.h): columns are found by name, in
 * any order; by number where there is no header. The target need not be there. */
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"

enum { SHOWN_LIST = 400 };

/* Field of a name, or n. */
static size_t find(const char *name, char *const *fields, size_t n)
{
    size_t i = 0;

    while (i < n && strcmp(fields[i], name))
        i++;
    return i;
}

static bool is_in_list(const char *name, const char *list)
{
    const size_t length = strlen(name);

    for (const char *p = list; (p = strstr(p, name)); p++)
        if ((p == list || p[-1] == ',') && (!p[length] || p[length] == ','))
            return true;
    return false;
}

/* The target of that name; SIZE_MAX if there is none. */
static size_t target_of(const ad_schema *s, const adrop_data_opts *o, const char *name)
{
    for (size_t k = 0; k < s->answers.n; k++)
        if (!strcmp(s->answers.at[k], name))
            return k;
    return !s->answers.n && *o->target && !strcmp(o->target, name) ? 0 : SIZE_MAX;
}

/* By name; every input must be there, what is not known is left out and named. */
static adrop_status by_name(ad_table *t, const char *where, char *const *fields, size_t n)
{
    const ad_schema *s = t->raw->expected;
    const adrop_data_opts *o = t->opts;
    char lost[SHOWN_LIST] = "", odd[SHOWN_LIST] = "";

    for (size_t c = 0; c < s->columns.n; c++) {
        const size_t i = find(s->columns.at[c], fields, n);
        if (i == n)
            ad_join(lost, sizeof lost, ", ", AD_SHOWN(s->columns.at[c]));
        else
            t->map[i] = c;
    }
    for (size_t i = 0; i < n; i++) {
        const bool free = t->map[i] == SIZE_MAX;
        const size_t k = target_of(s, o, fields[i]);
        if (free && k < t->n_targets)
            t->map[i] = t->targets[k];
        else if (free && *o->id && !strcmp(fields[i], o->id))
            t->map[i] = t->id;
        else if (free && *o->group && !strcmp(fields[i], o->group))
            t->map[i] = t->group;
        else if (free && strcmp(fields[i], o->weight) && !is_in_list(fields[i], o->drop))
            ad_join(odd, sizeof odd, ", ", AD_SHOWN(fields[i]));
    }
    if (*lost)
        return ad_fail(t->ctx, ADROP_EFORMAT,
                       "'%s' lacks columns that the run was trained on: %s%s%s", where, lost,
                       *odd ? "; it has columns that the run does not know: " : "", odd);
    if (*odd)
        ad_log(t->ctx, ADROP_LOG_WARNING,
               "'%s' has columns that the run was not trained on; they are left out: %s", where,
               odd);
    return ADROP_OK;
}

/* By number: all columns of the run's own table, or the inputs alone. */
static adrop_status by_number(ad_table *t, const char *where, char *const *fields, size_t n)
{
    const adrop_data_opts *o = t->opts;
    const size_t inputs = t->raw->expected->shape.channels;
    const size_t id = *o->id ? ad_table_find(o->id, fields, n, false) : n;
    const char *list = o->target;
    char name[ADROP_TEXT_SIZE];
    size_t c = 0;

    if (n != inputs && !*list)
        t->map[n - 1] = t->targets[0];
    for (size_t k = 0; n != inputs && k < t->n_targets && ad_table_next_name(&list, name); k++) {
        const size_t i = ad_table_find(name, fields, n, false);
        if (i < n)
            t->map[i] = t->targets[k];
    }
    for (size_t i = 0; i < n; i++) {
        char number[24];
        snprintf(number, sizeof number, "%zu", i + 1);
        if (t->map[i] != SIZE_MAX)
            continue;
        if (n != inputs && i == id)
            t->map[i] = t->id;
        else if (n != inputs && !strcmp(number, o->group))
            t->map[i] = t->group;
        else if (n == inputs || (strcmp(number, o->weight) && !is_in_list(number, o->drop)))
            t->map[i] = c++;
    }
    if (c == inputs)
        return ADROP_OK;
    return ad_fail(
        t->ctx, ADROP_ESHAPE,
        "'%s' has %zu columns without names, and the run was trained on %zu inputs: give "
        "these alone, or the columns that the run's own table had",
        where, n, inputs);
}

static adrop_status make_columns(ad_table *t, ad_cells *cells)
{
    const ad_schema *s = t->raw->expected;
    const size_t n = s->shape.channels;
    const size_t targets = s->task == ADROP_REGRESSION ? ad_schema_outputs(s) : 1;
    const bool may_miss = ad_schema_takes_missing(s);
    adrop_status status = AD_NEW(t->ctx, n + targets + 2, "columns", &cells->columns);

    if (status || (status = AD_NEW(t->ctx, targets, "targets", &t->targets)))
        return status;
    cells->n_fields = n + targets + 2;
    t->n_inputs = n;
    t->n_targets = targets;
    t->id = n + targets;
    t->group = n + targets + 1;
    for (size_t c = 0; c < n && !status; c++) {
        ad_cell_column *column = &cells->columns[c];
        const bool words = s->categories && s->categories[c].n;
        const bool date = s->columns.n && is_in_list(s->columns.at[c], t->opts->dates);
        *column = (ad_cell_column){
            .role = words  ? AD_CELL_WORD
                    : date ? AD_CELL_DATE
                           : AD_CELL_NUMBER,
            .may_miss = may_miss,
            .cure = "the run was trained without missing values: fill it in, or train with "
                    "`missing` mean, median or indicator"
        };
        for (size_t i = 0; words && i < s->categories[c].n && !status; i++) {
            const char *word = s->categories[c].at[i];
            uint32_t number;
            status = ad_words_add(t->ctx, &column->words, word, strlen(word), &number);
        }
    }
    for (size_t k = 0; k < targets; k++) {
        t->targets[k] = n + k;
        cells->columns[n + k] = (ad_cell_column){
            .role = s->task == ADROP_REGRESSION ? AD_CELL_NUMBER : AD_CELL_WORD,
            .may_miss = t->raw->inputs_only,
            .what = targets > 1 ? ", a target" : ", the target",
        };
    }
    cells->columns[t->id].role = AD_CELL_NAME;
    cells->columns[t->group] = (ad_cell_column){ .role = AD_CELL_WORD, .what = ", the group" };
    return status;
}

/* Is a column among the fields of the file? */
static bool is_there(const ad_table *t, size_t n, size_t column)
{
    for (size_t i = 0; i < n; i++)
        if (t->map[i] == column)
            return true;
    return false;
}

/* Columns that may be missing, and are: nothing is expected of them. */
static void leave_out(ad_table *t, size_t n, size_t *column)
{
    if (!is_there(t, n, *column)) {
        t->cells.columns[*column].role = AD_CELL_SKIP;
        *column = SIZE_MAX;
    }
}

adrop_status ad_table_begin_expected(void *arg, ad_cells *cells, const char *where, size_t line,
                                     char *const *fields, size_t n, bool *is_header)
{
    ad_table *t = arg;
    const ad_schema *s = t->raw->expected;
    const bool again = cells->columns != NULL;
    adrop_status status = again ? ADROP_OK : make_columns(t, cells);

    (void)line;
    ad_free(t->ctx, t->map);
    t->map = NULL;
    if (status || (status = AD_NEW(t->ctx, n, "columns", &t->map)))
        return status;
    for (size_t i = 0; i < n; i++)
        t->map[i] = SIZE_MAX;
    *is_header = ad_table_is_header(cells, fields, n);
    /* words alone in the first line are a row where the run had no names */
    t->has_header = *is_header && s->columns.n;
    if (*is_header && !s->columns.n && s->categories)
        *is_header = false;
    status = t->has_header ? by_name(t, where, fields, n) : by_number(t, where, fields, n);
    if (status)
        return status;
    for (size_t k = 0; again && k < t->n_targets; k++) /* the columns of the first file stand */
        if (t->targets[k] != SIZE_MAX && !is_there(t, n, t->targets[k]))
            return ad_fail(t->ctx, ADROP_EFORMAT, "'%s' has no target, and the training file has",
                           where);
    if (again)
        return ADROP_OK;
    for (size_t k = 0; k < t->n_targets; k++) {
        leave_out(t, n, &t->targets[k]);
        if (t->targets[k] == SIZE_MAX && !t->raw->inputs_only)
            return ad_fail(t->ctx, ADROP_EINVAL,
                           "'%s' has no column '%s', %s target: it can be predicted, not tested",
                           where, s->answers.n > k ? AD_SHOWN(s->answers.at[k]) : "of the target",
                           t->n_targets > 1 ? "a" : "the");
    }
    leave_out(t, n, &t->id);
    leave_out(t, n, &t->group);
    ad_table_place(t);
    return ADROP_OK;
}

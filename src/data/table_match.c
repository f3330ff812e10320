/* Reading a table for a run (table.h): columns are found by the names that the run keeps, in any
 * order; without a header by position. The target may be missing. */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"

enum { SHOWN_LIST = 400 };

/* The column of the cells for a column of the run's table; SIZE_MAX: left out. Counts the inputs in
 * *input. */
static size_t cell_of(const ad_table *t, const ad_layout_column *c, size_t *input)
{
    switch (c->role) {
    case AD_COLUMN_INPUT:
        return (*input)++;
    case AD_COLUMN_TARGET:
        return t->raw->expected->shape.channels + c->target;
    case AD_COLUMN_ID:
        return t->id;
    case AD_COLUMN_GROUP:
        return t->group;
    default:
        return SIZE_MAX;
    }
}

/* -- By name ------------------------------------------------------------------------- */

/* The name of the next unnamed column of the run's table, from *c on, or NULL. */
static const char *next_unnamed(const ad_layout *layout, bool targets, size_t *c)
{
    while (*c < layout->n &&
           (!layout->at[*c].is_unnamed || (!targets && layout->at[*c].role == AD_COLUMN_TARGET)))
        ++*c;
    return *c < layout->n ? layout->names.at[(*c)++] : NULL;
}

/* Does the file have as many unnamed fields as the run's table, with or without targets? */
static bool has_unnamed(const ad_layout *layout, bool targets, char *const *fields, size_t n)
{
    size_t more = 0, c = 0;

    for (size_t i = 0; i < n; i++)
        more += !*fields[i];
    while (next_unnamed(layout, targets, &c))
        more--;
    return !more;
}

/* The names of the fields, numbered by position. Unnamed fields get the run's names for its unnamed
 * columns, in order; extra or missing columns before them do not matter. */
static adrop_status take_fields(ad_table *t, const char *where, char *const *fields, size_t n,
                                ad_words *words)
{
    const ad_layout *layout = ad_table_layout_of(t);
    const bool targets = has_unnamed(layout, true, fields, n);
    const bool in_order = targets || has_unnamed(layout, false, fields, n);
    ad_names names = { 0 };
    adrop_status status = ad_table_name(t->ctx, where, fields, n, false, &names);
    size_t c = 0;
    uint32_t k;

    for (size_t i = 0; i < n && !status; i++) {
        const char *run = in_order && !*fields[i] ? next_unnamed(layout, targets, &c) : NULL;
        const char *name = run ? run : names.at[i];
        status = ad_words_add(t->ctx, words, name, strlen(name), &k);
    }
    ad_names_release(t->ctx, &names);
    return status;
}

/* Are all inputs among the fields? */
static bool has_inputs(const ad_layout *layout, const ad_words *words)
{
    for (size_t c = 0; c < layout->n; c++) {
        const char *name = layout->names.at[c];
        if (layout->at[c].role == AD_COLUMN_INPUT &&
            ad_words_find(words, name, strlen(name)) == words->n)
            return false;
    }
    return layout->has_header;
}

/* Every input must be present; unknown columns are left out and logged. */
static adrop_status table_match_by_name(ad_table *t, const char *where, const ad_words *words)
{
    const ad_layout *layout = ad_table_layout_of(t);
    const size_t n = words->n;
    char lost[SHOWN_LIST] = "", odd[SHOWN_LIST] = "";
    size_t input = 0;
    bool *known;
    const adrop_status status = AD_NEW(t->ctx, n, "columns", &known);

    if (status)
        return status;
    for (size_t c = 0; c < layout->n; c++) {
        const char *name = layout->names.at[c];
        const size_t i = ad_words_find(words, name, strlen(name));
        const size_t cell = cell_of(t, &layout->at[c], &input);
        if (i < n) {
            t->map[i] = cell;
            known[i] = true;
        } else if (layout->at[c].role == AD_COLUMN_INPUT) {
            ad_join(lost, sizeof lost, ", ", AD_SHOWN(name));
        }
    }
    for (size_t i = 0; i < n; i++)
        if (!known[i])
            ad_join(odd, sizeof odd, ", ", AD_SHOWN(ad_words_at(words, i)));
    ad_free(t->ctx, known);
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

/* -- By place ------------------------------------------------------------------------ */

/* The file has all columns of the run's table, all but its targets, or only its inputs. */
static adrop_status by_place(ad_table *t, const char *where, size_t n)
{
    const ad_layout *layout = ad_table_layout_of(t);
    const size_t inputs = t->raw->expected->shape.channels;
    const bool alone = n == inputs, whole = !alone && n == layout->n;
    size_t input = 0, i = 0;

    if (!alone && !whole && n + t->n_targets != layout->n)
        return ad_fail(t->ctx, ADROP_ESHAPE,
                       "'%s' has %zu columns without names, and the run was trained on %zu inputs: "
                       "give these alone, or the columns that the run's own table had",
                       where, n, inputs);
    for (size_t c = 0; c < layout->n; c++) {
        const ad_column_role role = layout->at[c].role;
        const size_t cell = cell_of(t, &layout->at[c], &input);
        if (alone ? role == AD_COLUMN_INPUT : whole || role != AD_COLUMN_TARGET)
            t->map[i++] = cell;
    }
    return ADROP_OK;
}

/* Is a column among the fields of the file? */
static bool is_there(const ad_table *t, size_t n, size_t column)
{
    for (size_t i = 0; i < n; i++)
        if (t->map[i] == column)
            return true;
    return false;
}

/* If an optional column is missing, skip it. */
static void leave_out(ad_table *t, size_t n, size_t *column)
{
    if (!is_there(t, n, *column)) {
        t->cells.columns[*column].role = AD_CELL_SKIP;
        *column = SIZE_MAX;
    }
}

/* -- Files --------------------------------------------------------------------------- */

/* Decide whether the first line is a header, and map fields to columns. */
static adrop_status map_fields(ad_table *t, const char *where, char *const *fields, size_t n,
                               bool *is_header)
{
    const ad_schema *s = t->raw->expected;
    const ad_layout *layout = ad_table_layout_of(t);
    ad_words words = { 0 };
    adrop_status status = take_fields(t, where, fields, n, &words);

    if (!status) {
        *is_header = ad_table_is_header(&t->cells, fields, n) || has_inputs(layout, &words);
        /* if the run had no header, a first line of words is data */
        t->has_header = *is_header && layout->has_header;
        if (*is_header && !layout->has_header && s->categories)
            *is_header = false;
        status = t->has_header ? table_match_by_name(t, where, &words) : by_place(t, where, n);
    }
    ad_words_release(t->ctx, &words);
    return status;
}

/* Prepare for the first file, whose first line has n fields. */
static adrop_status table_match_prepare(ad_table *t, ad_cells *cells, char *const *fields, size_t n)
{
    const ad_schema *s = t->raw->expected;
    adrop_status status = ADROP_OK;

    t->n_targets = s->task == ADROP_REGRESSION ? ad_schema_outputs(s) : 1;
    t->id = s->shape.channels + t->n_targets;
    t->group = t->id + 1;
    if (t->opts->decimal)
        cells->dialect.mark = t->opts->decimal == ADROP_DECIMAL_COMMA ? ',' : '.';
    if (!s->layout.n)
        status = ad_table_former(t, fields, n, ad_table_is_header(cells, fields, n));
    return status ? status : ad_table_make_expected(t, cells);
}

static adrop_status find_targets(ad_table *t, const char *where, size_t n)
{
    const ad_schema *s = t->raw->expected;

    for (size_t k = 0; k < t->n_targets; k++) {
        leave_out(t, n, &t->targets[k]);
        if (t->targets[k] == SIZE_MAX && !t->raw->inputs_only)
            return ad_fail(t->ctx, ADROP_EINVAL,
                           "'%s' has no column '%s', %s target: it can be predicted, not tested",
                           where, s->answers.n > k ? AD_SHOWN(s->answers.at[k]) : "of the target",
                           t->n_targets > 1 ? "a" : "the");
    }
    return ADROP_OK;
}

adrop_status ad_table_begin_expected(void *arg, ad_cells *cells, const char *where, size_t line,
                                     char *const *fields, size_t n, bool *is_header)
{
    ad_table *t = arg;
    const bool again = cells->columns != NULL;
    adrop_status status = again ? ADROP_OK : table_match_prepare(t, cells, fields, n);

    (void)line;
    ad_free(t->ctx, t->map);
    t->map = NULL;
    if (status || (status = AD_NEW(t->ctx, n, "columns", &t->map)))
        return status;
    for (size_t i = 0; i < n; i++)
        t->map[i] = SIZE_MAX;
    if ((status = map_fields(t, where, fields, n, is_header)))
        return status;
    for (size_t k = 0; again && k < t->n_targets; k++) /* the columns are those of the first file */
        if (t->targets[k] != SIZE_MAX && !is_there(t, n, t->targets[k]))
            return ad_fail(t->ctx, ADROP_EFORMAT, "'%s' has no target, and the training file has",
                           where);
    if (again)
        return ADROP_OK;
    if ((status = find_targets(t, where, n)))
        return status;
    leave_out(t, n, &t->id);
    leave_out(t, n, &t->group);
    ad_table_place(t);
    return ADROP_OK;
}

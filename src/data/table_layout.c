/* The layout of a table, which a run keeps (table.h, rows/layout.h). */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"

/* -- Columns ------------------------------------------------------------------------- */

static ad_column_role role_of(const ad_table *t, size_t i)
{
    return ad_table_is_target(t, i) ? AD_COLUMN_TARGET
           : i == t->id             ? AD_COLUMN_ID
           : i == t->weight         ? AD_COLUMN_WEIGHT
           : i == t->group          ? AD_COLUMN_GROUP
                                    : t->left[i];
}

/* Are all its values whole? */
static bool is_whole(const ad_table *t, const ad_cell_column *c)
{
    const float *x = t->cells.values + c->slot;
    bool whole = true;

    for (size_t row = 0; row < t->cells.rows && whole; row++, x += t->cells.n_slots)
        whole = isnan(*x) || *x == floorf(*x);
    return whole;
}

/* Record all columns, so that another table can be read alike. */
static adrop_status take_columns(ad_table *t)
{
    const size_t n = t->cells.n_fields;
    ad_layout *layout = &t->raw->layout;
    const char **names;
    adrop_status status = AD_NEW(t->ctx, n, "columns", &layout->at);

    if (status || (status = AD_NEW(t->ctx, n, "column names", &names)))
        return status;
    layout->n = n;
    layout->has_header = t->has_header;
    for (size_t i = 0; i < n; i++) {
        const ad_cell_column *c = &t->cells.columns[i];
        names[i] = t->has_header ? t->names.at[i] : "";
        layout->at[i].role = role_of(t, i);
        layout->at[i].is_unnamed = t->is_unnamed[i];
        layout->at[i].is_whole = (c->role == AD_CELL_AUTO || c->role == AD_CELL_NUMBER) &&
                                 !ad_cell_is_word(c) && is_whole(t, c);
        if (c->role == AD_CELL_FORM)
            layout->at[i].form = c->form;
        else if (c->role == AD_CELL_DATE) /* all are missing */
            layout->at[i].form.kind = AD_FORM_DATE;
    }
    for (size_t k = 0; k < t->n_targets; k++)
        layout->at[t->targets[k]].target = k;
    status = ad_names_copy(t->ctx, names, n, &layout->names);
    ad_free(t->ctx, names);
    return status;
}

/* Record the names of inputs and targets. */
static adrop_status take_names(ad_table *t)
{
    const ad_layout *layout = &t->raw->layout;
    const char **targets;
    adrop_status status = AD_NEW(t->ctx, t->n_targets, "names of targets", &targets);

    for (size_t i = 0; !status && i < layout->n; i++) {
        const char *name = layout->names.at[i];
        if (layout->at[i].role == AD_COLUMN_TARGET)
            targets[layout->at[i].target] = name;
        if (layout->at[i].role == AD_COLUMN_INPUT)
            status = ad_bytes_append(t->ctx, &t->raw->columns, name, strlen(name) + 1,
                                     "column names");
    }
    if (!status)
        status = ad_names_copy(t->ctx, targets, t->n_targets, &t->raw->answers);
    ad_free(t->ctx, targets);
    return status;
}

adrop_status ad_table_take_layout(ad_table *t)
{
    const adrop_status status = take_columns(t);

    return status || !t->has_header ? status : take_names(t);
}

/* In a table of only words, nothing distinguishes a header from a row. If half of the first line or
 * more are also values of their columns, it may be a row, which is an error. */
adrop_status ad_table_check_names(const ad_table *t, const char *where)
{
    const char *first = NULL;
    size_t alike = 0, words = 0;

    for (size_t i = 0; t->has_header && i < t->cells.n_fields; i++) {
        const ad_cell_column *c = &t->cells.columns[i];
        if (c->role == AD_CELL_SKIP || c->role == AD_CELL_NAME)
            continue;
        if (!ad_cell_is_word(c))
            return ADROP_OK;
        words++;
        if (ad_words_find(&c->words, t->names.at[i], strlen(t->names.at[i])) == c->words.n)
            continue;
        first = first ? first : t->names.at[i];
        alike++;
    }
    if (words < 2 || 2 * alike < words)
        return ADROP_OK;
    return ad_fail(
        t->ctx, ADROP_EFORMAT,
        "'%s': the first line holds words alone, which are names of columns, but '%s' is "
        "a value of its column, too: write a line of names above it, or rename the "
        "column",
        where, AD_SHOWN(first));
}

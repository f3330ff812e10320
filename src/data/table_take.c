/* Moving a table to raw rows (table.h). Words of inputs are sorted, so that their numbers do not
 * depend on the order of rows. table_answers.c moves the targets. */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"
#include "data/table_words.h"

/* -- Inputs -------------------------------------------------------------------------- */

/* Sort the words of an input, unless they have the numbers of a run. */
static adrop_status take_words(ad_table *t, size_t column, ad_names *out)
{
    const ad_words *words = &t->cells.columns[column].words;
    const char **texts = NULL;
    ad_table_word *sorted;
    uint32_t *to;
    adrop_status status = ad_table_sort_words(t->ctx, words, &sorted, &to);

    if (!status)
        status = AD_NEW(t->ctx, words->n, "words", &texts);
    for (size_t i = 0; !status && i < words->n; i++)
        texts[i] = t->raw->expected ? ad_words_at(words, i) : sorted[i].text;
    if (!status)
        status = ad_names_copy(t->ctx, texts, words->n, out);
    for (size_t row = 0; !status && !t->raw->expected && row < t->raw->rows; row++) {
        float *x = ad_table_cell(t, row, column);
        if (!isnan(*x))
            *x = (float)to[(size_t)*x];
    }
    ad_free(t->ctx, texts);
    ad_free(t->ctx, sorted);
    ad_free(t->ctx, to);
    return status;
}

static adrop_status take_inputs(ad_table *t)
{
    ad_raw *raw = t->raw;
    const size_t n = t->n_inputs, width = t->cells.n_slots;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < t->cells.n_fields && !status; i++) {
        const ad_cell_column *c = &t->cells.columns[i];
        if (c->role == AD_CELL_SKIP || c->role == AD_CELL_NAME || c->slot >= n)
            continue;
        raw->has_missing |= c->n_missing > 0;
        if (!ad_cell_is_word(c))
            continue;
        if (!raw->categories)
            status = AD_NEW(t->ctx, n, "categories", &raw->categories);
        if (!status)
            status = take_words(t, i, &raw->categories[c->slot]);
    }
    if (status)
        return status;
    raw->values = t->cells.values;
    t->cells.values = NULL;
    for (size_t row = 1; n < width && row < raw->rows; row++)
        memmove(raw->values + row * n, raw->values + row * width, n * sizeof *raw->values);
    return ADROP_OK;
}

static adrop_status take_weights(ad_table *t, const char *where)
{
    adrop_status status = ADROP_OK;

    if (t->weight != SIZE_MAX)
        status = AD_NEW(t->ctx, t->raw->rows, "weights", &t->raw->weights);
    for (size_t row = 0; !status && t->weight != SIZE_MAX && row < t->raw->rows; row++) {
        t->raw->weights[row] = *ad_table_cell(t, row, t->weight);
        if (t->raw->weights[row] < 0)
            return ad_fail(t->ctx, ADROP_EFORMAT, "'%s', row %zu: the weight %s is negative", where,
                           row + 1, AD_NUM((double)t->raw->weights[row]));
    }
    if (!status && t->group != SIZE_MAX)
        status = AD_NEW(t->ctx, t->raw->rows, "groups", &t->raw->groups);
    for (size_t row = 0; !status && t->group != SIZE_MAX && row < t->raw->rows; row++)
        t->raw->groups[row] = (uint32_t)*ad_table_cell(t, row, t->group);
    return status;
}

/* A value like 1.234 may be a German or Spanish thousand if the run's column has whole numbers. */
static adrop_status check_marks(const ad_table *t, const char *where)
{
    const ad_dialect *d = &t->cells.dialect;
    bool is_open = d->is_open && d->separator != ',' && !t->opts->decimal;

    for (size_t i = 0; i < t->cells.n_fields; i++)
        is_open &= !t->cells.columns[i].has_fraction;
    for (size_t i = 0; i < t->cells.n_fields && is_open; i++) {
        const ad_cell_column *c = &t->cells.columns[i];
        char who[AD_CELL_WHO];
        if (c->was_whole && *c->first_open)
            return ad_fail(t->ctx, ADROP_EFORMAT,
                           "'%s': %s holds '%s', which reads two ways, and whole numbers in the "
                           "table that the run was trained on: write thousands without a mark, or "
                           "a zero behind the decimals",
                           where, ad_cell_who(c, i + 1, who), AD_SHOWN(c->first_open));
    }
    return ADROP_OK;
}

static adrop_status check_rows(const ad_table *t, const char *where)
{
    if (t->cells.rows > 1)
        return ADROP_OK;
    return ad_fail(t->ctx, ADROP_EFORMAT,
                   "'%s' has one row only: there must be rows to learn from and rows to test",
                   where);
}

adrop_status ad_table_take(ad_table *t, const char *where)
{
    ad_raw *raw = t->raw;
    adrop_status status = t->cells.values ? ADROP_OK : ad_cells_finish(&t->cells);

    if (status || (!raw->expected &&
                   ((status = check_rows(t, where)) || (status = ad_table_check_names(t, where)) ||
                    (status = ad_table_take_layout(t)))))
        return status;
    if (raw->expected && (status = check_marks(t, where)))
        return status;
    raw->channels = t->n_inputs;
    raw->ids = t->cells.names;
    t->cells.names = (ad_bytes){ 0 };
    if (!raw->ids.size)
        raw->lines = ad_bytes_take(&t->cells.lines);
    if ((status = ad_table_take_answers(t, where)) || (status = take_weights(t, where)))
        return status;
    return take_inputs(t);
}

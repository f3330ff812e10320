/* What was read of a table, to raw rows (table.h). Words are sorted, so that their numbers do not
 * depend on the order of rows; classes too, numbers by their value before words. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/number.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"

enum {
    SHOWN_LIST = 300,
    MOST_FIRST = 10, /* rows of which the class of the first may be its own */
};

typedef struct {
    const char *text;
    uint32_t number; /* of the word */
} word;

/* Numbers by value, so that 1 and 1.0 are one class, before words by their letters. */
static int compare_texts(const char *s, const char *t)
{
    double x, y;
    const int s_word = adrop_number_read(s, &x) != ADROP_OK;
    const int t_word = adrop_number_read(t, &y) != ADROP_OK;

    if (s_word || t_word)
        return s_word && t_word ? strcmp(s, t) : s_word - t_word;
    return x < y ? -1 : x > y;
}

static int table_take_compare(const void *a, const void *b)
{
    const word *s = a, *t = b;
    const int by_text = compare_texts(s->text, t->text);

    return by_text ? by_text : s->number < t->number ? -1 : s->number > t->number;
}

/* sorted (n): the words in order; to (n): their new numbers, equal ones having the same. */
static adrop_status sort(adrop_ctx *ctx, const ad_words *words, word **sorted, uint32_t **to)
{
    adrop_status status;

    *sorted = NULL;
    *to = NULL;
    if ((status = AD_NEW(ctx, words->n, "words", sorted)) ||
        (status = AD_NEW(ctx, words->n, "words", to)))
        return status;
    for (size_t i = 0; i < words->n; i++)
        (*sorted)[i] = (word){ ad_words_at(words, i), (uint32_t)i };
    qsort(*sorted, words->n, sizeof **sorted, table_take_compare);
    for (size_t i = 0, n = 0; i < words->n; i++) {
        n += i && compare_texts((*sorted)[i].text, (*sorted)[i - 1].text);
        (*to)[(*sorted)[i].number] = (uint32_t)n;
    }
    return ADROP_OK;
}

static float *table_take_cell(const ad_table *t, size_t row, size_t column)
{
    return t->cells.values + row * t->cells.n_slots + t->cells.columns[column].slot;
}

/* -- The target ---------------------------------------------------------------------- */

static adrop_status take_labels(ad_table *t)
{
    ad_raw *raw = t->raw;
    const size_t target = t->targets[0];
    const ad_words *words = &t->cells.columns[target].words;
    word *sorted;
    uint32_t *to;
    adrop_status status = sort(t->ctx, words, &sorted, &to);

    if (!status)
        status = AD_NEW(t->ctx, raw->rows, "labels", &raw->labels);
    for (size_t i = 0; !status && i < words->n; i++)
        if (!i || to[sorted[i].number] != to[sorted[i - 1].number])
            status = ad_raw_add_class(raw, sorted[i].text);
    for (size_t row = 0; !status && row < raw->rows; row++) {
        const float x = *table_take_cell(t, row, target);
        raw->labels[row] = isnan(x) ? -1 : (int32_t)to[(size_t)x];
    }
    ad_free(t->ctx, sorted);
    ad_free(t->ctx, to);
    return status;
}

/* The targets in their order; NaN for one that the file does not have. */
static adrop_status take_values(ad_table *t)
{
    ad_raw *raw = t->raw;
    const size_t n = t->n_targets;
    const adrop_status status = AD_NEW(t->ctx, raw->rows * n, "targets", &raw->targets);

    raw->n_targets = n;
    for (size_t row = 0; !status && row < raw->rows; row++)
        for (size_t k = 0; k < n; k++)
            raw->targets[row * n + k] = t->targets[k] == SIZE_MAX
                                            ? NAN
                                            : *table_take_cell(t, row, t->targets[k]);
    return status;
}

/* No target: labels -1, or targets NaN. */
static adrop_status take_nothing(ad_table *t)
{
    ad_raw *raw = t->raw;
    adrop_status status;

    raw->no_answers = true;
    raw->task = raw->expected->task;
    if (raw->task == ADROP_REGRESSION)
        return take_values(t);
    status = AD_NEW(t->ctx, raw->rows, "labels", &raw->labels);
    for (size_t row = 0; !status && row < raw->rows; row++)
        raw->labels[row] = -1;
    return status;
}

/* The first line was taken for a row, since names of columns may be numbers; a class that stands
 * there alone may be a name, too. */
static adrop_status refuse_first(const ad_table *t, const char *where, const char *class)
{
    return ad_fail(t->ctx, ADROP_EFORMAT,
                   "'%s': the first line is a header whose names are numbers in part, or a row "
                   "whose class, '%s', no other has: give columns names that are no numbers, or "
                   "remove the row",
                   where, AD_SHOWN(class));
}

/* Two classes at least; one of a single row is told of: it cannot be both learned and tested. */
static adrop_status check_classes(ad_table *t, const char *where)
{
    ad_raw *raw = t->raw;
    const char *name = raw->classes.data;
    char who[AD_CELL_WHO], list[SHOWN_LIST] = "";
    size_t *rows;
    adrop_status status;

    ad_cell_who(&t->cells.columns[t->targets[0]], t->targets[0] + 1, who);
    if (raw->n_classes < 2)
        return ad_fail(t->ctx, ADROP_EFORMAT,
                       "'%s': the target, %s, is '%s' in every row: there must be two classes at "
                       "least",
                       where, who, AD_SHOWN(name));
    if ((status = AD_NEW(t->ctx, raw->n_classes, "classes", &rows)))
        return status;
    for (size_t row = 0; row < raw->rows; row++)
        rows[raw->labels[row]]++;
    for (size_t i = 0; i < raw->n_classes && !status; i++, name += strlen(name) + 1) {
        if (rows[i] == 1)
            ad_join(list, sizeof list, ", ", AD_SHOWN(name));
        if (rows[i] == 1 && !t->has_header && raw->labels[0] == (int32_t)i &&
            raw->rows > MOST_FIRST)
            status = refuse_first(t, where, name);
    }
    ad_free(t->ctx, rows);
    if (status)
        return status;
    if (*list)
        ad_log(t->ctx, ADROP_LOG_WARNING,
               "'%s': one row alone is of the class %s: it is either learned or tested, not both",
               where, list);
    return ADROP_OK;
}

static adrop_status take_answers(ad_table *t, const char *where)
{
    ad_raw *raw = t->raw;
    bool words = false;
    char who[AD_CELL_WHO];
    size_t k = 0; /* the first that is there */

    while (k < t->n_targets && t->targets[k] == SIZE_MAX)
        k++;
    if (k == t->n_targets)
        return take_nothing(t);
    const ad_cell_column *c = &t->cells.columns[t->targets[k]];
    if (c->role == AD_CELL_NUMBER || c->role == AD_CELL_FORM) {
        raw->task = ADROP_REGRESSION;
        return take_values(t);
    }
    for (size_t i = 0; !words && i < c->words.n; i++) {
        const char *text = ad_words_at(&c->words, i);
        const ad_look look = ad_form_look(text, strlen(text));
        double x;
        words = adrop_number_read(text, &x) != ADROP_OK &&
                (!(look.forms & AD_FORMS_NUMBERS) || look.is_own_unit);
    }
    if (t->opts->task == ADROP_TASK_AUTO && !words)
        return ad_fail(t->ctx, ADROP_EINVAL,
                       "'%s': the target, %s, holds numbers: give `task` classification or "
                       "regression",
                       where, ad_cell_who(c, t->targets[k] + 1, who));
    raw->task = ADROP_CLASSIFICATION;
    const adrop_status status = take_labels(t);
    return status || raw->expected ? status : check_classes(t, where);
}

/* -- Inputs -------------------------------------------------------------------------- */

/* Sort the words of an input, unless they are numbered as a run has them. */
static adrop_status take_words(ad_table *t, size_t column, ad_names *out)
{
    const ad_words *words = &t->cells.columns[column].words;
    const char **texts = NULL;
    word *sorted;
    uint32_t *to;
    adrop_status status = sort(t->ctx, words, &sorted, &to);

    if (!status)
        status = AD_NEW(t->ctx, words->n, "words", &texts);
    for (size_t i = 0; !status && i < words->n; i++)
        texts[i] = t->raw->expected ? ad_words_at(words, i) : sorted[i].text;
    if (!status)
        status = ad_names_copy(t->ctx, texts, words->n, out);
    for (size_t row = 0; !status && !t->raw->expected && row < t->raw->rows; row++) {
        float *x = table_take_cell(t, row, column);
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
        t->raw->weights[row] = *table_take_cell(t, row, t->weight);
        if (t->raw->weights[row] < 0)
            return ad_fail(t->ctx, ADROP_EFORMAT, "'%s', row %zu: the weight %s is negative", where,
                           row + 1, AD_NUM((double)t->raw->weights[row]));
    }
    if (!status && t->group != SIZE_MAX)
        status = AD_NEW(t->ctx, t->raw->rows, "groups", &t->raw->groups);
    for (size_t row = 0; !status && t->group != SIZE_MAX && row < t->raw->rows; row++)
        t->raw->groups[row] = (uint32_t)*table_take_cell(t, row, t->group);
    return status;
}

/* Where the run has whole numbers, 1.234 may have become one of German or Spanish thousands. */
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
    if ((status = take_answers(t, where)) || (status = take_weights(t, where)))
        return status;
    return take_inputs(t);
}

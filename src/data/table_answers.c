/* Moving the targets of a table to raw rows (table.h): classes, sorted, or values. */
#include <math.h>
#include <string.h>

#include "adrop/number.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"
#include "data/table_words.h"

enum {
    SHOWN_LIST = 300,
    MOST_FIRST = 10, /* with more rows, the first row's class needs a second row */
};

static adrop_status take_labels(ad_table *t)
{
    ad_raw *raw = t->raw;
    const size_t target = t->targets[0];
    const ad_words *words = &t->cells.columns[target].words;
    ad_table_word *sorted;
    uint32_t *to;
    adrop_status status = ad_table_sort_words(t->ctx, words, &sorted, &to);

    if (!status)
        status = AD_NEW(t->ctx, raw->rows, "labels", &raw->labels);
    for (size_t i = 0; !status && i < words->n; i++)
        if (!i || to[sorted[i].number] != to[sorted[i - 1].number])
            status = ad_raw_add_class(raw, sorted[i].text);
    for (size_t row = 0; !status && row < raw->rows; row++) {
        const float x = *ad_table_cell(t, row, target);
        raw->labels[row] = isnan(x) ? -1 : (int32_t)to[(size_t)x];
    }
    ad_free(t->ctx, sorted);
    ad_free(t->ctx, to);
    return status;
}

/* Copy the targets in their order; NaN for one that the file lacks. */
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
                                            : *ad_table_cell(t, row, t->targets[k]);
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

/* The first line was read as a row since it holds numbers. If no other row has its class, it may
 * be a header after all. */
static adrop_status refuse_first(const ad_table *t, const char *where, const char *class)
{
    return ad_fail(t->ctx, ADROP_EFORMAT,
                   "'%s': the first line is a header whose names are numbers in part, or a row "
                   "whose class, '%s', no other has: give columns names that are no numbers, or "
                   "remove the row",
                   where, AD_SHOWN(class));
}

/* There must be two classes. A class of a single row is logged: it cannot be both learned and
 * tested. */
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

adrop_status ad_table_take_answers(ad_table *t, const char *where)
{
    ad_raw *raw = t->raw;
    bool words = false;
    char who[AD_CELL_WHO];
    size_t k = 0; /* the first target present */

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

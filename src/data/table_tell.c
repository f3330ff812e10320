/* Logging what was decided about the columns of a table (table_settle_impl.h). */
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table_settle_impl.h"

enum { SHOWN_LIST = 400 };

static bool is_alike(const ad_table *t, size_t a, size_t b)
{
    const ad_cell_column *p = &t->cells.columns[a], *q = &t->cells.columns[b];
    char one[AD_FORM_TEXT], other[AD_FORM_TEXT];

    return p->role == q->role && t->left[a] == t->left[b] &&
           !strcmp(ad_form_text(&p->form, one), ad_form_text(&q->form, other));
}

/* Log the list of columns that are like column i. */
static void table_tell(const ad_settling *s, size_t i, const char *list)
{
    const ad_cell_column *c = &s->t->cells.columns[i];
    char form[AD_FORM_TEXT];

    if (c->role == AD_CELL_FORM)
        ad_log(s->t->ctx, ADROP_LOG_INFO, "'%s': read as %s%s: %s", s->where,
               ad_form_text(&c->form, form),
               c->form.kind == AD_FORM_DATE   ? ", in days since 1970-01-01"
               : c->form.kind == AD_FORM_TIME ? ", in seconds"
                                              : "",
               list);
    else if (s->t->left[i] == AD_COLUMN_INDEX)
        ad_log(s->t->ctx, ADROP_LOG_INFO,
               "'%s': left out, for it has no name and counts the rows: %s (`keep` takes it in)",
               s->where, list);
    else if (s->t->left[i] == AD_COLUMN_EMPTY)
        ad_log(s->t->ctx, ADROP_LOG_INFO, "'%s': left out, for it has no value in any row: %s",
               s->where, list);
    else if (s->t->left[i] == AD_COLUMN_LEFT)
        ad_log(s->t->ctx, ADROP_LOG_INFO,
               "'%s': left out, for nearly every row has a word of its own there: %s (`id` names "
               "rows by it, `keep` takes it in)",
               s->where, list);
    else
        ad_log(s->t->ctx, ADROP_LOG_INFO,
               "'%s': without a name, and an input: %s (`drop` leaves it out)", s->where, list);
}

/* Numbers that may be something else, like postal codes. */
static void tell_zeros(const ad_settling *s)
{
    char list[SHOWN_LIST] = "";
    const char *first = NULL;

    for (size_t i = 0; i < s->t->cells.n_fields; i++) {
        const ad_cell_column *c = &s->t->cells.columns[i];
        if (c->role != AD_CELL_AUTO || !*c->first_zeros)
            continue;
        first = first ? first : c->first_zeros;
        ad_join(list, sizeof list, ", ", AD_SETTLING_WHO(s, i) + strlen("column "));
    }
    if (first)
        ad_log(
            s->t->ctx, ADROP_LOG_INFO,
            "'%s': read as numbers, without the zeros in front of some ('%s'): %s (`drop` leaves "
            "it out, `id` names rows by it)",
            s->where, first, list);
}

static bool is_told(const ad_table *t, size_t i)
{
    const ad_cell_column *c = &t->cells.columns[i];

    return c->role == AD_CELL_FORM || t->left[i] == AD_COLUMN_INDEX ||
           t->left[i] == AD_COLUMN_LEFT || t->left[i] == AD_COLUMN_EMPTY ||
           (t->is_unnamed[i] && c->role != AD_CELL_SKIP && c->role != AD_CELL_NAME &&
            !ad_table_is_aside(t, i));
}

adrop_status ad_settle_tell(const ad_settling *s)
{
    const size_t n = s->t->cells.n_fields;
    bool *done;
    const adrop_status status = AD_NEW(s->t->ctx, n, "columns", &done);

    if (!status)
        tell_zeros(s);
    for (size_t i = 0; !status && i < n; i++) {
        char list[SHOWN_LIST] = "";
        if (done[i] || !is_told(s->t, i))
            continue;
        for (size_t k = i; k < n; k++) {
            if (done[k] || !is_told(s->t, k) || !is_alike(s->t, i, k))
                continue;
            done[k] = true;
            ad_join(list, sizeof list, ", ", AD_SETTLING_WHO(s, k) + strlen("column "));
        }
        table_tell(s, i, list);
    }
    ad_free(s->t->ctx, done);
    return status;
}

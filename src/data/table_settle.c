/* Deciding what the columns of a table are from their contents (table.h), after reading all of it:
 *
 *     numbers only                    numbers; dates if all are like 20241231
 *     texts that all fit one form     numbers, dates or times of that form (form.h)
 *     words                           words; left out if there are more than MOST_WORDS of them and
 *                                     over nine rows in ten have a word of their own
 *     no value                        left out
 *     no name, and 0, 1, 2, .. or 1, 2, 3, ..    left out: it counts the rows
 *
 * Values that read two ways are an error that names the setting to decide it. So is a column of
 * both numbers and words, and a column of words if nearly all look like numbers. */
#include <float.h>
#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table_settle_impl.h"

enum { MOST_WORDS = 20 };

#define MOST_WHOLE  9007199254740992.0  /* 2^53: a double keeps every whole number up to it */
#define MOST_COARSE (100.0 / (1 << 24)) /* of the largest value: a hundred steps of a float */
#define LEAST       ((double)FLT_MIN)

/* The decimal mark shown by all values together; 0: none, or both. */
static char find_mark(const ad_table *t)
{
    bool point = false, comma = false;

    for (size_t i = 0; i < t->cells.n_fields; i++) {
        const ad_cell_column *c = &t->cells.columns[i];
        const unsigned fit = c->n_words ? c->forms.fit.forms & AD_FORMS_NUMBERS : 0;
        point |= c->has_fraction;
        if (!fit || !c->forms.fit.has_mark)
            continue;
        point |= !(fit & AD_FORMS_COMMA);
        comma |= !(fit & AD_FORMS_POINT);
    }
    return point == comma ? 0 : point ? '.' : ',';
}

/* The decimal mark that decides between two readings; 0: not known. */
static char mark_of(ad_table *t)
{
    const ad_dialect *d = &t->cells.dialect;

    if (t->opts->decimal || d->mark == ',')
        return d->mark;
    if (d->is_open && !t->is_mark_known) {
        t->mark = find_mark(t);
        t->is_mark_known = true;
    }
    return t->mark;
}

static void leave_out(const ad_settling *s, size_t i, ad_column_role why)
{
    s->t->left[i] = why;
    s->t->cells.columns[i].role = AD_CELL_SKIP;
    *s->again = true;
}

/* A column of words without plain numbers. */
static adrop_status settle_words(const ad_settling *s, size_t i)
{
    const ad_cell_column *c = &s->t->cells.columns[i];
    const size_t n = c->words.n;

    const bool is_kept = s->t->is_kept[i];
    const bool are_many = n > MOST_WORDS, differ = are_many && 10 * n > 9 * c->n_words;

    if (!is_kept && (10 * c->forms.n_like > 9 * c->forms.n ||
                     (are_many && 10 * c->forms.n_own_unit > 9 * c->forms.n)))
        return ad_settle_refuse_odd(s, i);
    if (!is_kept && 10 * c->forms.n_short > 9 * c->forms.n)
        return ad_settle_refuse_short_years(s, i);
    if (!is_kept && (c->is_full || differ))
        leave_out(s, i, AD_COLUMN_LEFT);
    else if (!is_kept && are_many && 10 * c->forms.n_like > c->forms.n)
        return ad_settle_refuse_odd(s, i);
    else if (c->is_full)
        return ad_fail(s->t->ctx, ADROP_EFORMAT,
                       "'%s': %s holds more than %d different words: it cannot be kept", s->where,
                       AD_SETTLING_WHO(s, i), AD_MAX_CLASSES);
    return ADROP_OK;
}

static ad_form_choice table_settle_choose(ad_table *t, const ad_cell_column *c, ad_form *form)
{
    return ad_forms_choose(&c->forms, mark_of(t), t->opts->decimal != ADROP_DECIMAL_AUTO,
                           (ad_date_order)t->opts->date_order, form);
}

static adrop_status settle_texts(const ad_settling *s, size_t i)
{
    ad_table *t = s->t;
    ad_cell_column *c = &t->cells.columns[i];
    ad_form form;
    const ad_form_choice choice = table_settle_choose(t, c, &form);

    if (c->role == AD_CELL_DATE && form.kind != AD_FORM_DATE)
        return ad_settle_refuse_text(s, i);
    if (choice != AD_FORM_NONE && c->n_numbers && !c->looks) {
        c->looks = *s->again = true; /* look at the column's numbers, too */
        return ADROP_OK;
    }
    if (choice == AD_FORM_ONE) {
        c->role = AD_CELL_FORM;
        c->form = form;
        *s->again = true;
        return ADROP_OK;
    }
    if (choice != AD_FORM_NONE)
        return ad_settle_refuse_two_ways(s, i, choice);
    if (c->role != AD_CELL_AUTO)
        return ad_settle_refuse_text(s, i);
    return c->n_numbers ? ad_settle_refuse_mixture(s, i) : settle_words(s, i);
}

/* Are all numbers without a mark below 1000, where thousands like 1.234 would begin? */
static bool is_stepped(const ad_cell_column *c)
{
    return c->n_open > 1 && c->n_bare && c->most_bare < 1000;
}

/* May points in plain numbers separate thousands? If commas separate columns that is rare, so the
 * column itself must hint at it or another column show it. */
static bool is_open(ad_table *t, const ad_cell_column *c)
{
    const char mark = mark_of(t);

    return c->n_open && !c->has_fraction && !t->opts->decimal && mark != '.' &&
           (mark == ',' || t->cells.dialect.separator != ',' || is_stepped(c));
}

/* May the numbers be dates like 20241231? */
static bool is_days(const ad_cell_column *c)
{
    return c->role == AD_CELL_AUTO && c->lowest >= 19000101 && c->highest < 21010000;
}

/* Has a float fewer than a hundred steps between the lowest and the highest value? Integers beyond
 * 2^53 may differ even if their doubles are equal. */
static bool is_coarse(const ad_cell_column *c)
{
    const double most = fmax(fabs(c->lowest), fabs(c->highest));

    if (c->highest == c->lowest)
        return most > MOST_WHOLE;
    return c->highest > c->lowest && (c->highest - c->lowest < MOST_COARSE * most || most < LEAST);
}

/* A column of numbers: plain ones, unless they fit another form. */
static adrop_status settle_numbers(const ad_settling *s, size_t i)
{
    ad_table *t = s->t;
    ad_cell_column *c = &t->cells.columns[i];
    const bool open = is_open(t, c), days = !t->is_kept[i] && is_days(c);
    ad_form form;

    if ((open || days) && !c->looks) {
        c->looks = *s->again = true;
        return ADROP_OK;
    }
    if (c->looks) {
        const ad_form_choice choice = table_settle_choose(t, c, &form);
        if (choice == AD_FORM_ONE && (open || (days && form.kind == AD_FORM_DATE))) {
            c->role = AD_CELL_FORM;
            c->form = form;
            *s->again = true;
            return ADROP_OK;
        }
        if (open && choice == AD_FORM_TWO_MARKS)
            return ad_settle_refuse_two_ways(s, i, choice);
    }
    return is_coarse(c) ? ad_settle_refuse_rounded(s, i) : ADROP_OK;
}

/* Does it count the rows, per file or across files? */
static bool is_counter(const ad_table *t, size_t i)
{
    const ad_cells *cells = &t->cells;
    const float *x = cells->values + cells->columns[i].slot;
    const size_t rows = cells->rows, step = cells->n_slots;
    const float first = x[0];
    size_t row = 0, base = 0;

    if (cells->columns[i].n_numbers != rows || (first != 0 && first != 1))
        return false;
    for (; row < rows; row++) {
        if (t->second && row == t->second && x[row * step] == first)
            base = row;
        if (x[row * step] != (float)((double)(row - base) + (double)first))
            return false;
    }
    return true;
}

static adrop_status count_inputs(const ad_settling *s)
{
    ad_table *t = s->t;

    t->n_inputs = 0;
    for (size_t i = 0; i < t->cells.n_fields; i++) {
        const ad_cell_role role = t->cells.columns[i].role;
        t->n_inputs += role != AD_CELL_SKIP && role != AD_CELL_NAME && !ad_table_is_aside(t, i);
    }
    if (t->n_inputs)
        return ADROP_OK;
    const adrop_status status = ad_settle_tell(s);
    return status ? status
                  : ad_fail(t->ctx, ADROP_EINVAL, "'%s' has no columns left that could be inputs",
                            s->where);
}

adrop_status ad_table_settle(ad_table *t, const char *where, bool *again)
{
    const ad_settling s = { t, where, again };
    adrop_status status = ad_cells_finish(&t->cells);

    for (size_t i = 0; i < t->cells.n_fields && !status; i++) {
        const ad_cell_column *c = &t->cells.columns[i];
        if (c->role == AD_CELL_FORM && is_coarse(c))
            status = ad_settle_refuse_rounded(&s, i);
        if (c->role != AD_CELL_AUTO && c->role != AD_CELL_NUMBER && c->role != AD_CELL_DATE)
            continue;
        const size_t values = c->n_numbers + c->n_words;
        if (values && t->cells.is_open && i + 1 == t->cells.n_fields)
            status = ad_settle_refuse_nameless(&s, i);
        else if (c->may_be_empty && !values && c->n_missing && !t->is_kept[i])
            leave_out(&s, i, AD_COLUMN_EMPTY);
        else if (c->may_be_empty && !c->may_miss && c->n_missing)
            status = ad_settle_refuse_missing(&s, i);
        else if (c->n_words)
            status = settle_texts(&s, i);
        else if (t->is_unnamed[i] && c->role == AD_CELL_AUTO && !t->is_kept[i] && is_counter(t, i))
            leave_out(&s, i, AD_COLUMN_INDEX);
        else if (values)
            status = settle_numbers(&s, i);
    }
    if (!status)
        status = count_inputs(&s);
    return status || *again ? status : ad_settle_tell(&s);
}

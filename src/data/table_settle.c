/* What the columns of a table are by what stands in them (table.h), once all of it was read:
 *
 *     numbers alone                   numbers
 *     texts that all fit one form     numbers or dates of that form (form.h)
 *     words                           words; left out if there are more than MOST_WORDS of them and
 *                                     over nine rows in ten have one of their own
 *     no value                        left out
 *     no name, and 0, 1, 2, .. or 1, 2, 3, ..    left out: it counts the rows
 *
 * What reads two ways is refused with the setting that decides; so is a column of numbers and
 * words, and one of which nearly all values look like numbers. */
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"

enum { MOST_WORDS = 20, SHOWN_LIST = 400 };

typedef struct {
    ad_table *t;
    const char *where;
    bool *again;
} settling;

static const char *who(const settling *s, size_t i, char text[AD_CELL_WHO])
{
    return ad_cell_who(&s->t->cells.columns[i], i + 1, text);
}

#define WHO(s, i) who((s), (i), (char[AD_CELL_WHO]){ 0 })

static const char *part(const ad_cell_column *c)
{
    return c->what ? c->what : "";
}

/* -- Refusals ------------------------------------------------------------------------ */

static adrop_status refuse_two_ways(const settling *s, size_t i, ad_form_choice choice)
{
    const ad_cell_column *c = &s->t->cells.columns[i];

    if (choice == AD_FORM_TWO_ORDERS)
        return ad_fail(s->t->ctx, ADROP_EINVAL,
                       "'%s': %s%s holds dates such as '%s' that all read two ways: give "
                       "`date-order` dmy (day first) or mdy (month first)",
                       s->where, WHO(s, i), part(c), AD_SHOWN(c->forms.first));
    return ad_fail(s->t->ctx, ADROP_EINVAL,
                   "'%s': %s%s holds numbers such as '%s' that all read two ways: give `decimal` "
                   "point or comma",
                   s->where, WHO(s, i), part(c), AD_SHOWN(c->forms.first));
}

/* A column that must hold numbers, or dates, and does not. */
static adrop_status refuse_text(const settling *s, size_t i)
{
    const ad_cell_column *c = &s->t->cells.columns[i];
    const bool odd = c->forms.odd_line != 0;
    const size_t line = odd ? c->forms.odd_line : c->word_line;
    const char *text = odd ? c->forms.odd : c->first_word;

    if (c->role == AD_CELL_DATE)
        return ad_fail(s->t->ctx, ADROP_EFORMAT,
                       "'%s', line %zu: %s: '%s' is not a date%s: write 2024-12-31 or 2024-12-31 "
                       "23:59:59, or all alike as 31.12.2024, 31/12/2024 or 12/31/2024",
                       s->where, line, WHO(s, i), AD_SHOWN(text),
                       c->forms.n_like ? " in the order of the others" : "");
    return ad_fail(s->t->ctx, ADROP_EFORMAT, "'%s', line %zu: %s%s: '%s' is not a number%s",
                   s->where, line, WHO(s, i), part(c), AD_SHOWN(text), c->hint ? c->hint : "");
}

/* Numbers and words in one column. */
static adrop_status refuse_mixture(const settling *s, size_t i)
{
    const ad_cell_column *c = &s->t->cells.columns[i];
    const bool odd = c->forms.odd_line != 0 && c->n_words <= c->n_numbers;

    if (c->n_words <= c->n_numbers || c->looks)
        return ad_fail(s->t->ctx, ADROP_EFORMAT,
                       "'%s', line %zu: %s: '%s' is not a number%s, and others of the column are; "
                       "correct it, or leave the column out with `drop`",
                       s->where, odd ? c->forms.odd_line : c->word_line, WHO(s, i),
                       AD_SHOWN(odd ? c->forms.odd : c->first_word),
                       c->looks ? " of the same form" : "");
    return ad_fail(s->t->ctx, ADROP_EFORMAT,
                   "'%s', line %zu: %s: '%s' is a number, and others of the column are words; "
                   "correct it, or leave the column out with `drop`",
                   s->where, c->number_line, WHO(s, i), AD_SHOWN(c->first_number));
}

/* Words that nearly all look like numbers or dates. */
static adrop_status refuse_odd(const settling *s, size_t i)
{
    const ad_cell_column *c = &s->t->cells.columns[i];

    if (!c->forms.odd_line) /* a setting alone is against it */
        return ad_fail(s->t->ctx, ADROP_EFORMAT,
                       "'%s', line %zu: %s: '%s' is not what `%s` says that it is", s->where,
                       c->forms.first_line, WHO(s, i), AD_SHOWN(c->forms.first),
                       c->forms.fit.forms & AD_FORMS_DATES ? "date-order" : "decimal");
    return ad_fail(
        s->t->ctx, ADROP_EFORMAT,
        "'%s', line %zu: %s: '%s' is not written as '%s' in line %zu: correct it (for a "
        "value that is missing leave the field empty), leave the column out with `drop`, "
        "or take it in as words with `keep`",
        s->where, c->forms.odd_line, WHO(s, i), AD_SHOWN(c->forms.odd), AD_SHOWN(c->forms.first),
        c->forms.first_line);
}

/* Years of two digits, whose century nobody can know. */
static adrop_status refuse_short_years(const settling *s, size_t i)
{
    const ad_cell_column *c = &s->t->cells.columns[i];

    return ad_fail(s->t->ctx, ADROP_EFORMAT,
                   "'%s', line %zu: %s: '%s' looks like a date whose year has two digits: write "
                   "years with four, leave the column out with `drop`, or take it in as words with "
                   "`keep`",
                   s->where, c->forms.first_line, WHO(s, i), AD_SHOWN(c->forms.first));
}

static adrop_status refuse_missing(const settling *s, size_t i)
{
    const ad_cell_column *c = &s->t->cells.columns[i];

    return ad_fail(s->t->ctx, ADROP_EFORMAT, "'%s', line %zu: %s: the value is missing ('%s'); %s",
                   s->where, c->missing_line, WHO(s, i), AD_SHOWN(c->first_missing), c->cure);
}

/* Values behind the last name of a header, where the first rows end with a separator. */
static adrop_status refuse_nameless(const settling *s, size_t i)
{
    const ad_cell_column *c = &s->t->cells.columns[i];
    const size_t line = c->number_line ? c->number_line : c->word_line;

    return ad_fail(s->t->ctx, ADROP_EFORMAT,
                   "'%s', line %zu: '%s' stands behind the last column that the first line names: "
                   "name the column, or remove the value",
                   s->where, line, AD_SHOWN(c->number_line ? c->first_number : c->first_word));
}

/* -- Decisions ----------------------------------------------------------------------- */

static void leave_out(const settling *s, size_t i, ad_column_role why)
{
    s->t->left[i] = why;
    s->t->cells.columns[i].role = AD_CELL_SKIP;
    *s->again = true;
}

/* Words, none of which is a number. */
static adrop_status settle_words(const settling *s, size_t i)
{
    const ad_cell_column *c = &s->t->cells.columns[i];
    const size_t n = c->words.n;

    const bool is_kept = s->t->is_kept[i];
    const bool are_many = n > MOST_WORDS, differ = are_many && 10 * n > 9 * c->n_words;

    if (!is_kept && 10 * c->forms.n_like > 9 * c->forms.n)
        return refuse_odd(s, i);
    if (!is_kept && 10 * c->forms.n_short > 9 * c->forms.n)
        return refuse_short_years(s, i);
    if (!is_kept && (c->is_full || differ))
        leave_out(s, i, AD_COLUMN_LEFT);
    else if (!is_kept && are_many && 10 * c->forms.n_like > c->forms.n)
        return refuse_odd(s, i);
    else if (c->is_full)
        return ad_fail(s->t->ctx, ADROP_EFORMAT,
                       "'%s': %s holds more than %d different words: it cannot be kept", s->where,
                       WHO(s, i), AD_MAX_CLASSES);
    return ADROP_OK;
}

static adrop_status settle_texts(const settling *s, size_t i)
{
    ad_table *t = s->t;
    ad_cell_column *c = &t->cells.columns[i];
    const bool is_given = t->opts->decimal != ADROP_DECIMAL_AUTO;
    const char mark = is_given || t->cells.dialect.mark == ',' ? t->cells.dialect.mark : 0;
    ad_form form;
    ad_form_choice choice = ad_forms_choose(&c->forms, mark, is_given,
                                            (ad_date_order)t->opts->date_order, &form);

    if (c->role == AD_CELL_DATE && form.kind != AD_FORM_DATE)
        return refuse_text(s, i);
    if (choice != AD_FORM_NONE && c->n_numbers && !c->looks) {
        c->looks = *s->again = true; /* numbers of the column may tell more */
        return ADROP_OK;
    }
    if (choice == AD_FORM_ONE) {
        c->role = AD_CELL_FORM;
        c->form = form;
        *s->again = true;
        return ADROP_OK;
    }
    if (choice != AD_FORM_NONE)
        return refuse_two_ways(s, i, choice);
    if (c->role != AD_CELL_AUTO)
        return refuse_text(s, i);
    return c->n_numbers ? refuse_mixture(s, i) : settle_words(s, i);
}

/* Does it count the rows, those of each file by themselves or through? */
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

/* -- What is said -------------------------------------------------------------------- */

static bool is_alike(const ad_table *t, size_t a, size_t b)
{
    const ad_cell_column *p = &t->cells.columns[a], *q = &t->cells.columns[b];
    char one[AD_FORM_TEXT], other[AD_FORM_TEXT];

    return p->role == q->role && t->left[a] == t->left[b] &&
           !strcmp(ad_form_text(&p->form, one), ad_form_text(&q->form, other));
}

/* Columns that are alike are told of together. */
static void tell(const settling *s, size_t i, const char *list)
{
    const ad_cell_column *c = &s->t->cells.columns[i];
    char form[AD_FORM_TEXT];

    if (c->role == AD_CELL_FORM)
        ad_log(s->t->ctx, ADROP_LOG_INFO, "'%s': read as %s%s: %s", s->where,
               ad_form_text(&c->form, form),
               c->form.kind == AD_FORM_DATE ? ", in days since 1970-01-01" : "", list);
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

static bool is_told(const ad_table *t, size_t i)
{
    const ad_cell_column *c = &t->cells.columns[i];

    return c->role == AD_CELL_FORM || t->left[i] == AD_COLUMN_INDEX ||
           t->left[i] == AD_COLUMN_LEFT || t->left[i] == AD_COLUMN_EMPTY ||
           (t->is_unnamed[i] && c->role != AD_CELL_SKIP && c->role != AD_CELL_NAME &&
            !ad_table_is_aside(t, i));
}

static adrop_status tell_all(const settling *s)
{
    const size_t n = s->t->cells.n_fields;
    bool *told;
    const adrop_status status = AD_NEW(s->t->ctx, n, "columns", &told);

    for (size_t i = 0; !status && i < n; i++) {
        char list[SHOWN_LIST] = "";
        if (told[i] || !is_told(s->t, i))
            continue;
        for (size_t k = i; k < n; k++) {
            if (told[k] || !is_told(s->t, k) || !is_alike(s->t, i, k))
                continue;
            told[k] = true;
            ad_join(list, sizeof list, ", ", WHO(s, k) + strlen("column "));
        }
        tell(s, i, list);
    }
    ad_free(s->t->ctx, told);
    return status;
}

static adrop_status count_inputs(const settling *s)
{
    ad_table *t = s->t;

    t->n_inputs = 0;
    for (size_t i = 0; i < t->cells.n_fields; i++) {
        const ad_cell_role role = t->cells.columns[i].role;
        t->n_inputs += role != AD_CELL_SKIP && role != AD_CELL_NAME && !ad_table_is_aside(t, i);
    }
    if (t->n_inputs)
        return ADROP_OK;
    const adrop_status status = tell_all(s);
    return status ? status
                  : ad_fail(t->ctx, ADROP_EINVAL, "'%s' has no columns left that could be inputs",
                            s->where);
}

adrop_status ad_table_settle(ad_table *t, const char *where, bool *again)
{
    const settling s = { t, where, again };
    adrop_status status = ad_cells_finish(&t->cells);

    for (size_t i = 0; i < t->cells.n_fields && !status; i++) {
        const ad_cell_column *c = &t->cells.columns[i];
        if (c->role != AD_CELL_AUTO && c->role != AD_CELL_NUMBER && c->role != AD_CELL_DATE)
            continue;
        const size_t values = c->n_numbers + c->n_words;
        if (values && t->cells.is_open && i + 1 == t->cells.n_fields)
            status = refuse_nameless(&s, i);
        else if (c->may_be_empty && !values && c->n_missing && !t->is_kept[i])
            leave_out(&s, i, AD_COLUMN_EMPTY);
        else if (c->may_be_empty && !c->may_miss && c->n_missing)
            status = refuse_missing(&s, i);
        else if (c->n_words)
            status = settle_texts(&s, i);
        else if (t->is_unnamed[i] && c->role == AD_CELL_AUTO && !t->is_kept[i] && is_counter(t, i))
            leave_out(&s, i, AD_COLUMN_INDEX);
    }
    if (!status)
        status = count_inputs(&s);
    return status || *again ? status : tell_all(&s);
}

/* Why a column of a table cannot be read (table_settle_impl.h). */
#include "base/context.h"
#include "base/text.h"
#include "data/table_settle_impl.h"

static const char *part(const ad_cell_column *c)
{
    return c->what ? c->what : "";
}

/* -- Refusals ------------------------------------------------------------------------ */

adrop_status ad_settle_refuse_two_ways(const ad_settling *s, size_t i, ad_form_choice choice)
{
    const ad_cell_column *c = &s->t->cells.columns[i];

    if (choice == AD_FORM_TWO_ORDERS)
        return ad_fail(s->t->ctx, ADROP_EINVAL,
                       "'%s': %s%s holds dates such as '%s' that all read two ways: give "
                       "`date-order` dmy (day first) or mdy (month first)",
                       s->where, AD_SETTLING_WHO(s, i), part(c), AD_SHOWN(c->forms.first));
    return ad_fail(s->t->ctx, ADROP_EINVAL,
                   "'%s': %s%s holds numbers such as '%s' that all read two ways: give `decimal` "
                   "point or comma",
                   s->where, AD_SETTLING_WHO(s, i), part(c), AD_SHOWN(c->forms.first));
}

/* A column that must hold numbers or dates holds other texts. */
adrop_status ad_settle_refuse_text(const ad_settling *s, size_t i)
{
    const ad_cell_column *c = &s->t->cells.columns[i];
    const bool odd = c->forms.odd_line != 0;
    const size_t line = odd ? c->forms.odd_line : c->word_line;
    const char *text = odd ? c->forms.odd : c->first_word;

    if (c->role == AD_CELL_DATE)
        return ad_fail(s->t->ctx, ADROP_EFORMAT,
                       "'%s', line %zu: %s: '%s' is not a date%s: write 2024-12-31 or 2024-12-31 "
                       "23:59:59, or all alike as 31.12.2024, 31/12/2024 or 12/31/2024",
                       s->where, line, AD_SETTLING_WHO(s, i), AD_SHOWN(text),
                       c->forms.n_like ? " in the order of the others" : "");
    return ad_fail(s->t->ctx, ADROP_EFORMAT, "'%s', line %zu: %s%s: '%s' is not a number%s",
                   s->where, line, AD_SETTLING_WHO(s, i), part(c), AD_SHOWN(text),
                   c->hint ? c->hint : "");
}

/* Numbers and words in one column. */
adrop_status ad_settle_refuse_mixture(const ad_settling *s, size_t i)
{
    const ad_cell_column *c = &s->t->cells.columns[i];
    const bool odd = c->forms.odd_line != 0 && c->n_words <= c->n_numbers;

    if (c->n_words <= c->n_numbers || c->looks)
        return ad_fail(s->t->ctx, ADROP_EFORMAT,
                       "'%s', line %zu: %s: '%s' is not a number%s, and others of the column are; "
                       "correct it, or leave the column out with `drop`",
                       s->where, odd ? c->forms.odd_line : c->word_line, AD_SETTLING_WHO(s, i),
                       AD_SHOWN(odd ? c->forms.odd : c->first_word),
                       c->looks ? " of the same form" : "");
    return ad_fail(s->t->ctx, ADROP_EFORMAT,
                   "'%s', line %zu: %s: '%s' is a number, and others of the column are words; "
                   "correct it, or leave the column out with `drop`",
                   s->where, c->number_line, AD_SETTLING_WHO(s, i), AD_SHOWN(c->first_number));
}

/* Words that nearly all look like numbers or dates. */
adrop_status ad_settle_refuse_odd(const ad_settling *s, size_t i)
{
    const ad_cell_column *c = &s->t->cells.columns[i];

    if (!c->forms.odd_line) /* all values have a common form, but not the one set */
        return ad_fail(s->t->ctx, ADROP_EFORMAT,
                       "'%s', line %zu: %s: '%s' is not what `%s` says that it is", s->where,
                       c->forms.first_line, AD_SETTLING_WHO(s, i), AD_SHOWN(c->forms.first),
                       c->forms.fit.forms & AD_FORMS_DATES ? "date-order" : "decimal");
    return ad_fail(
        s->t->ctx, ADROP_EFORMAT,
        "'%s', line %zu: %s: '%s' is not written as '%s' in line %zu: correct it (for a "
        "value that is missing leave the field empty), leave the column out with `drop`, "
        "or take it in as words with `keep`",
        s->where, c->forms.odd_line, AD_SETTLING_WHO(s, i), AD_SHOWN(c->forms.odd),
        AD_SHOWN(c->forms.first), c->forms.first_line);
}

/* Two-digit years, whose century is unknown. */
adrop_status ad_settle_refuse_short_years(const ad_settling *s, size_t i)
{
    const ad_cell_column *c = &s->t->cells.columns[i];

    return ad_fail(s->t->ctx, ADROP_EFORMAT,
                   "'%s', line %zu: %s: '%s' looks like a date whose year has two digits: write "
                   "years with four, leave the column out with `drop`, or take it in as words with "
                   "`keep`",
                   s->where, c->forms.first_line, AD_SETTLING_WHO(s, i), AD_SHOWN(c->forms.first));
}

adrop_status ad_settle_refuse_missing(const ad_settling *s, size_t i)
{
    const ad_cell_column *c = &s->t->cells.columns[i];

    return ad_fail(s->t->ctx, ADROP_EFORMAT, "'%s', line %zu: %s: the value is missing ('%s'); %s",
                   s->where, c->missing_line, AD_SETTLING_WHO(s, i), AD_SHOWN(c->first_missing),
                   c->cure);
}

/* Values after the last named column, where the first rows end with a separator. */
adrop_status ad_settle_refuse_nameless(const ad_settling *s, size_t i)
{
    const ad_cell_column *c = &s->t->cells.columns[i];
    const size_t line = c->number_line ? c->number_line : c->word_line;

    return ad_fail(s->t->ctx, ADROP_EFORMAT,
                   "'%s', line %zu: '%s' stands behind the last column that the first line names: "
                   "name the column, or remove the value",
                   s->where, line, AD_SHOWN(c->number_line ? c->first_number : c->first_word));
}

/* Numbers for which a float has too few digits. */
adrop_status ad_settle_refuse_rounded(const ad_settling *s, size_t i)
{
    const ad_cell_column *c = &s->t->cells.columns[i];

    return ad_fail(
        s->t->ctx, ADROP_EFORMAT,
        "'%s': %s%s holds numbers from %s to %s: single precision can hardly distinguish "
        "them; subtract a constant, write them in another unit, or leave the column out "
        "with `drop`",
        s->where, AD_SETTLING_WHO(s, i), part(c), AD_NUM(c->lowest), AD_NUM(c->highest));
}

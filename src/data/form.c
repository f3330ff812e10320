/* Which forms fit all values of a column (form.h); form_number.c and date.c read single values. */
#include "data/form.h"

#include <stdio.h>
#include <string.h>

#include "data/date.h"
#include "data/form_number.h"

ad_look ad_form_look(const char *text, size_t length)
{
    ad_look look = { 0 };
    double days[AD_N_DATE_ORDERS], seconds;

    ad_number_look(text, length, &look);
    if (look.forms && !(length == 8 && !*look.unit)) /* 20241231 is a date as well */
        return look;
    for (int order = 0; order < AD_N_DATE_ORDERS; order++)
        if (ad_date_read(text, length, (ad_date_order)order, &days[order]))
            look.forms |= (unsigned)AD_FORMS_DATE_0 << order;
    look.order_matters = (look.forms & AD_FORMS_DATES) == 0x600 &&
                         days[AD_DATE_DMY] != days[AD_DATE_MDY];
    if (!look.forms && ad_time_read(text, length, &seconds))
        look.forms = AD_FORMS_TIMES;
    look.is_short = !look.forms && ad_date_is_short(text, length);
    return look;
}

/* -- Columns ------------------------------------------------------------------------- */

static void note(ad_forms *all, size_t line, const char *text, size_t length)
{
    if (all->odd_line)
        return;
    all->odd_line = line;
    snprintf(all->odd, sizeof all->odd, "%.*s",
             (int)(length < sizeof all->odd ? length : sizeof all->odd - 1), text);
}

/* Intersect the forms so far with those of `look`. */
static ad_look meet(const ad_look *all, const ad_look *look)
{
    ad_look both = *all;

    both.forms &= look->forms;
    if (strcmp(all->unit, look->unit) != 0)
        both.forms = 0;
    both.has_mark |= look->has_mark;
    both.order_matters |= look->order_matters;
    return both;
}

static void set_first(ad_forms *all, size_t line, const char *text, size_t length, int rank)
{
    all->first_line = line;
    all->first_rank = rank;
    snprintf(all->first, sizeof all->first, "%.*s",
             (int)(length < sizeof all->first ? length : sizeof all->first - 1), text);
}

static bool is_two_ways(const ad_look *look)
{
    return look->has_mark && look->forms & AD_FORMS_POINT && look->forms & AD_FORMS_COMMA;
}

void ad_forms_add(ad_forms *all, ad_look look, size_t line, const char *text, size_t length)
{
    const int rank = is_two_ways(&look) ? 2 : look.forms || look.is_short;

    all->fit = all->n++ ? meet(&all->fit, &look) : look;
    if (all->n == 1 || rank > all->first_rank)
        set_first(all, line, text, length, rank);
    all->n_like += look.forms && !look.is_own_unit;
    all->n_own_unit += look.is_own_unit;
    all->n_short += look.is_short;
    if (!all->fit.forms)
        note(all, line, text, length);
}

void ad_forms_merge(ad_forms *all, const ad_forms *more)
{
    if (!more->n)
        return;
    if (!all->n) {
        *all = *more;
        return;
    }
    all->n += more->n;
    all->n_like += more->n_like;
    all->n_own_unit += more->n_own_unit;
    all->n_short += more->n_short;
    all->fit = meet(&all->fit, &more->fit);
    if (!all->fit.forms && more->odd_line)
        note(all, more->odd_line, more->odd, strlen(more->odd));
    else if (!all->fit.forms)
        note(all, more->first_line, more->first, strlen(more->first));
    if (more->first_rank > all->first_rank)
        set_first(all, more->first_line, more->first, strlen(more->first), more->first_rank);
}

static ad_form_choice choose_date(const ad_look *fit, ad_date_order order, ad_form *form)
{
    const unsigned dates = (fit->forms & AD_FORMS_DATES) / AD_FORMS_DATE_0;

    *form = (ad_form){ .kind = AD_FORM_DATE, .order = order };
    if (order != AD_DATE_YMD && !(dates & 1))
        return dates & 1u << order ? AD_FORM_ONE : AD_FORM_NONE;
    if (dates == 6 && fit->order_matters)
        return AD_FORM_TWO_ORDERS;
    form->order = dates & 1 ? AD_DATE_YMD : dates & 2 ? AD_DATE_DMY : AD_DATE_MDY;
    return AD_FORM_ONE;
}

ad_form_choice ad_forms_choose(const ad_forms *all, char mark, bool is_given, ad_date_order order,
                               ad_form *form)
{
    const unsigned marked = mark == ',' ? AD_FORMS_COMMA : AD_FORMS_POINT;
    unsigned fit = all->n ? all->fit.forms : 0;

    *form = (ad_form){ 0 };
    if (fit & AD_FORMS_DATES)
        return choose_date(&all->fit, order, form);
    if (fit & AD_FORMS_TIMES) {
        form->kind = AD_FORM_TIME;
        return AD_FORM_ONE;
    }
    if (mark && (is_given || fit & marked))
        fit &= marked;
    if (!fit)
        return AD_FORM_NONE;
    if (fit & AD_FORMS_POINT && fit & AD_FORMS_COMMA && all->fit.has_mark)
        return AD_FORM_TWO_MARKS;
    for (unsigned i = 8; i-- > 0;) /* ends with the first, which is the plainest */
        if (fit & 1u << i)
            ad_number_form_at(i, form);
    memcpy(form->unit, all->fit.unit, sizeof form->unit);
    return AD_FORM_ONE;
}

bool ad_form_read(const ad_form *form, const char *text, size_t length, double *x)
{
    return form->kind == AD_FORM_DATE   ? ad_date_read(text, length, form->order, x)
           : form->kind == AD_FORM_TIME ? ad_time_read(text, length, x)
                                        : ad_number_read_form(form, text, length, x);
}

/* Is the first line of a table a header? (table.h) */
#include <math.h>
#include <string.h>

#include "adrop/number.h"
#include "data/decimal.h"
#include "data/table.h"

bool ad_table_is_number(const ad_cells *cells, const char *text, double *x)
{
    const char *end = ad_decimal_read(text, cells->dialect.mark, x);

    return end && !*end;
}

/* Is it a text that begins like a name, above a number; or empty above the first number of a
 * counter? */
static bool is_above(const ad_cells *cells, const char *text, size_t i, size_t n)
{
    const ad_field f = { .text = text, .length = strlen(text) };
    double x;

    if (n != cells->n_second || !ad_table_is_number(cells, cells->second[i], &x))
        return false;
    return *text ? !ad_field_is_missing(&f) && !strchr("0123456789+-.,", *text)
                 : !i && (x == 0 || x == 1);
}

/* Is it a number or a date above another of the same form? Then the line is a row. */
static bool is_above_alike(const ad_cells *cells, const char *text, size_t i, size_t n)
{
    if (n != cells->n_second)
        return false;
    const ad_look a = ad_form_look(text, strlen(text)),
                  b = ad_form_look(cells->second[i], strlen(cells->second[i]));
    return a.forms & b.forms && !strcmp(a.unit, b.unit);
}

/* Is it a year above a number that is not a year? */
static bool is_year_above(const ad_cells *cells, double year, size_t i, size_t n)
{
    double x;

    return year >= 1000 && year < 3000 && n == cells->n_second &&
           ad_table_is_number(cells, cells->second[i], &x) &&
           !(x >= 1000 && x < 3000 && x == floor(x));
}

bool ad_table_is_header(const ad_cells *cells, char *const *fields, size_t n)
{
    size_t numbers = 0, above = 0, years = 0;
    bool counts = true;
    double x, last = 0;

    for (size_t i = 0; i < n && !cells->is_named && !cells->is_short; i++) {
        if (!ad_table_is_number(cells, fields[i], &x)) {
            if (is_above_alike(cells, fields[i], i, n))
                return false;
            above += is_above(cells, fields[i], i, n);
            continue;
        }
        counts &= fields[i][strspn(fields[i], "0123456789")] == 0 &&
                  (numbers ? x == last + 1 : x < 2 || x >= 1000);
        years += is_year_above(cells, x, i, n);
        last = x;
        numbers++;
    }
    return cells->is_short || !numbers || (above && counts) || above > numbers ||
           (numbers > 1 && numbers < n && counts && years);
}

static bool is_field(const char *name, char *const *fields, size_t n)
{
    double x;

    if (!*name || !adrop_number_read(name, &x)) /* a number refers to a position */
        return false;
    for (size_t i = 0; i < n; i++)
        if (!strcmp(fields[i], name))
            return true;
    return false;
}

bool ad_table_is_asked_for(ad_table *t, char *const *fields, size_t n)
{
    const adrop_data_opts *o = t->opts;
    const char *const given[] = {
        o->target, o->id, o->weight, o->group, o->drop, o->dates, o->keep
    };

    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        const char *list = given[i];
        if (is_field(list, fields, n))
            return true;
        while (ad_table_next_name(&list, t->name))
            if (is_field(t->name, fields, n))
                return true;
    }
    return false;
}

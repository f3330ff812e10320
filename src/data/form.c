/* Numbers and dates as people write them (form.h). A number is brought to plain digits and a point,
 * and then read as any other, so that it has the same bits. */
#include "data/form.h"

#include <stdio.h>
#include <string.h>

#include "data/date.h"
#include "data/decimal.h"

enum { LONGEST = 64 };

/* The forms of numbers by the number of their bit: what is between thousands, the decimal mark. */
static const char forms[8][2] = { { 0, '.' },   { 0, ',' },   { ',', '.' },  { '.', ',' },
                                  { ' ', '.' }, { ' ', ',' }, { '\'', '.' }, { '\'', ',' } };

/* A number in parts. */
typedef struct {
    char core[LONGEST]; /* digits, marks and blanks; a zero ends it */
    bool is_negative;
    char unit[AD_UNIT_SIZE];
} parts;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* -- Parts --------------------------------------------------------------------------- */

/* The same with blanks, apostrophes and minus signs of one kind each. */
static bool make_plain(const char *text, size_t length, char out[LONGEST])
{
    static const struct {
        const char *from;
        char to;
    } same[] = { { "\xc2\xa0", ' ' },
                 { "\xe2\x80\xaf", ' ' },
                 { "\xe2\x80\x89", ' ' },
                 { "\xe2\x80\x99", '\'' },
                 { "\xe2\x88\x92", '-' } };
    size_t n = 0;

    if (!length || length >= LONGEST)
        return false;
    for (size_t i = 0; i < length; n++) {
        size_t k = 0, skip = 1;
        out[n] = text[i];
        for (; k < sizeof same / sizeof *same; k++) {
            const size_t size = strlen(same[k].from);
            if (size <= length - i && !memcmp(text + i, same[k].from, size)) {
                out[n] = same[k].to;
                skip = size;
            }
        }
        i += skip;
    }
    out[n] = 0;
    return true;
}

/* The unit that text begins or, from the end, ends with; its length, 0 if there is none. */
static size_t find_unit(const char *text, size_t length, bool at_end)
{
    static const char *const units[] = {
        "%",
        "\xe2\x80\xb0",
        /* signs with letters come before the signs, as they begin or end alike */
        "US$",
        "A$",
        "C$",
        "HK$",
        "NZ$",
        "S$",
        "R$",
        "$",
        "\xe2\x82\xac",
        "\xc2\xa3",
        "\xc2\xa5",
        "\xe2\x82\xb9",
        "\xe2\x82\xa9",
        "\xe2\x82\xaa",
        "\xe2\x82\xab",
        "\xe2\x82\xb1",
        "\xe2\x82\xb4",
        "\xe2\x82\xba",
        "\xe2\x82\xbd",
        "\xe0\xb8\xbf",
        "z\xc5\x82",
        "K\xc4\x8d",
        "kr.",
        "kr",
        "Ft",
        "Fr.",
        "Rs.",
        "Rs",
        /* codes of ISO 4217 */
        "USD",
        "EUR",
        "GBP",
        "JPY",
        "CHF",
        "CNY",
        "INR",
        "AUD",
        "CAD",
        "NZD",
        "SEK",
        "NOK",
        "DKK",
        "PLN",
        "CZK",
        "HUF",
        "RUB",
        "TRY",
        "BRL",
        "MXN",
        "ZAR",
        "KRW",
        "SGD",
        "HKD",
        "THB",
        "ILS",
        "RON",
        "BGN",
        "UAH",
        "IDR",
    };

    for (size_t i = at_end ? 0 : 2; i < sizeof units / sizeof *units; i++) {
        const size_t n = strlen(units[i]);
        if (n < length && !memcmp(at_end ? text + length - n : text, units[i], n))
            return n;
    }
    return 0;
}

static void trim(const char **p, const char **end)
{
    while (*p < *end && **p == ' ')
        ++*p;
    while (*end > *p && (*end)[-1] == ' ')
        --*end;
}

static void take_unit(const char **p, const char **end, char unit[AD_UNIT_SIZE])
{
    for (int at_end = 0; at_end < 2; at_end++) {
        const size_t n = *unit ? 0 : find_unit(*p, (size_t)(*end - *p), at_end);
        if (!n)
            continue;
        memcpy(unit, at_end ? *end - n : *p, n);
        unit[n] = 0;
        *p += at_end ? 0 : n;
        *end -= at_end ? n : 0;
        trim(p, end);
    }
}

/* A minus sign behind a number, as SAP writes it; "5-" is none, for it may be a mark or a range. */
static bool take_last_minus(const char *p, const char **end)
{
    const size_t n = (size_t)(*end - p);

    if (n < 3 || (*end)[-1] != '-' || !is_digit((*end)[-2]) ||
        (!memchr(p, ',', n) && !memchr(p, '.', n)))
        return false;
    --*end;
    return true;
}

/* One sign in front of the digits, before or behind the unit, or behind them; (5) is -5. */
static bool cut(const char *text, size_t length, parts *out)
{
    char plain[LONGEST];
    bool has_sign = false;

    *out = (parts){ 0 };
    if (!make_plain(text, length, plain))
        return false;
    const char *p = plain, *end = p + strlen(p);
    trim(&p, &end);
    if (end - p > 2 && *p == '(' && end[-1] == ')') {
        out->is_negative = has_sign = true;
        p++, end--;
        trim(&p, &end);
    }
    for (int turn = 0; turn < 2 && p < end; turn++) {
        if (!has_sign && (*p == '-' || *p == '+')) {
            out->is_negative = *p++ == '-';
            has_sign = true;
            trim(&p, &end);
        }
        take_unit(&p, &end, out->unit);
        if (!has_sign && take_last_minus(p, &end))
            out->is_negative = has_sign = true;
    }
    if (p == end || !(is_digit(end[-1]) || end[-1] == '.') ||
        !(is_digit(*p) || *p == '.' || *p == ','))
        return false;
    memcpy(out->core, p, (size_t)(end - p));
    return out->core[strspn(out->core, "0123456789., 'eE+-")] == 0;
}

/* -- Numbers ------------------------------------------------------------------------- */

/* The core as plain digits with a point, if it has that form. Groups are of three digits, and none
 * but the only one begins with a zero; what is not grouped may have any length. */
static bool write_plain(const char *core, char thousands, char mark, char out[LONGEST])
{
    size_t n = 0, width = 0, groups = 0;
    const char *p = core;

    for (; is_digit(*p) || (thousands && *p == thousands); p++) {
        if (is_digit(*p)) {
            out[n++] = *p;
            width++;
            continue;
        }
        if (!width || width > 3 || (groups && width != 3) || (!groups && *core == '0'))
            return false;
        groups++;
        width = 0;
    }
    if (groups && width != 3)
        return false;
    if (*p == mark) {
        out[n++] = '.';
        for (p++; is_digit(*p); p++)
            out[n++] = *p;
    }
    if ((*p | 32) == 'e' && !groups && n)
        for (out[n++] = *p++; is_digit(*p) || ((*p == '-' || *p == '+') && (p[-1] | 32) == 'e');
             p++)
            out[n++] = *p;
    out[n] = 0;
    return !*p && n && (is_digit(out[n - 1]) || (out[n - 1] == '.' && n > 1));
}

static unsigned look_at_number(const parts *p)
{
    char plain[LONGEST];
    unsigned found = 0;

    for (unsigned i = 0; i < 8; i++)
        if (write_plain(p->core, forms[i][0], forms[i][1], plain))
            found |= 1u << i;
    return found;
}

ad_look ad_form_look(const char *text, size_t length)
{
    ad_look look = { 0 };
    double days[AD_N_DATE_ORDERS];
    parts p;

    for (int order = 0; order < AD_N_DATE_ORDERS; order++)
        if (ad_date_read(text, length, (ad_date_order)order, &days[order]))
            look.forms |= (unsigned)AD_FORMS_DATE_0 << order;
    look.order_matters = (look.forms & AD_FORMS_DATES) == 0x600 &&
                         days[AD_DATE_DMY] != days[AD_DATE_MDY];
    if (look.forms || !cut(text, length, &p) || !(look.forms = look_at_number(&p))) {
        look.is_short = !look.forms && ad_date_is_short(text, length);
        return look;
    }
    look.has_mark = strpbrk(p.core, ".,") != NULL;
    memcpy(look.unit, p.unit, sizeof look.unit);
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

/* What `look` leaves of the forms so far. */
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

static void set_first(ad_forms *all, size_t line, const char *text, size_t length, bool is_like)
{
    all->first_line = line;
    all->first_is_like = is_like;
    snprintf(all->first, sizeof all->first, "%.*s",
             (int)(length < sizeof all->first ? length : sizeof all->first - 1), text);
}

void ad_forms_add(ad_forms *all, ad_look look, size_t line, const char *text, size_t length)
{
    const bool is_like = look.forms || look.is_short;

    all->fit = all->n++ ? meet(&all->fit, &look) : look;
    if (all->n == 1 || (is_like && !all->first_is_like))
        set_first(all, line, text, length, is_like);
    all->n_like += look.forms != 0;
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
    all->n_short += more->n_short;
    all->fit = meet(&all->fit, &more->fit);
    if (!all->fit.forms && more->odd_line)
        note(all, more->odd_line, more->odd, strlen(more->odd));
    else if (!all->fit.forms)
        note(all, more->first_line, more->first, strlen(more->first));
    if (more->first_is_like && !all->first_is_like)
        set_first(all, more->first_line, more->first, strlen(more->first), true);
}

static ad_form_choice choose_date(const ad_look *fit, ad_date_order order, ad_form *form)
{
    const unsigned dates = fit->forms / AD_FORMS_DATE_0;

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
    if (mark && (is_given || fit & marked))
        fit &= marked;
    if (!fit)
        return AD_FORM_NONE;
    if (fit & AD_FORMS_POINT && fit & AD_FORMS_COMMA && all->fit.has_mark)
        return AD_FORM_TWO_MARKS;
    for (unsigned i = 8; i-- > 0;) /* the plainest, which is the first */
        if (fit & 1u << i)
            *form =
                (ad_form){ .kind = AD_FORM_NUMBER, .thousands = forms[i][0], .mark = forms[i][1] };
    memcpy(form->unit, all->fit.unit, sizeof form->unit);
    return AD_FORM_ONE;
}

bool ad_form_read(const ad_form *form, const char *text, size_t length, double *x)
{
    char plain[LONGEST];
    parts p;

    if (form->kind == AD_FORM_DATE)
        return ad_date_read(text, length, form->order, x);
    if (!cut(text, length, &p) || strcmp(p.unit, form->unit) != 0 ||
        !write_plain(p.core, form->thousands, form->mark, plain))
        return false;
    const char *end = ad_decimal_read(plain, '.', x);
    if (p.is_negative)
        *x = -*x;
    return end && !*end;
}

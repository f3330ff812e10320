/* One number as people write it (form_number.h). It is rewritten as plain digits and a point and
 * read like any other, so it gets the same bits. */
#include "data/form_number.h"

#include <string.h>

#include "base/ascii.h"
#include "data/decimal.h"

enum { LONGEST = 64 };

/* The forms of numbers by bit number: thousands separator, decimal mark. */
static const char forms[8][2] = { { 0, '.' },   { 0, ',' },   { ',', '.' },  { '.', ',' },
                                  { ' ', '.' }, { ' ', ',' }, { '\'', '.' }, { '\'', ',' } };

/* A number in parts. */
typedef struct {
    char core[LONGEST]; /* digits, marks and blanks; a zero ends it */
    bool has_sign, is_negative;
    char unit[AD_UNIT_SIZE];
    bool is_own_unit; /* a unit that is not listed: kg, months */
    bool has_dashes;  /* dashes stood for the cents */
} parts;

/* Signs and codes of money, percent and per mille, each zero-terminated. If one unit ends with
 * another, the longer comes first. */
enum { BEHIND = 6 }; /* bytes of the units that only follow a number: percent, per mille */
static const char units[] =
    "%\0\xe2\x80\xb0\0"
    "US$\0A$\0C$\0HK$\0NZ$\0S$\0R$\0$\0"
    "\xe2\x82\xac\0\xc2\xa3\0\xc2\xa5\0\xe2\x82\xb9\0\xe2\x82\xa9\0" /* euro .. won */
    "\xe2\x82\xaa\0\xe2\x82\xab\0\xe2\x82\xb1\0\xe2\x82\xb4\0" /* shekel, dong, peso, hryvnia */
    "\xe2\x82\xba\0\xe2\x82\xbd\0\xe0\xb8\xbf\0"               /* lira, rouble, baht */
    "z\xc5\x82\0K\xc4\x8d\0kr.\0kr\0Ft\0Fr.\0Rs.\0Rs\0"
    "USD\0EUR\0GBP\0JPY\0CHF\0CNY\0INR\0AUD\0CAD\0NZD\0SEK\0NOK\0DKK\0PLN\0CZK\0HUF\0RUB\0"
    "TRY\0BRL\0MXN\0ZAR\0KRW\0SGD\0HKD\0THB\0ILS\0RON\0BGN\0UAH\0IDR\0"; /* ISO 4217 */

/* -- Parts --------------------------------------------------------------------------- */

/* Copy the text with all kinds of blanks, apostrophes and minus signs as ' ', '\'' and '-'. */
static bool make_plain(const char *text, size_t length, char out[LONGEST])
{
    static const struct {
        const char *from;
        char to;
    } same[] = { { "\xc2\xa0", ' ' },      { "\xe2\x80\xaf", ' ' }, { "\xe2\x80\x89", ' ' },
                 { "\xe2\x80\x99", '\'' }, { "\xe2\x88\x92", '-' }, { "\xe2\x80\x93", '-' } };
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

/* The length of the listed unit at the beginning or, at_end, at the end; 0 if there is none. */
static size_t find_unit(const char *text, size_t length, bool at_end)
{
    for (const char *unit = units + (at_end ? 0 : BEHIND); *unit; unit += strlen(unit) + 1) {
        const size_t n = strlen(unit);
        if (n < length && !memcmp(at_end ? text + length - n : text, unit, n))
            return n;
    }
    return 0;
}

/* The length of a unit that is not listed: letters after a digit, a point or a blank; "km/h". */
static size_t find_own_unit(const char *text, size_t length)
{
    size_t n = 0;

    while (n < length) {
        const char c = text[length - n - 1];
        if (!ad_is_lower(ad_lower(c)) && (unsigned char)c < 0x80 && (!n || c != '/'))
            break;
        n++;
    }
    if (!n || n == length || n >= AD_UNIT_SIZE)
        return 0;
    const char before = text[length - n - 1];
    return ad_is_digit(before) || before == '.' || before == ' ' ? n : 0;
}

static void trim(const char **p, const char **end)
{
    while (*p < *end && **p == ' ')
        ++*p;
    while (*end > *p && (*end)[-1] == ' ')
        --*end;
}

static void take_unit(const char **p, const char **end, parts *out)
{
    for (int at_end = 0; at_end < 2; at_end++) {
        const size_t length = (size_t)(*end - *p);
        size_t n = *out->unit ? 0 : find_unit(*p, length, at_end);
        if (!n && at_end && !*out->unit) {
            n = find_own_unit(*p, length);
            out->is_own_unit = n > 0;
        }
        if (!n)
            continue;
        memcpy(out->unit, at_end ? *end - n : *p, n);
        out->unit[n] = 0;
        *p += at_end ? 0 : n;
        *end -= at_end ? n : 0;
        trim(p, end);
    }
}

/* A leading sign, or brackets around a negative number. */
static void take_sign(const char **p, const char **end, parts *out)
{
    const bool brackets = *end - *p > 2 && **p == '(' && (*end)[-1] == ')';

    if (out->has_sign || !(brackets || **p == '-' || **p == '+'))
        return;
    out->has_sign = true;
    out->is_negative = brackets || **p == '-';
    ++*p;
    *end -= brackets;
    trim(p, end);
}

/* A trailing minus sign, as SAP writes it; but "5-" may be a grade or a range, so the number must
 * have a mark. In "5,-" dashes stand for the cents. */
static void take_dashes(const char *p, const char **end, parts *out)
{
    const size_t n = (size_t)(*end - p);
    const char *last = *end;

    while (last > p && last[-1] == '-')
        last--;
    const size_t dashes = (size_t)(*end - last);
    if (!dashes || dashes > 2 || last - p < 2)
        return;
    if ((last[-1] == ',' || last[-1] == '.') && ad_is_digit(last[-2])) {
        *end = last;
        out->has_dashes = true;
    } else if (dashes == 1 && !out->has_sign && ad_is_digit(last[-1]) &&
               (memchr(p, ',', n) || memchr(p, '.', n))) {
        *end = last;
        out->has_sign = out->is_negative = true;
    }
}

/* Cut a text into parts. One sign is allowed: before the digits, before or after the unit, or at
 * the end; (5) is -5. */
static bool form_number_cut(const char *text, size_t length, parts *out)
{
    char plain[LONGEST];

    *out = (parts){ 0 };
    if (!make_plain(text, length, plain))
        return false;
    const char *p = plain, *end = p + strlen(p);
    trim(&p, &end);
    for (int turn = 0; turn < 2 && p < end; turn++) {
        take_sign(&p, &end, out);
        take_unit(&p, &end, out);
        take_dashes(p, &end, out);
    }
    if (p >= end || !(ad_is_digit(end[-1]) || end[-1] == '.' || out->has_dashes) ||
        !(ad_is_digit(*p) || *p == '.' || *p == ','))
        return false;
    memcpy(out->core, p, (size_t)(end - p));
    return out->core[strspn(out->core, "0123456789., 'eE+-")] == 0;
}

/* -- Digits -------------------------------------------------------------------------- */

/* Groups of three digits; grouped numbers do not begin with a zero. With commas, all groups between
 * the first and the last may have two digits, as in India: 12,34,567. */
typedef struct {
    size_t n, width, pairs; /* groups before the last; digits of the last; groups of two */
    size_t first;           /* digits of the first */
} groups;

static bool close_group(groups *g, char thousands, bool zero)
{
    const bool pair = g->width == 2 && thousands == ',';

    if (!g->width || g->width > 3 || (g->n && g->width != 3 && !pair) || (!g->n && zero))
        return false;
    if (!g->n)
        g->first = g->width;
    else
        g->pairs += pair;
    g->n++;
    g->width = 0;
    return true;
}

static bool are_whole(const groups *g)
{
    return !g->n || (g->width == 3 && (!g->pairs || (g->pairs == g->n - 1 && g->first <= 2)));
}

/* Write the core as plain digits with a point, if it has that form. Ungrouped digits may have any
 * length. */
static bool write_plain(const char *core, char thousands, char mark, char out[LONGEST])
{
    groups g = { 0 };
    size_t n = 0;
    const char *p = core;

    for (; ad_is_digit(*p) || (thousands && *p == thousands); p++) {
        if (ad_is_digit(*p)) {
            out[n++] = *p;
            g.width++;
        } else if (!close_group(&g, thousands, *core == '0')) {
            return false;
        }
    }
    if (!are_whole(&g))
        return false;
    if (*p == mark) {
        out[n++] = '.';
        for (p++; ad_is_digit(*p); p++)
            out[n++] = *p;
    }
    if ((*p | 32) == 'e' && !g.n && n)
        for (out[n++] = *p++; ad_is_digit(*p) || ((*p == '-' || *p == '+') && (p[-1] | 32) == 'e');
             p++)
            out[n++] = *p;
    out[n] = 0;
    return !*p && n && (ad_is_digit(out[n - 1]) || (out[n - 1] == '.' && n > 1));
}

void ad_number_look(const char *text, size_t length, ad_look *look)
{
    char plain[LONGEST];
    parts p;

    look->forms = 0;
    if (!form_number_cut(text, length, &p))
        return;
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++)
        if (write_plain(p.core, forms[i][0], forms[i][1], plain))
            look->forms |= 1u << i;
    look->has_mark = strpbrk(p.core, ".,") != NULL;
    look->is_own_unit = p.is_own_unit;
    memcpy(look->unit, p.unit, sizeof look->unit);
}

void ad_number_form_at(unsigned bit, ad_form *form)
{
    *form = (ad_form){ .kind = AD_FORM_NUMBER, .thousands = forms[bit][0], .mark = forms[bit][1] };
}

bool ad_number_read_form(const ad_form *form, const char *text, size_t length, double *x)
{
    char plain[LONGEST];
    parts p;

    if (!form_number_cut(text, length, &p) || strcmp(p.unit, form->unit) != 0 ||
        !write_plain(p.core, form->thousands, form->mark, plain))
        return false;
    const char *end = ad_decimal_read(plain, '.', x);
    if (p.is_negative)
        *x = -*x;
    return end && !*end;
}

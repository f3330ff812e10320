/* Numbers, dates and times as people write them: 1,234.50  1.234,50 EUR  12.5%  ($1,234)  5 kg
 * 2/14/2023  9:30 PM.
 *
 * One value may fit several forms: 1,234 is 1234 or 1.234. A column has the form that all of its
 * values fit; values are looked at one by one, and what they leave possible is kept in ad_forms.
 *
 *     ad_forms all = { 0 };
 *     for each value: ad_forms_add(&all, ad_form_look(text, length), line, text, length);
 *     if (ad_forms_choose(&all, mark, false, order, &form) == AD_FORM_ONE)
 *         for each value: ad_form_read(&form, text, length, &x);
 */
#ifndef AD_DATA_FORM_H
#define AD_DATA_FORM_H

#include "rows/layout.h"

/* Bits of forms: numbers by what is between thousands and the decimal mark, dates by their order.
 */
enum {
    AD_FORMS_NUMBERS = 0xff,
    AD_FORMS_POINT = 0x55, /* numbers with a decimal point */
    AD_FORMS_COMMA = 0xaa,
    AD_FORMS_DATES = 0x700,
    AD_FORMS_DATE_0 = 0x100, /* shifted by an ad_date_order */
    AD_FORMS_TIMES = 0x800,
};

typedef struct ad_look {
    unsigned forms;          /* that a value fits; 0: it is a word */
    bool has_mark;           /* it has a ',' or a '.' */
    bool is_short;           /* of a word: it looks like a date whose year has two digits */
    bool order_matters;      /* it is another date with day and month exchanged */
    bool is_own_unit;        /* of a number: the unit is in no list, as kg: it may be a word */
    char unit[AD_UNIT_SIZE]; /* of a number */
} ad_look;

/* What all values of a column leave possible. */
typedef struct ad_forms {
    size_t n, n_like;  /* values; those that fit any form, but for those with units of their own */
    size_t n_own_unit; /* numbers with such units */
    size_t n_short;    /* those that look like dates whose years have two digits */
    ad_look fit;
    size_t odd_line; /* where the first value stands that fits nothing, or nothing that those before
                        it fit; 0: there is none */
    char odd[40];    /* its beginning */
    size_t first_line; /* of the values that say most, the first; */
    int first_rank;    /* 2: a number that reads two ways, 1: any number or date, 0: others */
    char first[40];
} ad_forms;

ad_look ad_form_look(const char *text, size_t length);

void ad_forms_add(ad_forms *all, ad_look look, size_t line, const char *text, size_t length);

/* `more` follows `all`. */
void ad_forms_merge(ad_forms *all, const ad_forms *more);

typedef enum ad_form_choice {
    AD_FORM_NONE,
    AD_FORM_ONE,
    AD_FORM_TWO_MARKS,  /* it hangs on the decimal mark */
    AD_FORM_TWO_ORDERS, /* it hangs on the order of dates */
} ad_form_choice;

/* mark: the decimal mark, which decides between two; 0: it is not known. is_given: numbers with the
 * other mark are none. order: AD_DATE_YMD if it is not known. */
ad_form_choice ad_forms_choose(const ad_forms *all, char mark, bool is_given, ad_date_order order,
                               ad_form *form);

/* The value of a text that fits the form; false: it does not. */
bool ad_form_read(const ad_form *form, const char *text, size_t length, double *x);

#endif

/* Numbers, dates and times as people write them: 1,234.50  1.234,50 EUR  12.5%  ($1,234)  5 kg
 * 2/14/2023  9:30 PM.
 *
 * One value may fit several forms: 1,234 is 1234 or 1.234. A column has the form that fits all its
 * values; ad_forms keeps the forms that fit all values seen so far.
 *
 *     ad_forms all = { 0 };
 *     for each value: ad_forms_add(&all, ad_form_look(text, length), line, text, length);
 *     if (ad_forms_choose(&all, mark, false, order, &form) == AD_FORM_ONE)
 *         for each value: ad_form_read(&form, text, length, &x);
 */
#ifndef AD_DATA_FORM_H
#define AD_DATA_FORM_H

#include "rows/layout.h"

/* Bit sets of forms: numbers by thousands separator and decimal mark, dates by order. */
enum {
    AD_FORMS_NUMBERS = 0xff,
    AD_FORMS_POINT = 0x55, /* numbers with a decimal point */
    AD_FORMS_COMMA = 0xaa,
    AD_FORMS_DATES = 0x700,
    AD_FORMS_DATE_0 = 0x100, /* shifted left by an ad_date_order */
    AD_FORMS_TIMES = 0x800,
};

typedef struct ad_look {
    unsigned forms;          /* forms that fit the value; 0: it is a word */
    bool has_mark;           /* it has a ',' or a '.' */
    bool is_short;           /* word: it looks like a date with a two-digit year */
    bool order_matters;      /* date: exchanging day and month gives another date */
    bool is_own_unit;        /* number: its unit is not listed, as kg, so it may be a word */
    char unit[AD_UNIT_SIZE]; /* number: its unit */
} ad_look;

/* The forms that fit all values of a column. */
typedef struct ad_forms {
    size_t n, n_like;  /* values; those that fit any form, without those counted in n_own_unit */
    size_t n_own_unit; /* numbers with units that are not listed */
    size_t n_short;    /* values that look like dates with two-digit years */
    ad_look fit;
    size_t odd_line; /* line of the first value that leaves no form in common with those before it;
                        0: none */
    char odd[40];    /* its beginning */
    size_t first_line; /* line of the first value of the highest rank */
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
    AD_FORM_TWO_MARKS,  /* depends on the decimal mark */
    AD_FORM_TWO_ORDERS, /* depends on the order of dates */
} ad_form_choice;

/* Choose the form of a column. mark: the decimal mark, which decides between two forms; 0: not
 * known. is_given: accept only numbers with this mark. order: AD_DATE_YMD if it is not known. */
ad_form_choice ad_forms_choose(const ad_forms *all, char mark, bool is_given, ad_date_order order,
                               ad_form *form);

/* Read a text of this form; false if it does not fit. */
bool ad_form_read(const ad_form *form, const char *text, size_t length, double *x);

#endif

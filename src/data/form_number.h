/* One number as people write it: sign, unit, thousands and decimal mark (form.h). */
#ifndef AD_DATA_FORM_NUMBER_H
#define AD_DATA_FORM_NUMBER_H

#include "data/form.h"

/* What a text can be as a number: sets forms, unit, is_own_unit and has_mark; forms is 0 if the
 * text is none. */
void ad_number_look(const char *text, size_t length, ad_look *look);

/* The form of numbers that a bit of ad_look's forms stands for, without its unit. */
void ad_number_form_at(unsigned bit, ad_form *form);

/* The value of a text that fits a form of numbers; false: it does not. */
bool ad_number_read_form(const ad_form *form, const char *text, size_t length, double *x);

#endif

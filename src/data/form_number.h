/* One number as people write it: sign, unit, thousands and decimal mark (form.h). */
#ifndef AD_DATA_FORM_NUMBER_H
#define AD_DATA_FORM_NUMBER_H

#include "data/form.h"

/* How a text reads as a number: sets forms, unit, is_own_unit and has_mark; forms is 0 if it is not
 * a number. */
void ad_number_look(const char *text, size_t length, ad_look *look);

/* The form that a bit of ad_look.forms stands for, without a unit. */
void ad_number_form_at(unsigned bit, ad_form *form);

/* Read a text of this form; false if it does not fit. */
bool ad_number_read_form(const ad_form *form, const char *text, size_t length, double *x);

#endif

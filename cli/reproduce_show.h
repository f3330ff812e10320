/* What `adrop reproduce` prints: the list, the plan, the result. */
#ifndef ADROP_CLI_REPRODUCE_SHOW_H
#define ADROP_CLI_REPRODUCE_SHOW_H

#include <stdio.h>

#include "adrop/reproduce.h"
#include "command.h"

adrop_document *reproduce_list(adrop_ctx *ctx, const adrop_recipes *recipes);

/* What would be done; seconds as estimated here, or NaN. */
void reproduce_plan(FILE *file, const adrop_reproduction *r, double seconds);
void reproduce_plan_json(FILE *file, const adrop_reproduction *r, double seconds);

/* The first words: what is made, how the scale differs, what is left out. */
void reproduce_begin(FILE *file, const adrop_reproduction *r);

/* Print the document of a reproduction, and free it; as text the pictures of its examples are
 * added. */
adrop_status reproduce_show(adrop_ctx *ctx, const adrop_reproduction *r, adrop_document *d,
                            adrop_document_form form);

/* "about 3 hours", "about 20 minutes", "seconds", "unknown". Returns buffer. */
char *reproduce_hours(double hours, char *buffer, size_t size);

#endif

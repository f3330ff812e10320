/* Output of `adrop reproduce`: the list, the plan, the result. */
#ifndef ADROP_CLI_REPRODUCE_SHOW_H
#define ADROP_CLI_REPRODUCE_SHOW_H

#include <stddef.h>

#include "adrop/reproduce.h"
#include "command.h"

adrop_document *reproduce_list(adrop_ctx *ctx, const adrop_recipes *recipes);

/* The introduction: what is reproduced, how the scale differs, what is left out. */
adrop_document *reproduce_begin(adrop_ctx *ctx, const adrop_reproduction *r);

/* The introduction and the plan; seconds as estimated here, or NaN. */
adrop_document *reproduce_plan(adrop_ctx *ctx, const adrop_reproduction *r, double seconds);

/* Print the document of a reproduction in a form of --format, and free it; as text, with pictures
 * of its examples. Returns the exit status. */
int reproduce_show(const command_call *call, const adrop_reproduction *r, adrop_document *d,
                   int format);

#endif

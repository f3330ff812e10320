/* What `adrop reproduce` prints: the list, the plan, the result. */
#ifndef ADROP_CLI_REPRODUCE_SHOW_H
#define ADROP_CLI_REPRODUCE_SHOW_H

#include <stddef.h>

#include "adrop/reproduce.h"
#include "command.h"

adrop_document *reproduce_list(adrop_ctx *ctx, const adrop_recipes *recipes);

/* The first words: what is made, how the scale differs, what is left out. */
adrop_document *reproduce_begin(adrop_ctx *ctx, const adrop_reproduction *r);

/* These, and what would be done; seconds as estimated here, or NaN. */
adrop_document *reproduce_plan(adrop_ctx *ctx, const adrop_reproduction *r, double seconds);

/* Print the document of a reproduction in a form of --format, and free it; as text the pictures of
 * its examples are added. Returns the exit status. */
int reproduce_show(const command_call *call, const adrop_reproduction *r, adrop_document *d,
                   int format);

#endif

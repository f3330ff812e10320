/* A pruning, shown: the plan, how far it is, the rounds. */
#ifndef ADROP_CLI_PRUNE_SHOW_H
#define ADROP_CLI_PRUNE_SHOW_H

#include <stdio.h>

#include "adrop/pruning.h"
#include "progress.h"

/* What will be done, in a sentence or two. */
void prune_show_plan(FILE *file, const adrop_pruning *p);

void prune_show_progress(progress *bar, const adrop_prune_progress *p);

/* A line for a round that is done. */
void prune_show_round(FILE *file, const adrop_pruning *p, const adrop_prune_round *r);

/* The rounds as a table, and as lines of JSON; all, or those that are done. */
adrop_status prune_show_table(adrop_ctx *ctx, const adrop_pruning *p, int format);
void prune_show_json(const adrop_pruning *p, const char *folder);

/* The accuracy by round in the terminal: rounds remove a share of what remains, so the axis is
 * logarithmic in what is kept. */
void prune_show_curve(const adrop_pruning *p);

#endif

/* What a pruning shows while it goes on. */
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

#endif

/* A panel of the pruning figure in the terminal. */
#ifndef ADROP_CLI_PRUNE_PLOT_H
#define ADROP_CLI_PRUNE_PLOT_H

#include <stdio.h>

#include "adrop/reproduce.h"

/* Accuracy by what is kept, a letter for each criterion. The sheet has a column of rounds, one of
 * per cents that are kept, then one for each criterion. Every round removes the same share of what
 * remains, so the axis is logarithmic. */
void prune_plot(FILE *file, const adrop_sheet *s);

#endif

/* Output of searches and prunings while they run. */
#ifndef ADROP_CLI_STUDY_SHOW_H
#define ADROP_CLI_STUDY_SHOW_H

#include <stdio.h>

#include "adrop/pruning.h"
#include "adrop/tune.h"
#include "progress.h"

void tune_show_progress(progress *bar, const adrop_tune_progress *p);

/* A line for a trial that has finished a rung. */
void tune_show_trial(FILE *file, const adrop_tune *t, const adrop_trial *trial);

/* The plan in a sentence or two. */
void prune_show_plan(FILE *file, const adrop_pruning *p);

void prune_show_progress(progress *bar, const adrop_prune_progress *p);

/* A line for a finished round. */
void prune_show_round(FILE *file, const adrop_pruning *p, const adrop_prune_round *r);

#endif

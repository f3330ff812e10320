/* A search, shown: the plan, how far it is, the trials, the result. */
#ifndef ADROP_CLI_TUNE_SHOW_H
#define ADROP_CLI_TUNE_SHOW_H

#include <stdio.h>

#include "adrop/tune.h"
#include "progress.h"

/* What will be done, in two or three sentences; seconds may be NaN. */
void tune_show_plan(FILE *file, const adrop_tune *t, double seconds_left);

/* The same as JSON, with every trial. */
void tune_show_plan_json(const adrop_tune *t, const char *folder, double seconds_left,
                         double seconds);

void tune_show_progress(progress *bar, const adrop_tune_progress *p);

/* A line for a trial that is done with a rung. */
void tune_show_trial(FILE *file, const adrop_tune *t, const adrop_trial *trial);

/* The trials as a table, the best first; at most so many, 0: all. */
adrop_status tune_show_table(adrop_ctx *ctx, const adrop_tune *t, int format, size_t most);

/* Who won, by what, and what that beat. */
void tune_show_result(const adrop_tune *t);

#endif

/* What a search shows while it goes on. */
#ifndef ADROP_CLI_TUNE_SHOW_H
#define ADROP_CLI_TUNE_SHOW_H

#include <stdio.h>

#include "adrop/tune.h"
#include "progress.h"

void tune_show_progress(progress *bar, const adrop_tune_progress *p);

/* A line for a trial that is done with a rung. */
void tune_show_trial(FILE *file, const adrop_tune *t, const adrop_trial *trial);

#endif

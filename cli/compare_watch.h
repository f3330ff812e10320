/* Progress of comparisons: a moving line on a terminal, otherwise a line per finished run. Signals
 * stop the work. */
#ifndef ADROP_CLI_COMPARE_WATCH_H
#define ADROP_CLI_COMPARE_WATCH_H

#include "adrop/compare.h"
#include "progress.h"

typedef struct compare_watch {
    const char *command; /* name for complaints */
    int quiet;
    progress bar;
    size_t ended, runs; /* finished runs, all runs */
} compare_watch;

compare_watch compare_watch_start(const char *name, int quiet);

/* Add a comparison's runs to the total. */
void compare_watch_add(compare_watch *w, const adrop_compare *c);

adrop_compare_hooks compare_watch_hooks(compare_watch *w);

#endif

/* What is shown while comparisons go on: a line that moves on a terminal, elsewhere a line
 * for every run that ends; signals stop the work. */
#ifndef ADROP_CLI_COMPARE_WATCH_H
#define ADROP_CLI_COMPARE_WATCH_H

#include "adrop/compare.h"
#include "progress.h"

typedef struct compare_watch {
    const char *command; /* that complaints are of */
    int quiet;
    progress bar;
    size_t ended, runs; /* those that have ended, of all */
} compare_watch;

compare_watch compare_watch_start(const char *name, int quiet);

/* Count a comparison's runs in. */
void compare_watch_add(compare_watch *w, const adrop_compare *c);

adrop_compare_hooks compare_watch_hooks(compare_watch *w);

#endif

/* Runs in groups of the same data, network and technique, and the test of each group against the
 * baseline on its data and network. */
#ifndef ADROP_CLI_RUN_GROUPS_H
#define ADROP_CLI_RUN_GROUPS_H

#include "run_row.h"

typedef struct run_group {
    const run_row *row;           /* its first run */
    size_t n;                     /* runs */
    size_t pairs;                 /* with runs of the baseline; 0: not paired */
    double mean, std;             /* of its test results; NaN of one run */
    double difference, low, high; /* from the baseline, with its 95 % interval; NaN: none */
    double p, holm;               /* two-sided; corrected for the tests on these data and network */
    int is_base;                  /* the baseline itself */
} run_group;

/* Are two runs on the same data, with the same network? */
int run_groups_same_block(const run_row *a, const run_row *b);

/* Put n runs into groups, in the order of their first runs; groups has room for n. The baseline is
 * the technique of that name, or where it is "" or has no run the first group. A group is tested in
 * pairs where its runs and the baseline's have the same seeds and rows, or those of the smaller one
 * do, else by Welch's test. ADROP_ENOMEM. */
adrop_status run_groups_make(adrop_ctx *ctx, const run_row *rows, size_t n, const char *baseline,
                             run_group *groups, size_t *n_groups);

#endif

/* Runs in groups of the same data, network and technique, and the test of each group against the
 * first on its data and network. */
#ifndef ADROP_CLI_RUN_GROUPS_H
#define ADROP_CLI_RUN_GROUPS_H

#include "run_row.h"

typedef struct run_group {
    const run_row *row;           /* its first run */
    size_t n;                     /* runs */
    size_t pairs;                 /* with runs of the first group; 0: not paired */
    double mean, std;             /* of its test results; NaN of one run */
    double difference, low, high; /* from the first group, with its 95 % interval; NaN: none */
    double p, holm;               /* two-sided; corrected for the tests on these data and network */
    int is_base;                  /* the first group itself */
} run_group;

/* Are two runs on the same data, with the same network? */
int run_groups_same_block(const run_row *a, const run_row *b);

/* Put n runs into groups, in the order of their first runs; groups has room for n. Two groups whose
 * runs have the same seeds and rows, or those of the smaller one, are tested in pairs, else by
 * Welch's test. ADROP_ENOMEM. */
adrop_status run_groups_make(adrop_ctx *ctx, const run_row *rows, size_t n, run_group *groups,
                             size_t *n_groups);

#endif

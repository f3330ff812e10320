/* Runs in tables: singly, in groups, and the settings that differ between them. */
#ifndef ADROP_CLI_RUN_ROW_H
#define ADROP_CLI_RUN_ROW_H

#include "adrop/document.h"
#include "adrop/option.h"
#include "adrop/record.h"
#include "command.h"

typedef struct run_row {
    char path[1024];
    char started[32]; /* ISO 8601; "": an older record */
    const char *data, *model, *dropout;
    char seed[24], parts[40]; /* checksums of training and test rows; "": not recorded */
    char state[16];
    size_t done, epochs;
    int regression;
    double test, val; /* accuracy in per cent, or rmse; NaN: none */
    double seconds;
} run_row;

adrop_status run_row_read(adrop_ctx *ctx, const char *path, run_row *row);

/* Does it match all parts of a filter: texts, and KEY=TEXT for settings? */
adrop_status run_row_matches(adrop_ctx *ctx, const run_row *row, const char *filter, int *matches);

/* The columns of an open table of runs, and one run as its next row. */
void run_row_columns(adrop_document *d);
void run_row_add(adrop_document *d, const run_row *row);

/* A table with the columns of `adrop runs --csv`. */
void run_row_flat(adrop_document *d, const run_row *rows, size_t n);

/* -- Groups of runs with the same data, network and technique, and the test of each group against
 * its baseline. */

typedef struct run_group {
    const run_row *row;           /* its first run */
    size_t n;                     /* runs */
    size_t pairs;                 /* pairs with runs of the baseline; 0: not paired */
    double mean, std;             /* of its test results; std is NaN for one run */
    double difference, low, high; /* from the baseline, with the 95 % interval; NaN: none */
    double p, holm; /* two-sided; corrected for the tests with these data and network */
    int is_base;    /* the baseline itself */
} run_group;

/* Do two runs have the same data and network? */
int run_groups_same_block(const run_row *a, const run_row *b);

/* Group n runs, in order of their first runs; groups has room for n. The baseline is the named
 * technique or, if that is "" or has no runs, the first group. A test is paired if the runs of both
 * groups, or all of the smaller one, have partners with equal seeds and rows; otherwise it is
 * Welch's. ADROP_ENOMEM. */
adrop_status run_groups_make(adrop_ctx *ctx, const run_row *rows, size_t n, const char *baseline,
                             run_group *groups, size_t *n_groups);

/* -- Other differences between compared runs. */

/* The names of settings, other than data, network, technique and seed, that differ between runs
 * with the same data and network: "epochs, precision"; "" if there are none. Settings that do not
 * affect results (the folder, how often to save) are ignored. */
adrop_status run_settings_differing(adrop_ctx *ctx, const run_row *rows, size_t n, char *names,
                                    size_t size);

/* -- adrop compare RUN RUN ..: existing runs, grouped by data, network and technique. */

/* Print the table, or JSON. The call's arguments are runs, or folders of runs; the baseline is a
 * technique, "" for the first. */
int compare_runs(const command_call *call, const char *baseline, int json);

#endif

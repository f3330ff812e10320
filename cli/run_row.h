/* Runs in tables: one by one, in groups, and what else differs between them. */
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
    char seed[24],
        parts[40]; /* parts: checksums of its training and test rows; "": not on record */
    char state[16];
    size_t done, epochs;
    int regression;
    double test, val; /* accuracy in per cent, or rmse; NaN: none */
    double seconds;
} run_row;

adrop_status run_row_read(adrop_ctx *ctx, const char *path, run_row *row);

/* Does it pass all parts of a filter: texts, and KEY=TEXT for settings? */
adrop_status run_row_matches(adrop_ctx *ctx, const run_row *row, const char *filter, int *matches);

/* The columns of a table of runs that is open, and one run as its next row. */
void run_row_columns(adrop_document *d);
void run_row_add(adrop_document *d, const run_row *row);

/* A table of the columns that `adrop runs --csv` writes. */
void run_row_flat(adrop_document *d, const run_row *rows, size_t n);

/* -- Runs in groups of the same data, network and technique, and the test of each group against the
 * baseline on its data and network. */

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

/* -- What else separates runs that are compared. */

/* The names of settings, other than data, network, technique and seed, that differ between runs on
 * the same data with the same network: "epochs, precision"; "" if there are none. What does not
 * change a result (where a run is kept, how often it is saved) is no difference. */
adrop_status run_settings_differing(adrop_ctx *ctx, const run_row *rows, size_t n, char *names,
                                    size_t size);

/* -- adrop compare RUN RUN ..: runs that exist, grouped by data, network and technique. */

/* Print the table, or JSON. The arguments of the call are the runs, or folders of runs; the
 * baseline is a technique, "" for the first. */
int compare_runs(const command_call *call, const char *baseline, int json);

#endif

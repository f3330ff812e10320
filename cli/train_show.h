/* Output of a training run, during and after it. */
#ifndef ADROP_CLI_TRAIN_SHOW_H
#define ADROP_CLI_TRAIN_SHOW_H

#include <stdio.h>

#include "adrop/document.h"
#include "adrop/train.h"
#include "command.h"

/* The header of the epoch lines, and one such line: losses, accuracies or errors, and the state of
 * every dropout layer. */
void train_show_header(FILE *file, const adrop_data_info *data, const adrop_model *model);
void train_show_epoch(FILE *file, const adrop_data_info *data, const adrop_model *model,
                      const adrop_epoch *e);

/* "0.498 (0.012, 1.46)" per dropout layer: rate, noise level if requested, and mu and sigma if its
 * distribution has them. Cut to size. Returns buffer. */
char *train_show_dropouts(const adrop_model *model, int with_level, char *buffer, size_t size);

/* Describe the data and the network in a few sentences. */
void train_show_start(FILE *file, const adrop_data *data, const adrop_model *model);

/* The summary: the results, and the run's folder ("": none). */
adrop_document *train_show_result(adrop_ctx *ctx, const adrop_train_result *r, const char *run);

/* -- `adrop train --folds K`: K runs, each tested on another fold, and their summary.
 *
 *     DIR/fold-1, DIR/fold-2, ..   the runs
 *     DIR/folds.json               their results, mean and standard deviation */

enum { TRAIN_FOLDS_MOST = 1000 };

typedef struct train_folds {
    const char *out; /* DIR */
    size_t n;
    int is_regression;
    double results[TRAIN_FOLDS_MOST]; /* (n): test accuracy, or RMSE */
} train_folds;

/* The folder of fold i (from 0), and whether to resume it. */
void train_folds_place(adrop_ctx *ctx, const train_folds *f, size_t i, int resume,
                       adrop_train_opts *train);

/* Keep the result of fold i. */
void train_folds_take(train_folds *f, size_t i, const adrop_train_result *r);

/* Print the summary, and write it to DIR. */
int train_folds_show(const command_call *call, const train_folds *f);

#endif

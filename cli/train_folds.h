/* `adrop train --folds K`: K runs, each tested on another fold, and what they come to.
 *
 *     DIR/fold-1, DIR/fold-2, ..   the runs
 *     DIR/folds.json               their results, mean and standard deviation */
#ifndef ADROP_CLI_TRAIN_FOLDS_H
#define ADROP_CLI_TRAIN_FOLDS_H

#include "adrop/train.h"
#include "command.h"

enum { TRAIN_FOLDS_MOST = 1000 };

typedef struct train_folds {
    const char *out; /* DIR */
    size_t n;
    int is_regression;
    double results[TRAIN_FOLDS_MOST]; /* (n): test accuracy, or RMSE */
} train_folds;

/* Where fold i (from 0 on) is trained, and whether it is resumed; OUT_OK, or what to exit with. */
int train_folds_place(const train_folds *f, size_t i, int resume, adrop_train_opts *train);

/* Keep the result of fold i. */
void train_folds_take(train_folds *f, size_t i, const adrop_train_result *r);

/* Are runs of folds in DIR? first: the folder of the first. */
int train_folds_are_in(const char *out, char first[ADROP_TEXT_SIZE]);

/* Print the summary, and keep it in DIR. */
int train_folds_show(const command_call *call, const train_folds *f);

#endif

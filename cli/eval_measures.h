/* Measures of a run on rows: predictions, their measures (adrop/measure.h), and a document of
 * these. */
#ifndef ADROP_CLI_EVAL_MEASURES_H
#define ADROP_CLI_EVAL_MEASURES_H

#include <stddef.h>

#include "adrop/document.h"
#include "adrop/measure.h"
#include "adrop/train.h"

typedef struct eval_measures {
    size_t samples, k; /* noisy passes; k of the top-k accuracy */

    size_t n, unknown; /* rows with an answer, rows without */
    size_t classes;    /* 0: regression */
    double loss;       /* as in training: cross-entropy, or squared error of scaled targets */
    adrop_probability_scores of_classes;
    double top_k, top5;              /* shares; NaN if there are too few classes */
    double *precision, *recall, *f1; /* (classes), owned */
    double macro_f1;                 /* the mean of the defined ones */
    size_t *confusion;               /* (classes, classes), owned: truth, then prediction */
    int several;                     /* 1: multi-label, with these results */
    adrop_set_scores of_sets;
    size_t *counts;                /* (3, classes), owned: TP, FP, FN */
    size_t targets;                /* values per row; 0: classification */
    adrop_value_scores of_values;  /* over several targets: root mean square, means */
    adrop_value_scores *of_target; /* (targets), owned */
    double nll; /* regression: of Gaussian predictions, summed over targets; NaN without
                   samples */
} eval_measures;

/* part is an adrop_part, or -1 for every row. ADROP_EINVAL if no row has an answer. Release m, also
 * after a failure. */
adrop_status eval_measure(adrop_ctx *ctx, adrop_run *run, int part, eval_measures *m);
void eval_release(eval_measures *m);

/* The measures as a document, owned by the caller. */
adrop_document *eval_document(adrop_ctx *ctx, const adrop_run *run, const eval_measures *m);

/* -- A confusion matrix in a document. */

enum { CONFUSION_MOST = 20 }; /* classes listed one by one for people */

/* Rows by truth, columns by prediction; counts (classes, classes). name returns the name of a
 * class, or NULL. */
void confusion_add(adrop_document *d, size_t classes, const size_t *counts,
                   const char *(*name)(const void *of, size_t label), const void *of);

#endif

/* The numbers printed in "Advanced Dropout" (TPAMI 2021), table by table, and the known errors in
 * them (recipes/paper). */
#ifndef AD_PAPER_PAPER_H
#define AD_PAPER_PAPER_H

#include <stddef.h>

#include "adrop/context.h"

/* The paper owns the texts. */
typedef struct ad_paper_cell {
    const char *method, *dataset, *model, *metric; /* "advanced", "mnist", "mlp:800,800",
                                                      "accuracy" */
    size_t per_class;                              /* trainnum; otherwise 0 */
    double mean, std, p;                           /* NaN: not printed */
    double mu, sigma, rho;                         /* parammnist, paramcifar; otherwise NaN */
    const char *source;                            /* imagenet: "own" or the source quoted; "" */
    const char *note;                              /* known errors in the cell:
                                                      "4a: ..; 25: .."; "" */
    double mean_unit, std_unit, p_unit; /* one unit of the last printed digit: 0.01 for 98.23 */
} ad_paper_cell;

typedef struct ad_paper_table {
    const char *name; /* its label in the paper: "results" */
    size_t n;
    const ad_paper_cell *cells; /* (n), in printed order; owned by the paper */
} ad_paper_table;

typedef struct ad_paper ad_paper;

/* Read all tables from the built-in texts. */
adrop_status ad_paper_open(adrop_ctx *ctx, ad_paper **out);

/* NULL is allowed. */
void ad_paper_free(ad_paper *p);

/* By label, or by index in label order, from 0; NULL if there is none. */
const ad_paper_table *ad_paper_table_named(const ad_paper *p, const char *name);
const ad_paper_table *ad_paper_table_at(const ad_paper *p, size_t i);

/* The first matching cell, or NULL. NULL and, for per_class, 0 match any. */
const ad_paper_cell *ad_paper_find(const ad_paper_table *t, const char *method, const char *dataset,
                                   const char *model, const char *metric, size_t per_class);

/* In a table of initial values: the cell of a technique with mu and sigma and no other setting, as
 * in "advanced:mu=0,sigma=4"; NULL if there is none. */
const ad_paper_cell *ad_paper_find_start(const ad_paper_table *t, const char *technique);

/* A known error in a table or a figure as a whole. */
typedef struct ad_paper_remark {
    const char *number, *reason; /* "14", a sentence without its full stop */
} ad_paper_remark;

/* Remark i on a label, from 0; {NULL, NULL} past the last. */
ad_paper_remark ad_paper_remark_at(const ad_paper *p, const char *label, size_t i);

#endif

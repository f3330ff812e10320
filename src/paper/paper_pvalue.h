/* Which t test did the paper use? Every printed p is recomputed from the printed means and standard
 * deviations under eight conventions:
 *
 *     {Welch, pooled} x {one-, two-sided} x {standard deviation divided by n, by n - 1}
 *
 * with n = 5 runs per group (imagenet: 10 for quoted rows). Means and standard deviations are known
 * only to half a unit of their last digit, so a convention gives an interval of p. It fits a cell
 * if the printed p lies in the interval. One-sided tests ask whether advanced dropout is better.
 *
 * p is rounded as well. `fits` takes p as printed; `fits_rounded` allows half a unit of its last
 * digit, which adds four fits to the 294 x 8, and one cell that then has a fit. */
#ifndef AD_PAPER_PAPER_PVALUE_H
#define AD_PAPER_PAPER_PVALUE_H

#include "adrop/stats.h"
#include "paper/paper.h"

enum { AD_N_CONVENTIONS = 8 };

typedef struct ad_convention {
    const char *name; /* "Welch, one-sided, n" */
    adrop_t_kind kind;
    adrop_side side; /* two-sided, or greater */
    int by_n;        /* standard deviations are divided by n, not by n - 1 */
} ad_convention;

extern const ad_convention ad_conventions[AD_N_CONVENTIONS];

typedef struct ad_pvalue_cell {
    const char *table;                      /* that prints p: "pvalue" for the results */
    const ad_paper_cell *cell;              /* prints p */
    const ad_paper_cell *advanced, *method; /* print the means and standard deviations */
    size_t n_advanced, n_method;            /* runs */
    double p[AD_N_CONVENTIONS];             /* from the numbers as printed */
    double low[AD_N_CONVENTIONS], high[AD_N_CONVENTIONS]; /* bounds due to rounding */
    unsigned fits, fits_rounded;                          /* bit c: convention c fits */
} ad_pvalue_cell;

typedef struct ad_pvalue {
    adrop_ctx *ctx;
    ad_pvalue_cell *cells; /* (n), owned; in order of tables */
    size_t n;
} ad_pvalue;

/* The tables that print p, in the paper's order; NULL past the last. */
const char *ad_pvalue_table_at(size_t i);

/* Recompute all. The cells point into the paper, which must outlive them. */
adrop_status ad_pvalue_create(adrop_ctx *ctx, const ad_paper *paper, ad_pvalue **out);

/* NULL is allowed. */
void ad_pvalue_free(ad_pvalue *v);

typedef struct ad_pvalue_count {
    size_t cells;
    size_t fits[AD_N_CONVENTIONS], fits_rounded[AD_N_CONVENTIONS];
    size_t near[AD_N_CONVENTIONS]; /* p from the numbers as printed is within 10 % */
    size_t any, any_rounded;       /* cells that at least one convention fits */
    size_t best;                   /* convention with the largest `fits`; the first if tied */
    size_t tied;                   /* how many conventions fit as many; 1: no tie */
} ad_pvalue_count;

/* Count over the cells of a table, data set, network and metric; NULL: any. */
ad_pvalue_count ad_pvalue_tally(const ad_pvalue *v, const char *table, const char *dataset,
                                const char *model, const char *metric);

#endif

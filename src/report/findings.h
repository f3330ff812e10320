/* Sentences about a comparison, and their parts. */
#ifndef AD_REPORT_FINDINGS_H
#define AD_REPORT_FINDINGS_H

#include "figure/text.h"
#include "report/view.h"

struct adrop_findings {
    adrop_ctx *ctx;
    char **sentences; /* (n), all owned */
    size_t n, room;
};

/* The outcome for a row compared with its baseline. */
typedef enum ad_finding {
    AD_NOT_COMPARED, /* the baseline itself, or one side has no runs */
    AD_SINGLE,       /* one side has a single run */
    AD_FLAT,         /* both sides have zero variance */
    AD_SAME,         /* all pairs of runs are equal */
    AD_BELOW,        /* statistically significant */
    AD_ABOVE,
    AD_NOT_SHOWN,
    AD_FINDINGS,
} ad_finding;

/* Rows of one data set and network, with their baseline. */
typedef struct ad_block {
    const ad_comparison_view *view;
    const adrop_compare_row *rows; /* (n) */
    size_t n;
    const adrop_compare_row *baseline; /* NULL: missing, or without runs */
    size_t tests;                      /* of the whole table */
    double alpha;                      /* level that Holm's correction leaves for the next test */
} ad_block;

ad_finding ad_block_finding(const ad_block *b, const adrop_compare_row *row);

/* The smallest difference that the row's test would show with power 0.8, given the observed
 * standard deviation; NaN if there is none. */
double ad_block_detectable(const ad_block *b, const adrop_compare_row *row);

/* The standard deviation of the differences of runs with equal seeds, and the number of pairs. */
double ad_paired_deviation(const adrop_compare_row *x, const adrop_compare_row *y, size_t *pairs);

/* One clause each, without a full stop, on the n > 0 rows with this finding. */
void ad_say_shown(const ad_block *b, ad_finding which, size_t n, ad_text *out);
void ad_say_not_shown(const ad_block *b, size_t n, ad_text *out);
void ad_say_single(const ad_block *b, size_t n, ad_text *out);
void ad_say_flat(const ad_block *b, size_t n, ad_text *out);
void ad_say_same(const ad_block *b, size_t n, ad_text *out);

#endif

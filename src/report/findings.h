/* Sentences about a comparison, and the parts they are made of. */
#ifndef AD_REPORT_FINDINGS_H
#define AD_REPORT_FINDINGS_H

#include "figure/text.h"
#include "report/view.h"

struct adrop_findings {
    adrop_ctx *ctx;
    char **sentences; /* (n), all owned */
    size_t n, room;
};

/* What can be said of a row beside its baseline. */
typedef enum ad_finding {
    AD_NOT_COMPARED, /* the baseline itself, or one of the two has no runs */
    AD_SINGLE,       /* one of the two has a single run */
    AD_FLAT,         /* neither has any spread */
    AD_SAME,         /* all pairs of runs are equal */
    AD_BELOW,        /* shown to be so */
    AD_ABOVE,
    AD_NOT_SHOWN,
    AD_FINDINGS,
} ad_finding;

/* Rows of one data set and network, beside the baseline among them. */
typedef struct ad_block {
    const ad_comparison_view *view;
    const adrop_compare_row *rows; /* (n) */
    size_t n;
    const adrop_compare_row *baseline; /* NULL: it is not there, or has no runs */
    size_t tests;                      /* of the whole table */
    double alpha;                      /* what Holm's correction leaves for the next test */
} ad_block;

ad_finding ad_block_finding(const ad_block *b, const adrop_compare_row *row);

/* The smallest difference that the test of this row would show four times in five, if the
 * spread is what it was found to be; NaN if it has none. */
double ad_block_detectable(const ad_block *b, const adrop_compare_row *row);

/* The standard deviation of the differences of runs with the same seed, and how many there are. */
double ad_paired_deviation(const adrop_compare_row *x, const adrop_compare_row *y, size_t *pairs);

/* A clause each, without a full stop, on the rows with this finding (n > 0 of them). */
void ad_say_shown(const ad_block *b, ad_finding which, size_t n, ad_text *out);
void ad_say_not_shown(const ad_block *b, size_t n, ad_text *out);
void ad_say_single(const ad_block *b, size_t n, ad_text *out);
void ad_say_flat(const ad_block *b, size_t n, ad_text *out);
void ad_say_same(const ad_block *b, size_t n, ad_text *out);

#endif

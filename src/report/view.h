/* The input of a comparison's reports: its rows, and how they were tested. A test can make one
 * without training. */
#ifndef AD_REPORT_VIEW_H
#define AD_REPORT_VIEW_H

#include "adrop/report.h"
#include "adrop/stats.h"

typedef struct ad_comparison_view {
    adrop_ctx *ctx;
    adrop_compare_row *rows; /* (n), grouped by data set and network */
    size_t n;
    const char *metric;   /* "test_acc" and the like */
    const char *baseline; /* as asked for */
    const char *folder;
    int less_is_better;
    int paper;
    double level;
    adrop_t_kind test;
} ad_comparison_view;

/* The rows of c; release with ad_view_release. */
adrop_status ad_view_open(adrop_ctx *ctx, const adrop_compare *c, const adrop_report_opts *opts,
                          ad_comparison_view *view);
void ad_view_release(ad_comparison_view *view);

/* The end of the rows that share data set and network with row `from`. */
size_t ad_view_block(const ad_comparison_view *v, size_t from);

/* Whether there is more than one such block. */
int ad_view_has_blocks(const ad_comparison_view *v);

/* The number of rows tested against their baseline. */
size_t ad_view_tests(const ad_comparison_view *v);

/* Is the difference of a row significant, at the level and after Holm's correction? */
int ad_view_shown(const ad_comparison_view *v, const adrop_compare_row *row);

/* "Test accuracy (%)" and the like. */
const char *ad_view_title(const ad_comparison_view *v);

/* Decimals of results: 2 for percentages, 4 for errors. */
int ad_view_decimals(const ad_comparison_view *v);

/* "Welch's t test" and the like. */
const char *ad_view_test_name(const ad_comparison_view *v);

/* "0.012", "0.0004", "< 0.0001"; "" for NaN. Returns buffer. */
enum { AD_P_SIZE = 48 };
char *ad_p_text(char buffer[AD_P_SIZE], double p);
#define AD_P(p) ad_p_text((char[AD_P_SIZE]){ 0 }, (p))

adrop_status ad_view_findings(const ad_comparison_view *v, adrop_findings **out);

/* The whole document (result_document.c), or only its table for people. */
adrop_status ad_view_document(const ad_comparison_view *v, adrop_document *d);
void ad_view_table(const ad_comparison_view *v, adrop_document *d);

#endif

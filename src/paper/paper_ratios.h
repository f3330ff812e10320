/* Gain of techniques relative to their training time, from the paper's numbers: its figure
 * accvstime (the ratios are those of adrop_effectiveness, adrop/stats.h). */
#ifndef AD_PAPER_PAPER_RATIOS_H
#define AD_PAPER_PAPER_RATIOS_H

#include "paper/paper.h"

enum { AD_RATIO_CASES = 11, AD_RATIO_ROWS = 11 };

typedef struct ad_ratio_row {
    const char *method;
    double accuracy, seconds;
    double s1, s2, s1_norm, s2_norm; /* NaN: s2 of a technique that costs no time */
    size_t s1_rank, s2_rank;         /* from 1; 0: no ratio */
} ad_ratio_row;

typedef struct ad_ratio_case {
    const char *dataset, *model;
    double accuracy, seconds;         /* without dropout */
    ad_ratio_row rows[AD_RATIO_ROWS]; /* in printed order, without `none` */
} ad_ratio_case;

typedef struct ad_ratios {
    ad_ratio_case cases[AD_RATIO_CASES];
    size_t s1_first, s1_second; /* number of cases where advanced dropout has that rank */
    size_t s2_first, s2_second;
} ad_ratios;

/* The results and ImageNet-32 (top-1) against the training times. swap: exchange the times of vgg16
 * and resnet18 on cifar100, which look exchanged in print. The paper owns the texts. ADROP_EFORMAT
 * if a number is missing. */
adrop_status ad_ratios_compute(adrop_ctx *ctx, const ad_paper *paper, int swap, ad_ratios *out);

/* The row of a technique, or NULL. */
const ad_ratio_row *ad_ratio_find(const ad_ratio_case *c, const char *method);

#endif

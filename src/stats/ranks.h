/* Ranks with ties, and p-values of rank statistics. */
#ifndef AD_STATS_RANKS_H
#define AD_STATS_RANKS_H

#include "adrop/stats.h"

typedef struct ad_ranked {
    double value;
    size_t place; /* the original index, or a tag chosen by the caller */
    size_t twice; /* twice the average rank of equal values, from 1: an integer */
} ad_ranked;

/* By value, then by place. */
void ad_ranked_sort(ad_ranked *items, size_t n);

/* Sort and fill in `twice`. Returns the sum of t^3 - t over groups of t equal values. */
double ad_ranked_fill(ad_ranked *items, size_t n);

/* p from the probabilities of outcomes at most and at least as large as the observed one;
 * both include it. */
double ad_tails_p(adrop_side side, double at_most, double at_least);

/* The same by the normal approximation, with a continuity correction: value is an integer or a
 * half whose steps are 1 without ties, and is moved by half a step towards the mean. */
double ad_normal_p(adrop_side side, double value, double mean, double std);

#endif

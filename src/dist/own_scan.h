/* A user's function sampled on a grid (own_scan.c): the checks that mappings and seeds share. */
#ifndef AD_DIST_OWN_SCAN_H
#define AD_DIST_OWN_SCAN_H

#include "adrop/number.h"
#include "dist/curve.h"
#include "dist/own.h"

typedef struct ad_sample {
    double x, value, slope; /* x: r, or the logit of u; slope: in r, or in u */
    unsigned long long branch;
} ad_sample;

typedef struct ad_scan {
    adrop_ctx *ctx;
    const ad_curve *curve;
    const char *what, *name; /* "mapping" or "seed", and its text: for messages */
    size_t n;
    ad_sample *at; /* (n), ascending in x; owned */
    double corner[AD_OWN_CORNERS];
    size_t n_corners; /* the first of them */
} ad_scan;

/* The function at x. */
ad_sample ad_scan_at(const ad_scan *s, double x);

/* Refuse: "mapping 'formula(..)' " and the rest. */
__attribute__((format(printf, 2, 3))) adrop_status ad_scan_refuse(const ad_scan *s,
                                                                  const char *format, ...);

/* "r = 1.5", "u = 0.25": the position x, for messages. */
char *ad_scan_where(const ad_scan *s, double x, char text[48]);
#define AD_WHERE(s, x) ad_scan_where((s), (x), (char[48]){ 0 })

/* A number to four digits, for messages. */
char *ad_scan_number(double x, char text[ADROP_NUMBER_SIZE]);
#define AD_FOUR(x) ad_scan_number((x), (char[ADROP_NUMBER_SIZE]){ 0 })

/* Fill at[] from the positions in it; refuse a function that is not finite or falls. Where the
 * slope dips on the grid, its minimum is searched between the points. */
adrop_status ad_scan_run(ad_scan *s);

/* Refuse jumps between the points, and find corners. */
adrop_status ad_scan_join(ad_scan *s);

/* Between `no` with test(sample) 0 and `yes` with 1: the last x with 0. */
double ad_scan_edge(const ad_scan *s, double no, double yes, int (*test)(const ad_sample *));

#endif

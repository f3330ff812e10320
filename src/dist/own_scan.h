/* A user's function looked at on a grid (own_scan.c): the checks that mappings and seeds share. */
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
    const char *what, *name; /* "mapping", as written: for messages */
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

/* "r = 1.5", "u = 0.25": where x is, for messages. */
char *ad_scan_where(const ad_scan *s, double x, char text[48]);
#define AD_WHERE(s, x) ad_scan_where((s), (x), (char[48]){ 0 })

/* A number to four digits: so many tell a reader where, and what. */
char *ad_scan_number(double x, char text[ADROP_NUMBER_SIZE]);
#define AD_FOUR(x) ad_scan_number((x), (char[ADROP_NUMBER_SIZE]){ 0 })

/* Fill at[] from the positions in it, and refuse what is not finite or falls. Between the points,
 * the least slope is sought where the grid has a dip. */
adrop_status ad_scan_run(ad_scan *s);

/* Refuse what jumps between the points, and find the corners there. */
adrop_status ad_scan_join(ad_scan *s);

/* Between x with test(sample) 0 and one with 1: the last of the first kind. */
double ad_scan_edge(const ad_scan *s, double no, double yes, int (*test)(const ad_sample *));

#endif

/* Minimising a function of two variables in a box, without derivatives. */
#ifndef AD_DIST_MINIMIZE_H
#define AD_DIST_MINIMIZE_H

typedef double ad_surface(const double x[2], void *arg);

typedef struct ad_box {
    double low[2], high[2];
} ad_box;

/* Minimise from x, which is updated; the first steps are about `step`. Returns the minimum. The
 * function is only called within the box, at most `calls` times, and always in the same order. It
 * may have kinks and flat parts; NaN counts as infinite. */
double ad_minimize(ad_surface *f, void *arg, const ad_box *box, const double step[2], int calls,
                   double x[2]);

#endif

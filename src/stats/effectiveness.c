/* The gain of a technique against the time it takes: the paper's two ratios, raw and
 * scaled to [0, 1] between the least and the greatest (adrop/stats.h). */
#include <math.h>

#include "adrop/stats.h"
#include "dist/special.h"

typedef double ratio_fn(double a, double t, double a0, double t0);

static double ratio_1(double a, double t, double a0, double t0)
{
    return t0 > 0 ? ad_sigmoid(a - a0) / ad_sigmoid((t - t0) / t0) : NAN;
}

/* NaN for t <= t0: there a technique would score better the more it harms, or infinitely well. */
static double ratio_2(double a, double t, double a0, double t0)
{
    return t0 > 0 && t > t0 && a0 != 0 ? (a - a0) / a0 / ((t - t0) / t0) : NAN;
}

static void effectiveness_fill(ratio_fn *ratio, size_t n, const double *a, const double *t,
                               double a0, double t0, double *s)
{
    for (size_t i = 0; s && a && t && i < n; i++)
        s[i] = ratio(a[i], t[i], a0, t0);
}

static void normalise(size_t n, double *s)
{
    double min = INFINITY, max = -INFINITY;

    for (size_t i = 0; s && i < n; i++) {
        min = fmin(min, s[i]); /* ignores NaN */
        max = fmax(max, s[i]);
    }
    for (size_t i = 0; s && i < n; i++)
        s[i] = max > min ? (s[i] - min) / (max - min) : NAN;
}

void adrop_effectiveness(size_t n, const double *a, const double *t, double a0, double t0,
                         double *s1, double *s2, double *s1_norm, double *s2_norm)
{
    effectiveness_fill(ratio_1, n, a, t, a0, t0, s1);
    effectiveness_fill(ratio_2, n, a, t, a0, t0, s2);
    effectiveness_fill(ratio_1, n, a, t, a0, t0, s1_norm);
    effectiveness_fill(ratio_2, n, a, t, a0, t0, s2_norm);
    normalise(n, s1_norm);
    normalise(n, s2_norm);
}

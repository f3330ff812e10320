/* A mapping: a monotone function k from the line to [0, 1].
 *
 * One file each (map_<id>.c), defining `const ad_map AD_KERNEL(ad_map_<id>)`, and
 * one line in map_list.h. Between low and high the slope is positive; outside it
 * is zero and k has reached 0 or 1, which is what makes atoms. */
#ifndef AD_DIST_MAP_H
#define AD_DIST_MAP_H

#include <stddef.h>

#include "base/kernel.h"

typedef struct ad_map {
    const char *name;
    const char *summary; /* one line: the formula */
    double low, high;    /* where k leaves 0 and reaches 1; infinite if never */

    double (*value)(double r);         /* k(r) */
    double (*upper)(double r);         /* 1 - k(r), without cancellation */
    double (*log_slope)(double r);     /* ln k'(r); -inf where k is flat */
    double (*inverse)(double m);       /* k(r) = m in (0, 1), accurate for small m */
    double (*inverse_upper)(double q); /* 1 - k(r) = q in (0, 1), accurate for small q */

    /* The same of ln k and ln(1 - k): what is left when k itself underflows. The
     * inverses take (-inf, 0); at -inf they give low and high. */
    double (*log_value)(double r);
    double (*log_upper)(double r);
    double (*inverse_log)(double log_m);
    double (*inverse_log_upper)(double log_q);

    /* ln(k / k') and in *slope its derivative k'/k - k''/k'. It has singularities off the real
     * line, none nearer to it than width, and those near r = 0. NULL, and width 0, for a mapping
     * with flat parts, which are what makes atoms. */
    double (*log_ratio)(double r, double *slope);
    double width;

    /* Ascending points, low and high among them where finite, that cut k and k' into
     * pieces a 15-point rule integrates well; beyond the last they hardly move. */
    const double *breaks;
    size_t n_breaks; /* 1 to AD_MOST_BREAKS of dist/seed.h */

    /* m[i] = k(r[i]) and, unless slope is NULL, slope[i] = k'(r[i]); arrays of the
     * set's real type; r, m and slope may not overlap. No finite r gives a NaN. */
    void (*apply)(size_t n, const void *r, void *m, void *slope);
} ad_map;

/* Mapping i of the list as the given kernel set has it; NULL past the last. */
const ad_map *ad_map_at(ad_kernel_set set, size_t i);

/* The f64 set's mapping of that name, which must be in the list. */
const ad_map *ad_map_named(const char *name);

/* The names in list order, ended by NULL: the words of an option. */
extern const char *const ad_map_names[];

#endif

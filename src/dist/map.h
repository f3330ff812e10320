/* A mapping: a monotone function k from the line to [0, 1].
 *
 * One file per mapping (map_<id>_kernel.c), defining `const ad_map AD_KERNEL(ad_map_<id>)`,
 * and one line in map_list.h. Between low and high the slope is positive; outside it is zero
 * and k has reached 0 or 1, which makes atoms. */
#ifndef AD_DIST_MAP_H
#define AD_DIST_MAP_H

#include <math.h>
#include <stddef.h>

#include "base/kernel.h"

struct ad_seed;

/* The functions of a mapping with state, which self holds: a formula or a function of a program
 * (own.h), a spline (spline.h). They replace those of ad_map. */
typedef struct ad_map_own {
    double (*value)(const void *self, double r);
    double (*upper)(const void *self, double r);
    double (*log_slope)(const void *self, double r);
    double (*inverse)(const void *self, double m);
    double (*inverse_upper)(const void *self, double q);

    /* For a divergence from a log-uniform prior: ln(k / k'), and the reason why it has no gradient,
     * to be shown after "which ", or NULL. Both pointers are NULL without such a divergence. */
    double (*log_ratio)(const void *self, double r, double *slope);
    const char *(*obstacle)(const void *self);

    /* For a mapping with parameters, else NULL: E[k(mu + sigma eps)] and its derivatives by a rule
     * that is faster than separate integrals. sums: (n_sums), E of the sums of collect() for t = 1.
     * Any pointer may be NULL. */
    double (*mean)(const void *self, const struct ad_seed *seed, double mu, double sigma,
                   double *dmu, double *dsigma, double *sums);
} ad_map_own;

typedef struct ad_map {
    const char *name;
    const char *summary; /* one line: the formula */
    double low, high;    /* where k leaves 0 and reaches 1; infinite if never */

    double (*value)(double r);         /* k(r) */
    double (*upper)(double r);         /* 1 - k(r), without cancellation */
    double (*log_slope)(double r);     /* ln k'(r); -inf where k is flat */
    double (*inverse)(double m);       /* k(r) = m in (0, 1), accurate for small m */
    double (*inverse_upper)(double q); /* 1 - k(r) = q in (0, 1), accurate for small q */

    /* The same for ln k and ln(1 - k), which remain when k underflows. The inverses take
     * (-inf, 0); at -inf they return low and high. */
    double (*log_value)(double r);
    double (*log_upper)(double r);
    double (*inverse_log)(double log_m);
    double (*inverse_log_upper)(double log_q);

    /* ln(k / k'), and its derivative k'/k - k''/k' in *slope. Its singularities are off the real
     * line, at least width away, and near r = 0. NULL, and width 0, for a mapping with flat
     * parts, which make atoms. */
    double (*log_ratio)(double r, double *slope);
    double width;

    /* Ascending points, with low and high if finite, that cut k and k' into pieces which a
     * 15-point rule integrates well; beyond the last, k hardly changes. */
    const double *breaks;
    size_t n_breaks; /* 1 to AD_MOST_BREAKS of dist/seed.h */

    /* m[i] = k(r[i]) and, unless slope is NULL, slope[i] = k'(r[i]); arrays of the
     * set's real type; r, m and slope may not overlap. No finite r gives a NaN. */
    void (*apply)(size_t n, const void *r, void *m, void *slope);

    /* For a mapping with state: these replace all functions above; else NULL. */
    const ad_map_own *own;
    const void *self;
    double range[2]; /* the least and the largest mask */
    void (*own_apply)(const void *self, size_t n, const void *r, void *m, void *slope);

    /* For a mapping with parameters: the gradient is computed from n_sums sums over draws of t
     * times functions of r; collect() adds n draws. Arrays of the set's real type. */
    size_t n_sums;
    void (*collect)(const void *self, size_t n, const void *r, const void *t, double *sums);
} ad_map;

/* A mapping in every kernel set. */
typedef struct ad_map_sets {
    const ad_map *of[AD_N_KERNEL_SETS];
} ad_map_sets;

/* Mapping i of the list; NULL past the last. */
const ad_map_sets *ad_map_each(size_t i);

/* The same in the given kernel set. */
const ad_map *ad_map_at(ad_kernel_set set, size_t i);

/* The mapping of that name in the f64 set; it must be in the list. */
const ad_map *ad_map_named(const char *name);

/* The names in list order, ended by NULL: the words of an option. */
extern const char *const ad_map_names[];

/* The same with "spline" (spline.h): the words of an option of techniques that can learn one. */
extern const char *const ad_learned_map_names[];

/* -- The functions of a mapping, with or without state ------------------------------------- */

/* The least and the largest mask: 0 and 1 for a built-in mapping. */
static inline double ad_map_bottom(const ad_map *k)
{
    return k->own ? k->range[0] : 0;
}

static inline double ad_map_top(const ad_map *k)
{
    return k->own ? k->range[1] : 1;
}

static inline double ad_map_value(const ad_map *k, double r)
{
    return k->own ? k->own->value(k->self, r) : k->value(r);
}

static inline double ad_map_upper(const ad_map *k, double r)
{
    return k->own ? k->own->upper(k->self, r) : k->upper(r);
}

static inline double ad_map_log_slope(const ad_map *k, double r)
{
    return k->own ? k->own->log_slope(k->self, r) : k->log_slope(r);
}

static inline double ad_map_inverse(const ad_map *k, double m)
{
    return k->own ? k->own->inverse(k->self, m) : k->inverse(m);
}

static inline double ad_map_inverse_upper(const ad_map *k, double q)
{
    return k->own ? k->own->inverse_upper(k->self, q) : k->inverse_upper(q);
}

static inline double ad_map_log_value(const ad_map *k, double r)
{
    return k->own ? log(k->own->value(k->self, r)) : k->log_value(r);
}

static inline double ad_map_log_upper(const ad_map *k, double r)
{
    return k->own ? log1p(-k->own->value(k->self, r)) : k->log_upper(r);
}

static inline double ad_map_inverse_log(const ad_map *k, double log_m)
{
    return k->own ? k->own->inverse(k->self, exp(log_m)) : k->inverse_log(log_m);
}

static inline double ad_map_inverse_log_upper(const ad_map *k, double log_q)
{
    return k->own ? k->own->inverse_upper(k->self, exp(log_q)) : k->inverse_log_upper(log_q);
}

static inline double ad_map_log_ratio(const ad_map *k, double r, double *slope)
{
    return k->own ? k->own->log_ratio(k->self, r, slope) : k->log_ratio(r, slope);
}

static inline void ad_map_apply(const ad_map *k, size_t n, const void *r, void *m, void *slope)
{
    if (k->own)
        k->own_apply(k->self, n, r, m, slope);
    else
        k->apply(n, r, m, slope);
}

#endif

/* A seed: a standard noise distribution, and how to fill an array with it.
 *
 * One file per seed (seed_<id>_kernel.c), defining `const ad_seed AD_KERNEL(ad_seed_<id>)`,
 * and one line in seed_list.h. The scalar functions are in double in every kernel set;
 * fill() writes the set's real type. */
#ifndef AD_DIST_SEED_H
#define AD_DIST_SEED_H

#include <stddef.h>

#include "base/kernel.h"
#include "random/address.h"

#define AD_MOST_BREAKS 32 /* per seed, and per mapping */

typedef struct ad_seed {
    const char *name;    /* as the user writes it */
    const char *summary; /* one line: density and variance */
    double low, high;    /* the support; may be infinite */
    double mean, variance;
    double entropy; /* -E[ln density], in nats */

    /* For rules with a fixed number of points (dist/elbo.h): the noise outside [reach[0],
     * reach[1]] contributes less than 1e-16 to a mean. Within, a ten-point rule is accurate on
     * a panel of at most this width, which must not cross 0 if there is a corner. */
    double reach[2], panel;
    int corner; /* does the density or its slope jump at 0, inside the support? */

    double (*log_pdf)(double e);      /* -inf outside the support, which includes its ends */
    double (*cdf)(double e);          /* P(eps <= e) */
    double (*survival)(double e);     /* P(eps > e), without cancellation */
    double (*quantile)(double p);     /* p in (0, 1) */
    double (*cdf_integral)(double z); /* integral of cdf from -inf to z */

    /* Ascending points that cut the density into pieces which a 15-point rule integrates
     * well. They include finite ends of the support, or reach to where the density almost
     * underflows. */
    const double *breaks;
    size_t n_breaks; /* 2 to AD_MOST_BREAKS */

    /* Elements [first, first + n) of the draw at the address, of the set's real
     * type, as in random/noise.h. */
    void (*fill)(const ad_address *at, size_t first, size_t n, void *out);

    /* A user-defined seed (own.h) has these two in place of all functions above, and no reach,
     * panel or corner. */
    const struct ad_own_seed *own;
    void (*own_fill)(const struct ad_own_seed *own, const ad_address *at, size_t first, size_t n,
                     void *out);
} ad_seed;

/* A seed in every kernel set. */
typedef struct ad_seed_sets {
    const ad_seed *of[AD_N_KERNEL_SETS];
} ad_seed_sets;

/* Seed i of the list; NULL past the last. */
const ad_seed_sets *ad_seed_each(size_t i);

/* The same in the given kernel set. */
const ad_seed *ad_seed_at(ad_kernel_set set, size_t i);

/* The seed of that name in the f64 set; it must be in the list. */
const ad_seed *ad_seed_named(const char *name);

/* The names in list order, ended by NULL: the words of an option. */
extern const char *const ad_seed_names[];

/* -- The functions of a seed, built-in or user-defined ------------------------------------ */

double ad_own_seed_log_pdf(const struct ad_own_seed *s, double e);
double ad_own_seed_cdf(const struct ad_own_seed *s, double e);
double ad_own_seed_survival(const struct ad_own_seed *s, double e);
double ad_own_seed_quantile(const struct ad_own_seed *s, double p);

/* The logit of P(eps <= e), clamped to the table, and the inverse, with *weight = u (1 - u). */
double ad_own_seed_logit(const struct ad_own_seed *s, double e);
double ad_own_seed_at_logit(const struct ad_own_seed *s, double t, double *weight);

static inline double ad_seed_log_pdf(const ad_seed *s, double e)
{
    return s->own ? ad_own_seed_log_pdf(s->own, e) : s->log_pdf(e);
}

static inline double ad_seed_cdf(const ad_seed *s, double e)
{
    return s->own ? ad_own_seed_cdf(s->own, e) : s->cdf(e);
}

static inline double ad_seed_survival(const ad_seed *s, double e)
{
    return s->own ? ad_own_seed_survival(s->own, e) : s->survival(e);
}

static inline double ad_seed_quantile(const ad_seed *s, double p)
{
    return s->own ? ad_own_seed_quantile(s->own, p) : s->quantile(p);
}

static inline void ad_seed_fill(const ad_seed *s, const ad_address *at, size_t first, size_t n,
                                void *out)
{
    if (s->own)
        s->own_fill(s->own, at, first, n, out);
    else
        s->fill(at, first, n, out);
}

#endif

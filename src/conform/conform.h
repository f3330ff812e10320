/* The conformance suite: is a technique what it says it is? `adrop check-technique` runs all of
 * it (adrop_technique_conform), and the tests of tests/technique run it part by part over every
 * example of every built-in technique and of the one in examples/plugin.
 *
 * A part adds rows to the results, each the worst of the sites, kernel sets and arrays that it
 * looked at. What a technique's traits rule out is left out. Parts return a status only where they
 * could not look: no memory, or no site that the technique can have. */
#ifndef AD_CONFORM_CONFORM_H
#define AD_CONFORM_CONFORM_H

#include "adrop/technique.h"
#include "technique/dropout.h"

typedef struct ad_conform {
    adrop_ctx *ctx; /* that knows the technique */
    const char *text;
    adrop_conformance results[ADROP_CONFORMANCE_CHECKS];
    size_t n; /* of them filled */
    /* Change a technique once it is made, to show that a check notices; NULL: as it is. */
    void (*spoil)(ad_dropout *d);
} ad_conform;

adrop_status ad_conform_gradient(ad_conform *c);     /* against differences, in double */
adrop_status ad_conform_sets(ad_conform *c);         /* double, float, threads: the same */
adrop_status ad_conform_state(ad_conform *c);        /* phases, addresses, tensors */
adrop_status ad_conform_shards(ad_conform *c);       /* a batch that is cut */
adrop_status ad_conform_moments(ad_conform *c);      /* mean and variance, 1e6 draws */
adrop_status ad_conform_distribution(ad_conform *c); /* all of it, 1e7 draws */

/* -- For the parts --------------------------------------------------------------------- */

/* Add a row, or make one that is there worse. passed: found <= most. */
void ad_conform_add(ad_conform *c, const char *check, double found, double most);

/* Call fn for each of ad_fixture_sites where the technique can stand; the refusal if it can
 * nowhere. */
typedef adrop_status ad_conform_fn(ad_conform *c, const ad_site *site);
adrop_status ad_conform_each(ad_conform *c, ad_conform_fn *fn);

struct ad_fixture;
/* ad_fixture_make in the suite's context or, for a number of threads, another; spoiled if wanted.
 */
adrop_status ad_conform_bed(ad_conform *c, adrop_ctx *ctx, ad_kernel_set set, const ad_site *site,
                            size_t n_shards, struct ad_fixture *b);

/* Numbers of two arrays whose bits differ; size: bytes of a number. */
double ad_conform_differ(const void *a, const void *b, size_t n, size_t size);

/* The average of n rows' averages in its standard errors. */
double ad_conform_z(const double *average, size_t n);

/* The largest distance between the distribution function of ten million masks of one text and that
 * which another states (conform/distribution.c). as_coin: between 0.05 and 0.95 alone, for the
 * limits that are coins. */
adrop_status ad_conform_distance(adrop_ctx *ctx, const char *text, const char *stated, int as_coin,
                                 double *worst);

#endif

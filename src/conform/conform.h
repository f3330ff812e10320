/* The conformance suite: does a technique match its description? `adrop check-technique` runs all
 * of it (adrop_technique_conform). The tests of tests/technique run it part by part over every
 * example of every built-in technique and of the one in examples/plugin.
 *
 * A part adds rows to the results, each the worst over sites, kernel sets and arrays. Checks that
 * the technique's traits rule out are omitted. Parts return a status only if they could not check:
 * out of memory, or no site that the technique supports. */
#ifndef AD_CONFORM_CONFORM_H
#define AD_CONFORM_CONFORM_H

#include "adrop/technique.h"
#include "technique/dropout.h"

typedef struct ad_conform {
    adrop_ctx *ctx; /* a context that knows the technique */
    const char *text;
    adrop_conformance results[ADROP_CONFORMANCE_CHECKS];
    size_t n; /* results filled */
    /* Change a technique after its creation, to show that a check notices; NULL: unchanged. */
    void (*spoil)(ad_dropout *d);
} ad_conform;

adrop_status ad_conform_gradient(ad_conform *c);     /* against differences, in double */
adrop_status ad_conform_sets(ad_conform *c);         /* equal results in double, float, and with
                                                        threads */
adrop_status ad_conform_state(ad_conform *c);        /* phases, addresses, tensors */
adrop_status ad_conform_shards(ad_conform *c);       /* a batch split into shards */
adrop_status ad_conform_moments(ad_conform *c);      /* mean and variance, 1e6 draws */
adrop_status ad_conform_distribution(ad_conform *c); /* all of the distribution, 1e7 draws */

/* -- Used by the parts --------------------------------------------------------------------- */

/* Add a row, or raise an existing one to a worse value. passed: found <= most. */
void ad_conform_add(ad_conform *c, const char *check, double found, double most);

/* Call fn for each of ad_fixture_sites that the technique supports; its refusal if it supports
 * none. */
typedef adrop_status ad_conform_fn(ad_conform *c, const ad_site *site);
adrop_status ad_conform_each(ad_conform *c, ad_conform_fn *fn);

struct ad_fixture;
/* ad_fixture_make in the suite's context or, for a number of threads, another; spoiled if
 * requested. */
adrop_status ad_conform_fixture(ad_conform *c, adrop_ctx *ctx, ad_kernel_set set,
                                const ad_site *site, size_t n_shards, struct ad_fixture *b);

/* How many numbers of two arrays differ in their bits; size: bytes of a number. */
double ad_conform_differ(const void *a, const void *b, size_t n, size_t size);

/* The average over n rows of the rows' averages, in units of its standard error. */
double ad_conform_z(const double *average, size_t n);

/* The largest distance between the distribution function of ten million masks of one text and the
 * one stated by another (conform/distribution.c). as_coin: only between 0.05 and 0.95, for limits
 * that are coins. */
adrop_status ad_conform_distance(adrop_ctx *ctx, const char *text, const char *stated, int as_coin,
                                 double *worst);

#endif

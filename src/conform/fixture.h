/* A technique at a site with every array that it may need, filled with normal numbers that are the
 * same in every kernel set, and with parameters away from their initial values. The checks of
 * conform.h run on it.
 *
 *     ad_fixture b;
 *     status = ad_fixture_make(ctx, AD_F64, "advanced", &ad_fixture_sites[1], 1, &b);
 *     ad_dropout_forward(b.d, 0, &b.a);   ...   ad_fixture_free(&b); */
#ifndef AD_CONFORM_FIXTURE_H
#define AD_CONFORM_FIXTURE_H

#include "technique/dropout.h"

enum { AD_FIXTURE_SITES = 4, AD_BED_MOST_ROWS = 33 };

/* A small dense site, an odd dense site, a map at the end of a residual branch, a single unit. */
extern const ad_site ad_fixture_sites[AD_FIXTURE_SITES];

typedef struct ad_fixture {
    ad_dropout *d;
    size_t n, p, width; /* units of x, outputs, units of y */
    ad_call a;          /* arrays owned by the fixture, of the set's real type */
} ad_fixture;

/* The statuses of ad_dropout_create; after a failure there is nothing to free. */
adrop_status ad_fixture_make(adrop_ctx *ctx, ad_kernel_set set, const char *text,
                             const ad_site *site, size_t n_shards, ad_fixture *b);
void ad_fixture_free(ad_fixture *b);

/* Move every parameter by a normal number with standard deviation 0.2. */
adrop_status ad_fixture_stir(ad_dropout *d);

/* One number of an array of the fixture's real type. */
double ad_fixture_get(const ad_fixture *b, const void *array, size_t i);
void ad_fixture_put(const ad_fixture *b, const void *array, size_t i, double value);

#endif

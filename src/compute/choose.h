/* Which implementation of an operation runs.
 *
 * Every operation has one table of its implementations, the best first, the plain engine's
 * reference last. A row says what it can do and points to the operation's functions (ad_norm_impl,
 * ad_pool_impl, ...); the first row that can is taken, once, at create. Rows look at the engine and
 * the spec alone, never at a stopwatch, so that the same machine makes the same choice in every
 * run, and with it the same bits. */
#ifndef AD_COMPUTE_CHOOSE_H
#define AD_COMPUTE_CHOOSE_H

#include "compute/engine.h"

typedef struct ad_choice {
    const char *name;                                 /* what `algorithm` reports */
    int (*can)(const ad_engine *e, const void *spec); /* the operation's spec */
    const void *impl[AD_N_KERNEL_SETS];               /* its functions on each kernel set */
} ad_choice;

/* For impl: AD_OF_EACH_SET (base/kernel.h) of what a *_kernel.c file defines; or this, of what is
 * compiled once. */
#define AD_OF_ALL_SETS(object)                                                                     \
  {                                                                                                \
    &object, &object, &object, &object                                                             \
  }

/* The first of n rows that can; NULL if none can. */
const ad_choice *ad_choose(const ad_choice *table, size_t n, const ad_engine *e, const void *spec);

/* For the last row: can whatever the plain engine is asked. */
int ad_is_plain(const ad_engine *e, const void *spec);

#endif

/* Selects the implementation of an operation.
 *
 * Every operation has one table of implementations, the best first, the plain engine's reference
 * last. A row states what it supports and points to the operation's functions (ad_norm_impl,
 * ad_pool_impl, ...). The first row that supports the spec is chosen, once, at create. Rows look
 * only at the engine and the spec, never at timings, so the same machine makes the same choice in
 * every run, and gives the same bits. */
#ifndef AD_COMPUTE_CHOOSE_H
#define AD_COMPUTE_CHOOSE_H

#include "compute/engine.h"

typedef struct ad_choice {
    const char *name;                                 /* what `algorithm` reports */
    int (*can)(const ad_engine *e, const void *spec); /* the operation's spec */
    const void *impl[AD_N_KERNEL_SETS];               /* its functions for each kernel set */
} ad_choice;

/* For impl: AD_OF_EACH_SET (base/kernel.h) for objects of a *_kernel.c file; this for objects that
 * are compiled once. */
#define AD_OF_ALL_SETS(object)                                                                     \
  {                                                                                                \
    &object, &object, &object, &object                                                             \
  }

/* The first of n rows that supports the spec; NULL if none does. */
const ad_choice *ad_choose(const ad_choice *table, size_t n, const ad_engine *e, const void *spec);

/* For the last row: the plain engine supports everything. */
int ad_is_plain(const ad_engine *e, const void *spec);

#endif

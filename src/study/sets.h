/* The data sets of an experiment. Each is read once; everything planned, timed and trained on it
 * shares its rows, whatever the seed: a run has a view with its own split.
 *
 * What is read depends on the name and, for sets with given splits, on which split. All other data
 * settings belong to the experiment or to the view. */
#ifndef AD_STUDY_SETS_H
#define AD_STUDY_SETS_H

#include <pthread.h>

#include "adrop/data.h"

typedef struct ad_open_set ad_open_set;

/* Begun and ended by one thread; any thread may make views. */
typedef struct ad_sets {
    adrop_ctx *ctx;
    ad_open_set *first;   /* owned, guarded by the lock */
    pthread_mutex_t lock; /* valid if has_lock */
    int has_lock;
} ad_sets;

adrop_status ad_sets_begin(adrop_ctx *ctx, ad_sets *sets);

/* A view of a data set, split as opts say. ctx belongs to the calling thread and uses the allocator
 * of the sets. Free it with adrop_data_free. *out is NULL on failure. */
adrop_status ad_sets_view(ad_sets *sets, adrop_ctx *ctx, const adrop_data_opts *opts,
                          adrop_data **out);

/* Add a data set that is already open. Its rows are shared, and found by its name. */
adrop_status ad_sets_give(ad_sets *sets, const adrop_data *data);

/* Also valid for sets that were never begun (all zero). */
void ad_sets_end(ad_sets *sets);

#endif

/* The data sets of an experiment: each is read once, and its rows are shared by all that is
 * planned, timed and trained on them, whatever their seeds: a run has a view with a split of its
 * own.
 *
 * What is read depends on the name and, for sets that bring their splits, on which of them; all
 * other settings of the data are the experiment's, or belong to the view. */
#ifndef AD_STUDY_SETS_H
#define AD_STUDY_SETS_H

#include <pthread.h>

#include "adrop/data.h"

typedef struct ad_open_set ad_open_set;

/* To be begun and ended by one thread; views are made by any. */
typedef struct ad_sets {
    adrop_ctx *ctx;
    ad_open_set *first;   /* owned, guarded by the lock */
    pthread_mutex_t lock; /* there if has_lock */
    int has_lock;
} ad_sets;

adrop_status ad_sets_begin(adrop_ctx *ctx, ad_sets *sets);

/* A view of a data set, split as opts say. ctx is the calling thread's, with the allocator of the
 * sets' own. Freed with adrop_data_free. *out is NULL after a failure. */
adrop_status ad_sets_view(ad_sets *sets, adrop_ctx *ctx, const adrop_data_opts *opts,
                          adrop_data **out);

/* One more data set, that is open: its rows are shared, found by its name. */
adrop_status ad_sets_give(ad_sets *sets, const adrop_data *data);

/* Sets that were never begun (all zero) are fine. */
void ad_sets_end(ad_sets *sets);

#endif

/* The inside of batches: slots that are filled ahead, and who fills them. */
#ifndef AD_ROWS_BATCHES_H
#define AD_ROWS_BATCHES_H

#include <pthread.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/context.h"
#include "rows/augment.h"
#include "rows/dataset.h"
#include "rows/order.h"

enum { AD_MAX_WORKERS = 64, AD_MAX_AHEAD = 16 };

/* One prepared batch. The arrays are in the batches' memory. */
typedef struct ad_slot {
    size_t n, index;
    float *x;           /* (rows, input size); NULL if rows are sparse */
    ad_sparse sparse;   /* (rows), owned: room for the longest rows of the part; or empty */
    adrop_sparse shown; /* the same, as the public sees it */
    int32_t *labels;    /* (rows), or NULL */
    float *targets;     /* (rows, targets), of sets of classes (rows, classes); or NULL */
    float *weights;     /* (rows), or NULL */
    bool ready;         /* guarded by the lock */
    adrop_status status;
    char message[AD_MESSAGE_SIZE];
} ad_slot;

/* Which rows of a batch are prepared where several processes share them; the others keep their
 * labels, targets and weights, and have no inputs. */
typedef struct ad_share {
    size_t rank, ranks; /* 0 of 1: all rows */
    size_t shards;      /* of a batch, shared among the ranks (base/tree.h); 0: whole batches, by
                           turns */
} ad_share;

/* What a thread needs to prepare batches. */
typedef struct ad_preparer {
    struct adrop_batches *batches;
    adrop_ctx ctx;    /* its own: for messages, and memory while images are decoded */
    uint8_t *decoded; /* a row */
    uint8_t *changed; /* a row */
    float *scratch;   /* of augmentation, and of transforms */
    pthread_t thread;
} ad_preparer;

struct adrop_batches {
    adrop_ctx *ctx; /* the caller's */
    const adrop_data *data;
    adrop_batches_opts opts;
    ad_augment augment;
    ad_share share;
    const uint32_t *rows;     /* (n_rows), ascending; the part's, or others that are not owned */
    size_t n_rows, n_batches; /* of an epoch */
    uint32_t *order;          /* (n_rows), owned */
    ad_keyed *keys;           /* (n_rows), owned: scratch of the sort */
    uint32_t epoch;
    ad_slot *slots; /* (n_slots), owned; batch b is in slot b % n_slots */
    size_t n_slots;
    ad_preparer *preparers; /* (n_preparers), owned */
    size_t n_preparers;
    /* Of a batch that is peeked at: one slot more, and the preparer of the caller's thread. */
    ad_slot *spare;
    ad_preparer *own;
    size_t held;  /* the batch that is in the spare slot before its turn; SIZE_MAX: none */
    void *memory; /* owned: the arrays of slots and preparers */

    /* Guarded by the lock: batches [next, end) of the epoch are still to be begun, and
     * may be while they are below limit; `busy` are being prepared. */
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    size_t next, end, limit, busy;
    bool quit;
    size_t n_started; /* threads */
    bool has_lock;
    pid_t process; /* that started them */

    size_t taken; /* the next batch to hand out; the caller's thread only */
};

/* adrop_batches_create for n of a part's rows, ascending, which must outlive the batches. */
adrop_status ad_batches_of_rows(adrop_ctx *ctx, const adrop_data *data,
                                const adrop_batches_opts *opts, const uint32_t *rows, size_t n,
                                adrop_batches **out);

/* From now on. Begin an epoch after it. */
AD_LAB void ad_batches_share(adrop_batches *b, const ad_share *share);
/* Is batch `index` this rank's, where whole batches are shared? */
int ad_batches_are_mine(const adrop_batches *b, size_t index);

/* batch_fill.c: prepare batch `index` in a slot. Never fails but through the slot's
 * status. */
void ad_batch_fill(ad_preparer *p, size_t index, ad_slot *slot);

/* How many of the threads asked for are of use. Rows that lie in memory are gathered in
 * less time than it takes to hand them from thread to thread, and threads beyond the
 * number of cores take turns with those that compute (docs/training.md). */
static inline size_t ad_batches_workers(const adrop_data *data, unsigned augment, size_t asked)
{
    return augment || data->rows->source.self ? asked : 0;
}

/* workers.c. Start: ADROP_ENOMEM if a thread cannot be had; stop also after that. */
adrop_status ad_workers_start(adrop_batches *b);
void ad_workers_stop(adrop_batches *b);

/* 1 if they run: there are none for rows that are soon gathered, nor in a child that was forked
 * since they were started. */
int ad_workers_are_here(adrop_batches *b);

/* Let them prepare [first, end), and no longer what they were at. */
void ad_workers_halt(adrop_batches *b);
void ad_workers_resume(adrop_batches *b, size_t first, size_t end);

/* Allow batches below limit; wait for batch `index`. Or wait alone: its turn comes later. */
void ad_workers_await(adrop_batches *b, size_t index, size_t limit);
void ad_workers_peek(adrop_batches *b, size_t index);

#endif

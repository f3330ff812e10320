/* The internals of batches: slots that are filled ahead, and the threads that fill them. */
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
    adrop_sparse shown; /* the same, in the public struct */
    int32_t *labels;    /* (rows), or NULL */
    float *targets;     /* (rows, targets), for sets of classes (rows, classes); or NULL */
    float *weights;     /* (rows), or NULL */
    bool ready;         /* guarded by the lock */
    adrop_status status;
    char message[AD_MESSAGE_SIZE];
} ad_slot;

/* The rows of a batch that this process prepares when several processes share them. The others have
 * labels, targets and weights, but no inputs. */
typedef struct ad_share {
    size_t rank, ranks; /* 0 of 1: all rows */
    size_t shards;      /* per batch, shared among the ranks (base/tree.h); 0: ranks take turns at
                           whole batches */
} ad_share;

/* What a thread needs to prepare batches. */
typedef struct ad_preparer {
    struct adrop_batches *batches;
    adrop_ctx ctx;    /* its own: for messages, and memory while images are decoded */
    uint8_t *decoded; /* a row */
    uint8_t *changed; /* a row, augmented */
    float *scratch;   /* for augmentation and transforms */
    pthread_t thread;
} ad_preparer;

struct adrop_batches {
    adrop_ctx *ctx; /* the caller's */
    const adrop_data *data;
    adrop_batches_opts opts;
    ad_augment augment;
    ad_share share;
    const uint32_t *rows;     /* (n_rows), ascending, not owned; of the part, or the caller's */
    size_t n_rows, n_batches; /* per epoch */
    uint32_t *order;          /* (n_rows), owned */
    ad_keyed *keys;           /* (n_rows), owned: scratch of the sort */
    uint32_t epoch;
    ad_slot *slots; /* (n_slots), owned; batch b is in slot b % n_slots */
    size_t n_slots;
    ad_preparer *preparers; /* (n_preparers), owned */
    size_t n_preparers;
    /* For peeking at a batch: one more slot, and the preparer of the caller's thread. */
    ad_slot *spare;
    ad_preparer *own;
    size_t held;  /* the batch in the spare slot, peeked at; SIZE_MAX: none */
    void *memory; /* owned: the arrays of slots and preparers */

    /* Guarded by the lock: batches [next, end) of the epoch are not begun yet; those below
     * limit may be begun; `busy` are being prepared. */
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    size_t next, end, limit, busy;
    bool quit;
    size_t n_started; /* threads */
    bool has_lock;
    pid_t process; /* the process that started them */

    size_t taken; /* the next batch to hand out; the caller's thread only */
};

/* adrop_batches_create for n of a part's rows, ascending, which must outlive the batches. */
adrop_status ad_batches_of_rows(adrop_ctx *ctx, const adrop_data *data,
                                const adrop_batches_opts *opts, const uint32_t *rows, size_t n,
                                adrop_batches **out);

/* Set the share for later batches. The caller begins an epoch afterwards. */
AD_LAB void ad_batches_share(adrop_batches *b, const ad_share *share);
/* Is batch `index` this rank's, if ranks take turns at whole batches? */
int ad_batches_are_mine(const adrop_batches *b, size_t index);

/* batch_fill.c: prepare batch `index` in a slot. Failures go to the slot's status. */
void ad_batch_fill(ad_preparer *p, size_t index, ad_slot *slot);

/* How many of the requested threads help. Gathering rows from memory takes less time than
 * passing them between threads, and threads beyond the number of cores compete with those that
 * compute (docs/training.md). */
static inline size_t ad_batches_workers(const adrop_data *data, unsigned augment, size_t asked)
{
    return augment || data->rows->source.self ? asked : 0;
}

/* workers.c. Start: ADROP_ENOMEM if a thread cannot be created; call stop also after that. */
adrop_status ad_workers_start(adrop_batches *b);
void ad_workers_stop(adrop_batches *b);

/* 1 if workers run: there are none for rows that are quick to gather, nor in a child forked after
 * they were started. */
int ad_workers_are_here(adrop_batches *b);

/* Stop preparing the current batches; prepare [first, end) instead. */
void ad_workers_halt(adrop_batches *b);
void ad_workers_resume(adrop_batches *b, size_t first, size_t end);

/* Allow batches below limit and wait for batch `index`. Peek: wait, do not take it. */
void ad_workers_await(adrop_batches *b, size_t index, size_t limit);
void ad_workers_peek(adrop_batches *b, size_t index);

#endif

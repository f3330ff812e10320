/* Sums over the shards of all ranks, with the bits of one rank (tree.h).
 *
 * A block of n numbers is split into buckets, whose sums can start one after another while the rest
 * is still being computed. A bucket is split into R segments for R ranks. Every rank sends its
 * nodes' numbers of segment k to rank k, which adds them along the tree and sends the result to
 * all. Each rank therefore receives about 2 n numbers, whatever R is, if shards are a multiple of a
 * power of two of ranks, and a few times that otherwise.
 *
 *     ad_reducer_begin(r, shards, blocks, result);    blocks: the sums of this rank's nodes
 *     for each bucket, in the same order on all ranks: ad_reducer_start(r, i);
 *     ad_reducer_wait(r);                             result: the sum over all shards */
#ifndef AD_COMM_REDUCE_H
#define AD_COMM_REDUCE_H

#include "base/tree.h"
#include "comm/comm.h"

typedef struct ad_reducer ad_reducer;

/* Buckets end at end[0] < end[1] < .. = n. shards is the maximum. */
adrop_status ad_reducer_create(adrop_ctx *ctx, adrop_comm *c, size_t shards, int is_double,
                               size_t n_buckets, const size_t *end, ad_reducer **out);
/* NULL is fine. After a failed operation, memory that a transfer may still use is not freed. */
void ad_reducer_free(ad_reducer *r);

/* blocks (nodes of this rank); result may be the first of them. */
void ad_reducer_begin(ad_reducer *r, size_t shards, void *const *blocks, void *result);
void ad_reducer_start(ad_reducer *r, size_t bucket);
adrop_status ad_reducer_wait(ad_reducer *r);

/* Has an operation failed, so that a transfer may still use the blocks? */
int ad_reducer_is_stuck(const ad_reducer *r);

#endif

/* Sums over shards in a fixed order: a binary tree over shard numbers.
 *
 *     sum [lo, hi) = sum [lo, mid) + sum [mid, hi),   mid = lo + the largest power of
 *                                                     two below hi - lo
 *
 * The tree depends on the number of shards alone, so that who computed a shard, and when,
 * cannot matter: later, machines that share the shards give the bits of one machine.
 *
 * Blocks that come one by one, in order, are folded as a binary counter counts: the
 * counter's ones are the complete subtrees, which lie in slots, the largest first. A block
 * is written into the slot behind them; for each carry the last two slots become one. The
 * counter of shard s has at most floor(log2 S) ones, so floor(log2 S) + 1 slots are
 * enough. The sum ends in slot 0, and a single shard is never added to anything.
 *
 *     ad_fold_start(&f);
 *     for each shard: <write the block at ad_fold_place(&f)>; ad_fold_push(&f);
 *     ad_fold_end(&f);    the sum is in f.slot[0] */
#ifndef AD_BASE_FOLD_H
#define AD_BASE_FOLD_H

#include <stddef.h>

enum { AD_FOLD_SLOTS = 32 };

typedef struct ad_fold {
    size_t n;                  /* numbers of a block */
    int is_double;             /* they are double, else float */
    size_t pushed;             /* shards so far */
    void *slot[AD_FOLD_SLOTS]; /* (ad_fold_slots(shards)), blocks of the caller */
} ad_fold;

/* Slots that so many shards need, from 1 to 2^31 of them. */
size_t ad_fold_slots(size_t shards);

void ad_fold_start(ad_fold *f);
/* Where the next shard's block belongs. */
void *ad_fold_place(const ad_fold *f);
void ad_fold_push(ad_fold *f);
void ad_fold_end(ad_fold *f);

/* Push and end in one, for numbers [first, first + n) of the last block alone: so that parts of the
 * sum are ready before the whole block is. Call it for every part once, and neither push nor end
 * after it. */
void ad_fold_close(const ad_fold *f, size_t first, size_t n);

/* The same tree over blocks that are all there, (shards, n): the sum ends in the first
 * block, and the others are spoilt. */
void ad_fold_all(size_t shards, size_t n, double *blocks);

#endif

/* Sums over shards in a fixed order: a binary tree over shard numbers.
 *
 *     sum [lo, hi) = sum [lo, mid) + sum [mid, hi),   mid = lo + the largest power of
 *                                                     two below hi - lo
 *
 * The tree depends only on the number of shards, so it does not matter who computed a shard, or
 * when: machines that share the shards give the bits of one machine.
 *
 * Blocks that arrive one by one, in order, are folded like a binary counter. The ones of the
 * counter are the complete subtrees; they are kept in slots, the largest first. A block is written
 * to the slot after them, and each carry adds the last two slots. The counter of shard s has at
 * most floor(log2 S) ones, so floor(log2 S) + 1 slots are enough. The sum ends in slot 0, and a
 * single shard is never added to anything.
 *
 *     ad_fold_start(&f);
 *     for each shard: <write the block at ad_fold_place(&f)>; ad_fold_push(&f);
 *     ad_fold_end(&f);    the sum is in f.slot[0] */
#ifndef AD_BASE_FOLD_H
#define AD_BASE_FOLD_H

#include <stddef.h>

enum { AD_FOLD_SLOTS = 32 };

typedef struct ad_fold {
    size_t n;                  /* numbers per block */
    int is_double;             /* numbers are double, else float */
    size_t pushed;             /* shards so far */
    void *slot[AD_FOLD_SLOTS]; /* (ad_fold_slots(shards)), blocks owned by the caller */
} ad_fold;

/* Slots needed for this number of shards, 1 to 2^31. */
size_t ad_fold_slots(size_t shards);

void ad_fold_start(ad_fold *f);
/* Where the next shard's block must be written. */
void *ad_fold_place(const ad_fold *f);
void ad_fold_push(ad_fold *f);
void ad_fold_end(ad_fold *f);

/* Push and end in one, for only the numbers [first, first + n) of the last block, so parts of the
 * sum are ready before the whole block is. Call it once for every part; do not call push or end
 * after it. */
void ad_fold_close(const ad_fold *f, size_t first, size_t n);

/* The same tree over blocks that are all present, (shards, n): the sum ends in the first block, and
 * the others are overwritten. */
void ad_fold_all(size_t shards, size_t n, double *blocks);

#endif

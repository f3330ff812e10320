/* One block of memory for arrays that live at different times.
 *
 * A pass through a network makes hundreds of arrays: activations, what forward saves for
 * backward, gradients, scratch. Most are needed for a short while, and which while is known
 * beforehand, since the order of the layers is. So the plan (net.c) gives each array, a piece,
 * its lifetime on a clock of its own,
 *
 *     time i          layer i goes forward
 *     time n          the loss, of n layers
 *     time 2n - i     layer i goes backward
 *
 * from its birth, when it is written, to its death, when it is last read, both included. Where
 * the pieces lie is then decided once: pieces whose lifetimes overlap do not overlap in
 * memory, and all others may. The largest is placed first, each at the lowest place where it
 * fits: not optimal, but near to it for networks, whose large pieces are alike, and the same
 * on every machine. A training step allocates nothing.
 *
 * The lifetimes rest on what layers say of themselves (ad_layer_trait). A layer that reads what
 * it did not say it reads would find another layer's numbers there, silently. Hence, in builds
 * under AddressSanitizer, every piece is followed by a red zone that belongs to no one, and as
 * the clock goes on pieces that are dead or not yet born are poisoned (ad_arena_at): what reads
 * or writes them is stopped at once, with the place. oneDNN's own code is not seen. Other
 * builds do nothing of this. */
#ifndef AD_MODEL_ARENA_H
#define AD_MODEL_ARENA_H

#include <stddef.h>

#include "adrop/context.h"

#if defined __SANITIZE_ADDRESS__
enum { AD_RED_ZONE = 128 }; /* bytes behind every piece */
#else
enum { AD_RED_ZONE = 0 };
#endif

typedef struct ad_piece {
    size_t size; /* bytes */
    size_t birth, death;
    size_t offset; /* set by place; a multiple of AD_ALIGNMENT */
} ad_piece;

/* Place n pieces; *total is the size of the block. */
adrop_status ad_arena_place(adrop_ctx *ctx, size_t n, ad_piece *pieces, size_t *total);

/* It is now `time`: in a block of `total` bytes the n pieces alive may be read and written,
 * and nothing else. */
void ad_arena_at(char *block, size_t total, size_t n, const ad_piece *pieces, size_t time);

/* The whole block may be read and written: before it is given back. NULL is fine. */
void ad_arena_release(char *block, size_t total);

#endif

/* One block of memory for arrays that live at different times.
 *
 * A pass through a network makes hundreds of arrays: activations, what forward saves for
 * backward, gradients, scratch. Most are needed only briefly, and the time is known
 * beforehand, because the order of the layers is. So the plan (net.c) gives each array, a piece,
 * a lifetime on its own clock,
 *
 *     time i          layer i goes forward
 *     time n          the loss, of n layers
 *     time 2n - i     layer i goes backward
 *
 * from its birth, when it is written, to its death, when it is last read, both inclusive. The
 * pieces are then placed once: pieces whose lifetimes overlap do not overlap in
 * memory, and all others may. The largest is placed first, each at the lowest offset where it
 * fits. This is not optimal, but close for networks, whose large pieces have similar sizes, and
 * the same on every machine. A training step allocates nothing.
 *
 * The lifetimes rely on the traits that layers declare (ad_layer_trait). A layer that reads
 * an array without declaring it would silently find another layer's numbers there. Hence, in
 * builds with AddressSanitizer, an unused red zone follows every piece, and pieces
 * that are dead or not yet born are poisoned (ad_arena_at): any access
 * to them stops the program at once and names the place. oneDNN's own code is not checked. Other
 * builds do none of this. */
#ifndef AD_MODEL_ARENA_H
#define AD_MODEL_ARENA_H

#include <stddef.h>

#include "adrop/context.h"

#if defined __SANITIZE_ADDRESS__
enum { AD_RED_ZONE = 128 }; /* bytes after every piece */
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

/* Set the clock to `time`: of a block of `total` bytes only the pieces alive now may be read and
 * written. */
void ad_arena_at(char *block, size_t total, size_t n, const ad_piece *pieces, size_t time);

/* Unpoison the whole block, before it is freed. NULL is fine. */
void ad_arena_release(char *block, size_t total);

#endif

/* One block of memory for arrays that live at different times.
 *
 * A piece is needed from its birth to its death, both included; pieces whose times
 * overlap do not overlap in memory. The largest is placed first, each at the lowest
 * place where it fits. */
#ifndef AD_MODEL_ARENA_H
#define AD_MODEL_ARENA_H

#include <stddef.h>

#include "adrop/context.h"

typedef struct ad_piece {
    size_t size; /* bytes */
    size_t birth, death;
    size_t offset; /* set by place; a multiple of AD_ALIGNMENT */
} ad_piece;

/* Place n pieces; *total is the size of the block. */
adrop_status ad_arena_place(adrop_ctx *ctx, size_t n, ad_piece *pieces, size_t *total);

#endif

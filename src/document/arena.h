/* Memory that is allocated piece by piece and released at once. */
#ifndef AD_DOCUMENT_ARENA_H
#define AD_DOCUMENT_ARENA_H

#include <stddef.h>

#include "adrop/context.h"

typedef struct ad_document_arena_block ad_document_arena_block;

typedef struct ad_document_arena {
    adrop_ctx *ctx;
    ad_document_arena_block *block; /* the newest, owned with those before it */
    adrop_status status;            /* the first failure */
} ad_document_arena;

/* Allocate size zero bytes, aligned for any type; NULL after a failure, which is recorded. */
void *ad_document_arena_take(ad_document_arena *a, size_t size);

/* A copy of a text; NULL for NULL. */
const char *ad_document_arena_text(ad_document_arena *a, const char *text);

void ad_document_arena_release(ad_document_arena *a);

#endif

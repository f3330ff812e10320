/* Memory that is released at once (arena.h). */
#include "document/arena.h"

#include <stdint.h>
#include <string.h>

#include "base/memory.h"

enum { FIRST = 2048, LARGEST = 1 << 20, ALIGNMENT = 16 };

struct ad_document_arena_block {
    ad_document_arena_block *before;
    size_t used, room; /* bytes after this header */
};

static size_t arena_head(void)
{
    return (sizeof(ad_document_arena_block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Add a block, twice as large as the last, with room for size bytes. */
static int add_block(ad_document_arena *a, size_t size)
{
    size_t room = a->block ? 2 * a->block->room : FIRST;
    char *bytes;

    room = room > LARGEST ? LARGEST : room;
    room = room < size ? size : room;
    a->status = AD_NEW(a->ctx, arena_head() + room, "a document", &bytes);
    if (a->status)
        return 0;
    ad_document_arena_block *b = (void *)bytes;
    *b = (ad_document_arena_block){ .before = a->block, .room = room };
    a->block = b;
    return 1;
}

void *ad_document_arena_take(ad_document_arena *a, size_t size)
{
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (a->status)
        return NULL;
    if ((!a->block || a->block->room - a->block->used < size) && !add_block(a, size))
        return NULL;
    void *at = (char *)a->block + arena_head() + a->block->used;
    a->block->used += size;
    return at;
}

const char *ad_document_arena_text(ad_document_arena *a, const char *text)
{
    const size_t size = text ? strlen(text) + 1 : 0;
    char *copy = text ? ad_document_arena_take(a, size) : NULL;

    return copy ? memcpy(copy, text, size) : NULL;
}

void ad_document_arena_release(ad_document_arena *a)
{
    for (ad_document_arena_block *b = a->block, *before; b; b = before) {
        before = b->before;
        ad_free(a->ctx, b);
    }
    a->block = NULL;
}

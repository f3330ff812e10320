/* One block of memory for arrays that live at different times (arena.h): placing the pieces,
 * and guarding them under AddressSanitizer. */
#include "model/arena.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

#if defined __SANITIZE_ADDRESS__
#  include <sanitizer/asan_interface.h>
#endif

/* The memory that a piece takes, including its red zone. */
static size_t footprint(const ad_piece *p)
{
    return ad_round_up(p->size) + AD_RED_ZONE;
}

static int larger_first(const void *a, const void *b)
{
    const ad_piece *x = *(ad_piece *const *)a, *y = *(ad_piece *const *)b;

    if (x->size != y->size)
        return x->size < y->size ? 1 : -1;
    return (x > y) - (x < y);
}

static int by_offset(const void *a, const void *b)
{
    const ad_piece *x = *(ad_piece *const *)a, *y = *(ad_piece *const *)b;

    return (x->offset > y->offset) - (x->offset < y->offset);
}

/* The lowest offset for p that is free of the placed pieces alive at the same time. */
static size_t lowest(const ad_piece *p, size_t n, ad_piece *const *placed, ad_piece **near)
{
    size_t n_near = 0, place = 0;

    for (size_t i = 0; i < n; i++)
        if (placed[i]->birth <= p->death && p->birth <= placed[i]->death)
            near[n_near++] = placed[i];
    qsort(near, n_near, sizeof *near, by_offset);
    for (size_t i = 0; i < n_near; i++) {
        if (near[i]->offset >= place + footprint(p))
            break;
        const size_t end = near[i]->offset + footprint(near[i]);
        place = end > place ? end : place;
    }
    return place;
}

#if !defined NDEBUG
/* Pieces that live at the same time must not overlap, and all must lie in the block. */
static int is_sound(size_t n, const ad_piece *p, size_t total)
{
    for (size_t i = 0; i < n; i++) {
        if (p[i].offset % AD_ALIGNMENT || p[i].offset + footprint(&p[i]) > total)
            return 0;
        for (size_t j = 0; j < i; j++)
            if (p[j].birth <= p[i].death && p[i].birth <= p[j].death &&
                p[j].offset < p[i].offset + footprint(&p[i]) &&
                p[i].offset < p[j].offset + footprint(&p[j]))
                return 0;
    }
    return 1;
}
#endif

adrop_status ad_arena_place(adrop_ctx *ctx, size_t n, ad_piece *pieces, size_t *total)
{
    ad_piece **order;
    adrop_status status = AD_NEW(ctx, 2 * n, "the memory plan", &order);

    if (status)
        return status;
    *total = 0;
    for (size_t i = 0; i < n; i++)
        order[i] = &pieces[i];
    qsort(order, n, sizeof *order, larger_first);
    for (size_t i = 0; i < n; i++) {
        order[i]->offset = lowest(order[i], i, order, order + n);
        const size_t end = order[i]->offset + footprint(order[i]);
        *total = end > *total ? end : *total;
    }
    ad_free(ctx, order);
    assert(is_sound(n, pieces, *total));
    return ADROP_OK;
}

#if defined __SANITIZE_ADDRESS__

void ad_arena_at(char *block, size_t total, size_t n, const ad_piece *pieces, size_t time)
{
    ASAN_POISON_MEMORY_REGION(block, total);
    for (size_t i = 0; i < n; i++)
        if (pieces[i].birth <= time && time <= pieces[i].death) {
            assert(pieces[i].offset + pieces[i].size <= total);
            ASAN_UNPOISON_MEMORY_REGION(block + pieces[i].offset, pieces[i].size);
        }
}

void ad_arena_release(char *block, size_t total)
{
    if (block)
        ASAN_UNPOISON_MEMORY_REGION(block, total);
}

#else

void ad_arena_at(char *block, size_t total, size_t n, const ad_piece *pieces, size_t time)
{
    (void)block, (void)total, (void)n, (void)pieces, (void)time;
}

void ad_arena_release(char *block, size_t total)
{
    (void)block, (void)total;
}

#endif

/* One block of memory for arrays that live at different times (arena.h). */
#include "model/arena.h"

#include <stdlib.h>

#include "base/memory.h"

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

/* The lowest place for p beside those of placed that live at the same time. */
static size_t lowest(const ad_piece *p, size_t n, ad_piece *const *placed, ad_piece **near)
{
    size_t n_near = 0, place = 0;

    for (size_t i = 0; i < n; i++)
        if (placed[i]->birth <= p->death && p->birth <= placed[i]->death)
            near[n_near++] = placed[i];
    qsort(near, n_near, sizeof *near, by_offset);
    for (size_t i = 0; i < n_near; i++) {
        if (near[i]->offset >= place + ad_round_up(p->size))
            break;
        const size_t end = near[i]->offset + ad_round_up(near[i]->size);
        place = end > place ? end : place;
    }
    return place;
}

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
        const size_t end = order[i]->offset + ad_round_up(order[i]->size);
        *total = end > *total ? end : *total;
    }
    ad_free(ctx, order);
    return ADROP_OK;
}

/* Sums over shards by a fixed tree (fold.h). */
#include "base/fold.h"

#include <assert.h>

/* Ones in the counter: the number of subtrees held in slots. */
static size_t ones(size_t count)
{
    size_t n = 0;

    for (; count; count &= count - 1)
        n++;
    return n;
}

size_t ad_fold_slots(size_t shards)
{
    size_t slots = 1;

    while (shards >>= 1)
        slots++;
    return slots;
}

void ad_fold_start(ad_fold *f)
{
    f->pushed = 0;
}

void *ad_fold_place(const ad_fold *f)
{
    const size_t slot = ones(f->pushed);

    assert(slot < AD_FOLD_SLOTS && f->slot[slot]);
    return f->slot[slot];
}

/* slot[i] += slot[i + 1], in [first, end). */
static void join_part(const ad_fold *f, size_t i, size_t first, size_t end)
{
    if (f->is_double) {
        double *left = f->slot[i];
        const double *right = f->slot[i + 1];
        for (size_t k = first; k < end; k++)
            left[k] += right[k];
    } else {
        float *left = f->slot[i];
        const float *right = f->slot[i + 1];
        for (size_t k = first; k < end; k++)
            left[k] += right[k];
    }
}

static void fold_join(const ad_fold *f, size_t i)
{
    join_part(f, i, 0, f->n);
}

void ad_fold_push(ad_fold *f)
{
    size_t last = ones(f->pushed);

    for (size_t carry = f->pushed; carry & 1; carry >>= 1)
        fold_join(f, --last);
    f->pushed++;
    assert(last + 1 == ones(f->pushed));
}

void ad_fold_end(ad_fold *f)
{
    for (size_t last = ones(f->pushed); last > 1; last--)
        fold_join(f, last - 2);
}

void ad_fold_close(const ad_fold *f, size_t first, size_t n)
{
    for (size_t last = ones(f->pushed); last > 0; last--)
        join_part(f, last - 1, first, first + n);
}

void ad_fold_all(size_t shards, size_t n, double *blocks)
{
    for (size_t width = 1; width < shards; width *= 2)
        for (size_t lo = 0; lo + width < shards; lo += 2 * width)
            for (size_t k = 0; k < n; k++)
                blocks[lo * n + k] += blocks[(lo + width) * n + k];
}

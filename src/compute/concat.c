/* Concatenates the channels of several arrays, and splits them again (reorder.h).
 *
 * In each format, y is a list of strips that contain one piece of every array in turn. A strip is a
 * row (plain, blocked) or a position (channels last); a piece is the array's channels there. Both
 * directions are therefore copies of pieces, on any engine. Blocked arrays can be joined if all but
 * the last fill their blocks. */
#include <assert.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "compute/reorder.h"
#include "compute/shape.h"

enum { BLOCK_SIZE = 1 << 16 }; /* bytes of strips per block of a thread */

struct ad_concat {
    ad_engine *e;
    size_t n, strips, strip_size, per_block;
    size_t *piece, *offset; /* (n), bytes; owned */
};

typedef struct {
    const ad_concat *c;
    size_t i;             /* index of the array, in part */
    const void *const *x; /* (n), in join */
    const char *from;
    char *to;
} job;

static adrop_status concat_check(ad_engine *e, size_t n, const ad_desc *in)
{
    ad_desc sum = in[0];
    adrop_status status = ad_shape_check(e, "concat", &sum);

    for (size_t i = 1; i < n && !status; i++) {
        const ad_desc *d = &in[i];
        if ((status = ad_shape_check(e, "concat", d)))
            return status;
        sum.channels += d->channels;
        if (d->rows != sum.rows || d->height != sum.height || d->width != sum.width ||
            d->dtype != sum.dtype || d->format != sum.format)
            return ad_fail(e->ctx, ADROP_ESHAPE,
                           "concat: array %zu differs from the first in more than channels", i + 1);
        if (d->format == AD_BLOCKED && in[i - 1].channels % e->block)
            return ad_fail(e->ctx, ADROP_ESHAPE,
                           "concat: %zu channels do not fill blocks of %zu: use channels last",
                           in[i - 1].channels, e->block);
        status = ad_shape_check(e, "concat", &sum);
    }
    return status;
}

adrop_status ad_concat_create(ad_engine *e, size_t n, const ad_desc *in, ad_concat **out)
{
    ad_concat *c;

    *out = NULL;
    if (n == 0)
        return ad_fail(e->ctx, ADROP_EINVAL, "concat: there are no arrays: give 1 or more");
    adrop_status status = concat_check(e, n, in);
    if (status || (status = AD_NEW(e->ctx, 1, "a concat", &c)))
        return status;
    *c = (ad_concat){ .e = e, .n = n, .strips = in[0].rows };
    if (in[0].format == AD_CHANNELS_LAST)
        c->strips *= in[0].height * in[0].width;
    if ((status = AD_NEW(e->ctx, n, "a concat", &c->piece)) ||
        (status = AD_NEW(e->ctx, n, "a concat", &c->offset))) {
        ad_concat_free(c);
        return status;
    }
    for (size_t i = 0; i < n; i++) {
        c->piece[i] = ad_desc_bytes(&in[i], e->block) / c->strips;
        c->offset[i] = c->strip_size;
        c->strip_size += c->piece[i];
    }
    c->per_block = BLOCK_SIZE / c->strip_size + 1;
    *out = c;
    return ADROP_OK;
}

void ad_concat_free(ad_concat *c)
{
    if (!c)
        return;
    ad_free(c->e->ctx, c->piece);
    ad_free(c->e->ctx, c->offset);
    ad_free(c->e->ctx, c);
}

size_t ad_concat_scratch(const ad_concat *c)
{
    (void)c;
    return 0;
}

static size_t concat_end_of(const ad_concat *c, size_t block)
{
    const size_t end = (block + 1) * c->per_block;

    return end < c->strips ? end : c->strips;
}

/* Copy count pieces of size bytes, from_step and to_step apart. The usual sizes, multiples of a
 * quarter line, are copied inline instead of with a call each. */
static void concat_copy(size_t count, size_t size, const char *from, size_t from_step, char *to,
                        size_t to_step)
{
    if (size % 16 || size > 512) {
        for (size_t s = 0; s < count; s++)
            memcpy(to + s * to_step, from + s * from_step, size);
        return;
    }
    for (size_t s = 0; s < count; s++)
        for (size_t i = 0; i < size; i += 16)
            memcpy(to + s * to_step + i, from + s * from_step + i, 16);
}

static void join_block(void *arg, size_t block)
{
    const job *j = arg;
    const ad_concat *c = j->c;
    const size_t first = block * c->per_block, count = concat_end_of(c, block) - first;

    for (size_t i = 0; i < c->n; i++)
        concat_copy(count, c->piece[i], (const char *)j->x[i] + first * c->piece[i], c->piece[i],
                    j->to + first * c->strip_size + c->offset[i], c->strip_size);
}

static void part_block(void *arg, size_t block)
{
    const job *j = arg;
    const ad_concat *c = j->c;
    const size_t first = block * c->per_block, count = concat_end_of(c, block) - first;

    concat_copy(count, c->piece[j->i], j->from + first * c->strip_size + c->offset[j->i],
                c->strip_size, j->to + first * c->piece[j->i], c->piece[j->i]);
}

static size_t blocks_of(const ad_concat *c)
{
    return (c->strips + c->per_block - 1) / c->per_block;
}

adrop_status ad_concat_join(ad_concat *c, const void *const *x, void *y, void *scratch)
{
    job j = { .c = c, .x = x, .to = y };

    (void)scratch;
    ad_parallel(c->e->threads, blocks_of(c), join_block, &j);
    return ADROP_OK;
}

adrop_status ad_concat_part(ad_concat *c, size_t i, const void *dy, void *dx, void *scratch)
{
    job j = { .c = c, .i = i, .from = dy, .to = dx };

    assert(i < c->n && dx != dy);
    (void)scratch;
    ad_parallel(c->e->threads, blocks_of(c), part_block, &j);
    return ADROP_OK;
}

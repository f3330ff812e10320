/* Decoding all images of a set: files are read one after another, in the order of an
 * archive, and decoded in groups on the context's threads. */
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "data/images_impl.h"

enum { GROUP = 64 };

typedef struct {
    ad_source *source;
    const ad_image_wish *wish;
    size_t *row_of;       /* (n_entries): the row, or SIZE_MAX */
    uint8_t *pixels;      /* (rows, channels, height, width) */
    ad_image_sum *sums;   /* (rows), or NULL */
    size_t n;             /* files in the group */
    ad_bytes file[GROUP]; /* their bytes; the memory is reused */
    size_t entry[GROUP];
    adrop_ctx *own[GROUP]; /* one context per file, for its message */
    adrop_status status[GROUP];
} work;

static void decode_block(void *arg, size_t i)
{
    work *w = arg;
    const size_t size = w->wish->channels * w->wish->height * w->wish->width;
    const size_t row = w->row_of[w->entry[i]];
    char where[AD_PATH_SIZE];

    if (w->sums)
        ad_images_sum_one(w->file[i].data, w->file[i].size, &w->sums[row]);
    w->status[i] = ad_images_decode_one(w->own[i], w->wish,
                                        ad_source_where(w->source, w->entry[i], where),
                                        w->file[i].data, w->file[i].size, w->pixels + row * size);
}

/* Decode the group; the first failure, in the order of the files, is reported. */
static adrop_status flush(work *w)
{
    ad_parallel(w->source->ctx->threads, w->n, decode_block, w);
    for (size_t i = 0; i < w->n; i++)
        if (w->status[i])
            return ad_fail(w->source->ctx, w->status[i], "%s", w->own[i]->message);
    w->n = 0;
    return ADROP_OK;
}

static adrop_status visit(void *arg, size_t entry, ad_stream *s)
{
    work *w = arg;
    ad_bytes *file = &w->file[w->n];

    file->size = 0;
    const adrop_status status = ad_stream_rest(s, AD_MAX_IMAGE_FILE, file);
    if (status)
        return status;
    w->entry[w->n++] = entry;
    return w->n == GROUP ? flush(w) : ADROP_OK;
}

/* Contexts that share the allocator of ctx. */
static adrop_status make_contexts(work *w)
{
    adrop_ctx *ctx = w->source->ctx;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; !status && i < GROUP; i++)
        if (!(status = AD_NEW(ctx, 1, "a context", &w->own[i])))
            *w->own[i] =
                (adrop_ctx){ .allocator = ctx->allocator, .threads = 1, .kernels = ctx->kernels };
    return status;
}

adrop_status ad_images_decode_all(ad_source *source, const ad_image_wish *wish,
                                  const ad_image_item *items, size_t n, uint8_t *pixels,
                                  ad_image_sum *sums)
{
    adrop_ctx *ctx = source->ctx;
    work *w;
    bool *wanted = NULL;
    adrop_status status = AD_NEW(ctx, 1, "decoding", &w);

    if (status)
        return status;
    *w = (work){ .source = source, .wish = wish, .pixels = pixels, .sums = sums };
    if ((status = AD_NEW(ctx, source->n_entries, "decoding", &wanted)) ||
        (status = AD_NEW(ctx, source->n_entries, "decoding", &w->row_of)) ||
        (status = make_contexts(w)))
        goto done;
    for (size_t i = 0; i < n; i++) {
        wanted[items[i].entry] = true;
        w->row_of[items[i].entry] = i;
    }
    if (!(status = ad_source_walk(source, wanted, visit, w)))
        status = flush(w);
done:
    for (size_t i = 0; i < GROUP; i++) {
        ad_bytes_release(ctx, &w->file[i]);
        ad_free(ctx, w->own[i]);
    }
    ad_free(ctx, w->row_of);
    ad_free(ctx, wanted);
    ad_free(ctx, w);
    return status;
}

/* Reading several files of a source at once: expanding is slow, so the context's threads
 * share a folder's files. */
#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "data/source.h"

typedef struct {
    const ad_source *source;
    const size_t *entries; /* (n) */
    ad_bytes *bytes;       /* (n) */
    adrop_ctx *own;        /* (n): one context per file, for its message */
    adrop_status *status;  /* (n) */
} work;

static void read_block(void *arg, size_t i)
{
    const work *w = arg;
    ad_source view = *w->source; /* the same list, another context */

    view.ctx = &w->own[i];
    w->status[i] = ad_source_read(&view, w->entries[i], SIZE_MAX, &w->bytes[i]);
}

adrop_status ad_source_read_many(ad_source *source, const size_t *entries, size_t n,
                                 ad_bytes *bytes)
{
    adrop_ctx *ctx = source->ctx;
    work w = { .source = source, .entries = entries, .bytes = bytes };
    adrop_status status;

    if ((status = AD_NEW(ctx, n, "contexts", &w.own)) ||
        (status = AD_NEW(ctx, n, "contexts", &w.status)))
        goto done;
    for (size_t i = 0; i < n; i++)
        w.own[i] =
            (adrop_ctx){ .allocator = ctx->allocator, .threads = 1, .kernels = ctx->kernels };
    ad_parallel(source->kind == AD_FOLDER ? ctx->threads : 1, n, read_block, &w);
    for (size_t i = 0; i < n && !status; i++)
        if (w.status[i])
            status = ad_fail(ctx, w.status[i], "%s", w.own[i].message);
done:
    ad_free(ctx, w.own);
    ad_free(ctx, w.status);
    return status;
}

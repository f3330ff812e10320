/* The stories of a source's SGML files (sgml.h): files are shared among the context's threads, and
 * their stories put together in the order of the files. */
#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "data/sgml.h"

typedef struct {
    const ad_source *source;
    const ad_bytes *files; /* (n_entries) */
    const bool *wanted;    /* (n_entries) */
    struct {
        adrop_ctx own; /* for its message */
        ad_bytes stories;
        adrop_status status;
    } * said; /* (n_entries), owned */
} work;

static void parse_file(void *arg, size_t i)
{
    const work *w = arg;
    char where[AD_PATH_SIZE];

    if (!w->wanted[i])
        return;
    w->said[i].own = (adrop_ctx){ .allocator = w->source->ctx->allocator, .threads = 1 };
    w->said[i].status = ad_sgml_read(&w->said[i].own, ad_source_where(w->source, i, where),
                                     w->files[i].data ? w->files[i].data : "", w->files[i].size,
                                     &w->said[i].stories);
}

adrop_status ad_sgml_read_files(const ad_source *source, const ad_bytes *files, const bool *wanted,
                                ad_bytes *stories)
{
    adrop_ctx *ctx = source->ctx;
    const size_t n = source->n_entries;
    work w = { .source = source, .files = files, .wanted = wanted };
    adrop_status status = AD_NEW(ctx, n, "files", &w.said);

    if (status)
        return status;
    ad_parallel(adrop_ctx_threads(ctx), n, parse_file, &w);
    for (size_t i = 0; i < n; i++) {
        const ad_bytes *s = &w.said[i].stories;
        if (!status && w.said[i].status)
            status = ad_fail(ctx, w.said[i].status, "%s", w.said[i].own.message);
        if (!status)
            status = ad_bytes_append(ctx, stories, s->data, s->size, "documents");
        ad_bytes_release(ctx, &w.said[i].stories);
    }
    ad_free(ctx, w.said);
    return status;
}

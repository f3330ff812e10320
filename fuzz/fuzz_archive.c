/* Fuzz: files, compressed files and archives: list them, read all that is in them, and
 * find a reader for them by content. */
#include "data_scene.h"

static adrop_status visit(void *arg, size_t entry, ad_stream *stream)
{
    ad_bytes bytes = { 0 };
    const adrop_status status = ad_stream_rest(stream, 1 << 22, &bytes);

    (void)entry;
    ad_bytes_release(arg, &bytes);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    adrop_data_opts opts;
    adrop_ctx *ctx;
    ad_source *source;

    if (adrop_ctx_create(NULL, &ctx))
        abort();
    scene_opts(ctx, "auto", &opts);
    opts.data = scene_write("file", data, size);
    adrop_status status = ad_source_open(ctx, opts.data, 1 << 24, &source);
    if (!status) {
        for (size_t i = 0; i < source->n_entries; i++)
            if (source->entries[i].name[0] == '/' || strstr(source->entries[i].name, "/../"))
                abort();
        status = ad_source_walk(source, NULL, visit, ctx);
    }
    if (status && !*adrop_ctx_message(ctx))
        abort();
    ad_source_free(source);
    if (!status)
        scene_open(ctx, &opts, NULL);
    adrop_ctx_free(ctx);
    return 0;
}

/* Fuzz: files, compressed files and archives in memory: list them and read all contents. One input
 * in SELDOM is also passed to all readers, which unpack it again each time; each reader has its own
 * target. */
#include "data_scene.h"

enum { SELDOM = 64 };

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
    const ad_memory_file file = { "/scene/file", data, size };
    adrop_ctx *ctx = scene_ctx();
    adrop_data_opts opts;
    ad_source *source;
    adrop_status status = ad_source_unpack(ctx, &file, 1 << 24, &source);

    if (!status) {
        for (size_t i = 0; i < source->n_entries; i++)
            if (source->entries[i].name[0] == '/' || strstr(source->entries[i].name, "/../"))
                abort();
        status = ad_source_walk(source, NULL, visit, ctx);
    }
    if (status && !*adrop_ctx_message(ctx))
        abort();
    if (!status && scene_seldom(data, size, SELDOM)) {
        scene_opts(ctx, "auto", &opts);
        opts.data = file.name;
        scene_open(ctx, &opts, source);
    }
    ad_source_free(source);
    return 0;
}

/* For fuzz targets of document readers: the input as a file, and after ==== another; the length of
 * the input selects the settings of documents. */
#ifndef ADROP_FUZZ_TEXT_SCENE_H
#define ADROP_FUZZ_TEXT_SCENE_H

#include "data_scene.h"

static inline void text_scene_try(const char *const *names, ad_source_kind kind, const char *format,
                                  const uint8_t *data, size_t size)
{
    ad_memory_file files[DATA_SCENE_FILES];
    adrop_data_opts opts;
    ad_source *source;
    adrop_ctx *ctx = scene_ctx();
    size_t n = 0;

    scene_opts(ctx, format, &opts);
    opts.data = "/scene";
    opts.multi_label = (int)(size % 2);
    opts.strict = (int)(size / 2 % 2);
    opts.single_topic = (int)(size / 4 % 2);
    if (!strcmp(format, "table") || !strcmp(format, "jsonl"))
        opts.text = size / 4 % 2 ? "2" : "text";
    opts.terms.features = size / 8 % 2 ? "hash:4" : "";
    for (; names[n]; n++) {
        const uint8_t *part;
        files[n].size = scene_part(&data, &size, &part);
        files[n].bytes = part;
        files[n].name = names[n];
    }
    if (ad_source_memory(ctx, opts.data, kind, files, n, 1 << 24, &source))
        abort();
    scene_open(ctx, &opts, source);
    ad_source_free(source);
}

#endif

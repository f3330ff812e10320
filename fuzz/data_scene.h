/* For fuzz targets of data readers: the input as one or several files in memory, read through the
 * byte source of readers. Accepted data must be consistent; refused data must give a message. */
#ifndef ADROP_FUZZ_DATA_SCENE_H
#define ADROP_FUZZ_DATA_SCENE_H

#include "adrop/data.h"
#include "data/opening.h"
#include "data/source.h"
#include "scene.h"

enum { DATA_SCENE_FILES = 8 };

static inline void scene_inspect(adrop_ctx *ctx, const adrop_data *data)
{
    adrop_data_info info;
    adrop_data_describe(data, &info);
    float *x = malloc(info.channels * info.height * info.width * sizeof *x);

    if (!x || !info.rows || info.n_train + info.n_val + info.n_test > info.rows)
        abort();
    for (size_t row = 0; row < info.rows; row++)
        if (info.classes && (adrop_data_label(data, row) < 0 ||
                             (size_t)adrop_data_label(data, row) >= info.classes))
            abort();
    for (size_t c = 0; c < info.classes; c += c < 4 ? 1 : info.classes / 4) /* there may be many */
        if (!adrop_data_class_name(data, c))
            abort();
    if (info.classes && !adrop_data_class_name(data, info.classes - 1))
        abort();
    if (adrop_data_row(ctx, data, 0, x) || adrop_data_row(ctx, data, info.rows - 1, x))
        abort();
    free(x);
}

/* Options for a format; computed once, for the format of the first call. */
static inline void scene_opts(adrop_ctx *ctx, const char *format, adrop_data_opts *opts)
{
    static adrop_data_opts first;
    static const char *of;

    if (!of || strcmp(of, format) != 0) {
        adrop_data_opts_init(opts);
        if (adrop_option_set(ctx, adrop_data_options(), opts, "format", format))
            abort();
        opts->cache_mb = 64;
        if (of)
            return;
        first = *opts;
        of = format;
    }
    *opts = first;
}

/* Open with a task. */
static inline void scene_open(adrop_ctx *ctx, const adrop_data_opts *opts, ad_source *source)
{
    adrop_data *data;
    const adrop_status status = ad_data_open_source(ctx, opts, source, NULL, 0, &data);

    if (!status)
        scene_inspect(ctx, data);
    else if (!*adrop_ctx_message(ctx) || data)
        abort(); /* refused without a message */
    adrop_data_free(data);
}

/* Parts of the input as files with these names, for a reader. The length of the input selects one
 * of three tasks. */
static inline void scene_try(const char *const *names, ad_source_kind kind, const char *format,
                             const uint8_t *data, size_t size)
{
    ad_memory_file files[DATA_SCENE_FILES];
    adrop_data_opts opts;
    ad_source *source;
    adrop_ctx *ctx = scene_ctx();
    size_t n = 0;

    scene_opts(ctx, format, &opts);
    opts.data = "/scene";
    opts.task = ADROP_TASK_AUTO + (int)(size % 3);
    opts.missing = (int)(size / 3 % 4); /* tables: words and all ways to handle missing values */
    opts.class_weights = opts.task == ADROP_CLASSIFICATION ? (int)(size / 12 % 2) : 0;
    if (size / 24 % 2)
        opts.dates = "day";
    if (size / 48 % 2)
        opts.folds = 2, opts.fold = 1;
    if (!strcmp(format, "table") && size / 96 % 2)
        opts.encoding = (int)(size / 192 % 8);
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

/* Fuzz: rows to predict. The first byte selects the network: one trained on a table with two
 * columns, or on documents. The rest is a file in any suitable format: a table with or without
 * names, JSON lines, fastText, one document per line. Accepted rows must have the network's
 * columns. */
#include "data_scene.h"

static adrop_data *learned[2];

/* The training data, read once. */
static void learn(adrop_ctx *ctx)
{
    static const char table[] = "a,b,class\n1,2,x\n3,4,y\n5,6,x\n7,8,y\n9,1,x\n2,3,y\n";
    static const char texts[] =
        "__label__x wheat corn\n__label__y port dock\n__label__x corn farm\n"
        "__label__y dock sea\n__label__x wheat\n__label__y port\n";
    const ad_memory_file files[] = { { "t.csv", table, sizeof table - 1 },
                                     { "t.txt", texts, sizeof texts - 1 } };
    static const char *const formats[] = { "table", "fasttext" };
    adrop_data_opts opts;

    scene_opts(ctx, "auto", &opts); /* the options to keep */
    for (int i = 0; i < 2; i++) {
        ad_source *source;
        scene_opts(ctx, formats[i], &opts);
        opts.data = "/scene/learned";
        if (ad_source_memory(ctx, opts.data, AD_FILE, &files[i], 1, 1 << 20, &source) ||
            ad_data_open_source(ctx, &opts, source, NULL, 0, &learned[i])) {
            fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
            abort();
        }
        ad_source_free(source);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    adrop_data_opts opts;
    adrop_data_info info, of;
    adrop_data *data = NULL;
    adrop_ctx *ctx = scene_ctx();
    ad_source *source;

    if (!size)
        return 0;
    if (!learned[0])
        learn(ctx);
    const adrop_data *from = learned[*bytes % 2];
    scene_opts(ctx, "auto", &opts);
    opts.data = "/scene/inputs";
    const ad_memory_file file = { "inputs", bytes + 1, size - 1 };
    if (ad_source_memory(ctx, opts.data, AD_FILE, &file, 1, 1 << 24, &source))
        abort();
    const adrop_status status = ad_data_open_source(ctx, &opts, source, ad_data_schema(from),
                                                    *bytes / 2 % 2, &data);
    ad_source_free(source);
    if (status) {
        if (!*adrop_ctx_message(ctx) || data)
            abort(); /* refused without a message */
        return 0;
    }
    adrop_data_describe(data, &info);
    adrop_data_describe(from, &of);
    if (info.channels != of.channels || !info.rows)
        abort();
    float *x = malloc(info.channels * info.height * info.width * sizeof *x);
    if (!x || adrop_data_row(ctx, data, info.rows - 1, x))
        abort();
    free(x);
    adrop_data_free(data);
    return 0;
}

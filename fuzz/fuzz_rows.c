/* Fuzz: files of test rows, of a table with eight rows. */
#include "data_scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char text[] = "1,2\n3,4\n5,6\n7,8\n9,1\n2,3\n4,5\n6,7\n";
    const ad_memory_file table = { "table.csv", text, sizeof text - 1 };
    adrop_data_opts opts;
    ad_source *source;
    adrop_data *set;
    adrop_ctx *ctx;

    if (adrop_ctx_create(NULL, &ctx))
        abort();
    scene_opts(ctx, "table", &opts);
    snprintf(opts.test_rows, sizeof opts.test_rows, "%s", scene_write("rows", data, size));
    opts.data = "/scene/table.csv";
    opts.task = ADROP_REGRESSION;
    if (ad_source_memory(ctx, opts.data, AD_FILE, &table, 1, 1 << 20, &source))
        abort();
    if (!ad_data_open_source(ctx, &opts, source, &set)) {
        adrop_data_info info;
        adrop_data_describe(set, &info);
        if (!info.n_test || !info.n_train || info.n_test + info.n_train != 8)
            abort();
    } else if (!*adrop_ctx_message(ctx) || set) {
        abort(); /* refused without a word */
    }
    adrop_data_free(set);
    ad_source_free(source);
    adrop_ctx_free(ctx);
    return 0;
}

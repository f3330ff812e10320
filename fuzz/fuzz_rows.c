/* Fuzz: files of test rows, of a table with eight rows. */
#include "data_scene.h"

static const char *const names[] = { "table.csv", "rows", NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char table[] = "1,2\n3,4\n5,6\n7,8\n9,1\n2,3\n4,5\n6,7\n";
    adrop_ctx *ctx;
    adrop_data *set;
    adrop_data_opts opts;

    adrop_data_opts_init(&opts);
    if (adrop_ctx_create(NULL, &ctx))
        abort();
    snprintf(opts.test_rows, sizeof opts.test_rows, "%s", scene_write(names[1], data, size));
    opts.data = scene_write(names[0], (const uint8_t *)table, strlen(table));
    opts.task = ADROP_REGRESSION;
    if (!adrop_data_open(ctx, &opts, &set)) {
        adrop_data_info info;
        adrop_data_describe(set, &info);
        if (!info.n_test || !info.n_train || info.n_test + info.n_train != 8)
            abort();
    } else if (!*adrop_ctx_message(ctx) || set) {
        abort(); /* refused without a word */
    }
    adrop_data_free(set);
    adrop_ctx_free(ctx);
    scene_remove(names);
    return 0;
}

/* Fuzz: files of test rows, for a table with eight rows that is read once. */
#include "base/memory.h"
#include "data_scene.h"

enum { ROWS = 8 };

static adrop_data *set;
static adrop_data_opts opts;

static void open_table(adrop_ctx *ctx)
{
    static const char text[] = "1,2\n3,4\n5,6\n7,8\n9,1\n2,3\n4,5\n6,7\n";
    const ad_memory_file table = { "table.csv", text, sizeof text - 1 };
    ad_source *source;

    scene_opts(ctx, "table", &opts);
    opts.data = "/scene/table.csv";
    opts.task = ADROP_REGRESSION;
    if (ad_source_memory(ctx, opts.data, AD_FILE, &table, 1, 1 << 20, &source) ||
        ad_data_open_source(ctx, &opts, source, NULL, 0, &set))
        abort();
    ad_source_free(source);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    adrop_ctx *ctx = scene_ctx();
    size_t n = 0;

    if (!set)
        open_table(ctx);
    opts.test_rows = scene_write("rows", data, size);
    if (ad_data_mark_test_rows(set, ctx, &opts)) {
        if (!*adrop_ctx_message(ctx))
            abort(); /* refused without a message */
    } else {
        for (size_t i = 0; i < ROWS; i++)
            n += set->given[i] == ADROP_ROW_TEST;
        if (!n || n == ROWS)
            abort();
    }
    ad_free(ctx, set->given);
    set->given = NULL;
    ad_files_release(ctx, &set->files);
    return 0;
}

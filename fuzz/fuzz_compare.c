/* Fuzz: the folder of a comparison: compare.json, timing.json, then run.json and metrics.jsonl of
 * a run. The comparison itself, of two techniques on a small table, is planned once. What the
 * folder's files say is refused with a sentence, or becomes a table. */
#include "base/file.h"
#include "data_scene.h"
#include "experiment/compare_impl.h"

static adrop_ctx *ctx;
static adrop_compare *comparison;
static char paths[4][AD_PATH_SIZE];

/* In the scene's folder, so that paths in seeds are right: the corpus has to be named by an
 * absolute path. The table is the one of seeds.py, whose checksum is in the seeds. */
static void plan(void)
{
    static char text[256];
    adrop_compare_opts how;
    adrop_data_opts data;
    adrop_train_opts train;
    int n = 0;

    for (int i = 0; i < 16; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%d,%d,%c\n", i % 5, i % 7, "ab"[i % 2]);
    scene_write("t.csv", (const uint8_t *)text, (size_t)n);
    adrop_compare_opts_init(&how);
    adrop_data_opts_init(&data);
    adrop_train_opts_init(&train);
    how.runs = 1;
    train.epochs = 1;
    snprintf(how.out, sizeof how.out, "cmp");
    if (chdir(scene_folder()) || adrop_ctx_create(NULL, &ctx) ||
        !adrop_texts_add(&how.data, "t.csv") || !adrop_texts_add(&how.model, "mlp:2") ||
        !adrop_texts_add(&how.dropout, "none,bernoulli") ||
        adrop_compare_create(ctx, &how, &data, &train, &comparison)) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        abort();
    }
    const char *run = comparison->runs[0].path;
    if (ad_file_make_folders(ctx, how.out) || ad_file_make_folders(ctx, run))
        abort();
    snprintf(paths[0], sizeof paths[0], "%s/compare.json", how.out);
    snprintf(paths[1], sizeof paths[1], "%s/timing.json", how.out);
    snprintf(paths[2], sizeof paths[2], "%s/run.json", run);
    snprintf(paths[3], sizeof paths[3], "%s/metrics.jsonl", run);
}

static void check(adrop_status status)
{
    if (status && !*adrop_ctx_message(ctx))
        abort(); /* refused without a word */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *part;

    if (!comparison)
        plan();
    for (int i = 0; i < 4; i++) {
        const size_t n = scene_part(&data, &size, &part);
        scene_put(paths[i], part, n);
    }
    check(ad_compare_check_folder(comparison));
    check(ad_compare_read_times(comparison));
    const adrop_status status = ad_compare_look(comparison);
    check(status);
    if (!status)
        check(adrop_compare_table(comparison, ADROP_METRIC_LAST));
    return 0;
}

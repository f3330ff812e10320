/* Fuzz: a run directory as read by comparisons and predictions: run.json, then metrics.jsonl.
 * Covers the settings, how inputs were read, and the figures in the metrics. */
#include "data_scene.h"
#include "study/compare_impl.h"
#include "train/inputs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ad_run_figures figures;
    adrop_train_opts train;
    adrop_data_opts opts;
    ad_schema schema = { 0 };
    ad_folder folder;
    adrop_ctx *ctx = scene_ctx();
    const uint8_t *part;
    int found;

    adrop_train_opts_init(&train);
    adrop_data_opts_init(&opts);
    size_t n = scene_part(&data, &size, &part);
    scene_write("run.json", part, n);
    n = scene_part(&data, &size, &part);
    scene_write("metrics.jsonl", part, n);
    adrop_status status = ad_folder_read(ctx, scene_folder(), &folder);
    if (!status && !(status = ad_folder_settings(&folder, &opts, &train)))
        status = ad_inputs_read(&folder, &schema, &found);
    if (status && !*adrop_ctx_message(ctx))
        abort(); /* refused without a message */
    ad_schema_release(&schema, ctx);
    ad_folder_close(&folder);
    if (ad_run_read(ctx, scene_folder(), &figures) && !*adrop_ctx_message(ctx))
        abort();
    return 0;
}

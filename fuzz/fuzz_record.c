/* Fuzz: run.json as read when a run is opened again: the settings, and how inputs were read.
 * Accepted records must be consistent. */
#include <math.h>

#include "data_scene.h"
#include "train/inputs.h"
#include "transform/standardise.h"

static void inspect(const ad_schema *s)
{
    double mean, deviation;

    if (!ad_shape_fits(s->shape) || ad_shape_size(s->inputs.out) != ad_shape_size(s->shape) ||
        s->inputs.n > 1)
        abort();
    for (size_t c = 0; ad_standardise_moments(&s->inputs, c, &mean, &deviation); c++)
        if (!isfinite(mean) || !(deviation > 0))
            abort();
    for (size_t i = 0; i < s->classes.n; i++)
        if (!ad_names_at(&s->classes, i))
            abort();
    if (!s->classes.n != (s->task == ADROP_REGRESSION) || !ad_transforms_invertible(&s->target))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    adrop_data_opts opts;
    adrop_data_opts_init(&opts);
    adrop_train_opts train;
    adrop_train_opts_init(&train);
    ad_schema schema = { 0 };
    ad_folder folder;
    adrop_ctx *ctx = scene_ctx();
    int found = 0;

    scene_write("run.json", data, size);
    adrop_status status = ad_folder_read(ctx, scene_folder(), &folder);
    if (!status && !(status = ad_folder_settings(&folder, &opts, &train)) &&
        !(status = ad_inputs_read(&folder, &schema, &found)) && found)
        inspect(&schema);
    if (status && !*adrop_ctx_message(ctx))
        abort();
    ad_schema_release(&schema, ctx);
    ad_folder_close(&folder);
    return 0;
}

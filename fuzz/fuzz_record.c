/* Fuzz: run.json as a run that is opened again reads it: the settings, and how inputs were
 * read. What is accepted must be consistent. */
#include <math.h>

#include "data_scene.h"
#include "train/inputs.h"

static void inspect(const ad_frame *f)
{
    const char *name = f->classes.data;
    size_t used = 0;

    if (!f->channels || !f->height || !f->width || !f->scale ||
        (f->scale == ADROP_SCALE_STANDARD) != (f->mean && f->deviation))
        abort();
    for (size_t c = 0; f->mean && c < f->channels; c++)
        if (!isfinite(f->mean[c]) || !(f->deviation[c] > 0))
            abort();
    for (size_t i = 0; i < f->n_classes; i++)
        used += strlen(name + used) + 1;
    if (used != f->classes.size || !f->n_classes != (f->task == ADROP_REGRESSION))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = { "run.json", NULL };
    adrop_data_opts opts;
    adrop_data_opts_init(&opts);
    adrop_train_opts train;
    adrop_train_opts_init(&train);
    ad_frame frame = { 0 };
    ad_folder folder;
    adrop_ctx *ctx;
    int found = 0;

    if (adrop_ctx_create(NULL, &ctx))
        abort();
    scene_write(names[0], data, size);
    adrop_status status = ad_folder_read(ctx, scene_folder(), &folder);
    if (!status && !(status = ad_folder_settings(&folder, &opts, &train)) &&
        !(status = ad_inputs_read(&folder, &frame, &found)) && found)
        inspect(&frame);
    if (status && !*adrop_ctx_message(ctx))
        abort();
    ad_frame_release(ctx, &frame);
    ad_folder_close(&folder);
    scene_remove(names);
    adrop_ctx_free(ctx);
    return 0;
}

/* Fuzz: the calibration results of a run, calibration.json. Accepted files have finite scores in
 * ascending order; refused ones must give a message. */
#include <math.h>

#include "base/memory.h"
#include "experiment/calibration.h"
#include "scene.h"

static void inspect(const adrop_calibration *c)
{
    for (size_t k = 0; k < ad_calibration_kinds(c->info.classes); k++)
        for (size_t i = 0; i < c->info.rows; i++)
            if (!isfinite(c->scores[k][i]) || (i && c->scores[k][i] < c->scores[k][i - 1]))
                abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    adrop_calibration c = { 0 };
    adrop_ctx *ctx = scene_ctx();

    c.ctx = ctx;
    scene_write("calibration.json", data, size);
    if (!ad_calibration_read(ctx, scene_folder(), &c))
        inspect(&c);
    else if (!*adrop_ctx_message(ctx))
        abort(); /* refused without a message */
    for (size_t k = 0; k < AD_CALIBRATION_KINDS; k++)
        ad_free(ctx, c.scores[k]);
    return 0;
}

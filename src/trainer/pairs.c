/* R-Drop in training (trainer.h): every row of a batch goes through the network twice in one pass
 * of twice the rows, as rows 2i and 2i + 1, whose noise has different addresses. The loss is in
 * layer/loss_r_drop.c. No state is kept between steps, so resuming is exact. */
#include <string.h>

#include "base/memory.h"
#include "trainer/trainer.h"

adrop_status ad_pairs_create(adrop_trainer *t)
{
    const size_t units = t->info.channels * t->info.height * t->info.width;
    adrop_status status = ADROP_OK;

    if (t->opts.r_drop > 0 &&
        !(status = AD_NEW(t->ctx, 2 * t->opts.batch * units, "pairs of rows", &t->pairs.x)) &&
        !(status = AD_NEW(t->ctx, 2 * t->opts.batch, "pairs of labels", &t->pairs.labels)) &&
        !(status = AD_NEW(t->ctx, 2 * t->opts.batch, "pairs of weights", &t->pairs.weights)))
        status = AD_NEW(t->ctx, t->opts.batch * t->width, "outputs", &t->pairs.outputs);
    return status;
}

void ad_pairs_fill(adrop_trainer *t, const adrop_data_batch *rows, adrop_batch *b)
{
    const size_t units = t->info.channels * t->info.height * t->info.width;

    for (size_t i = 0; i < 2 * rows->n; i++) {
        memcpy(t->pairs.x + i * units, rows->x + i / 2 * units, units * sizeof *t->pairs.x);
        t->pairs.labels[i] = rows->labels[i / 2];
        t->pairs.weights[i] = rows->weights ? rows->weights[i / 2] : 1;
    }
    adrop_batch_train(b, (uint32_t)t->state.step, 2 * rows->n, t->pairs.x, t->pairs.labels);
    b->weights = rows->weights ? t->pairs.weights : NULL;
    b->r_drop = t->opts.r_drop;
}

const float *ad_pairs_outputs(adrop_trainer *t, size_t rows)
{
    const float *both = adrop_model_outputs(t->model);

    for (size_t i = 0; i < rows; i++)
        memcpy(t->pairs.outputs + i * t->width, both + 2 * i * t->width,
               t->width * sizeof *t->pairs.outputs);
    return t->pairs.outputs;
}

/* Losses over rows and threads (loss.h). */
#include "layer/loss.h"

#include <math.h>

#include "base/context.h"
#include "base/parallel.h"

#define LOSS(kind) extern const ad_loss_type ad_loss_##kind;
#include "layer/loss_list.h"
#undef LOSS

const ad_loss_type *ad_loss_at(size_t i)
{
    static const ad_loss_type *const types[] = {
#define LOSS(kind) &ad_loss_##kind,
#include "layer/loss_list.h"
#undef LOSS
    };

    return i < sizeof types / sizeof *types ? types[i] : NULL;
}

adrop_status ad_loss_check(adrop_ctx *ctx, const ad_loss_type *t, const ad_loss_call *c,
                           size_t first_row)
{
    if (t->takes_labels ? !c->labels : !c->targets)
        return ad_fail(ctx, ADROP_EINVAL, "the %s loss needs %s", t->name,
                       t->takes_labels ? "labels" : "targets");
    for (size_t r = 0; t->takes_labels && r < c->rows; r++)
        if (c->labels[r] < 0 || (size_t)c->labels[r] >= c->outputs)
            return ad_fail(ctx, ADROP_EINVAL,
                           "the label of row %zu is %d, and the classes are 0 to %zu",
                           first_row + r, (int)c->labels[r], c->outputs - 1);
    for (size_t i = 0; !t->takes_labels && i < c->rows * c->outputs; i++)
        if (!isfinite(c->targets[i]))
            return ad_fail(ctx, ADROP_EINVAL, "the target of row %zu is not finite",
                           first_row + i / c->outputs);
    for (size_t r = 0; c->weights && r < c->rows; r++)
        if (!(c->weights[r] >= 0 && isfinite(c->weights[r])))
            return ad_fail(ctx, ADROP_EINVAL, "the weight of row %zu is %s: it is 0 or more",
                           first_row + r, AD_NUM((double)c->weights[r]));
    return ADROP_OK;
}

enum { BLOCKS = 64 }; /* of rows, for any number of threads */

typedef struct {
    const ad_loss_type *type;
    const ad_loss_call *call;
    double sum[BLOCKS];
} work;

static void loss_block(void *arg, size_t b)
{
    work *w = arg;
    const ad_loss_call *c = w->call;
    const size_t first = b * c->rows / BLOCKS, end = (b + 1) * c->rows / BLOCKS;

    w->sum[b] = 0;
    for (size_t r = first; r < end; r++)
        if (c->weights)
            w->sum[b] += (double)c->weights[r] *
                         w->type->row(c, r, (double)c->weights[r] / (double)c->batch_rows);
        else
            w->sum[b] += w->type->row(c, r, 1 / (double)c->batch_rows);
}

double ad_loss_run(const ad_loss_type *t, const ad_loss_call *c)
{
    work w = { .type = t, .call = c };
    double sum = 0;

    ad_parallel(c->threads, BLOCKS, loss_block, &w);
    for (size_t b = 0; b < BLOCKS; b++)
        sum += w.sum[b];
    return sum / (double)c->batch_rows;
}

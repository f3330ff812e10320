/* What the two layers that hold a technique share (dropping.h). */
#include "layer/dropping.h"

#include <string.h>

adrop_status ad_dropping_settle(adrop_ctx *ctx, ad_layer *l)
{
    ad_dropout_settings *s = l->settings;
    const ad_desc *in = &l->in[0]->shape;
    const ad_site site = { .rows = s->rows,
                           .channels = in->channels,
                           .height = in->height,
                           .width = in->width,
                           .outputs = s->outputs,
                           .n_train = s->n_train,
                           .layer = l->number,
                           .has_pre = l->n_in > 1 };
    adrop_status status = ad_dropout_plan(ctx, s->kernels, s->text, &site, s->n_shards, &s->drop);

    for (size_t i = 0; !status && i < ad_dropout_n_tensors(s->drop); i++) {
        const ad_tensor *t = ad_dropout_tensor(s->drop, i);
        const ad_param_group group = i < s->drop->plan.params.n ? AD_GROUP_DROPOUT
                                                                : AD_GROUP_BUFFERS;
        status = ad_layer_param(ctx, l, t->name, group, (size_t[]){ t->rows, t->columns, 0 });
    }
    return status;
}

void ad_dropping_free(ad_layer *l)
{
    ad_dropout_settings *s = l->settings;

    ad_dropout_free(s->drop);
}

ad_dropout *ad_dropping_of(const ad_layer *l)
{
    const int holds = l->type->free_settings == ad_dropping_free;

    return holds ? ((const ad_dropout_settings *)l->settings)->drop : NULL;
}

/* The first tensor of a group from `own` on, or a harmless place if there is none. */
static void *first_of(const ad_part *p, void *block, size_t own, ad_param_group group)
{
    for (size_t i = own; i < p->layer->n_params; i++)
        if (p->layer->param[i].group == group)
            return ad_flow_at(p, block, i);
    return block;
}

ad_dropout *ad_dropping_bind(const ad_part *p, const ad_flow *f, size_t own)
{
    const ad_dropout_settings *s = p->layer->settings;

    ad_dropout_bind(s->drop, first_of(p, f->params, own, AD_GROUP_DROPOUT),
                    first_of(p, f->grads, own, AD_GROUP_DROPOUT),
                    first_of(p, f->buffers, own, AD_GROUP_BUFFERS), f->saved, f->scratch);
    return s->drop;
}

ad_arrays ad_dropping_arrays(const ad_part *p, const ad_flow *f)
{
    const int has_pre = p->layer->n_in > 1;

    return (ad_arrays){ .phase = f->phase,
                        .seed = f->seed,
                        .step = f->step,
                        .first_row = f->first_row,
                        .row_numbers = f->row_numbers,
                        .rows = p->rows,
                        .batch_rows = f->batch_rows,
                        .x = f->x[0],
                        .pre = has_pre ? f->x[1] : NULL,
                        .y = f->y,
                        .dy = f->dy,
                        .dx = f->dx[0] ? f->dx[0] : f->dy,
                        .dpre = has_pre ? f->dx[1] : NULL };
}

void ad_dropping_clear(const ad_part *p, const ad_flow *f, size_t own)
{
    const ad_dropout *d = ad_dropping_bind(p, f, own);

    memset(d->grads, 0, d->plan.params.n_reals * ad_dtype_size(p->engine->real));
    if (p->layer->n_in > 1 && f->dx[1])
        memset(f->dx[1], 0, ad_desc_bytes(&p->in[1], 1));
}

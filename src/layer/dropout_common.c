/* What the two layers that hold a technique share (dropout_impl.h). */
#include "layer/dropout_impl.h"

#include <string.h>

const adrop_option ad_dropout_options[] = {
    { .name = "technique",
      .kind = ADROP_OPT_TEXT,
      .offset = offsetof(ad_dropout_settings, technique),
      .text = "advanced",
      .value = "NAME",
      .help = "the technique, as in bernoulli:rate=0.2" },
    { .name = "outputs",
      .kind = ADROP_OPT_COUNT,
      .offset = offsetof(ad_dropout_settings, outputs),
      .max = AD_MOST_UNITS,
      .help = "outputs of the dense layer that follows, or of its own; 0: none" },
    { .name = "branch",
      .kind = ADROP_OPT_COUNT,
      .offset = offsetof(ad_dropout_settings, branch),
      .max = AD_MOST_SIDE,
      .help = "number of the residual branch that ends here, from 1; 0: none" },
    { .name = "branches",
      .kind = ADROP_OPT_COUNT,
      .offset = offsetof(ad_dropout_settings, branches),
      .max = AD_MOST_SIDE,
      .help = "residual branches of the network" },
    { 0 }
};

adrop_status ad_dropout_layer_settle(adrop_ctx *ctx, ad_layer *l)
{
    ad_dropout_settings *s = l->settings;
    const ad_desc *in = &l->in[0]->shape;
    const ad_net_facts *facts = l->facts;
    const ad_site site = { .rows = facts->rows,
                           .channels = in->channels,
                           .height = in->height,
                           .width = in->width,
                           .outputs = s->outputs,
                           .n_train = facts->n_train,
                           .layer = l->number,
                           .has_pre = l->n_in > 1,
                           .branch = s->branch,
                           .branches = s->branches };
    adrop_status status = ad_dropout_plan(ctx, facts->kernels, s->technique, &site, facts->n_shards,
                                          &s->drop);

    for (size_t i = 0; !status && i < ad_dropout_n_tensors(s->drop); i++) {
        const ad_tensor *t = ad_dropout_tensor(s->drop, i);
        const adrop_tensor_group group = i < s->drop->plan.params.n ? ADROP_TENSOR_DROPOUT
                                                                    : ADROP_TENSOR_BUFFERS;
        status = ad_layer_param(ctx, l, t->name, group, (size_t[]){ t->rows, t->columns, 0 });
        if (!status) {
            ad_param *p = &l->param[l->n_params - 1];
            p->by_response = group == ADROP_TENSOR_DROPOUT &&
                             s->drop->traits & AD_LEARNS_BY_RESPONSE && !t->by_optimizer;
            p->together = t->together;
        }
    }
    return status;
}

void ad_dropout_layer_free(ad_layer *l)
{
    ad_dropout_settings *s = l->settings;

    ad_dropout_free(s->drop);
}

ad_dropout *ad_dropout_layer_technique(const ad_layer *l)
{
    return ((const ad_dropout_settings *)l->settings)->drop;
}

/* The first tensor of a group from `own` on; if there is none, the block, which is then unused. */
static void *first_of(const ad_planned_layer *p, void *block, size_t own, adrop_tensor_group group)
{
    for (size_t i = own; i < p->layer->n_params; i++)
        if (p->layer->param[i].group == group)
            return ad_tensor_in(p->engine, p->layer, block, i);
    return block;
}

ad_dropout *ad_dropout_layer_bind(const ad_planned_layer *p, const ad_layer_call *c, size_t own)
{
    const ad_dropout_settings *s = p->layer->settings;

    ad_dropout_bind(s->drop, first_of(p, c->blocks.params, own, ADROP_TENSOR_DROPOUT),
                    first_of(p, c->blocks.grads, own, ADROP_TENSOR_DROPOUT),
                    first_of(p, c->blocks.buffers, own, ADROP_TENSOR_BUFFERS), c->saved,
                    c->scratch);
    return s->drop;
}

ad_call ad_dropout_layer_call(const ad_planned_layer *p, const ad_layer_call *c)
{
    const int has_pre = p->layer->n_in > 1;

    return (ad_call){ .where = c->where,
                      .rows = p->rows,
                      .x = c->x[0],
                      .pre = has_pre ? c->x[1] : NULL,
                      .y = c->y,
                      .dy = c->dy,
                      .dx = c->dx[0] ? c->dx[0] : c->dy,
                      .dpre = has_pre ? c->dx[1] : NULL };
}

void ad_dropout_layer_clear(const ad_planned_layer *p, const ad_layer_call *c, size_t own)
{
    const ad_dropout *d = ad_dropout_layer_bind(p, c, own);

    memset(d->grads, 0, d->plan.params.n_reals * ad_dtype_size(p->engine->real));
    if (p->layer->n_in > 1 && c->dx[1])
        memset(c->dx[1], 0, ad_desc_bytes(&p->in[1], 1));
}

/* Batch normalisation by oneDNN (norm.h), with fused ReLU. ReLU's mask, one bit per element, is the
 * workspace, our `saved`.
 *
 * oneDNN's threads share the sums, so the statistics of a batch, and all that depends on them, may
 * differ in the last bits between one thread and two. */
#include <stddef.h>

#include "base/memory.h"
#include "compute/norm_impl.h"
#include "compute/prim_dnnl.h"

typedef struct {
    ad_prim train, eval, backward;
} state;

enum { BACKWARD_MOST = 10 }; /* arrays of the backward pass; the mask and beta are last */

typedef struct {
    int arg;
    const ad_md *md;
} slot;

static adrop_status norm_dnnl_bind(ad_engine *e, ad_prim *p, const slot *slots, size_t n)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < n && !status; i++)
        status = ad_prim_bind(e, p, slots[i].arg, slots[i].md);
    return status;
}

static adrop_status plan_forward(ad_norm *n, ad_prim *p, dnnl_prop_kind_t kind, unsigned flags)
{
    const ad_md map = ad_dnnl_desc(n->e, &n->spec.in);
    const ad_md vector = ad_dnnl_vector(n->spec.in.channels, dnnl_f32);
    const ad_op op = { .kind = AD_OP_NORM,
                       .prop = kind,
                       .x = &map,
                       .y = &map,
                       .epsilon = (float)n->spec.epsilon,
                       .flags = flags };
    const adrop_status status = ad_prim_create(n->e, &op, "a norm", p);

    if (status)
        return status;
    const ad_md mask = ad_prim_desc(p, dnnl_query_workspace_md, 0);
    const slot slots[] = {
        { DNNL_ARG_SRC, &map },        { DNNL_ARG_SCALE, &vector }, { DNNL_ARG_SHIFT, &vector },
        { DNNL_ARG_DST, &map },        { DNNL_ARG_MEAN, &vector },  { DNNL_ARG_VARIANCE, &vector },
        { DNNL_ARG_WORKSPACE, &mask },
    };
    const int with_mask = kind == dnnl_forward_training && n->spec.relu;
    return norm_dnnl_bind(n->e, p, slots, sizeof slots / sizeof *slots - !with_mask);
}

static adrop_status plan_backward(ad_norm *n, state *s, unsigned flags)
{
    const ad_md map = ad_dnnl_desc(n->e, &n->spec.in);
    const ad_md vector = ad_dnnl_vector(n->spec.in.channels, dnnl_f32);
    const ad_md mask = ad_prim_desc(&s->train, dnnl_query_workspace_md, 0);
    const ad_op op = { .kind = AD_OP_NORM_BACKWARD,
                       .x = &map,
                       .y = &map,
                       .epsilon = (float)n->spec.epsilon,
                       .flags = flags,
                       .hint = s->train.desc };
    const adrop_status status = ad_prim_create(n->e, &op, "a norm", &s->backward);

    if (status)
        return status;
    slot slots[BACKWARD_MOST] = {
        { DNNL_ARG_SRC, &map },           { DNNL_ARG_DIFF_DST, &map },
        { DNNL_ARG_SCALE, &vector },      { DNNL_ARG_MEAN, &vector },
        { DNNL_ARG_VARIANCE, &vector },   { DNNL_ARG_DIFF_SRC, &map },
        { DNNL_ARG_DIFF_SCALE, &vector }, { DNNL_ARG_DIFF_SHIFT, &vector },
    };
    size_t n_slots = BACKWARD_MOST - 2;

    if (n->spec.relu)
        slots[n_slots++] = (slot){ DNNL_ARG_WORKSPACE, &mask };
    if (ad_dnnl_norm_takes_shift)
        slots[n_slots++] = (slot){ DNNL_ARG_SHIFT, &vector };
    return norm_dnnl_bind(n->e, &s->backward, slots, n_slots);
}

static adrop_status norm_dnnl_plan(ad_norm *n)
{
    const unsigned flags = (unsigned)dnnl_use_scale | (unsigned)dnnl_use_shift |
                           (n->spec.relu ? (unsigned)dnnl_fuse_norm_relu : 0);
    state *s;
    adrop_status status = AD_NEW_RAW(n->e->ctx, 1, sizeof *s, "a norm", &n->state);

    if (status)
        return status;
    s = n->state;
    if ((status = plan_forward(n, &s->train, dnnl_forward_training, flags)))
        return status;
    if ((status = plan_forward(n, &s->eval, dnnl_forward_inference,
                               flags | (unsigned)dnnl_use_global_stats)))
        return status;
    if ((status = plan_backward(n, s, flags)))
        return status;
    const size_t sizes[] = { s->train.scratch, s->eval.scratch, s->backward.scratch };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        n->scratch = sizes[i] > n->scratch ? sizes[i] : n->scratch;
    if (n->spec.relu) {
        const ad_md mask = ad_prim_desc(&s->train, dnnl_query_workspace_md, 0);
        n->saved = ad_md_bytes(&mask);
    }
    return ADROP_OK;
}

static void norm_dnnl_release(ad_norm *n)
{
    state *s = n->state;

    if (!s)
        return;
    ad_prim_free(&s->train);
    ad_prim_free(&s->eval);
    ad_prim_free(&s->backward);
    ad_free(n->e->ctx, s);
}

static adrop_status norm_dnnl_train(ad_norm *n, const ad_norm_args *a)
{
    void *const data[] = { (void *)a->x, (void *)a->gamma, (void *)a->beta, a->y,
                           a->mean,      a->var,           a->saved };

    return ad_prim_run(n->e, &((state *)n->state)->train, data, a->scratch);
}

static adrop_status eval(ad_norm *n, const ad_norm_args *a)
{
    void *const data[] = { (void *)a->x, (void *)a->gamma, (void *)a->beta, a->y, a->mean, a->var };

    return ad_prim_run(n->e, &((state *)n->state)->eval, data, a->scratch);
}

static adrop_status norm_dnnl_backward(ad_norm *n, const ad_norm_args *a)
{
    void *data[BACKWARD_MOST] = { (void *)a->x, (void *)a->dy, (void *)a->gamma, a->mean,
                                  a->var,       a->dx,         a->dgamma,        a->dbeta };
    size_t n_data = BACKWARD_MOST - 2;

    if (n->spec.relu)
        data[n_data++] = a->saved;
    if (ad_dnnl_norm_takes_shift)
        data[n_data++] = (void *)a->beta;

    return ad_prim_run(n->e, &((state *)n->state)->backward, data, a->scratch);
}

const ad_norm_impl ad_norm_dnnl = {
    norm_dnnl_plan, norm_dnnl_release, norm_dnnl_train, eval, norm_dnnl_backward, NULL, NULL, NULL
};

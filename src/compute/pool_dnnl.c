/* Pooling by oneDNN (pool.h). The workspace of a maximum, the origin of each value, is our
 * `saved`. */
#include <stddef.h>

#include "base/memory.h"
#include "compute/pool_impl.h"
#include "compute/prim_dnnl.h"

typedef struct {
    ad_prim forward, backward;
} state;

/* For one side: the end padding to give oneDNN so that the windows fit exactly. Negative if they
 * leave an edge uncovered. */
static dnnl_dim_t pad_after(size_t side, size_t out, size_t window, size_t stride, size_t pad)
{
    return (dnnl_dim_t)((out - 1) * stride + window) - (dnnl_dim_t)(side + pad);
}

static adrop_status plan_passes(ad_pool *p, state *s)
{
    const ad_md in = ad_dnnl_desc(p->e, &p->spec.in), out = ad_dnnl_desc(p->e, &p->out);
    const dnnl_dim_t stride = (dnnl_dim_t)p->stride, pad = (dnnl_dim_t)p->spec.pad;
    ad_op op = {
        .kind = AD_OP_POOL,
        .algorithm = p->spec.average ? dnnl_pooling_avg_exclude_padding : dnnl_pooling_max,
        .x = &in,
        .y = &out,
        .window = { (dnnl_dim_t)p->window_h, (dnnl_dim_t)p->window_w },
        .strides = { stride, stride },
        .before = { pad, pad },
        .after = { pad_after(p->spec.in.height, p->out.height, p->window_h, p->stride, p->spec.pad),
                   pad_after(p->spec.in.width, p->out.width, p->window_w, p->stride, p->spec.pad) },
    };
    const adrop_status status = ad_prim_create(p->e, &op, "a pool", &s->forward);

    if (status)
        return status;
    op.kind = AD_OP_POOL_BACKWARD;
    op.hint = s->forward.desc;
    return ad_prim_create(p->e, &op, "a pool", &s->backward);
}

static adrop_status pool_dnnl_bind(ad_pool *p, state *s)
{
    const ad_md in = ad_dnnl_desc(p->e, &p->spec.in), out = ad_dnnl_desc(p->e, &p->out);
    const ad_md where = ad_prim_desc(&s->forward, dnnl_query_workspace_md, 0);
    adrop_status status;

    if ((status = ad_prim_bind(p->e, &s->forward, DNNL_ARG_SRC, &in)) ||
        (status = ad_prim_bind(p->e, &s->forward, DNNL_ARG_DST, &out)) ||
        (status = ad_prim_bind(p->e, &s->backward, DNNL_ARG_DIFF_DST, &out)) ||
        (status = ad_prim_bind(p->e, &s->backward, DNNL_ARG_DIFF_SRC, &in)))
        return status;
    if (p->spec.average)
        return ADROP_OK;
    if ((status = ad_prim_bind(p->e, &s->forward, DNNL_ARG_WORKSPACE, &where)))
        return status;
    p->saved = ad_md_bytes(&where);
    return ad_prim_bind(p->e, &s->backward, DNNL_ARG_WORKSPACE, &where);
}

static adrop_status pool_dnnl_plan(ad_pool *p)
{
    adrop_status status = AD_NEW_RAW(p->e->ctx, 1, sizeof(state), "a pool", &p->state);
    state *s = p->state;

    if (status || (status = plan_passes(p, s)) || (status = pool_dnnl_bind(p, s)))
        return status;
    p->scratch = s->forward.scratch > s->backward.scratch ? s->forward.scratch
                                                          : s->backward.scratch;
    return ADROP_OK;
}

static void pool_dnnl_release(ad_pool *p)
{
    state *s = p->state;

    if (!s)
        return;
    ad_prim_free(&s->forward);
    ad_prim_free(&s->backward);
    ad_free(p->e->ctx, s);
}

static adrop_status pool_dnnl_forward(ad_pool *p, const void *x, void *y, void *saved,
                                      void *scratch)
{
    return ad_prim_run(p->e, &((state *)p->state)->forward, (void *[]){ (void *)x, y, saved },
                       scratch);
}

static adrop_status pool_dnnl_backward(ad_pool *p, const void *dy, const void *saved, void *dx,
                                       void *scratch)
{
    return ad_prim_run(p->e, &((state *)p->state)->backward,
                       (void *[]){ (void *)dy, dx, (void *)saved }, scratch);
}

const ad_pool_impl ad_pool_dnnl = { pool_dnnl_plan, pool_dnnl_release, pool_dnnl_forward,
                                    pool_dnnl_backward };

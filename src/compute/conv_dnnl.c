/* Convolution on oneDNN's engine: the wrapper of its implementations and of our own.
 *
 * A pass has two inputs and one output (x w -> y, dy w -> dx, x dy -> dw). Its implementation
 * determines the layout and number type of each. Where the caller's array differs, a reorder into
 * or out of scratch runs before or after the pass. The packed layout of the weights is that of the
 * forward pass, or that of `like`. It is plain if that pass uses bf16 weights, because the layer's
 * own weights are float and are reordered for each pass anyway.
 *
 * Everything is decided at create. */
#include <stdint.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "compute/conv_dnnl.h"

/* oneDNN's argument names for a pass's arrays, and for bias. */
static const int names[AD_CONV_PASSES][AD_CONV_ARRAYS + 1] = {
    { DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST, DNNL_ARG_BIAS },
    { DNNL_ARG_DIFF_DST, DNNL_ARG_WEIGHTS, DNNL_ARG_DIFF_SRC, 0 },
    { DNNL_ARG_SRC, DNNL_ARG_DIFF_DST, DNNL_ARG_DIFF_WEIGHTS, DNNL_ARG_DIFF_BIAS },
};

/* Plan array i of a pass, from the caller's desc to the required one; *slots counts the bytes for
 * moved arrays, *work is the largest scratch of any part. */
static adrop_status make_slot(ad_conv *c, ad_conv_slot *s, int is_output, const ad_md *have,
                              const ad_md *want, size_t *slots, size_t *work)
{
    if (ad_md_equal(have, want))
        return ADROP_OK;
    const adrop_status status = ad_prim_create_reorder(
        c->e, is_output ? want : have, is_output ? have : want, "a reorder", &s->reorder);

    s->moves = 1;
    s->offset = *slots;
    *slots += ad_round_up(ad_md_bytes(want));
    *work = s->reorder.scratch > *work ? s->reorder.scratch : *work;
    return status;
}

/* Bind the primitive's arrays, and bias if the pass has one. */
static adrop_status conv_dnnl_bind(ad_conv *c, ad_conv_pass pass, const ad_md *const *want)
{
    ad_prim *prim = &c->dnnl->plan[pass].prim;
    adrop_status status = ADROP_OK;

    for (int i = 0; i < AD_CONV_ARRAYS && !status; i++)
        status = ad_prim_bind(c->e, prim, names[pass][i], want[i]);
    if (!status && c->spec.bias && names[pass][AD_CONV_ARRAYS])
        status = ad_prim_bind(c->e, prim, names[pass][AD_CONV_ARRAYS], &c->dnnl->bias);
    return status;
}

static adrop_status make_pass(ad_conv *c, ad_conv_pass pass)
{
    struct ad_conv_dnnl *d = c->dnnl;
    ad_conv_plan *p = &d->plan[pass];
    adrop_status status = ad_conv_settle(c, pass);

    if (status || !c->choice[pass])
        return status;
    const ad_conv_impl *impl = c->impl[pass];
    if (!ad_md_exists(&d->settled)) { /* the first forward pass of the layer */
        d->settled = p->w;
        d->packed = ad_md_type(&p->w) == dnnl_f32 ? p->w : d->oihw;
    }
    const ad_md *const have[AD_CONV_PASSES][AD_CONV_ARRAYS] = { { &d->x, &d->packed, &d->y },
                                                                { &d->y, &d->packed, &d->x },
                                                                { &d->x, &d->y, &d->packed } };
    const ad_md *const want[AD_CONV_PASSES][AD_CONV_ARRAYS] = { { &p->x, &p->w, &p->y },
                                                                { &p->y, &p->w, &p->x },
                                                                { &p->x, &p->y, &p->w } };
    size_t slots = 0, work = impl->scratch ? impl->scratch(&c->shape) : p->prim.scratch;
    for (int i = 0; i < AD_CONV_ARRAYS && !status; i++)
        status = make_slot(c, &p->slot[i], i == AD_CONV_ARRAYS - 1, have[pass][i], want[pass][i],
                           &slots, &work);
    if (!status && !impl->scratch)
        status = conv_dnnl_bind(c, pass, want[pass]);
    for (int i = 0; i < AD_CONV_ARRAYS; i++)
        p->slot[i].offset += ad_round_up(work);
    const size_t scratch = ad_round_up(work) + slots;
    c->scratch = scratch > c->scratch ? scratch : c->scratch;
    return status;
}

static adrop_status make_packing(ad_conv *c)
{
    struct ad_conv_dnnl *d = c->dnnl;
    adrop_status status = ad_prim_create_reorder(c->e, &d->oihw, &d->packed, "a reorder", &d->pack);

    if (!status)
        status = ad_prim_create_reorder(c->e, &d->packed, &d->oihw, "a reorder", &d->unpack);
    if (status)
        return status;
    const size_t bytes = d->pack.scratch > d->unpack.scratch ? d->pack.scratch : d->unpack.scratch;
    c->packed = ad_md_bytes(&d->packed) / sizeof(float);
    return AD_NEW_RAW(c->e->ctx, bytes, 1, "a convolution", &d->pack_scratch);
}

adrop_status ad_conv_dnnl_create(ad_conv *c, const ad_conv *like)
{
    ad_engine *e = c->e;
    adrop_status status = AD_NEW(e->ctx, 1, "a convolution", &c->dnnl);

    if (status)
        return status;
    c->dnnl->x = ad_dnnl_desc(e, &c->spec.in);
    c->dnnl->y = ad_dnnl_desc(e, &c->y);
    c->dnnl->bias = ad_dnnl_vector(c->spec.out, dnnl_f32);
    c->dnnl->oihw = ad_conv_weights_desc(c, dnnl_f32, dnnl_oihw, dnnl_goihw);
    if (like) {
        c->dnnl->settled = like->dnnl->settled;
        c->dnnl->packed = like->dnnl->packed;
    }
    for (int pass = 0; pass < AD_CONV_PASSES && !status; pass++)
        status = make_pass(c, (ad_conv_pass)pass);
    return status ? status : make_packing(c);
}

void ad_conv_dnnl_free(ad_conv *c)
{
    struct ad_conv_dnnl *d = c->dnnl;

    if (!d)
        return;
    for (int pass = 0; pass < AD_CONV_PASSES; pass++) {
        ad_prim_free(&d->plan[pass].prim);
        for (int i = 0; i < AD_CONV_ARRAYS; i++)
            ad_prim_free(&d->plan[pass].slot[i].reorder);
    }
    ad_prim_free(&d->pack);
    ad_prim_free(&d->unpack);
    ad_free(c->e->ctx, d->pack_scratch);
    ad_free(c->e->ctx, d);
}

adrop_status ad_conv_dnnl_pack(ad_conv *c, const void *oihw, void *packed)
{
    memset(packed, 0, c->packed * sizeof(float)); /* padding in some layouts */
    return ad_prim_run(c->e, &c->dnnl->pack, (void *[]){ (void *)(uintptr_t)oihw, packed },
                       c->dnnl->pack_scratch);
}

adrop_status ad_conv_dnnl_unpack(ad_conv *c, const void *packed, void *oihw)
{
    return ad_prim_run(c->e, &c->dnnl->unpack, (void *[]){ (void *)(uintptr_t)packed, oihw },
                       c->dnnl->pack_scratch);
}

/* The pass itself, on arrays in its implementation's layouts. */
static adrop_status compute(ad_conv *c, ad_conv_pass pass, const ad_conv_args *a)
{
    void *const data[] = { (void *)(uintptr_t)a->in[0], (void *)(uintptr_t)a->in[1], a->out,
                           a->bias };

    if (!c->impl[pass]->run[pass])
        return ad_prim_run(c->e, &c->dnnl->plan[pass].prim, data, a->scratch);
    c->impl[pass]->run[pass](&c->shape, a);
    return ADROP_OK;
}

adrop_status ad_conv_dnnl_run(ad_conv *c, ad_conv_pass pass, const ad_conv_args *a)
{
    enum { OUTPUT = AD_CONV_ARRAYS - 1 };
    ad_conv_slot *slot = c->dnnl->plan[pass].slot;
    ad_conv_args moved = *a;
    adrop_status status = ADROP_OK;

    for (int i = 0; i < OUTPUT && !status; i++)
        if (slot[i].moves) {
            void *to = (char *)a->scratch + slot[i].offset;
            moved.in[i] = to;
            status = ad_prim_run(c->e, &slot[i].reorder,
                                 (void *[]){ (void *)(uintptr_t)a->in[i], to }, a->scratch);
        }
    if (slot[OUTPUT].moves)
        moved.out = (char *)a->scratch + slot[OUTPUT].offset;
    if (!status)
        status = compute(c, pass, &moved);
    if (!status && slot[OUTPUT].moves)
        status = ad_prim_run(c->e, &slot[OUTPUT].reorder, (void *[]){ moved.out, a->out },
                             a->scratch);
    return status;
}

/* Convolution by oneDNN, and the frame around our own methods.
 *
 * A pass has two inputs and one output (x w -> y, dy w -> dx, x dy -> dw). Its method
 * says pass layout and number type each of the three must have; where that is not what
 * the caller holds, a reorder into or out of scratch stands before or after it. The
 * packed layout of the weights is the forward method's, in float, or that of `like`.
 *
 * Everything is settled at create. */
#include <stdint.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "compute/conv_dnnl.h"

/* oneDNN's names of a pass's arrays, and of bias. */
static const int names[AD_CONV_PASSES][AD_CONV_ARRAYS + 1] = {
    { DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST, DNNL_ARG_BIAS },
    { DNNL_ARG_DIFF_DST, DNNL_ARG_WEIGHTS, DNNL_ARG_DIFF_SRC, 0 },
    { DNNL_ARG_SRC, DNNL_ARG_DIFF_DST, DNNL_ARG_DIFF_WEIGHTS, DNNL_ARG_DIFF_BIAS },
};

const ad_conv_own *ad_conv_own_of(ad_conv_method method)
{
    return method == AD_CONV_OWN_WINOGRAD ? &ad_conv_winograd
           : method == AD_CONV_GEMM       ? &ad_conv_gemm
           : method == AD_CONV_POSITIONS  ? &ad_conv_positions
           : method == AD_CONV_TAPS       ? &ad_conv_by_taps
                                          : NULL;
}

static adrop_status make_reorder(ad_engine *e, const dnnl_memory_desc_t *from,
                                 const dnnl_memory_desc_t *to, ad_prim *out)
{
    dnnl_primitive_attr_t attr = NULL;
    dnnl_primitive_desc_t desc = NULL;
    dnnl_status_t s = dnnl_primitive_attr_create(&attr);

    if (s == dnnl_success)
        s = dnnl_primitive_attr_set_scratchpad_mode(attr, dnnl_scratchpad_mode_user);
    if (s == dnnl_success)
        s = dnnl_reorder_primitive_desc_create(&desc, from, e->dnnl->engine, to, e->dnnl->engine,
                                               attr);
    dnnl_primitive_attr_destroy(attr);
    adrop_status status = s == dnnl_success ? ad_prim_adopt(e, desc, "a reorder", out)
                                            : ad_dnnl_fail(e->ctx, s, "a reorder");
    if (!status)
        status = ad_prim_bind(e, out, DNNL_ARG_FROM, from);
    if (!status)
        status = ad_prim_bind(e, out, DNNL_ARG_TO, to);
    return status;
}

/* Array i of a pass, from the desc the caller holds to the one that is wanted; *slots
 * counts the bytes moved into, *work the most that any part works in. */
static adrop_status make_slot(ad_conv *c, ad_conv_slot *s, int is_output,
                              const dnnl_memory_desc_t *have, const dnnl_memory_desc_t *want,
                              size_t *slots, size_t *work)
{
    if (dnnl_memory_desc_equal(have, want))
        return ADROP_OK;
    const adrop_status status = make_reorder(c->engine, is_output ? want : have,
                                             is_output ? have : want, &s->reorder);

    s->moves = 1;
    s->offset = *slots;
    *slots += ad_round_up(dnnl_memory_desc_get_size(want));
    *work = s->reorder.scratch > *work ? s->reorder.scratch : *work;
    return status;
}

/* Bind the primitive's arrays, and bias where the pass has one. */
static adrop_status bind(ad_conv *c, ad_conv_pass pass, const dnnl_memory_desc_t *want)
{
    ad_prim *prim = &c->dnnl->plan[pass].prim;
    adrop_status status = ADROP_OK;

    for (int i = 0; i < AD_CONV_ARRAYS && !status; i++)
        status = ad_prim_bind(c->engine, prim, names[pass][i], &want[i]);
    if (!status && c->spec.bias && names[pass][AD_CONV_ARRAYS])
        status = ad_prim_bind(c->engine, prim, names[pass][AD_CONV_ARRAYS], &c->dnnl->bias);
    return status;
}

static adrop_status make_pass(ad_conv *c, ad_conv_pass pass)
{
    struct ad_conv_dnnl *d = c->dnnl;
    ad_conv_plan *p = &d->plan[pass];
    adrop_status status = ad_conv_settle(c, pass);

    if (status || c->method[pass] == AD_CONV_NONE)
        return status;
    const ad_conv_own *own = ad_conv_own_of(c->method[pass]);
    if (!d->packed.ndims) { /* the first forward pass of the layer */
        d->packed = p->w;
        d->packed.data_type = dnnl_f32;
    }
    const dnnl_memory_desc_t have[AD_CONV_PASSES][AD_CONV_ARRAYS] = { { d->x, d->packed, d->y },
                                                                      { d->y, d->packed, d->x },
                                                                      { d->x, d->y, d->packed } };
    const dnnl_memory_desc_t want[AD_CONV_PASSES][AD_CONV_ARRAYS] = { { p->x, p->w, p->y },
                                                                      { p->y, p->w, p->x },
                                                                      { p->x, p->y, p->w } };
    size_t slots = 0, work = own ? own->scratch(&c->shape) : p->prim.scratch;
    for (int i = 0; i < AD_CONV_ARRAYS && !status; i++)
        status = make_slot(c, &p->slot[i], i == AD_CONV_ARRAYS - 1, &have[pass][i], &want[pass][i],
                           &slots, &work);
    if (!status && !own)
        status = bind(c, pass, want[pass]);
    for (int i = 0; i < AD_CONV_ARRAYS; i++)
        p->slot[i].offset += ad_round_up(work);
    const size_t scratch = ad_round_up(work) + slots;
    c->scratch = scratch > c->scratch ? scratch : c->scratch;
    return status;
}

static adrop_status make_packing(ad_conv *c)
{
    struct ad_conv_dnnl *d = c->dnnl;
    adrop_status status = make_reorder(c->engine, &d->oihw, &d->packed, &d->pack);

    if (!status)
        status = make_reorder(c->engine, &d->packed, &d->oihw, &d->unpack);
    if (status)
        return status;
    const size_t bytes = d->pack.scratch > d->unpack.scratch ? d->pack.scratch : d->unpack.scratch;
    c->packed = dnnl_memory_desc_get_size(&d->packed) / sizeof(float);
    return ad_alloc(c->engine->ctx, bytes, 1, "a convolution", &d->pack_scratch);
}

adrop_status ad_conv_dnnl_create(ad_conv *c, const ad_conv *like)
{
    ad_engine *e = c->engine;
    adrop_status status = ad_alloc(e->ctx, 1, sizeof *c->dnnl, "a convolution", &c->dnnl);

    if (status)
        return status;
    c->dnnl->x = ad_dnnl_desc(e, &c->spec.in);
    c->dnnl->y = ad_dnnl_desc(e, &c->y);
    c->dnnl->bias = ad_dnnl_vector(c->spec.out, dnnl_f32);
    c->dnnl->oihw = ad_conv_weights_desc(c, dnnl_f32, dnnl_oihw, dnnl_goihw);
    if (like)
        c->dnnl->packed = like->dnnl->packed;
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
    ad_free(c->engine->ctx, d->pack_scratch);
    ad_free(c->engine->ctx, d);
}

adrop_status ad_conv_dnnl_pack(ad_conv *c, const void *oihw, void *packed)
{
    memset(packed, 0, c->packed * sizeof(float)); /* gaps of layouts that have some */
    return ad_prim_run(c->engine, &c->dnnl->pack, (void *[]){ (void *)(uintptr_t)oihw, packed },
                       c->dnnl->pack_scratch);
}

adrop_status ad_conv_dnnl_unpack(ad_conv *c, const void *packed, void *oihw)
{
    return ad_prim_run(c->engine, &c->dnnl->unpack, (void *[]){ (void *)(uintptr_t)packed, oihw },
                       c->dnnl->pack_scratch);
}

/* The pass itself, on arrays laid out as its method wants them. */
static adrop_status compute(ad_conv *c, ad_conv_pass pass, void *const *at, void *bias,
                            void *scratch)
{
    const ad_conv_own *own = ad_conv_own_of(c->method[pass]);

    if (!own)
        return ad_prim_run(c->engine, &c->dnnl->plan[pass].prim,
                           (void *[]){ at[0], at[1], at[2], bias }, scratch);
    if (pass == AD_CONV_FORWARD)
        own->forward(&c->shape, at[0], at[1], bias, at[2], scratch);
    else if (pass == AD_CONV_DATA)
        own->backward_data(&c->shape, at[0], at[1], at[2], scratch);
    else
        own->backward_weights(&c->shape, at[0], at[1], at[2], bias, scratch);
    return ADROP_OK;
}

adrop_status ad_conv_dnnl_run(ad_conv *c, ad_conv_pass pass, void *const *data, void *bias,
                              void *scratch)
{
    enum { OUTPUT = AD_CONV_ARRAYS - 1 };
    ad_conv_slot *slot = c->dnnl->plan[pass].slot;
    void *at[AD_CONV_ARRAYS];
    adrop_status status = ADROP_OK;

    for (int i = 0; i < AD_CONV_ARRAYS && !status; i++) {
        at[i] = slot[i].moves ? (char *)scratch + slot[i].offset : data[i];
        if (slot[i].moves && i != OUTPUT)
            status = ad_prim_run(c->engine, &slot[i].reorder, (void *[]){ data[i], at[i] },
                                 scratch);
    }
    if (!status)
        status = compute(c, pass, at, c->spec.bias ? bias : NULL, scratch);
    if (!status && slot[OUTPUT].moves)
        status = ad_prim_run(c->engine, &slot[OUTPUT].reorder,
                             (void *[]){ at[OUTPUT], data[OUTPUT] }, scratch);
    return status;
}

/* oneDNN's convolutions: direct, and Winograd with AVX-512 (conv_impl.h).
 *
 * Weights are created with any layout, so that each pass gets the kernel that oneDNN
 * likes best; conv_dnnl.c reorders them where the packed layout differs. Some kernels are
 * no good: reference loops ("ref" in their name), which are a thousand times slower;
 * those on oneDNN's gemm, whose bits depend on the number of threads; Winograd's with an
 * opaque layout of weights. */
#include <string.h>

#include "base/context.h"
#include "compute/conv_dnnl.h"

dnnl_memory_desc_t ad_conv_weights_desc(const ad_conv *c, dnnl_data_type_t type,
                                        dnnl_format_tag_t tag, dnnl_format_tag_t depthwise)
{
    const ad_conv_shape *s = &c->shape;
    const dnnl_dim_t k = (dnnl_dim_t)s->kernel, g = (dnnl_dim_t)s->groups;
    const dnnl_dims_t one = { (dnnl_dim_t)s->out, (dnnl_dim_t)s->in, k, k };
    const dnnl_dims_t many = { g, 1, 1, k, k };
    dnnl_memory_desc_t md = { 0 };

    if (g == 1)
        dnnl_memory_desc_init_by_tag(&md, 4, one, type, tag);
    else
        dnnl_memory_desc_init_by_tag(&md, 5, many, type, depthwise);
    return md;
}

/* oneDNN's description of a pass; weights: their layout, or any. */
static dnnl_status_t describe(const ad_conv *c, const ad_conv_plan *plan, ad_conv_pass pass,
                              dnnl_alg_kind_t algorithm, const dnnl_memory_desc_t *w,
                              dnnl_convolution_desc_t *op)
{
    const dnnl_memory_desc_t *bias = c->spec.bias ? &c->dnnl->bias : NULL;
    const dnnl_dim_t s = (dnnl_dim_t)c->shape.stride, p = (dnnl_dim_t)c->shape.pad;
    const dnnl_dims_t strides = { s, s }, pads = { p, p };

    if (pass == AD_CONV_FORWARD)
        return dnnl_convolution_forward_desc_init(op, dnnl_forward_training, algorithm, &plan->x, w,
                                                  bias, &plan->y, strides, pads, pads);
    if (pass == AD_CONV_DATA)
        return dnnl_convolution_backward_data_desc_init(op, algorithm, &plan->x, w, &plan->y,
                                                        strides, pads, pads);
    return dnnl_convolution_backward_weights_desc_init(op, algorithm, &plan->x, w, bias, &plan->y,
                                                       strides, pads, pads);
}

static const dnnl_memory_desc_t *weights_of(const ad_prim *p, ad_conv_pass pass)
{
    return ad_prim_desc(
        p, pass == AD_CONV_WEIGHTS ? dnnl_query_diff_weights_md : dnnl_query_weights_md, 0);
}

static int is_good(const ad_prim *p, ad_conv_pass pass)
{
    const char *name = ad_prim_name(p);

    return !strstr(name, "ref") && !strstr(name, "gemm") &&
           weights_of(p, pass)->format_kind == dnnl_blocked;
}

/* The plan's primitive, and its weights' layout. ADROP_ECOMPUTE if oneDNN has no good
 * one. */
static adrop_status make_primitive(ad_conv *c, ad_conv_pass pass, dnnl_alg_kind_t algorithm,
                                   const dnnl_memory_desc_t *w)
{
    ad_engine *e = c->e;
    ad_conv_plan *plan = &c->dnnl->plan[pass];
    const dnnl_memory_desc_t any = ad_conv_weights_desc(c, ad_dnnl_type(e->map),
                                                        dnnl_format_tag_any, dnnl_format_tag_any);
    dnnl_convolution_desc_t op, forward;
    dnnl_primitive_desc_t hint = NULL;
    dnnl_status_t s = describe(c, plan, pass, algorithm, w, &op);

    if (s == dnnl_success && pass != AD_CONV_FORWARD) {
        s = describe(c, plan, AD_CONV_FORWARD, algorithm, &any, &forward);
        if (s == dnnl_success)
            s = ad_dnnl_describe(e, &forward, NULL, NULL, &hint);
    }
    adrop_status status = s == dnnl_success
                              ? ad_prim_create(e, &op, hint, "a convolution", &plan->prim)
                              : ad_dnnl_fail(e->ctx, s, "a convolution");
    dnnl_primitive_desc_destroy(hint);
    if (!status && !is_good(&plan->prim, pass)) {
        ad_prim_free(&plan->prim);
        status = ad_fail(e->ctx, ADROP_ECOMPUTE, "oneDNN has no good kernel for a convolution");
    }
    if (!status)
        plan->w = *weights_of(&plan->prim, pass);
    return status;
}

/* With maps of these formats and any weights; forward prefers the layout that `like` has
 * settled. */
static adrop_status try_primitive(ad_conv *c, ad_conv_pass pass, dnnl_alg_kind_t algorithm,
                                  ad_format in, ad_format out)
{
    const dnnl_data_type_t type = pass == AD_CONV_WEIGHTS ? dnnl_f32 : ad_dnnl_type(c->e->map);
    ad_conv_plan *plan = &c->dnnl->plan[pass];
    dnnl_memory_desc_t w = c->dnnl->packed;
    ad_desc x = c->spec.in, y = c->y;
    adrop_status status = ADROP_ECOMPUTE;

    x.format = in;
    y.format = out;
    plan->x = ad_dnnl_desc(c->e, &x);
    plan->y = ad_dnnl_desc(c->e, &y);
    if (pass == AD_CONV_FORWARD && w.ndims) {
        w.data_type = type;
        status = make_primitive(c, pass, algorithm, &w);
    }
    if (status == ADROP_ECOMPUTE) {
        w = ad_conv_weights_desc(c, type, dnnl_format_tag_any, dnnl_format_tag_any);
        status = make_primitive(c, pass, algorithm, &w);
    }
    return status;
}

static adrop_status winograd(ad_conv *c, ad_conv_pass pass)
{
    return try_primitive(c, pass, dnnl_convolution_winograd, AD_BLOCKED, AD_BLOCKED);
}

/* On the maps as they are. */
static adrop_status direct(ad_conv *c, ad_conv_pass pass)
{
    return try_primitive(c, pass, dnnl_convolution_direct, c->spec.in.format, c->spec.out_format);
}

/* An image of few channels stays plain, for its blocks would be mostly padding. */
static adrop_status image(ad_conv *c, ad_conv_pass pass)
{
    return try_primitive(c, pass, dnnl_convolution_direct, AD_PLAIN, AD_BLOCKED);
}

static adrop_status copies(ad_conv *c, ad_conv_pass pass)
{
    return try_primitive(c, pass, dnnl_convolution_direct, AD_BLOCKED, AD_BLOCKED);
}

const ad_conv_impl ad_conv_dnnl_winograd = { .plan = winograd };
const ad_conv_impl ad_conv_dnnl_direct = { .plan = direct };
const ad_conv_impl ad_conv_dnnl_image = { .plan = image };
const ad_conv_impl ad_conv_dnnl_copies = { .plan = copies };

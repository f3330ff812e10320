/* oneDNN's convolutions: direct, and Winograd with AVX-512 (conv_impl.h).
 *
 * Weights are created with any layout, so that each pass gets oneDNN's preferred kernel;
 * conv_dnnl.c reorders them if the packed layout differs. Some kernels are rejected: reference
 * loops ("ref" in their name), which are a thousand times slower; kernels on oneDNN's gemm, whose
 * bits depend on the number of threads; and Winograd kernels with an opaque weight layout. */
#include <string.h>

#include "base/context.h"
#include "compute/conv_dnnl.h"

ad_md ad_conv_weights_desc(const ad_conv *c, dnnl_data_type_t type, dnnl_format_tag_t tag,
                           dnnl_format_tag_t depthwise)
{
    const ad_conv_shape *s = &c->shape;
    const dnnl_dim_t k = (dnnl_dim_t)s->kernel, g = (dnnl_dim_t)s->groups;
    const dnnl_dims_t one = { (dnnl_dim_t)s->out, (dnnl_dim_t)s->in, k, k };
    const dnnl_dims_t many = { g, 1, 1, k, k };

    return g == 1 ? ad_md_by_tag(4, one, type, tag) : ad_md_by_tag(5, many, type, depthwise);
}

/* A pass as an operation; weights: their layout, or any. */
static ad_op conv_primitive_dnnl_describe(const ad_conv *c, const ad_conv_plan *plan,
                                          ad_conv_pass pass, dnnl_alg_kind_t algorithm,
                                          const ad_md *w)
{
    static const ad_op_kind kinds[AD_CONV_PASSES] = { AD_OP_CONV, AD_OP_CONV_DATA,
                                                      AD_OP_CONV_WEIGHTS };
    const dnnl_dim_t s = (dnnl_dim_t)c->shape.stride, p = (dnnl_dim_t)c->shape.pad;

    return (ad_op){ .kind = kinds[pass],
                    .algorithm = algorithm,
                    .x = &plan->x,
                    .weights = w,
                    .bias = c->spec.bias && pass != AD_CONV_DATA ? &c->dnnl->bias : NULL,
                    .y = &plan->y,
                    .strides = { s, s },
                    .before = { p, p },
                    .after = { p, p } };
}

static ad_md weights_of(const ad_prim *p, ad_conv_pass pass)
{
    return ad_prim_desc(
        p, pass == AD_CONV_WEIGHTS ? dnnl_query_diff_weights_md : dnnl_query_weights_md, 0);
}

static int is_good(const ad_prim *p, const ad_md *weights)
{
    const char *name = ad_prim_name(p);

    return !strstr(name, "ref") && !strstr(name, "gemm") && ad_md_is_blocked(weights);
}

/* Are there weights that only meet padding, and whose gradient oneDNN would not write? */
static int forgets_taps(const ad_conv *c, ad_conv_pass pass)
{
    const ad_conv_shape *s = &c->shape;
    const size_t side = s->height < s->width ? s->height : s->width;

    return ad_dnnl_forgets_taps && pass == AD_CONV_WEIGHTS && side + s->pad < s->kernel;
}

/* The plan's primitive, and its weight layout. ADROP_ECOMPUTE if oneDNN has no good one. */
static adrop_status make_primitive(ad_conv *c, ad_conv_pass pass, dnnl_alg_kind_t algorithm,
                                   const ad_md *w)
{
    ad_engine *e = c->e;
    ad_conv_plan *plan = &c->dnnl->plan[pass];
    const ad_md any = ad_conv_weights_desc(c, ad_dnnl_type(e->map), dnnl_format_tag_any,
                                           dnnl_format_tag_any);
    ad_op op = conv_primitive_dnnl_describe(c, plan, pass, algorithm, w);

    if (forgets_taps(c, pass))
        return ad_fail(e->ctx, ADROP_ECOMPUTE, "oneDNN has no good kernel for a convolution");
    if (pass != AD_CONV_FORWARD) {
        const ad_op forward = conv_primitive_dnnl_describe(c, plan, AD_CONV_FORWARD, algorithm,
                                                           &any);
        const dnnl_status_t s = ad_dnnl_describe(e, &forward, NULL, &op.hint);
        if (s != dnnl_success)
            return ad_dnnl_fail(e->ctx, s, "a convolution");
    }
    adrop_status status = ad_prim_create(e, &op, "a convolution", &plan->prim);
    dnnl_primitive_desc_destroy(op.hint);
    if (status)
        return status;
    plan->w = weights_of(&plan->prim, pass);
    if (!is_good(&plan->prim, &plan->w)) {
        ad_prim_free(&plan->prim);
        status = ad_fail(e->ctx, ADROP_ECOMPUTE, "oneDNN has no good kernel for a convolution");
    }
    return status;
}

/* With maps in these formats and any weights; forward prefers the layout that `like` has chosen. */
static adrop_status try_primitive(ad_conv *c, ad_conv_pass pass, dnnl_alg_kind_t algorithm,
                                  ad_format in, ad_format out)
{
    const dnnl_data_type_t type = pass == AD_CONV_WEIGHTS ? dnnl_f32 : ad_dnnl_type(c->e->map);
    ad_conv_plan *plan = &c->dnnl->plan[pass];
    ad_md w = c->dnnl->settled;
    ad_desc x = c->spec.in, y = c->y;
    adrop_status status = ADROP_ECOMPUTE;

    x.format = in;
    y.format = out;
    plan->x = ad_dnnl_desc(c->e, &x);
    plan->y = ad_dnnl_desc(c->e, &y);
    if (pass == AD_CONV_FORWARD && ad_md_exists(&w) && ad_md_type(&w) == type)
        status = make_primitive(c, pass, algorithm, &w);
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

/* On the maps in their own formats. */
static adrop_status direct(ad_conv *c, ad_conv_pass pass)
{
    return try_primitive(c, pass, dnnl_convolution_direct, c->spec.in.format, c->spec.out_format);
}

/* An image with few channels stays plain, because its blocks would be mostly padding. */
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

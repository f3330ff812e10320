/* The layouts of our own convolutions (conv_impl.h) as oneDNN descs, so its reorders can run before
 * and after them. All are float. */
#include "compute/conv_dnnl.h"

static ad_md in_format(const ad_conv *c, const ad_desc *map, ad_format format)
{
    ad_desc d = *map;

    d.dtype = AD_DATA_F32;
    d.format = format;
    return ad_dnnl_desc(c->e, &d);
}

adrop_status ad_conv_layout_blocked(ad_conv *c, ad_conv_pass pass)
{
    ad_conv_plan *plan = &c->dnnl->plan[pass];

    plan->x = in_format(c, &c->spec.in, AD_BLOCKED);
    plan->y = in_format(c, &c->y, AD_BLOCKED);
    plan->w = ad_conv_weights_desc(c, dnnl_f32, dnnl_OIhw8i8o, dnnl_format_tag_undef);
    return ADROP_OK;
}

/* (height, width, rows, channels), with the row stride of ad_conv_positions. */
static ad_md by_position(const ad_desc *map)
{
    const size_t row = ad_conv_positions_row(map->channels);
    const dnnl_dims_t dims = { (dnnl_dim_t)map->rows, (dnnl_dim_t)map->channels,
                               (dnnl_dim_t)map->height, (dnnl_dim_t)map->width };
    const dnnl_dims_t strides = { (dnnl_dim_t)row, 1, (dnnl_dim_t)(map->width * map->rows * row),
                                  (dnnl_dim_t)(map->rows * row) };

    return ad_md_by_strides(4, dims, dnnl_f32, strides);
}

/* (kernel, kernel, in, out), with the same row stride. */
static ad_md weights_apart(const ad_conv_shape *s)
{
    const size_t row = ad_conv_positions_row(s->out);
    const dnnl_dim_t k = (dnnl_dim_t)s->kernel;
    const dnnl_dims_t dims = { (dnnl_dim_t)s->out, (dnnl_dim_t)s->in, k, k };
    const dnnl_dims_t strides = { 1, (dnnl_dim_t)row, (dnnl_dim_t)(s->kernel * s->in * row),
                                  (dnnl_dim_t)(s->in * row) };

    return ad_md_by_strides(4, dims, dnnl_f32, strides);
}

adrop_status ad_conv_layout_channels_last(ad_conv *c, ad_conv_pass pass)
{
    ad_conv_plan *plan = &c->dnnl->plan[pass];

    plan->x = in_format(c, &c->spec.in, AD_CHANNELS_LAST);
    plan->y = in_format(c, &c->y, AD_CHANNELS_LAST);
    plan->w = ad_conv_weights_desc(c, dnnl_f32, dnnl_hwio, dnnl_hwigo);
    return ADROP_OK;
}

adrop_status ad_conv_layout_positions(ad_conv *c, ad_conv_pass pass)
{
    ad_conv_plan *plan = &c->dnnl->plan[pass];

    plan->x = by_position(&c->spec.in);
    plan->y = by_position(&c->y);
    plan->w = weights_apart(&c->shape);
    return ADROP_OK;
}

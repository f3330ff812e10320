/* Arrays and operations of oneDNN 2.x (version_dnnl.h). */
#include "compute/version_dnnl.h"

ad_md ad_md_by_tag(int n_dims, const dnnl_dims_t dims, dnnl_data_type_t type, dnnl_format_tag_t tag)
{
    ad_md md = { 0 };

    dnnl_memory_desc_init_by_tag(&md.desc, n_dims, dims, type, tag);
    return md;
}

ad_md ad_md_by_strides(int n_dims, const dnnl_dims_t dims, dnnl_data_type_t type,
                       const dnnl_dims_t strides)
{
    ad_md md = { 0 };

    dnnl_memory_desc_init_by_strides(&md.desc, n_dims, dims, type, strides);
    return md;
}

ad_md ad_md_query(dnnl_primitive_desc_t desc, dnnl_query_t what, int index)
{
    const dnnl_memory_desc_t *found = dnnl_primitive_desc_query_md(desc, what, index);

    return found ? (ad_md){ *found } : (ad_md){ 0 };
}

int ad_md_exists(const ad_md *d)
{
    return d->desc.ndims > 0;
}

int ad_md_equal(const ad_md *a, const ad_md *b)
{
    return dnnl_memory_desc_equal(&a->desc, &b->desc);
}

size_t ad_md_bytes(const ad_md *d)
{
    return dnnl_memory_desc_get_size(&d->desc);
}

dnnl_data_type_t ad_md_type(const ad_md *d)
{
    return d->desc.data_type;
}

int ad_md_is_blocked(const ad_md *d)
{
    return d->desc.format_kind == dnnl_blocked;
}

dnnl_status_t ad_md_memory(const ad_md *d, dnnl_engine_t engine, dnnl_memory_t *out)
{
    return dnnl_memory_create(out, &d->desc, engine, DNNL_MEMORY_NONE);
}

/* oneDNN's structs of operations; each can create a primitive desc. */
typedef union {
    dnnl_convolution_desc_t conv;
    dnnl_matmul_desc_t product;
    dnnl_binary_desc_t sum;
    dnnl_batch_normalization_desc_t norm;
    dnnl_pooling_desc_t pool;
} any_op;

static dnnl_status_t version2_dnnl_describe(const ad_op *op, any_op *out)
{
    const dnnl_memory_desc_t *x = &op->x->desc, *y = &op->y->desc;
    const dnnl_memory_desc_t *w = op->weights ? &op->weights->desc : NULL;
    const dnnl_memory_desc_t *b = op->bias ? &op->bias->desc : NULL;

    switch (op->kind) {
    case AD_OP_CONV:
        return dnnl_convolution_forward_desc_init(&out->conv, dnnl_forward_training, op->algorithm,
                                                  x, w, b, y, op->strides, op->before, op->after);
    case AD_OP_CONV_DATA:
        return dnnl_convolution_backward_data_desc_init(&out->conv, op->algorithm, x, w, y,
                                                        op->strides, op->before, op->after);
    case AD_OP_CONV_WEIGHTS:
        return dnnl_convolution_backward_weights_desc_init(&out->conv, op->algorithm, x, w, b, y,
                                                           op->strides, op->before, op->after);
    case AD_OP_PRODUCT:
        return dnnl_matmul_desc_init(&out->product, x, w, NULL, y);
    case AD_OP_SUM:
        return dnnl_binary_desc_init(&out->sum, dnnl_binary_add, x, x, y);
    case AD_OP_NORM:
        return dnnl_batch_normalization_forward_desc_init(&out->norm, op->prop, x, op->epsilon,
                                                          op->flags);
    case AD_OP_NORM_BACKWARD:
        return dnnl_batch_normalization_backward_desc_init(&out->norm, dnnl_backward, y, x,
                                                           op->epsilon, op->flags);
    case AD_OP_POOL:
        return dnnl_pooling_forward_desc_init(&out->pool, dnnl_forward_training, op->algorithm, x,
                                              y, op->strides, op->window, op->before, op->after);
    case AD_OP_POOL_BACKWARD:
        return dnnl_pooling_backward_desc_init(&out->pool, op->algorithm, x, y, op->strides,
                                               op->window, op->before, op->after);
    case AD_OP_REORDER:
        break;
    }
    return dnnl_invalid_arguments;
}

/* The first that is not refused; *out is NULL if there is none. */
static dnnl_status_t fetch(dnnl_primitive_desc_iterator_t all, ad_refuse *refuse,
                           dnnl_primitive_desc_t *out)
{
    dnnl_status_t status = dnnl_success;

    while (status == dnnl_success) {
        *out = dnnl_primitive_desc_iterator_fetch(all);
        if (!*out)
            return dnnl_out_of_memory;
        if (!refuse || !refuse(*out))
            return dnnl_success;
        dnnl_primitive_desc_destroy(*out);
        *out = NULL;
        status = dnnl_primitive_desc_iterator_next(all);
    }
    return status;
}

dnnl_status_t ad_op_desc(const ad_op *op, dnnl_engine_t engine, dnnl_primitive_attr_t attr,
                         ad_refuse *refuse, dnnl_primitive_desc_t *out)
{
    dnnl_primitive_desc_iterator_t all = NULL;
    any_op any;

    *out = NULL;
    if (op->kind == AD_OP_REORDER) /* reorders are never refused */
        return dnnl_reorder_primitive_desc_create(out, &op->x->desc, engine, &op->y->desc, engine,
                                                  attr);
    dnnl_status_t status = version2_dnnl_describe(op, &any);
    if (status == dnnl_success)
        status = dnnl_primitive_desc_iterator_create(&all, &any, attr, engine, op->hint);
    if (status == dnnl_success)
        status = fetch(all, refuse, out);
    dnnl_primitive_desc_iterator_destroy(all);
    return status == dnnl_iterator_ends ? dnnl_unimplemented : status;
}

const int ad_dnnl_has_winograd = 1;
const int ad_dnnl_norm_takes_shift = 1;
const int ad_dnnl_forgets_taps = 0;

const ad_isa ad_dnnl_isas[] = {
    { dnnl_cpu_isa_sse41, "sse41", 0, 0, 0 },
    { dnnl_cpu_isa_avx, "avx", 0, 0, 0 },
    { dnnl_cpu_isa_avx2, "avx2", 0, 0, 0 },
    { dnnl_cpu_isa_avx2_vnni, "avx2_vnni", 0, 0, 0 },
    { dnnl_cpu_isa_avx512_core, "avx512_core", 1, 0, 0 },
    { dnnl_cpu_isa_avx512_core_vnni, "avx512_core_vnni", 1, 0, 0 },
    { dnnl_cpu_isa_avx512_core_bf16, "avx512_core_bf16", 1, 1, 0 },
    { dnnl_cpu_isa_avx512_core_amx, "avx512_core_amx", 1, 1, 1 },
};
const size_t ad_n_dnnl_isas = sizeof ad_dnnl_isas / sizeof *ad_dnnl_isas;

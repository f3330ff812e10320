/* Arrays and operations of oneDNN 3.x (version_dnnl.h).
 *
 * An ad_md holds the bytes of a oneDNN object, which exists only while a call needs it. */
#include <stdint.h>

#include "compute/version_dnnl.h"

/* The bytes of a oneDNN object. */
static ad_md version3_dnnl_keep(const_dnnl_memory_desc_t desc)
{
    ad_md md = { 0 };
    size_t size = 0;

    if (!desc || dnnl_memory_desc_get_blob(NULL, &size, desc) != dnnl_success ||
        size > sizeof md.blob || dnnl_memory_desc_get_blob(md.blob, &size, desc) != dnnl_success)
        return (ad_md){ 0 };
    md.size = size;
    return md;
}

/* The same for an object that is then destroyed. */
static ad_md version3_dnnl_take(dnnl_status_t status, dnnl_memory_desc_t desc)
{
    const ad_md md = version3_dnnl_keep(status == dnnl_success ? desc : NULL);

    if (status == dnnl_success)
        dnnl_memory_desc_destroy(desc);
    return md;
}

/* oneDNN's object for an array, which the caller destroys; NULL if there is no array. */
static dnnl_memory_desc_t object(const ad_md *d)
{
    dnnl_memory_desc_t desc = NULL;

    if (!d || !d->size || dnnl_memory_desc_create_with_blob(&desc, d->blob) != dnnl_success)
        return NULL;
    return desc;
}

ad_md ad_md_by_tag(int n_dims, const dnnl_dims_t dims, dnnl_data_type_t type, dnnl_format_tag_t tag)
{
    dnnl_memory_desc_t desc = NULL;
    const dnnl_status_t status = dnnl_memory_desc_create_with_tag(&desc, n_dims, dims, type, tag);

    return version3_dnnl_take(status, desc);
}

ad_md ad_md_by_strides(int n_dims, const dnnl_dims_t dims, dnnl_data_type_t type,
                       const dnnl_dims_t strides)
{
    dnnl_memory_desc_t desc = NULL;
    const dnnl_status_t status = dnnl_memory_desc_create_with_strides(&desc, n_dims, dims, type,
                                                                      strides);

    return version3_dnnl_take(status, desc);
}

ad_md ad_md_query(dnnl_primitive_desc_t desc, dnnl_query_t what, int index)
{
    return version3_dnnl_keep(dnnl_primitive_desc_query_md(desc, what, index));
}

int ad_md_exists(const ad_md *d)
{
    return d->size > 0;
}

int ad_md_equal(const ad_md *a, const ad_md *b)
{
    dnnl_memory_desc_t one = object(a), other = object(b);
    const int equal = one && other && dnnl_memory_desc_equal(one, other);

    dnnl_memory_desc_destroy(one);
    dnnl_memory_desc_destroy(other);
    return equal;
}

size_t ad_md_bytes(const ad_md *d)
{
    dnnl_memory_desc_t desc = object(d);
    const size_t size = desc ? dnnl_memory_desc_get_size(desc) : 0;

    dnnl_memory_desc_destroy(desc);
    return size;
}

dnnl_data_type_t ad_md_type(const ad_md *d)
{
    dnnl_memory_desc_t desc = object(d);
    dnnl_data_type_t type = dnnl_data_type_undef;

    if (desc)
        dnnl_memory_desc_query(desc, dnnl_query_data_type, &type);
    dnnl_memory_desc_destroy(desc);
    return type;
}

int ad_md_is_blocked(const ad_md *d)
{
    dnnl_memory_desc_t desc = object(d);
    dnnl_format_kind_t kind = dnnl_format_kind_undef;

    if (desc)
        dnnl_memory_desc_query(desc, dnnl_query_format_kind, &kind);
    dnnl_memory_desc_destroy(desc);
    return kind == dnnl_blocked;
}

dnnl_status_t ad_md_memory(const ad_md *d, dnnl_engine_t engine, dnnl_memory_t *out)
{
    dnnl_memory_desc_t desc = object(d);
    const dnnl_status_t status = desc ? dnnl_memory_create(out, desc, engine, DNNL_MEMORY_NONE)
                                      : dnnl_invalid_arguments;

    dnnl_memory_desc_destroy(desc);
    return status;
}

/* The arrays of an operation as oneDNN's objects. */
typedef struct {
    dnnl_memory_desc_t x, w, b, y;
} objects;

static dnnl_status_t version3_dnnl_describe(const ad_op *op, const objects *o, dnnl_engine_t engine,
                                            dnnl_primitive_attr_t attr, dnnl_primitive_desc_t *out)
{
    const dnnl_dims_t no_dilation = { 0 };

    switch (op->kind) {
    case AD_OP_CONV:
        return dnnl_convolution_forward_primitive_desc_create(
            out, engine, dnnl_forward_training, op->algorithm, o->x, o->w, o->b, o->y, op->strides,
            no_dilation, op->before, op->after, attr);
    case AD_OP_CONV_DATA:
        return dnnl_convolution_backward_data_primitive_desc_create(
            out, engine, op->algorithm, o->x, o->w, o->y, op->strides, no_dilation, op->before,
            op->after, op->hint, attr);
    case AD_OP_CONV_WEIGHTS:
        return dnnl_convolution_backward_weights_primitive_desc_create(
            out, engine, op->algorithm, o->x, o->w, o->b, o->y, op->strides, no_dilation,
            op->before, op->after, op->hint, attr);
    case AD_OP_PRODUCT:
        return dnnl_matmul_primitive_desc_create(out, engine, o->x, o->w, NULL, o->y, attr);
    case AD_OP_SUM:
        return dnnl_binary_primitive_desc_create(out, engine, dnnl_binary_add, o->x, o->x, o->y,
                                                 attr);
    case AD_OP_NORM:
        return dnnl_batch_normalization_forward_primitive_desc_create(
            out, engine, op->prop, o->x, o->y, op->epsilon, op->flags, attr);
    case AD_OP_NORM_BACKWARD:
        return dnnl_batch_normalization_backward_primitive_desc_create(
            out, engine, dnnl_backward, o->x, o->y, o->x, op->epsilon, op->flags, op->hint, attr);
    case AD_OP_POOL:
        return dnnl_pooling_forward_primitive_desc_create(
            out, engine, dnnl_forward_training, op->algorithm, o->x, o->y, op->strides, op->window,
            no_dilation, op->before, op->after, attr);
    case AD_OP_POOL_BACKWARD:
        return dnnl_pooling_backward_primitive_desc_create(out, engine, op->algorithm, o->x, o->y,
                                                           op->strides, op->window, no_dilation,
                                                           op->before, op->after, op->hint, attr);
    case AD_OP_REORDER:
        return dnnl_reorder_primitive_desc_create(out, o->x, engine, o->y, engine, attr);
    }
    return dnnl_invalid_arguments;
}

dnnl_status_t ad_op_desc(const ad_op *op, dnnl_engine_t engine, dnnl_primitive_attr_t attr,
                         ad_refuse *refuse, dnnl_primitive_desc_t *out)
{
    const objects o = { object(op->x), object(op->weights), object(op->bias), object(op->y) };
    const int whole = o.x && o.y && (o.w || !op->weights) && (o.b || !op->bias);
    dnnl_status_t status;

    *out = NULL;
    status = whole ? version3_dnnl_describe(op, &o, engine, attr, out) : dnnl_invalid_arguments;
    while (status == dnnl_success && refuse && refuse(*out))
        status = dnnl_primitive_desc_next_impl(*out);
    if (status != dnnl_success && *out) {
        dnnl_primitive_desc_destroy(*out);
        *out = NULL;
    }
    dnnl_memory_desc_destroy(o.x);
    dnnl_memory_desc_destroy(o.w);
    dnnl_memory_desc_destroy(o.b);
    dnnl_memory_desc_destroy(o.y);
    return status == dnnl_last_impl_reached ? dnnl_unimplemented : status;
}

const int ad_dnnl_has_winograd = 0;
const int ad_dnnl_norm_takes_shift = 0;
const int ad_dnnl_forgets_taps = 1;

const ad_isa ad_dnnl_isas[] = {
    { dnnl_cpu_isa_sse41, "sse41", 0, 0, 0 },
    { dnnl_cpu_isa_avx, "avx", 0, 0, 0 },
    { dnnl_cpu_isa_avx2, "avx2", 0, 0, 0 },
    { dnnl_cpu_isa_avx2_vnni, "avx2_vnni", 0, 0, 0 },
    { dnnl_cpu_isa_avx2_vnni_2, "avx2_vnni_2", 0, 0, 0 },
    { dnnl_cpu_isa_avx512_core, "avx512_core", 1, 0, 0 },
    { dnnl_cpu_isa_avx512_core_vnni, "avx512_core_vnni", 1, 0, 0 },
    { dnnl_cpu_isa_avx512_core_bf16, "avx512_core_bf16", 1, 1, 0 },
    { dnnl_cpu_isa_avx512_core_fp16, "avx512_core_fp16", 1, 1, 0 },
    { dnnl_cpu_isa_avx512_core_amx, "avx512_core_amx", 1, 1, 1 },
    { dnnl_cpu_isa_avx512_core_amx_fp16, "avx512_core_amx_fp16", 1, 1, 1 },
};
const size_t ad_n_dnnl_isas = sizeof ad_dnnl_isas / sizeof *ad_dnnl_isas;

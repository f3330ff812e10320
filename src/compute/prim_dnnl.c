/* A short form of oneDNN's C interface (prim_dnnl.h). */
#include "compute/prim_dnnl.h"

#include <assert.h>
#include <string.h>

#include "base/context.h"
#include "base/forks.h"

adrop_status ad_dnnl_fail(adrop_ctx *ctx, dnnl_status_t status, const char *what)
{
    if (status == dnnl_out_of_memory)
        return ad_fail(ctx, ADROP_ENOMEM, "not enough memory for %s", what);
    return ad_fail(ctx, ADROP_ECOMPUTE, "oneDNN cannot do %s: %s", what,
                   status == dnnl_unimplemented       ? "unimplemented"
                   : status == dnnl_invalid_arguments ? "invalid arguments"
                                                      : "runtime error");
}

dnnl_data_type_t ad_dnnl_type(ad_dtype t)
{
    return t == AD_DATA_BF16 ? dnnl_bf16 : dnnl_f32;
}

ad_md ad_dnnl_desc(const ad_engine *e, const ad_desc *d)
{
    const dnnl_dims_t dims = { (dnnl_dim_t)d->rows, (dnnl_dim_t)d->channels, (dnnl_dim_t)d->height,
                               (dnnl_dim_t)d->width };
    const dnnl_format_tag_t blocked = e->block == 16 ? dnnl_nChw16c : dnnl_nChw8c;
    const dnnl_format_tag_t tag = d->format == AD_BLOCKED         ? blocked
                                  : d->format == AD_CHANNELS_LAST ? dnnl_nhwc
                                                                  : dnnl_nchw;

    return ad_md_by_tag(4, dims, ad_dnnl_type(d->dtype), tag);
}

ad_md ad_dnnl_vector(size_t n, dnnl_data_type_t type)
{
    const dnnl_dims_t dims = { (dnnl_dim_t)n };

    return ad_md_by_tag(1, dims, type, dnnl_a);
}

/* A memory object without a buffer. */
static dnnl_status_t prim_dnnl_place(ad_engine *e, ad_prim *p, int i, int arg, const ad_md *md)
{
    p->arg[i].arg = arg;
    return ad_md_memory(md, e->dnnl->engine, &p->arg[i].memory);
}

/* Create the primitive of a desc, which this call takes over. */
static adrop_status adopt(ad_engine *e, dnnl_primitive_desc_t desc, const char *what, ad_prim *out)
{
    *out = (ad_prim){ .desc = desc };
    dnnl_status_t status = dnnl_primitive_create(&out->primitive, desc);

    if (status == dnnl_success) {
        const ad_md md = ad_md_query(desc, dnnl_query_scratchpad_md, 0);
        out->scratch = ad_md_bytes(&md);
        status = prim_dnnl_place(e, out, 0, DNNL_ARG_SCRATCHPAD, &md);
    }
    if (status == dnnl_success)
        return ADROP_OK;
    ad_prim_free(out);
    return ad_dnnl_fail(e->ctx, status, what);
}

/* Attributes for a scratchpad owned by the caller. */
static dnnl_status_t make_attr(dnnl_primitive_attr_t *out)
{
    const dnnl_status_t status = dnnl_primitive_attr_create(out);

    return status == dnnl_success
               ? dnnl_primitive_attr_set_scratchpad_mode(*out, dnnl_scratchpad_mode_user)
               : status;
}

static int uses_amx(dnnl_primitive_desc_t desc)
{
    const char *name = NULL;

    return dnnl_primitive_desc_query(desc, dnnl_query_impl_info_str, 0, &name) == dnnl_success &&
           name && strstr(name, "amx") != NULL;
}

dnnl_status_t ad_dnnl_describe(const ad_engine *e, const ad_op *op, dnnl_primitive_attr_t attr,
                               dnnl_primitive_desc_t *out)
{
    return ad_op_desc(op, e->dnnl->engine, attr, e->dnnl->without_amx ? uses_amx : NULL, out);
}

static adrop_status prim_dnnl_make(ad_engine *e, const ad_op *op, const char *what, ad_prim *out)
{
    dnnl_primitive_attr_t attr = NULL;
    dnnl_primitive_desc_t desc = NULL;
    dnnl_status_t status = make_attr(&attr);

    *out = (ad_prim){ 0 };
    if (status == dnnl_success)
        status = ad_dnnl_describe(e, op, attr, &desc);
    dnnl_primitive_attr_destroy(attr);
    return status == dnnl_success ? adopt(e, desc, what, out) : ad_dnnl_fail(e->ctx, status, what);
}

adrop_status ad_prim_create(ad_engine *e, const ad_op *op, const char *what, ad_prim *out)
{
    ad_forks_wait(); /* oneDNN's primitive cache has a lock */
    const adrop_status status = prim_dnnl_make(e, op, what, out);
    ad_forks_go();
    return status;
}

adrop_status ad_prim_create_reorder(ad_engine *e, const ad_md *from, const ad_md *to,
                                    const char *what, ad_prim *out)
{
    const ad_op op = { .kind = AD_OP_REORDER, .x = from, .y = to };
    adrop_status status = ad_prim_create(e, &op, what, out);

    if (!status)
        status = ad_prim_bind(e, out, DNNL_ARG_FROM, from);
    if (!status)
        status = ad_prim_bind(e, out, DNNL_ARG_TO, to);
    return status;
}

void ad_prim_free(ad_prim *p)
{
    for (int i = 0; i <= p->n_args && i < AD_MAX_ARGS; i++)
        dnnl_memory_destroy(p->arg[i].memory);
    dnnl_primitive_destroy(p->primitive);
    dnnl_primitive_desc_destroy(p->desc);
    *p = (ad_prim){ 0 };
}

ad_md ad_prim_desc(const ad_prim *p, dnnl_query_t what, int index)
{
    return ad_md_query(p->desc, what, index);
}

const char *ad_prim_name(const ad_prim *p)
{
    const char *name = "unknown";

    dnnl_primitive_desc_query(p->desc, dnnl_query_impl_info_str, 0, &name);
    return name;
}

adrop_status ad_prim_bind(ad_engine *e, ad_prim *p, int arg, const ad_md *md)
{
    if (p->n_args + 2 > AD_MAX_ARGS)
        return ad_fail(e->ctx, ADROP_ECOMPUTE, "a primitive has more than %d arguments",
                       AD_MAX_ARGS);
    p->arg[p->n_args + 1] = p->arg[p->n_args]; /* the scratchpad stays last */
    p->arg[p->n_args].memory = NULL;
    const dnnl_status_t status = prim_dnnl_place(e, p, p->n_args, arg, md);

    p->n_args++;
    return status == dnnl_success ? ADROP_OK : ad_dnnl_fail(e->ctx, status, "a memory object");
}

adrop_status ad_prim_run(ad_engine *e, ad_prim *p, void *const *data, void *scratch)
{
    dnnl_status_t status = dnnl_success;

    assert(p->primitive);
    assert(scratch || !p->scratch);
    for (int i = 0; i < p->n_args && status == dnnl_success; i++)
        status = dnnl_memory_set_data_handle(p->arg[i].memory, data[i]);
    if (status == dnnl_success)
        status = dnnl_memory_set_data_handle(p->arg[p->n_args].memory, scratch);
    if (status == dnnl_success)
        status = dnnl_primitive_execute(p->primitive, e->dnnl->stream, p->n_args + 1, p->arg);
    if (status == dnnl_success)
        status = dnnl_stream_wait(e->dnnl->stream);
    return status == dnnl_success ? ADROP_OK : ad_dnnl_fail(e->ctx, status, "a step");
}

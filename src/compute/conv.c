/* The front of convolution: checks of the spec, and the passes (conv.h). */
#include "compute/conv.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "compute/conv_impl.h"

static size_t positions(size_t n, const ad_conv_spec *spec)
{
    const size_t padded = n + 2 * spec->pad;

    return n && spec->stride && padded >= spec->kernel ? (padded - spec->kernel) / spec->stride + 1
                                                       : 0;
}

ad_desc ad_conv_output(const ad_conv_spec *spec)
{
    ad_desc out = spec->in;

    out.channels = spec->out;
    out.format = spec->out_format;
    out.height = positions(spec->in.height, spec);
    out.width = positions(spec->in.width, spec);
    return out;
}

/* Does the size in bytes of a double array of that shape, with full blocks, not overflow? */
static int is_countable(const ad_desc *d)
{
    const size_t sizes[] = { d->channels, d->height, d->width, 16, sizeof(double) };
    size_t bytes = d->rows;

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i] > INT32_MAX || __builtin_mul_overflow(bytes, sizes[i], &bytes))
            return 0;
    return d->rows <= INT32_MAX && bytes <= PTRDIFF_MAX;
}

static adrop_status check_sizes(adrop_ctx *ctx, const ad_conv_spec *s)
{
    const ad_desc *in = &s->in;

    if (!in->rows || !in->channels || !in->height || !in->width || !s->out || !s->kernel ||
        !s->stride)
        return ad_fail(ctx, ADROP_ESHAPE,
                       "convolution: rows, channels, height, width, kernel and stride must be 1 or "
                       "more");
    if (s->groups != 1 && (s->groups != in->channels || s->groups != s->out))
        return ad_fail(ctx, ADROP_EINVAL,
                       "convolution: %zu groups of %zu channels to %zu: give 1, or as many as both "
                       "(depthwise)",
                       s->groups, in->channels, s->out);
    if (s->pad >= s->kernel)
        return ad_fail(ctx, ADROP_EINVAL, "convolution: pad %zu must be less than the kernel's %zu",
                       s->pad, s->kernel);
    return ADROP_OK;
}

static adrop_status conv_check(const ad_engine *e, const ad_conv_spec *s)
{
    const ad_desc weights = { s->out, s->in.channels, s->kernel, s->kernel, e->real, AD_PLAIN };
    adrop_status status = check_sizes(e->ctx, s);

    if (status)
        return status;
    if (!is_countable(&s->in) || !is_countable(&weights))
        return ad_fail(e->ctx, ADROP_ESHAPE, "convolution: the sizes are too large to count");
    const ad_desc out = ad_conv_output(s);
    if (!out.height || !out.width)
        return ad_fail(e->ctx, ADROP_ESHAPE,
                       "convolution: a kernel of %zu does not fit a map of %zu x %zu with pad %zu",
                       s->kernel, s->in.height, s->in.width, s->pad);
    if (!is_countable(&out))
        return ad_fail(e->ctx, ADROP_ESHAPE, "convolution: the sizes are too large to count");
    if (s->in.dtype != e->map)
        return ad_fail(e->ctx, ADROP_EINVAL,
                       "convolution: the maps are not of the engine's number type");
    if (e->plain && (s->in.format != AD_PLAIN || out.format != AD_PLAIN))
        return ad_fail(e->ctx, ADROP_EINVAL,
                       "convolution: the plain engine holds maps in plain order alone");
    return ADROP_OK;
}

/* Is b the same layer as a, except for the rows? */
static int is_alike(const ad_conv_spec *a, const ad_conv_spec *b)
{
    ad_desc in = a->in;

    in.rows = b->in.rows;
    return ad_desc_equal(&in, &b->in) && a->out == b->out && a->out_format == b->out_format &&
           a->kernel == b->kernel && a->stride == b->stride && a->pad == b->pad &&
           a->groups == b->groups;
}

static ad_conv_shape shape_of(const ad_engine *e, const ad_conv_spec *s, const ad_desc *y)
{
    return (ad_conv_shape){ .rows = s->in.rows,
                            .in = s->in.channels,
                            .out = s->out,
                            .groups = s->groups,
                            .height = s->in.height,
                            .width = s->in.width,
                            .out_height = y->height,
                            .out_width = y->width,
                            .kernel = s->kernel,
                            .stride = s->stride,
                            .pad = s->pad,
                            .threads = e->threads,
                            .kernels = e->kernels };
}

adrop_status ad_conv_create(ad_engine *e, const ad_conv_spec *spec, const ad_conv *like,
                            ad_conv **out)
{
    ad_conv *c;
    ad_saved_threads saved;
    adrop_status status = conv_check(e, spec);

    *out = NULL;
    if (!status && like && (like->e != e || !is_alike(&like->spec, spec)))
        status = ad_fail(e->ctx, ADROP_EINVAL,
                         "convolution: the operation to be like is of another layer or engine");
    if (!status)
        status = AD_NEW(e->ctx, 1, "a convolution", &c);
    if (status)
        return status;
    c->e = e;
    c->spec = *spec;
    c->y = ad_conv_output(spec);
    c->shape = shape_of(e, spec, &c->y);
    ad_engine_enter_to_plan(e, &saved);
    if (!e->plain)
        status = ad_conv_dnnl_create(c, like);
    for (int pass = 0; e->plain && pass < AD_CONV_PASSES && !status; pass++)
        status = ad_conv_settle(c, (ad_conv_pass)pass);
    ad_engine_leave(&saved);
    if (status)
        ad_conv_free(c);
    else
        *out = c;
    return status;
}

void ad_conv_free(ad_conv *c)
{
    if (!c)
        return;
    ad_conv_dnnl_free(c);
    ad_free(c->e->ctx, c);
}

size_t ad_conv_scratch(const ad_conv *c)
{
    return c->scratch;
}

size_t ad_conv_packed(const ad_conv *c)
{
    return c->packed;
}

const char *ad_conv_algorithm(const ad_conv *c, ad_conv_pass pass)
{
    return c->choice[pass] ? c->choice[pass]->name : "none";
}

adrop_status ad_conv_pack(ad_conv *c, const void *oihw, void *packed)
{
    if (c->dnnl)
        return ad_conv_dnnl_pack(c, oihw, packed);
    memcpy(packed, oihw, c->packed * sizeof(double));
    return ADROP_OK;
}

adrop_status ad_conv_unpack(ad_conv *c, const void *packed, void *oihw)
{
    if (c->dnnl)
        return ad_conv_dnnl_unpack(c, packed, oihw);
    memcpy(oihw, packed, c->packed * sizeof(double));
    return ADROP_OK;
}

static adrop_status conv_run(ad_conv *c, ad_conv_pass pass, const ad_conv_args *a)
{
    assert(c->choice[pass]); /* input_gradient */
    assert(a->out != a->in[0] && a->out != a->in[1]);
    assert(a->scratch || !c->scratch);
    if (c->dnnl)
        return ad_conv_dnnl_run(c, pass, a);
    c->impl[pass]->run[pass](&c->shape, a);
    return ADROP_OK;
}

adrop_status ad_conv_forward(ad_conv *c, const void *x, const void *w, const void *b, void *y,
                             void *scratch, int same_bits)
{
    const ad_conv_args a = {
        { x, w }, y, c->spec.bias ? (void *)(uintptr_t)b : NULL, scratch, same_bits
    };

    return conv_run(c, AD_CONV_FORWARD, &a);
}

adrop_status ad_conv_backward_data(ad_conv *c, const void *dy, const void *w, void *dx,
                                   void *scratch)
{
    const ad_conv_args a = { { dy, w }, dx, NULL, scratch, 0 };

    return conv_run(c, AD_CONV_DATA, &a);
}

adrop_status ad_conv_backward_weights(ad_conv *c, const void *x, const void *dy, void *dw, void *db,
                                      void *scratch)
{
    const ad_conv_args a = { { x, dy }, dw, c->spec.bias ? db : NULL, scratch, 0 };

    return conv_run(c, AD_CONV_WEIGHTS, &a);
}

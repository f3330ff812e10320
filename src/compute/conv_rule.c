/* Selects the implementation of a convolution pass: the first row that supports it, and for which
 * oneDNN has a good kernel (conv_primitive_dnnl.c defines good). The choice is a function of ISA,
 * shape, format, number type and oneDNN's version, never of timings, so the same machine gives the
 * same bits.
 *
 *     positions   f32, one group, maps of at most 4 positions (1x1, 2x2): most taps of a 3x3 window
 *                 lie outside the map, and products by position skip them
 *     winograd    f32, 3x3, stride 1, pad 1, one group, blocked maps of 4x4 and more, unless
 *                 direct_only: with AVX-512 oneDNN's; with AVX2, for which it has none, our own,
 *                 on whole blocks of channels, where ad_winograd_fits; maps with channels last go
 *     direct      oneDNN's kernels, on the maps in their formats; else on a plain image with a
 *                 blocked copy of y; else on blocked copies of both, unless these would be mostly
 *                 padding
 *     taps        depthwise shapes for which oneDNN has no kernel
 *     positions   other such shapes, on small maps
 *     gemm        the remaining ones: products over unfolded windows (im2col)
 *     plain       the plain engine: double, the oracle */
#include <assert.h>
#include <string.h>

#include "compute/conv_impl.h"
#include "compute/winograd.h"

enum { SMALL_MAP = 4 }; /* positions */

/* The question that a row answers. */
typedef struct {
    const ad_conv_spec *spec;
    ad_conv_pass pass;
} question;

static const ad_conv_spec *spec_of(const void *q)
{
    return ((const question *)q)->spec;
}

static int conv_rule_is_float(const ad_engine *e, const void *q)
{
    (void)q;
    return !e->plain;
}

static int is_small(const ad_engine *e, const void *q)
{
    const ad_conv_spec *s = spec_of(q);

    return !e->plain && s->groups == 1 && s->in.height * s->in.width <= SMALL_MAP;
}

static int is_small_f32(const ad_engine *e, const void *q)
{
    return e->map == AD_DATA_F32 && is_small(e, q);
}

/* 3x3 layers that keep the map size, with one format on both sides. */
static int is_winograd_shape(const ad_engine *e, const ad_conv_spec *s, ad_format format)
{
    return e->map == AD_DATA_F32 && !s->direct_only && s->kernel == 3 && s->stride == 1 &&
           s->pad == 1 && s->groups == 1 && s->in.height >= 4 && s->in.width >= 4 &&
           s->in.format == format && s->out_format == format;
}

static int is_winograd_avx512(const ad_engine *e, const void *q)
{
    return e->has_avx512 && is_winograd_shape(e, spec_of(q), AD_BLOCKED);
}

static int is_winograd_avx2(const ad_engine *e, const void *q)
{
    const ad_conv_spec *s = spec_of(q);
    const ad_winograd_spec w = { s->in.rows, s->in.channels, s->out, s->in.height, s->in.width };

    return (is_winograd_shape(e, s, AD_BLOCKED) || is_winograd_shape(e, s, AD_CHANNELS_LAST)) &&
           !strncmp(e->isa, "avx2", 4) && e->block == 8 && ad_winograd_fits(&w);
}

/* On channels-last maps with a stride and few channels, oneDNN 2.6's 1x1 kernel for AVX2 computes
 * wrong weight gradients (seen with up to 5 channels; tests/compute/test_conv.c). */
static int is_trusted(const ad_engine *e, const void *q)
{
    const ad_conv_spec *s = spec_of(q);

    return !e->plain &&
           (((const question *)q)->pass != AD_CONV_WEIGHTS || s->kernel > 1 || s->stride == 1 ||
            s->in.format != AD_CHANNELS_LAST || s->in.channels % e->block == 0);
}

static int is_image(const ad_engine *e, const void *q)
{
    return !e->plain && spec_of(q)->in.format == AD_PLAIN && spec_of(q)->out_format != AD_BLOCKED;
}

/* Not blocked yet, and blocks of the input channels would not be mostly padding. */
static int is_worth_copies(const ad_engine *e, const void *q)
{
    const ad_conv_spec *s = spec_of(q);

    return !e->plain && (s->in.format != AD_BLOCKED || s->out_format != AD_BLOCKED) &&
           (s->groups > 1 || 2 * s->in.channels >= e->block);
}

static int is_depthwise(const ad_engine *e, const void *q)
{
    return !e->plain && spec_of(q)->groups > 1;
}

static const ad_choice table[] = {
    { "positions", is_small_f32, AD_OF_ALL_SETS(ad_conv_positions) },
    { "winograd", is_winograd_avx512, AD_OF_ALL_SETS(ad_conv_dnnl_winograd) },
    { "winograd", is_winograd_avx2, AD_OF_ALL_SETS(ad_conv_winograd) },
    { "direct", is_trusted, AD_OF_ALL_SETS(ad_conv_dnnl_direct) },
    { "direct", is_image, AD_OF_ALL_SETS(ad_conv_dnnl_image) },
    { "direct", is_worth_copies, AD_OF_ALL_SETS(ad_conv_dnnl_copies) },
    { "taps", is_depthwise, AD_OF_ALL_SETS(ad_conv_by_taps) },
    { "positions", is_small, AD_OF_ALL_SETS(ad_conv_positions) },
    { "gemm", conv_rule_is_float, AD_OF_ALL_SETS(ad_conv_gemm) },
    { "plain", ad_is_plain, AD_OF_ALL_SETS(ad_conv_plain) },
};

enum { ROWS = sizeof table / sizeof *table };

adrop_status ad_conv_settle(ad_conv *c, ad_conv_pass pass)
{
    const question q = { &c->spec, pass };
    const ad_choice *row = table;
    adrop_status status = ADROP_OK;

    if (pass == AD_CONV_DATA && !c->spec.input_gradient)
        return ADROP_OK;
    do {
        row = ad_choose(row, (size_t)(table + ROWS - row), c->e, &q);
        assert(row); /* gemm accepts what other rows refuse */
        c->choice[pass] = row;
        c->impl[pass] = row->impl[c->e->kernels];
        status = c->impl[pass]->plan(c, pass);
        row++;
    } while (status == ADROP_ECOMPUTE);
    return status;
}

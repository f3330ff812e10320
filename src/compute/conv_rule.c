/* The fixed choice of a convolution's method (conv_rule.h). */
#include "compute/conv_rule.h"

#include <string.h>

#include "compute/winograd.h"

enum { SMALL_MAP = 4 }; /* positions */

static int is_small(const ad_conv_spec *spec)
{
    return spec->groups == 1 && spec->in.height * spec->in.width <= SMALL_MAP;
}

/* 3x3 layers that keep their map, blocked on both sides. */
static int is_winograd_shape(const ad_conv_spec *spec)
{
    return spec->kernel == 3 && spec->stride == 1 && spec->pad == 1 && spec->groups == 1 &&
           spec->in.height >= 4 && spec->in.width >= 4 && spec->in.format == AD_BLOCKED &&
           spec->out_format == AD_BLOCKED;
}

static int fits_own_winograd(const ad_engine *e, const ad_conv_spec *spec)
{
    const ad_winograd_spec s = { spec->in.rows, spec->in.channels, spec->out, spec->in.height,
                                 spec->in.width };

    return !strncmp(e->isa, "avx2", 4) && e->block == 8 && s.in % 8 == 0 && s.out % 8 == 0 &&
           ad_winograd_fits(&s);
}

ad_conv_method ad_conv_rule(const ad_engine *e, const ad_conv_spec *spec, ad_conv_pass pass)
{
    if (pass == AD_CONV_DATA && !spec->input_gradient)
        return AD_CONV_NONE;
    if (e->plain)
        return AD_CONV_PLAIN;
    if (e->map != AD_DATA_F32)
        return AD_CONV_DIRECT;
    if (is_small(spec))
        return AD_CONV_POSITIONS;
    if (is_winograd_shape(spec) && !spec->direct_only) {
        if (e->has_avx512)
            return AD_CONV_DNNL_WINOGRAD;
        if (fits_own_winograd(e, spec))
            return AD_CONV_OWN_WINOGRAD;
    }
    return AD_CONV_DIRECT;
}

ad_conv_method ad_conv_fallback(const ad_conv_spec *spec)
{
    return spec->groups > 1 ? AD_CONV_TAPS : is_small(spec) ? AD_CONV_POSITIONS : AD_CONV_GEMM;
}

const char *ad_conv_method_name(ad_conv_method method)
{
    switch (method) {
    case AD_CONV_DIRECT:
        return "direct";
    case AD_CONV_DNNL_WINOGRAD:
    case AD_CONV_OWN_WINOGRAD:
        return "winograd";
    case AD_CONV_GEMM:
        return "gemm";
    case AD_CONV_POSITIONS:
        return "positions";
    case AD_CONV_TAPS:
        return "taps";
    case AD_CONV_PLAIN:
        return "plain";
    case AD_CONV_NONE:
        break;
    }
    return "none";
}

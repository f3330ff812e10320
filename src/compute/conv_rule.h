/* Which method a pass of a convolution runs: a pure function of ISA, shape, format and
 * number type, never of a stopwatch, so that the same machine gives the same bits.
 *
 *     plain       the plain engine
 *     positions   maps of at most 4 positions (1x1, 2x2), f32, one group, all passes: most
 *                 taps of a 3x3 window lie outside, and products by position skip them
 *     winograd    f32, 3x3, stride 1, pad 1, blocked maps of 4x4 and more, one group, unless
 *                 direct_only: with AVX-512 oneDNN's; with AVX2 our own, where channels
 *                 fill their blocks and ad_winograd_fits
 *     direct      the rest: oneDNN's choice among its direct kernels
 *
 * Where oneDNN has nothing for a winograd pass, it runs direct; where it has no good
 * kernel for a direct pass on the maps as they are (conv_primitive_dnnl.c says what is
 * good), it runs on copies of them with blocks, unless those would be mostly padding;
 * where it has none then either, the fallback runs: taps if depthwise, positions on
 * small maps, else gemm (im2col). That depends on ISA, shape, formats and oneDNN's version
 * alone. */
#ifndef AD_COMPUTE_CONV_RULE_H
#define AD_COMPUTE_CONV_RULE_H

#include "compute/conv.h"

typedef enum ad_conv_method {
    AD_CONV_DIRECT,
    AD_CONV_DNNL_WINOGRAD,
    AD_CONV_OWN_WINOGRAD,
    AD_CONV_GEMM,
    AD_CONV_POSITIONS,
    AD_CONV_TAPS,
    AD_CONV_PLAIN,
    AD_CONV_NONE, /* a pass that is never run */
} ad_conv_method;

ad_conv_method ad_conv_rule(const ad_engine *e, const ad_conv_spec *spec, ad_conv_pass pass);

/* Where oneDNN has no good kernel. */
ad_conv_method ad_conv_fallback(const ad_conv_spec *spec);

const char *ad_conv_method_name(ad_conv_method method);

#endif

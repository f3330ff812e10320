/* Inside convolution: its implementations, and their shared declarations.
 *
 *     conv.c                  the front: checks, weights, passes
 *     conv_rule.c             the table of implementations
 *     conv_dnnl.c             the wrapper of all but the plain one: moves arrays to other layouts
 *     conv_primitive_dnnl.c   oneDNN's implementations
 *     conv_layout_dnnl.c      the layouts of ours
 *     conv_gemm.c, conv_positions.c, conv_taps.c, conv_winograd.c   ours, in float
 *     conv_plain.c            the oracle, in double */
#ifndef AD_COMPUTE_CONV_IMPL_H
#define AD_COMPUTE_CONV_IMPL_H

#include "compute/choose.h"
#include "compute/conv.h"
#include "compute/product_rows.h"

/* The sizes, in the form that loops need. */
typedef struct ad_conv_shape {
    size_t rows, in, out, groups;
    size_t height, width;         /* of x */
    size_t out_height, out_width; /* of y */
    size_t kernel, stride, pad;
    int threads;
    ad_kernel_set kernels;
} ad_conv_shape;

enum { AD_CONV_PASSES = 3 };

/* The arrays of a pass: x w -> y, dy w -> dx, x dy -> dw, in this order. */
typedef struct ad_conv_args {
    const void *in[2];
    void *out;
    void *bias; /* b in forward, db in the weights pass; NULL if there is none */
    void *scratch;
    int same_bits; /* in forward: the bits of a row do not depend on the other rows */
} ad_conv_args;

/* A product on the calling thread: with such bits, or by sgemm. */
static inline void ad_conv_product(const ad_conv_shape *s, int same_bits, const ad_product *p)
{
    if (same_bits)
        ad_product_rows(s->kernels, p);
    else
        ad_matmul_f32_alone(p);
}

/* An implementation. All of ours use float maps; plan states their layout. */
typedef struct ad_conv_impl {
    /* Decide the layouts of a pass, and its primitive if it is oneDNN's. ADROP_ECOMPUTE: oneDNN has
     * no good kernel; the table's next row is tried. */
    adrop_status (*plan)(ad_conv *c, ad_conv_pass pass);
    /* The bytes of scratch, and the passes. NULL: oneDNN's primitive is used. */
    size_t (*scratch)(const ad_conv_shape *s);
    void (*run[AD_CONV_PASSES])(const ad_conv_shape *s, const ad_conv_args *a);
} ad_conv_impl;

struct ad_conv_dnnl;

struct ad_conv {
    ad_engine *e;
    ad_conv_spec spec;
    ad_desc y;
    ad_conv_shape shape;
    size_t packed;                            /* reals */
    size_t scratch;                           /* bytes */
    const ad_choice *choice[AD_CONV_PASSES];  /* NULL: a pass that is never run */
    const ad_conv_impl *impl[AD_CONV_PASSES]; /* those of the choices */
    struct ad_conv_dnnl *dnnl;                /* owned; NULL on the plain engine */
};

/* The positions of x under tap row (or column) t of a window start at p s + t - pad: the taps
 * [first, last) of output position p lie inside a map of size n. */
static inline size_t ad_conv_taps(const ad_conv_shape *s, size_t p, size_t n, size_t *last)
{
    const size_t start = p * s->stride; /* in a map padded on the left */
    const size_t first = start < s->pad ? s->pad - start : 0;

    *last = n + s->pad - start < s->kernel ? n + s->pad - start : s->kernel;
    return first;
}

/* The output position, among n, whose tap t is at i of the map; 0 if there is none. */
static inline int ad_conv_output_at(const ad_conv_shape *s, size_t i, size_t t, size_t n, size_t *p)
{
    if (i + s->pad < t || (i + s->pad - t) % s->stride)
        return 0;
    *p = (i + s->pad - t) / s->stride;
    return *p < n;
}

extern const ad_conv_impl ad_conv_dnnl_winograd, ad_conv_dnnl_direct, ad_conv_dnnl_image,
    ad_conv_dnnl_copies, ad_conv_winograd, ad_conv_positions, ad_conv_by_taps, ad_conv_gemm,
    ad_conv_plain;

/* Layouts of ours, for plan (conv_layout_dnnl.c). blocked: blocks of 8 in maps and weights.
 * positions: maps (height, width, rows, channels) and weights (kernel, kernel, in, out), with
 * padded rows. channels_last: maps (rows, height, width, channels) and weights (kernel, kernel, in,
 * out) or, depthwise, (kernel, kernel, in). */
adrop_status ad_conv_layout_blocked(ad_conv *c, ad_conv_pass pass);
adrop_status ad_conv_layout_positions(ad_conv *c, ad_conv_pass pass);
adrop_status ad_conv_layout_channels_last(ad_conv *c, ad_conv_pass pass);

/* Row stride in floats of the matrices of ad_conv_positions: a stride of a power of two would map
 * rows to the same cache lines, at a third of the speed. */
static inline size_t ad_conv_positions_row(size_t channels)
{
    return (channels + 15) / 16 * 16 + 16;
}

/* Choose the implementation of a pass, and plan it (conv_rule.c). */
adrop_status ad_conv_settle(ad_conv *c, ad_conv_pass pass);

/* conv_dnnl.c. create plans all passes, packed and scratch. */
adrop_status ad_conv_dnnl_create(ad_conv *c, const ad_conv *like);
void ad_conv_dnnl_free(ad_conv *c);
adrop_status ad_conv_dnnl_pack(ad_conv *c, const void *oihw, void *packed);
adrop_status ad_conv_dnnl_unpack(ad_conv *c, const void *packed, void *oihw);
adrop_status ad_conv_dnnl_run(ad_conv *c, ad_conv_pass pass, const ad_conv_args *a);

#endif

/* What the files of convolution share: conv.c (front), conv_rule.c (which method),
 * conv_dnnl.c (the frame around all methods), conv_primitive_dnnl.c (oneDNN's own),
 * conv_gemm.c, conv_positions.c, conv_taps.c, conv_winograd.c (ours), conv_plain.c (the
 * oracle). */
#ifndef AD_COMPUTE_CONV_IMPL_H
#define AD_COMPUTE_CONV_IMPL_H

#include "compute/conv.h"
#include "compute/conv_rule.h"

/* The sizes, as loops want them. */
typedef struct ad_conv_shape {
    size_t rows, in, out, groups;
    size_t height, width;         /* of x */
    size_t out_height, out_width; /* of y */
    size_t kernel, stride, pad;
    int threads;
} ad_conv_shape;

struct ad_conv_dnnl;

struct ad_conv {
    ad_engine *engine;
    ad_conv_spec spec;
    ad_desc y;
    ad_conv_shape shape;
    size_t packed;  /* reals */
    size_t scratch; /* bytes */
    ad_conv_method method[3];
    struct ad_conv_dnnl *dnnl; /* owned; NULL on the plain engine */
};

/* The positions of x under tap row (or column) t of a window start at p s + t - pad:
 * the taps [first, last) of output position p that lie inside a map of n. */
static inline size_t ad_conv_taps(const ad_conv_shape *s, size_t p, size_t n, size_t *last)
{
    const size_t start = p * s->stride; /* in a map padded on the left */
    const size_t first = start < s->pad ? s->pad - start : 0;

    *last = n + s->pad - start < s->kernel ? n + s->pad - start : s->kernel;
    return first;
}

/* The output position whose tap t is at i of the map, among n; 0 if there is none. */
static inline int ad_conv_output_at(const ad_conv_shape *s, size_t i, size_t t, size_t n, size_t *p)
{
    if (i + s->pad < t || (i + s->pad - t) % s->stride)
        return 0;
    *p = (i + s->pad - t) / s->stride;
    return *p < n;
}

/* A method of our own. Maps are float, (rows, height, width, channels), and weights
 * (kernel, kernel, in, out) or, depthwise, (kernel, kernel, in). Winograd has blocks of
 * 8 in both; positions has layouts of its own. bias and db may be NULL. */
typedef struct ad_conv_own {
    size_t (*scratch)(const ad_conv_shape *s);
    void (*forward)(const ad_conv_shape *s, const float *x, const float *w, const float *bias,
                    float *y, void *scratch);
    void (*backward_data)(const ad_conv_shape *s, const float *dy, const float *w, float *dx,
                          void *scratch);
    void (*backward_weights)(const ad_conv_shape *s, const float *x, const float *dy, float *dw,
                             float *db, void *scratch);
} ad_conv_own;

extern const ad_conv_own ad_conv_gemm, ad_conv_positions, ad_conv_by_taps, ad_conv_winograd;

/* Floats from row to row of the matrices of ad_conv_positions: rows at a power of two
 * would fall on the same lines of the cache, at a third of the speed. */
static inline size_t ad_conv_positions_row(size_t channels)
{
    return (channels + 15) / 16 * 16 + 16;
}

/* The method's functions; NULL if it is oneDNN's or plain. */
const ad_conv_own *ad_conv_own_of(ad_conv_method method);

/* conv_dnnl.c. create fills method, packed and scratch. */
adrop_status ad_conv_dnnl_create(ad_conv *c, const ad_conv *like);
void ad_conv_dnnl_free(ad_conv *c);
adrop_status ad_conv_dnnl_pack(ad_conv *c, const void *oihw, void *packed);
adrop_status ad_conv_dnnl_unpack(ad_conv *c, const void *packed, void *oihw);
/* data: the pass's two inputs (x w, dy w, x dy) and its output. */
adrop_status ad_conv_dnnl_run(ad_conv *c, ad_conv_pass pass, void *const *data, void *bias,
                              void *scratch);

/* conv_plain.c: plain order, doubles; weights as PyTorch has them. */
void ad_conv_plain_forward(const ad_conv_shape *s, const double *x, const double *w,
                           const double *bias, double *y);
void ad_conv_plain_data(const ad_conv_shape *s, const double *dy, const double *w, double *dx);
void ad_conv_plain_weights(const ad_conv_shape *s, const double *x, const double *dy, double *dw,
                           double *db);

#endif

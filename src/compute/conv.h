/* Convolution, square kernels: direct, 1x1, strided, depthwise, Winograd.
 *
 *     y[r,o,p,q] = b[o] + sum over i, u, v of x[r, i, p s + u - pad, q s + v - pad] W[o,i,u,v]
 *
 * groups = 1, or groups = in = out (depthwise). x and y have the spec's formats. The weights have
 * an internal layout (packed), float or double, which is chosen by the first operation of a layer
 * and passed to the others (like), so that one block of weights serves every batch size. Gradients
 * of weights have that layout too. On a bf16 engine x, y and their gradients are bf16, packed
 * weights float.
 *
 * The algorithm is a fixed function of ISA, shape and format (the table of conv_rule.c), so the
 * same machine gives the same bits. */
#ifndef AD_COMPUTE_CONV_H
#define AD_COMPUTE_CONV_H

#include "compute/engine.h"

typedef struct ad_conv_spec {
    ad_desc in; /* for one plan, including rows; format plain (the image) or another */
    size_t out; /* channels */
    ad_format out_format;
    size_t kernel, stride, pad, groups;
    int bias;
    int input_gradient; /* 0: backward_data is never called */
    int direct_only;    /* 1: no Winograd (comparisons) */
} ad_conv_spec;

typedef struct ad_conv ad_conv;

/* The output's desc; height or width 0 if the kernel does not fit. */
ad_desc ad_conv_output(const ad_conv_spec *spec);

/* like: an operation of the same layer for another batch size, or NULL. */
adrop_status ad_conv_create(ad_engine *e, const ad_conv_spec *spec, const ad_conv *like,
                            ad_conv **out);
void ad_conv_free(ad_conv *c);

/* Scratch for any pass; elements (reals) of the packed weights. */
size_t ad_conv_scratch(const ad_conv *c);
size_t ad_conv_packed(const ad_conv *c);

/* "direct", "winograd", "gemm", ... for forward, backward data and backward weights; "none" for a
 * pass that is never run. */
typedef enum ad_conv_pass { AD_CONV_FORWARD, AD_CONV_DATA, AD_CONV_WEIGHTS } ad_conv_pass;
const char *ad_conv_algorithm(const ad_conv *c, ad_conv_pass pass);

/* Convert between PyTorch's (out, in / groups, kernel, kernel) and the packed layout, in reals.
 * Padding becomes zero. */
adrop_status ad_conv_pack(ad_conv *c, const void *oihw, void *packed);
adrop_status ad_conv_unpack(ad_conv *c, const void *packed, void *oihw);

/* An output must not be one of the inputs. */
adrop_status ad_conv_forward(ad_conv *c, const void *x, const void *w, const void *b, void *y,
                             void *scratch, int same_bits);
adrop_status ad_conv_backward_data(ad_conv *c, const void *dy, const void *w, void *dx,
                                   void *scratch);
/* db is NULL if there is no bias. Both are written, not added to. */
adrop_status ad_conv_backward_weights(ad_conv *c, const void *x, const void *dy, void *dw, void *db,
                                      void *scratch);

#endif

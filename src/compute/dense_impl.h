/* What the files of dense share: dense.c (front, float), dense_dnnl.c
 * (products of bf16 numbers), dense_plain.c (double, the oracle). */
#ifndef AD_COMPUTE_DENSE_IMPL_H
#define AD_COMPUTE_DENSE_IMPL_H

#include "compute/dense.h"

struct ad_dense_bf16;

struct ad_dense {
    ad_engine *engine;
    ad_dense_spec spec;
    size_t scratch;             /* bytes */
    struct ad_dense_bf16 *bf16; /* owned; NULL unless products are of bf16 numbers */
};

/* The arrays of a backward pass; dx and db may be NULL. */
typedef struct ad_dense_gradients {
    const void *x, *w, *y; /* y NULL: no ReLU */
    void *dy;              /* becomes dz */
    void *dx, *dw, *db;
} ad_dense_gradients;

/* dense_plain.c */
void ad_dense_plain_forward(const ad_dense *d, const double *x, const double *w, const double *b,
                            double *y);
void ad_dense_plain_backward(const ad_dense *d, const ad_dense_gradients *g);

/* dense_dnnl.c: operands become bf16 in scratch, results are float. */
adrop_status ad_dense_bf16_create(ad_dense *d);
void ad_dense_bf16_free(ad_dense *d);
size_t ad_dense_bf16_scratch(const ad_dense *d);
adrop_status ad_dense_bf16_forward(ad_dense *d, const float *x, const float *w, float *y,
                                   void *scratch);
/* dz: g->dy after ReLU's derivative. */
adrop_status ad_dense_bf16_backward(ad_dense *d, const ad_dense_gradients *g, void *scratch);

#endif

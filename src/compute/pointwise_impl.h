/* Inside ReLU and sums: who does which (pointwise.c). */
#ifndef AD_COMPUTE_POINTWISE_IMPL_H
#define AD_COMPUTE_POINTWISE_IMPL_H

#include "compute/pointwise.h"

struct ad_pointwise {
    ad_engine *e;
    size_t n; /* elements, padding included */
    ad_dtype dtype;
    size_t scratch; /* bytes */
    void *state;    /* oneDNN's, owned; NULL if plain */
};

adrop_status ad_pointwise_dnnl_plan(ad_pointwise *p);
void ad_pointwise_dnnl_release(ad_pointwise *p);
adrop_status ad_pointwise_dnnl_add(ad_pointwise *p, const void *a, const void *b, void *y,
                                   void *scratch);

/* n elements of the set's real type, or of bf16 if that is 1. */
typedef struct ad_relu_loop {
    void (*forward)(int threads, size_t n, int bf16, const void *x, void *y);
    void (*backward)(int threads, size_t n, int bf16, const void *y, const void *dy, void *dx);
} ad_relu_loop;

#define AD_DECLARE_RELU(set) extern const ad_relu_loop ad_relu_loop_##set;
AD_EACH_KERNEL_SET(AD_DECLARE_RELU)

#endif

/* Inside sums: their implementations (pointwise.c has their table), and their shared
 * declarations. */
#ifndef AD_COMPUTE_POINTWISE_IMPL_H
#define AD_COMPUTE_POINTWISE_IMPL_H

#include "compute/choose.h"
#include "compute/pointwise.h"

/* The calls of pointwise.h, after the desc was checked. plan sets scratch, and may own a state. */
typedef struct ad_pointwise_impl {
    adrop_status (*plan)(ad_pointwise *p);
    void (*release)(ad_pointwise *p); /* NULL: nothing to do; p may be partially planned */
    adrop_status (*add)(ad_pointwise *p, const void *a, const void *b, void *y, void *scratch);
} ad_pointwise_impl;

struct ad_pointwise {
    ad_engine *e;
    size_t n; /* elements, padding included */
    ad_dtype dtype;
    const ad_pointwise_impl *impl;
    size_t scratch; /* bytes */
    void *state;    /* the implementation's, owned */
};

extern const ad_pointwise_impl ad_pointwise_dnnl;

#endif

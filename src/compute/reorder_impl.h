/* Inside reorder: its implementations (reorder.c has their table), and their shared
 * declarations. */
#ifndef AD_COMPUTE_REORDER_IMPL_H
#define AD_COMPUTE_REORDER_IMPL_H

#include "compute/choose.h"
#include "compute/reorder.h"

/* The calls of reorder.h, after the descs were checked. plan sets scratch, and may own a state. */
typedef struct ad_reorder_impl {
    adrop_status (*plan)(ad_reorder *r);
    void (*release)(ad_reorder *r); /* NULL: nothing to do; r may be partially planned */
    adrop_status (*run)(ad_reorder *r, const void *from, void *to, void *scratch);
} ad_reorder_impl;

typedef struct ad_reorder_spec {
    ad_desc from, to;
} ad_reorder_spec;

struct ad_reorder {
    ad_engine *e;
    ad_reorder_spec spec;
    const ad_reorder_impl *impl;
    size_t scratch; /* bytes */
    void *state;    /* the implementation's, owned */
};

extern const ad_reorder_impl ad_reorder_dnnl;

#endif

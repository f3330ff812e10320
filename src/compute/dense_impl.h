/* Inside dense: its implementations (dense.c has their table), and their shared declarations. */
#ifndef AD_COMPUTE_DENSE_IMPL_H
#define AD_COMPUTE_DENSE_IMPL_H

#include "compute/choose.h"
#include "compute/columns.h"
#include "compute/dense.h"

/* The calls of dense.h, after the spec was checked. plan sets scratch, and may own a state. */
typedef struct ad_dense_impl {
    adrop_status (*plan)(ad_dense *d);
    void (*release)(ad_dense *d); /* NULL: nothing to do; d may be partially planned */
    adrop_status (*forward)(ad_dense *d, const ad_dense_args *a);
    adrop_status (*backward)(ad_dense *d, const ad_dense_args *a);
} ad_dense_impl;

struct ad_dense {
    ad_engine *e;
    ad_dense_spec spec;
    const ad_choice *choice;
    const ad_dense_impl *impl;
    size_t scratch; /* bytes */
    void *state;    /* the implementation's, owned */
};

extern const ad_dense_impl ad_dense_bf16, ad_dense_gemm, ad_dense_plain;

/* y, or dy, as a float matrix. */
static inline ad_columns ad_dense_columns(const ad_dense *d)
{
    return (ad_columns){
        .rows = d->spec.rows, .cols = d->spec.out, .ld = d->spec.out, .threads = d->e->threads
    };
}

/* After the product: y = act(y + b). Before the products: dy becomes dz, db its sums. */
static inline void ad_dense_bias(const ad_dense *d, const ad_dense_args *a)
{
    const ad_columns m = ad_dense_columns(d);

    ad_columns_bias(&m, d->spec.bias ? a->b : NULL, d->spec.relu, a->y);
}

static inline void ad_dense_sums(const ad_dense *d, const ad_dense_args *a)
{
    const ad_columns m = ad_dense_columns(d);

    ad_columns_sum(&m, d->spec.relu ? a->y : NULL, a->dy, a->db, a->scratch);
}

#endif

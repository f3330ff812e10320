/* Inside batch normalisation: its implementations (norm.c has their table), and their shared
 * declarations. */
#ifndef AD_COMPUTE_NORM_IMPL_H
#define AD_COMPUTE_NORM_IMPL_H

#include "compute/choose.h"
#include "compute/norm.h"

/* The calls of norm.h, after the spec was checked. plan sets scratch and saved, and may own a
 * state. */
typedef struct ad_norm_impl {
    adrop_status (*plan)(ad_norm *n);
    void (*release)(ad_norm *n); /* NULL: nothing to do; n may be partially planned */
    adrop_status (*train)(ad_norm *n, const ad_norm_args *a);
    adrop_status (*eval)(ad_norm *n, const ad_norm_args *a);
    adrop_status (*backward)(ad_norm *n, const ad_norm_args *a);
    /* The steps of train and backward; NULL: not supported. */
    adrop_status (*moments)(ad_norm *n, const ad_norm_args *a);
    adrop_status (*sums)(ad_norm *n, const ad_norm_args *a);
    adrop_status (*input)(ad_norm *n, const ad_norm_args *a);
} ad_norm_impl;

struct ad_norm {
    ad_engine *e;
    ad_norm_spec spec;
    const ad_choice *choice;
    const ad_norm_impl *impl;
    size_t scratch, saved; /* bytes */
    void *state;           /* the implementation's, owned */
};

extern const ad_norm_impl ad_norm_dnnl, ad_norm_plain;

/* Channels last (norm_kernel.c) and blocked (norm_tiles_kernel.c), one per kernel set. */
#define AD_DECLARE_NORM(set) extern const ad_norm_impl ad_norm_loop_##set, ad_norm_tiles_##set;
AD_EACH_KERNEL_SET(AD_DECLARE_NORM)

#endif

/* Inside batch normalisation: the ways to do it, and what they share. */
#ifndef AD_COMPUTE_NORM_IMPL_H
#define AD_COMPUTE_NORM_IMPL_H

#include "compute/norm.h"

/* A way: the calls of norm.h after the spec was found good. plan sets scratch and
 * saved, and may own a state. */
typedef struct ad_norm_way {
    adrop_status (*plan)(ad_norm *n);
    void (*release)(ad_norm *n); /* NULL: nothing to do; n may be half planned */
    adrop_status (*train)(ad_norm *n, const ad_norm_args *a);
    adrop_status (*eval)(ad_norm *n, const ad_norm_args *a);
    adrop_status (*backward)(ad_norm *n, const ad_norm_args *a);
} ad_norm_way;

struct ad_norm {
    ad_engine *e;
    ad_norm_spec spec;
    const ad_norm_way *way;
    size_t scratch, saved; /* bytes */
    void *state;           /* the way's, owned */
};

extern const ad_norm_way ad_norm_dnnl, ad_norm_plain;

/* Channels last (norm_kernel.c) and blocked (norm_tiles_kernel.c), one of each kernel set. */
#define AD_DECLARE_NORM(set) extern const ad_norm_way ad_norm_loop_##set, ad_norm_tiles_##set;
AD_EACH_KERNEL_SET(AD_DECLARE_NORM)

#endif

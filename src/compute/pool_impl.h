/* Inside pooling: its implementations (pool.c has their table), and their shared declarations. */
#ifndef AD_COMPUTE_POOL_IMPL_H
#define AD_COMPUTE_POOL_IMPL_H

#include "compute/choose.h"
#include "compute/pool.h"

enum { AD_POOL_MAX_CELLS = 256 }; /* cells of a window that a byte can index */

/* The calls of pool.h, after the spec was checked. plan sets scratch and saved, and may own a
 * state. */
typedef struct ad_pool_impl {
    adrop_status (*plan)(ad_pool *p);
    void (*release)(ad_pool *p); /* NULL: nothing to do; p may be partially planned */
    adrop_status (*forward)(ad_pool *p, const void *x, void *y, void *saved, void *scratch);
    adrop_status (*backward)(ad_pool *p, const void *dy, const void *saved, void *dx,
                             void *scratch);
} ad_pool_impl;

struct ad_pool {
    ad_engine *e;
    ad_pool_spec spec;
    size_t window_h, window_w, stride; /* of the whole map if window is 0 */
    ad_desc out;
    const ad_choice *choice;
    const ad_pool_impl *impl;
    size_t scratch, saved; /* bytes */
    void *state;           /* the implementation's, owned */
};

extern const ad_pool_impl ad_pool_dnnl, ad_pool_plain;

/* Any format, one per kernel set (pool_kernel.c). */
#define AD_DECLARE_POOL(set) extern const ad_pool_impl ad_pool_loop_##set;
AD_EACH_KERNEL_SET(AD_DECLARE_POOL)

#endif

/* Inside reorder: oneDNN's part. */
#ifndef AD_COMPUTE_REORDER_IMPL_H
#define AD_COMPUTE_REORDER_IMPL_H

#include "compute/reorder.h"

struct ad_reorder {
    ad_engine *e;
    ad_desc from, to;
    size_t scratch; /* bytes */
    void *state;    /* oneDNN's, owned; NULL: a copy */
};

adrop_status ad_reorder_dnnl_plan(ad_reorder *r);
void ad_reorder_dnnl_release(ad_reorder *r);
adrop_status ad_reorder_dnnl_run(ad_reorder *r, const void *from, void *to, void *scratch);

#endif

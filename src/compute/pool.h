/* Pooling over square windows. Only max may have padding, which it ignores; average with window = 0
 * covers the whole map. Edges that no window covers are dropped, as in PyTorch. */
#ifndef AD_COMPUTE_POOL_H
#define AD_COMPUTE_POOL_H

#include "compute/engine.h"

typedef struct ad_pool_spec {
    ad_desc in;
    int average; /* 0: maximum */
    size_t window, stride, pad;
} ad_pool_spec;

typedef struct ad_pool ad_pool;

/* The output's desc (format and dtype of in); height or width is 0 if no window fits. */
ad_desc ad_pool_output(const ad_pool_spec *spec);

adrop_status ad_pool_create(ad_engine *e, const ad_pool_spec *spec, ad_pool **out);
void ad_pool_free(ad_pool *p);
size_t ad_pool_scratch(const ad_pool *p);
size_t ad_pool_saved(const ad_pool *p);          /* bytes passed from forward to backward */
const char *ad_pool_algorithm(const ad_pool *p); /* of pool.c's table: "loops" */

/* y must not be x, and dx must not be dy. */
adrop_status ad_pool_forward(ad_pool *p, const void *x, void *y, void *saved, void *scratch);
adrop_status ad_pool_backward(ad_pool *p, const void *dy, const void *saved, void *dx,
                              void *scratch);

#endif

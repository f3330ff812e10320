/* Moves elements: between formats or number types, and from several arrays into one along channels
 * (concat) and back (split). */
#ifndef AD_COMPUTE_REORDER_H
#define AD_COMPUTE_REORDER_H

#include "compute/engine.h"

typedef struct ad_reorder ad_reorder;

/* from and to have the same shape; they must not be the same array. */
adrop_status ad_reorder_create(ad_engine *e, const ad_desc *from, const ad_desc *to,
                               ad_reorder **out);
void ad_reorder_free(ad_reorder *r);
size_t ad_reorder_scratch(const ad_reorder *r);
adrop_status ad_reorder_run(ad_reorder *r, const void *from, void *to, void *scratch);

typedef struct ad_concat ad_concat;

/* n arrays that differ only in channels, all plain or all channels last. */
adrop_status ad_concat_create(ad_engine *e, size_t n, const ad_desc *in, ad_concat **out);
void ad_concat_free(ad_concat *c);
size_t ad_concat_scratch(const ad_concat *c);
/* Write y: the channels of x[0], then x[1], ... */
adrop_status ad_concat_join(ad_concat *c, const void *const *x, void *y, void *scratch);
/* Copy part i of dy into dx. */
adrop_status ad_concat_part(ad_concat *c, size_t i, const void *dy, void *dx, void *scratch);

#endif

/* Which axes of a tensor run over the channels that its layer reads or makes: what to remove from
 * it when units are removed (units.h). */
#ifndef AD_MODEL_SLICES_H
#define AD_MODEL_SLICES_H

#include "model/units.h"

/* The kept channels of one layer, in order. */
typedef struct ad_kept {
    const uint32_t *index; /* (n) */
    size_t n;
} ad_kept;

/* What is kept of each layer of a graph. */
typedef struct ad_kept_all {
    ad_kept *layer; /* (n), owned, with the indices */
    size_t n;
} ad_kept_all;

/* keep: (u->n), 0 to remove. ADROP_EINVAL if a layer would have no channels left. */
adrop_status ad_kept_find(adrop_ctx *ctx, const ad_graph *g, const ad_units *u,
                          const unsigned char *keep, ad_kept_all *out);
void ad_kept_release(adrop_ctx *ctx, ad_kept_all *k);

/* For each axis of a tensor, the layer over whose output channels it runs; NULL: none. */
typedef struct ad_axes {
    const ad_layer *over[4];
} ad_axes;

/* The axes of tensor i of a layer. technique is the text of the layer's technique, if any, with
 * the width of its encoder made explicit (slices_technique.c). */
adrop_status ad_axes_of(adrop_ctx *ctx, const ad_layer *l, size_t i, const char *technique,
                        ad_axes *out);

/* The text of a layer's technique with the width of its encoder made explicit, because the default
 * depends on the number of channels; kept by the context. "" if the layer has no technique. */
adrop_status ad_technique_pinned(adrop_ctx *ctx, const ad_layer *l, const char **text);

/* The axes of tensor i of a layer's technique. */
adrop_status ad_axes_of_technique(adrop_ctx *ctx, const ad_layer *l, size_t i,
                                  const char *technique, ad_axes *out);

/* Copy the kept part of a tensor in PyTorch's layout. */
void ad_slice(const ad_param *p, const ad_axes *a, const ad_kept_all *k, const float *from,
              float *to);

/* Zero in place what is not kept. */
void ad_slice_clear(const ad_param *p, const ad_axes *a, const ad_kept_all *k, float *values);

#endif

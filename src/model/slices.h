/* Which axes of a tensor run over the channels that its layer reads or makes: what to leave out of
 * it when units go (units.h). */
#ifndef AD_MODEL_SLICES_H
#define AD_MODEL_SLICES_H

#include "model/units.h"

/* The channels of one layer that stay, in order. */
typedef struct ad_kept {
    const uint32_t *index; /* (n) */
    size_t n;
} ad_kept;

/* What stays of each layer of a graph. */
typedef struct ad_kept_all {
    ad_kept *layer; /* (n), owned, with the indices */
    size_t n;
} ad_kept_all;

/* keep: (u->n), 0 for what goes. ADROP_EINVAL if a layer would have no channels left. */
adrop_status ad_kept_find(adrop_ctx *ctx, const ad_graph *g, const ad_units *u,
                          const unsigned char *keep, ad_kept_all *out);
void ad_kept_release(adrop_ctx *ctx, ad_kept_all *k);

/* For each axis of a tensor the layer whose output's channels it runs over; NULL: none. */
typedef struct ad_axes {
    const ad_layer *over[4];
} ad_axes;

/* The axes of tensor i of a layer. technique is the text of the one it holds, if it holds one, with
 * the width of an encoder said (slices_technique.c). */
adrop_status ad_axes_of(adrop_ctx *ctx, const ad_layer *l, size_t i, const char *technique,
                        ad_axes *out);

/* The text of a layer's technique with the width of its encoder, which else follows the number of
 * channels, kept by the context; "" if the layer holds none. */
adrop_status ad_technique_pinned(adrop_ctx *ctx, const ad_layer *l, const char **text);

/* The axes of tensor i of the technique that a layer holds. */
adrop_status ad_axes_of_technique(adrop_ctx *ctx, const ad_layer *l, size_t i,
                                  const char *technique, ad_axes *out);

/* What stays of a tensor, PyTorch's layout: from all values to those kept. */
void ad_slice(const ad_param *p, const ad_axes *a, const ad_kept_all *k, const float *from,
              float *to);

/* Zero in place what does not stay. */
void ad_slice_clear(const ad_param *p, const ad_axes *a, const ad_kept_all *k, float *values);

#endif

/* Convolution on oneDNN's engine, between its three files: conv_dnnl.c (the frame),
 * conv_primitive_dnnl.c (oneDNN's implementations) and conv_layout_dnnl.c (the layouts of ours).
 * For *_dnnl.c files alone. */
#ifndef AD_COMPUTE_CONV_DNNL_H
#define AD_COMPUTE_CONV_DNNL_H

#include "compute/conv_impl.h"
#include "compute/prim_dnnl.h"

enum { AD_CONV_ARRAYS = 3 };

/* One array of a pass: as the caller holds it, or moved into scratch. */
typedef struct ad_conv_slot {
    ad_prim reorder; /* used if moves */
    int moves;
    size_t offset; /* in scratch */
} ad_conv_slot;

/* Scratch: first what primitive, reorders or our own work in, then the slots. */
typedef struct ad_conv_plan {
    ad_md x, y, w; /* as the implementation wants them */
    ad_prim prim;  /* of oneDNN's */
    ad_conv_slot slot[AD_CONV_ARRAYS];
} ad_conv_plan;

struct ad_conv_dnnl {
    ad_md x, y, bias;
    ad_md oihw;    /* the weights as PyTorch has them, float */
    ad_md settled; /* as the layer's first forward pass wants them; none: not settled yet */
    ad_md packed;  /* as the layer has them: the same if that is float, otherwise oihw */
    ad_conv_plan plan[AD_CONV_PASSES];
    ad_prim pack, unpack;
    void *pack_scratch; /* owned */
};

/* The weights, with a layout for one group and one for depthwise. */
ad_md ad_conv_weights_desc(const ad_conv *c, dnnl_data_type_t type, dnnl_format_tag_t tag,
                           dnnl_format_tag_t depthwise);

#endif

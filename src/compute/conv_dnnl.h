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
    dnnl_memory_desc_t x, y, w; /* as the implementation wants them */
    ad_prim prim;               /* of oneDNN's */
    ad_conv_slot slot[AD_CONV_ARRAYS];
} ad_conv_plan;

struct ad_conv_dnnl {
    dnnl_memory_desc_t x, y, bias;
    dnnl_memory_desc_t oihw;   /* the weights as PyTorch has them, float */
    dnnl_memory_desc_t packed; /* as the layer has them, float; no dims: not settled yet */
    ad_conv_plan plan[AD_CONV_PASSES];
    ad_prim pack, unpack;
    void *pack_scratch; /* owned */
};

/* The weights, with a layout for one group and one for depthwise. */
dnnl_memory_desc_t ad_conv_weights_desc(const ad_conv *c, dnnl_data_type_t type,
                                        dnnl_format_tag_t tag, dnnl_format_tag_t depthwise);

#endif

/* Convolution on oneDNN's engine, shared by three files: conv_dnnl.c (the wrapper),
 * conv_primitive_dnnl.c (oneDNN's implementations) and conv_layout_dnnl.c (the layouts of ours).
 * Only for *_dnnl.c files. */
#ifndef AD_COMPUTE_CONV_DNNL_H
#define AD_COMPUTE_CONV_DNNL_H

#include "compute/conv_impl.h"
#include "compute/prim_dnnl.h"

enum { AD_CONV_ARRAYS = 3 };

/* One array of a pass: the caller's, or moved into scratch. */
typedef struct ad_conv_slot {
    ad_prim reorder; /* used if moves */
    int moves;
    size_t offset; /* in scratch */
} ad_conv_slot;

/* Scratch: first the work space of the primitive, the reorders or our own code, then the slots. */
typedef struct ad_conv_plan {
    ad_md x, y, w; /* required by the implementation */
    ad_prim prim;  /* oneDNN's */
    ad_conv_slot slot[AD_CONV_ARRAYS];
} ad_conv_plan;

struct ad_conv_dnnl {
    ad_md x, y, bias;
    ad_md oihw;    /* the weights in PyTorch's layout, float */
    ad_md settled; /* required by the layer's first forward pass; none: not decided yet */
    ad_md packed;  /* the layer's layout: the same if that is float, otherwise oihw */
    ad_conv_plan plan[AD_CONV_PASSES];
    ad_prim pack, unpack;
    void *pack_scratch; /* owned */
};

/* The weights, with one layout for one group and another for depthwise. */
ad_md ad_conv_weights_desc(const ad_conv *c, dnnl_data_type_t type, dnnl_format_tag_t tag,
                           dnnl_format_tag_t depthwise);

#endif

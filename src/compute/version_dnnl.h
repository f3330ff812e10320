/* A common form of what differs between oneDNN 2.x and 3.x: descriptions of arrays and of
 * operations. version2_dnnl.c and version3_dnnl.c implement it; CMake compiles the one for the
 * oneDNN that it found. The other *_dnnl.c files use only what both versions have.
 *
 * 2.x describes an array by a struct and an operation by another, from which one call creates the
 * primitive desc. 3.x describes an array by a heap object, and has a call with many arguments per
 * operation. Here both are values: an ad_md can be copied and needs no free. */
#ifndef AD_COMPUTE_VERSION_DNNL_H
#define AD_COMPUTE_VERSION_DNNL_H

#include <dnnl.h>
#include <stddef.h>

/* The number type and layout of an array. All zero: none. */
typedef struct ad_md {
#if DNNL_VERSION_MAJOR < 3
    dnnl_memory_desc_t desc;
#else
    size_t size; /* of the used part of blob */
    _Alignas(8) unsigned char blob[1016];
#endif
} ad_md;

/* No array if oneDNN refuses it; calls that use it then fail. */
ad_md ad_md_by_tag(int n_dims, const dnnl_dims_t dims, dnnl_data_type_t type,
                   dnnl_format_tag_t tag);
ad_md ad_md_by_strides(int n_dims, const dnnl_dims_t dims, dnnl_data_type_t type,
                       const dnnl_dims_t strides);
/* An array of a primitive desc, e.g. (dnnl_query_weights_md, 0); no array if there is none. */
ad_md ad_md_query(dnnl_primitive_desc_t desc, dnnl_query_t what, int index);

int ad_md_exists(const ad_md *d);
int ad_md_equal(const ad_md *a, const ad_md *b);
size_t ad_md_bytes(const ad_md *d);
dnnl_data_type_t ad_md_type(const ad_md *d);
/* Does its layout consist of blocks and strides, rather than being opaque? */
int ad_md_is_blocked(const ad_md *d);

/* A memory object without a buffer. */
dnnl_status_t ad_md_memory(const ad_md *d, dnnl_engine_t engine, dnnl_memory_t *out);

typedef enum {
    AD_OP_CONV,         /* x weights bias -> y */
    AD_OP_CONV_DATA,    /* dy weights -> dx */
    AD_OP_CONV_WEIGHTS, /* x dy -> dweights, dbias */
    AD_OP_PRODUCT,      /* y = x weights */
    AD_OP_SUM,          /* y = x + x */
    AD_OP_NORM,         /* x -> y, of one layout */
    AD_OP_NORM_BACKWARD,
    AD_OP_POOL, /* x -> y */
    AD_OP_POOL_BACKWARD,
    AD_OP_REORDER, /* x -> y */
} ad_op_kind;

/* An operation; members apply only to kinds that have them. */
typedef struct ad_op {
    ad_op_kind kind;
    dnnl_prop_kind_t prop;               /* of NORM: for training or for inference */
    dnnl_alg_kind_t algorithm;           /* of CONV.. and POOL.. */
    const ad_md *x, *weights, *bias, *y; /* gradients have the layouts of their arrays; bias may be
                                            NULL */
    dnnl_dims_t window, strides, before, after; /* before, after: padding */
    float epsilon;
    unsigned flags;
    dnnl_primitive_desc_t hint; /* the forward desc, for backward ones */
} ad_op;

/* The first of oneDNN's implementations that is not refused; refuse may be NULL. On failure *out is
 * NULL. */
typedef int ad_refuse(dnnl_primitive_desc_t desc);
dnnl_status_t ad_op_desc(const ad_op *op, dnnl_engine_t engine, dnnl_primitive_attr_t attr,
                         ad_refuse *refuse, dnnl_primitive_desc_t *out);

/* Differences of this oneDNN version. */
extern const int ad_dnnl_has_winograd;     /* convolution_winograd on x86-64 */
extern const int ad_dnnl_norm_takes_shift; /* an argument of batch norm's backward pass */
/* The gradient of weights that meet only padding is left unchanged instead of being set to zero. */
extern const int ad_dnnl_forgets_taps;

/* The instruction sets known to this oneDNN. */
typedef struct ad_isa {
    dnnl_cpu_isa_t isa;
    const char *name;
    int avx512, bf16, amx;
} ad_isa;

extern const ad_isa ad_dnnl_isas[];
extern const size_t ad_n_dnnl_isas;

#endif

/* A short form of oneDNN's C interface, for the *_dnnl.c files, the only ones that include dnnl.h.
 * version_dnnl.h hides the differences between its versions.
 *
 *     ad_prim p = { 0 };
 *     ad_prim_create(e, &op, "the convolution", &p);
 *     ad_prim_bind(e, &p, DNNL_ARG_SRC, &src_md);            // in the order of run's data
 *     ad_prim_bind(e, &p, DNNL_ARG_DST, &dst_md);
 *     ad_prim_run(e, &p, (void *[]){ x, y }, scratch);
 *     ad_prim_free(&p);
 *
 * Scratchpads are the caller's: with the library's own, running one primitive in two threads
 * corrupts results. */
#ifndef AD_COMPUTE_PRIM_DNNL_H
#define AD_COMPUTE_PRIM_DNNL_H

#include "compute/engine.h"
#include "compute/version_dnnl.h"

struct ad_dnnl {
    dnnl_engine_t engine;
    dnnl_stream_t stream;
    int without_amx; /* 1: primitives that use AMX tiles would be illegal here */
};

enum { AD_MAX_ARGS = 12 };

/* A primitive with its memory objects; zero before create. */
typedef struct ad_prim {
    dnnl_primitive_desc_t desc;
    dnnl_primitive_t primitive;
    dnnl_exec_arg_t arg[AD_MAX_ARGS]; /* (n_args), followed by the scratchpad */
    int n_args;
    size_t scratch; /* bytes */
} ad_prim;

/* ADROP_ENOMEM or ADROP_ECOMPUTE with a message: what failed, and oneDNN's status. */
adrop_status ad_dnnl_fail(adrop_ctx *ctx, dnnl_status_t status, const char *what);

dnnl_data_type_t ad_dnnl_type(ad_dtype t);

/* The memory desc of an array of activations, (rows, channels, height, width). */
ad_md ad_dnnl_desc(const ad_engine *e, const ad_desc *d);

/* That of a vector of n numbers. */
ad_md ad_dnnl_vector(size_t n, dnnl_data_type_t type);

/* The first of oneDNN's implementations of an operation that works on this machine. attr may be
 * NULL. */
dnnl_status_t ad_dnnl_describe(const ad_engine *e, const ad_op *op, dnnl_primitive_attr_t attr,
                               dnnl_primitive_desc_t *out);

/* Create a primitive of that implementation. On failure *out is zero. */
adrop_status ad_prim_create(ad_engine *e, const ad_op *op, const char *what, ad_prim *out);
/* Converts layout or number type; both arrays are bound. */
adrop_status ad_prim_create_reorder(ad_engine *e, const ad_md *from, const ad_md *to,
                                    const char *what, ad_prim *out);
void ad_prim_free(ad_prim *p);

/* The desc of one of the primitive's arrays, e.g. (dnnl_query_weights_md, 0); 0 bytes if there is
 * none. */
ad_md ad_prim_desc(const ad_prim *p, dnnl_query_t what, int index);

/* oneDNN's name for the implementation, e.g. "jit:avx2" or "ref:any". */
const char *ad_prim_name(const ad_prim *p);

adrop_status ad_prim_bind(ad_engine *e, ad_prim *p, int arg, const ad_md *md);

/* Run on (n_args) pointers; scratch of p->scratch bytes. */
adrop_status ad_prim_run(ad_engine *e, ad_prim *p, void *const *data, void *scratch);

#endif

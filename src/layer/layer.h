/* What a layer is.
 *
 * Each kind lives in its own file, which defines one `const ad_layer_type
 * ad_layer_<kind>`; layer_list.h names it. A layer is settled once (its output's
 * shape, its parameters), then planned once per number of rows
 * (an ad_planned_layer: its operations, the formats it wants), and runs many times. A
 * NULL function has the default stated beside it. The order of calls in a step:
 *
 *     for each shard:   forward, in the order of the graph; backward, in reverse
 *     once:             finish (penalties and their gradients), <optimiser>, commit
 *
 * Layers get arrays in the formats they asked for: the plan (model/net.h) inserts
 * reorders where formats differ, sums the gradients of an output that several
 * layers read, and assigns memory to all arrays. */
#ifndef AD_LAYER_LAYER_H
#define AD_LAYER_LAYER_H

#include <assert.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/model.h"
#include "adrop/sparse.h"
#include "compute/engine.h"
#include "technique/dropout.h"

enum { AD_NAME_SIZE = 64, AD_TENSOR_NAME_SIZE = 112, AD_MAX_INPUTS = 8, AD_MAX_PARAMS = 18 };
/* Upper limits of settings. */
enum { AD_MOST_UNITS = 1 << 24, AD_MOST_SIDE = 1 << 12 };

typedef struct ad_layer_type ad_layer_type;
typedef struct ad_layer ad_layer;
typedef struct ad_planned_layer ad_planned_layer;
struct ad_pruned; /* compute/pruned.h */

/* A named tensor of a layer. */
typedef struct ad_param {
    char name[AD_TENSOR_NAME_SIZE]; /* PyTorch's: "features.0.weight" */
    adrop_tensor_group group;       /* its block and the rule that updates it */
    size_t dim[4];                  /* (n_dims), in PyTorch's order */
    size_t n_dims;
    size_t n;        /* elements in PyTorch's layout */
    size_t stored;   /* reals in the block: n, or more with padding */
    size_t offset;   /* in reals, in its block */
    int frozen;      /* the optimiser skips it */
    int by_response; /* the optimiser skips it; a response moves it (model/response.h) */
    int together;    /* and draws it towards the same tensor of other layers */
} ad_param;

/* What layers need to know about their network. */
typedef struct ad_net_facts {
    ad_kernel_set kernels;          /* of techniques */
    size_t rows, n_shards, n_train; /* for dropout sites: most rows of a shard, ... */
    int channels_last;              /* the format of its maps */
    int direct_only;                /* no Winograd convolutions */
    int input_gradient;             /* compute the gradient of the network's input */
} ad_net_facts;

struct ad_layer {
    const ad_layer_type *type;
    const ad_net_facts *facts;   /* of its graph */
    char name[AD_NAME_SIZE];     /* PyTorch's name of the module, or our own */
    uint16_t number;             /* its index in the graph: part of its masks' address */
    uint16_t weight_number;      /* number of earlier layers with weights: address of its initial
                                    values */
    ad_layer *in[AD_MAX_INPUTS]; /* (n_in), earlier layers of the graph */
    size_t n_in;
    void *settings;                /* owned; the type's own struct */
    ad_desc shape;                 /* of the output; rows 0, format and dtype unset */
    ad_param param[AD_MAX_PARAMS]; /* (n_params) */
    size_t n_params;
    size_t n_stats;     /* doubles that a shard's forward writes; commit gets their sums */
    double macs;        /* multiplications per row, forward */
    double extra;       /* its part of the extra loss: the last result of finish */
    int needs_gradient; /* its output needs one: it, or a layer before it, learns */
    const ad_planned_layer *first; /* the plan that defines the layout of the parameters */
    struct ad_pruned *pruned;      /* of a dense layer, owned by the model: skips zero weights in
                                      phases mean and sample; NULL: no skipping */
};

/* A layer planned for a number of rows. */
struct ad_planned_layer {
    ad_layer *layer;
    ad_engine *engine;
    size_t rows;
    ad_desc in[AD_MAX_INPUTS]; /* wanted */
    ad_desc out;
    int wants_dx[AD_MAX_INPUTS]; /* set before plan: which gradients are needed */
    void *op;                    /* owned; the type's own operations */
    size_t saved, scratch;       /* bytes: from forward to backward; during a call */
};

/* The blocks of all learned numbers, their gradients and the running averages, of the
 * engine's real type. */
typedef struct ad_blocks {
    void *params, *grads, *buffers;
} ad_blocks;

/* One forward or backward of a planned layer on one shard. */
typedef struct ad_layer_call {
    ad_where where;
    size_t shard;
    const void *x[AD_MAX_INPUTS];
    void *y;
    void *dy;                /* may be overwritten */
    void *dx[AD_MAX_INPUTS]; /* written; NULL: not wanted */
    void *saved, *scratch;
    ad_blocks blocks;           /* of the whole network */
    const adrop_sparse *sparse; /* the network's input, if its rows are sparse; else NULL */
    double *stats;              /* (n_stats) of this layer: written by forward in phase train */
} ad_layer_call;

/* What backward reads, and what may share memory. */
typedef enum ad_layer_trait {
    AD_READS_X = 1,           /* backward reads x */
    AD_READS_Y = 2,           /* backward reads y */
    AD_FORWARD_IN_PLACE = 4,  /* y may be x[0] */
    AD_BACKWARD_IN_PLACE = 8, /* dx[0] may be dy */
    AD_SAME_BYTES = 16,       /* y is x[0]: nothing to do, forward or backward */
    AD_IS_CALLERS = 32,       /* the network's input, which the caller owns: it has no y */
} ad_layer_trait;

/* A layer whose shards share sums over the whole batch (synchronised batch normalisation): forward
 * and backward in two steps each. The first writes n(l) doubles per shard; the second reads
 * their sums over all shards of the batch. */
typedef struct ad_layer_sync {
    size_t (*n)(const ad_layer *l);
    adrop_status (*forward_sums)(ad_planned_layer *p, const ad_layer_call *c, double *sums);
    adrop_status (*forward_rest)(ad_planned_layer *p, const ad_layer_call *c, const double *sums);
    adrop_status (*backward_sums)(ad_planned_layer *p, const ad_layer_call *c, double *sums);
    adrop_status (*backward_rest)(ad_planned_layer *p, const ad_layer_call *c, const double *sums);
} ad_layer_sync;

struct ad_layer_type {
    const char *name;
    size_t inputs[2];            /* least and most number of inputs */
    const adrop_option *options; /* table of the settings struct; NULL: none */
    size_t settings_size;
    unsigned (*traits)(const ad_layer *l);
    /* Set the output's shape and the parameters, from the inputs' shapes. */
    adrop_status (*settle)(adrop_ctx *ctx, ad_layer *l);
    /* in[] holds the formats of the inputs: change them to those wanted, set out, create
     * the operations, set saved and scratch. */
    adrop_status (*plan)(ad_planned_layer *p);
    void (*free_op)(ad_planned_layer *p); /* NULL: nothing to free */
    void (*free_settings)(ad_layer *l);   /* what the settings own; NULL: nothing */
    /* Initial values of parameter i, (n), PyTorch's layout. NULL: zeros. */
    void (*init)(const ad_layer *l, size_t i, uint64_t seed, double *out);
    /* Write initial values into the blocks directly, after init. NULL: nothing. */
    void (*start)(ad_planned_layer *p, const ad_layer_call *c);
    /* Bind a technique to the parameters of a network without initial values, so that it can be
     * queried before the first pass. NULL: there is none. */
    void (*bind)(ad_planned_layer *p, const ad_layer_call *c);
    /* Convert parameter 0 between PyTorch's layout and the block's, in reals. NULL: the layouts
     * are the same, as for all other parameters. */
    adrop_status (*pack)(const ad_layer *l, const void *from, void *to);
    adrop_status (*unpack)(const ad_layer *l, const void *from, void *to);
    adrop_status (*forward)(ad_planned_layer *p, const ad_layer_call *c);
    adrop_status (*backward)(ad_planned_layer *p, const ad_layer_call *c);
    /* Extra loss of the step; its gradient is added. NULL: none. */
    double (*finish)(ad_planned_layer *p, const ad_layer_call *c);
    /* After the optimiser: update the buffers by the statistics of all rows of the step,
     * put parameters into their range. NULL: nothing to do. */
    void (*commit)(ad_planned_layer *p, const ad_layer_call *c);
    /* The dropout technique of the layer. NULL: none. */
    ad_dropout *(*technique)(const ad_layer *l);
    /* Its steps when shards run side by side (model/side.h). NULL: shards share nothing. */
    const ad_layer_sync *sync;
    /* The algorithm it uses, for the record ("winograd"). NULL: none to report. */
    const char *(*algorithm)(const ad_planned_layer *p);
};

#define LAYER(kind) extern const ad_layer_type ad_layer_##kind;
#include "layer/layer_list.h"
#undef LAYER

/* Kind i of layer_list.h; NULL past the last. The kind with a name; ADROP_ENOENT suggests the
 * nearest. */
const ad_layer_type *ad_layer_type_at(size_t i);
adrop_status ad_layer_type_find(adrop_ctx *ctx, const char *name, const ad_layer_type **out);

/* Do layers of the kind hold a technique: dropout, dropped_dense? */
static inline int ad_layer_holds_technique(const ad_layer_type *t)
{
    return t->technique != NULL;
}

/* The technique of a dropout or dropped_dense layer; NULL for all others. */
ad_dropout *ad_layer_technique(const ad_layer *l);

/* Add a parameter called "<layer>.<leaf>"; dims are PyTorch's, ended by 0. Fails if
 * its size overflows. */
adrop_status ad_layer_param(adrop_ctx *ctx, ad_layer *l, const char *leaf, adrop_tensor_group group,
                            const size_t *dims);

/* Tensor i of a layer in a block. */
static inline void *ad_tensor_in(const ad_engine *e, const ad_layer *l, void *block, size_t i)
{
    assert(i < l->n_params);
    return (char *)block + l->param[i].offset * ad_dtype_size(e->real);
}

/* Tensor i of the call's layer: a parameter, its gradient, or a running average. */
static inline void *ad_param_of(const ad_planned_layer *p, const ad_layer_call *c, size_t i)
{
    return ad_tensor_in(p->engine, p->layer, c->blocks.params, i);
}

static inline void *ad_grad_of(const ad_planned_layer *p, const ad_layer_call *c, size_t i)
{
    return ad_tensor_in(p->engine, p->layer, c->blocks.grads, i);
}

static inline void *ad_buffer_of(const ad_planned_layer *p, const ad_layer_call *c, size_t i)
{
    return ad_tensor_in(p->engine, p->layer, c->blocks.buffers, i);
}

/* The desc of vectors in the engine's real type, and the one of maps. */
static inline ad_desc ad_vector_desc(const ad_engine *e, size_t rows, size_t units)
{
    return (ad_desc){ rows, units, 1, 1, e->real, AD_PLAIN };
}

#endif

/* A network planned for a number of rows: every layer's plan, what stands between
 * layers (reorders, sums of gradients), and the offset of every array in one arena.
 *
 * Layer i goes forward at time i and backward at time 2n - i; the loss is at time n.
 * An array lives from the time it is written to the last time it is read, so that
 * activations that no gradient needs, and gradients that have been used, free their memory. */
#ifndef AD_MODEL_NET_H
#define AD_MODEL_NET_H

#include "compute/pointwise.h"
#include "compute/reorder.h"
#include "model/arena.h"
#include "model/graph.h"

enum { AD_NOWHERE = -1 };

/* Input k of a layer. */
typedef struct ad_edge {
    ad_reorder *to;   /* from the producer's format to the wanted one; NULL: the same */
    ad_reorder *back; /* the reverse, for its gradient; NULL: the same, or not wanted */
    int x;            /* piece of the reordered input */
    int dx;           /* piece that backward writes; AD_NOWHERE: not wanted */
    int part;         /* piece of the gradient in the producer's format, to be added to the
                         producer's; AD_NOWHERE: written there directly */
} ad_edge;

typedef struct ad_node {
    ad_planned_layer planned;
    ad_edge edge[AD_MAX_INPUTS];
    ad_pointwise *sum; /* adds to the gradient of the output; NULL: one reader only */
    int y, dy, saved;  /* pieces; y of the input is the caller's array on the dnnl engine */
} ad_node;

typedef struct ad_net_plan {
    ad_graph *graph;   /* not owned */
    ad_engine *engine; /* not owned */
    size_t rows;
    ad_node *node;   /* (graph->n) */
    ad_piece *piece; /* (n_pieces) */
    size_t n_pieces;
    int scratch;  /* piece */
    size_t bytes; /* of the arena */
} ad_net_plan;

/* The first net of a graph fixes the layout of its parameters and must outlive the
 * others. */
adrop_status ad_net_create(ad_graph *g, ad_engine *e, size_t rows, ad_net_plan **out);
void ad_net_free(ad_net_plan *net);

/* One pass of the whole network, on the rows of one shard. */
typedef struct ad_net_pass {
    ad_where where;
    size_t shard;
    char *arena;         /* at least net->bytes */
    const float *x;      /* (rows, channels, height, width) */
    adrop_sparse sparse; /* sparse rows instead of x; start is NULL if there are none */
    ad_blocks blocks;
    double *stats;   /* (all layers' n_stats): of this shard, or for commit the sums */
    double *seconds; /* (graph->n, 2): adds forward and backward times; NULL: no clock */
    /* Called when backward has finished layer i: the gradients of it and of all later layers are
     * complete. NULL: not called. */
    void (*left)(void *user, size_t i);
    void *user;
} ad_net_pass;

adrop_status ad_net_forward(ad_net_plan *net, const ad_net_pass *pass);
/* Only layers [first, end): their inputs must be in the arena (sampling.c). */
adrop_status ad_net_forward_part(ad_net_plan *net, const ad_net_pass *pass, size_t first,
                                 size_t end);
/* The array in the arena that holds layer i's output, valid to read or write before layer
 * `time` runs; NULL: it is the caller's inputs. */
void *ad_net_held(const ad_net_plan *net, const ad_net_pass *pass, size_t i, size_t time);
/* Forward until a layer's output is not finite: returns its number, or graph->n. */
size_t ad_net_find_bad(ad_net_plan *net, const ad_net_pass *pass);
/* Backward from the gradient of the outputs, at ad_net_gradient. */
adrop_status ad_net_backward(ad_net_plan *net, const ad_net_pass *pass);

/* Backward of layer i alone, after all later layers. */
adrop_status ad_net_backward_layer(ad_net_plan *net, const ad_net_pass *pass, size_t i);

/* A step of a layer whose shards share sums (ad_layer_sync), instead of its forward or backward:
 * writes the sums of this shard, or reads those over all shards. */
typedef enum ad_net_step {
    AD_FORWARD_SUMS,
    AD_FORWARD_REST,
    AD_BACKWARD_SUMS,
    AD_BACKWARD_REST
} ad_net_step;
adrop_status ad_net_sync(ad_net_plan *net, const ad_net_pass *pass, size_t i, ad_net_step step,
                         double *sums);

/* Once per step: extra losses (and their gradients), and after the optimiser the commits. */
double ad_net_finish(ad_net_plan *net, const ad_net_pass *pass);
void ad_net_commit(ad_net_plan *net, const ad_net_pass *pass);
/* Instead of both: discard what the shards left, because it belongs to no step. */
void ad_net_forget(ad_net_plan *net, const ad_net_pass *pass);
/* Initial values that layers write themselves. */
void ad_net_start(ad_net_plan *net, const ad_net_pass *pass);
/* The same if values come from elsewhere: binds the techniques before the first pass. */
void ad_net_bind(ad_net_plan *net, const ad_net_pass *pass);

/* The outputs and their gradient, in the arena; reals, (rows, outputs). */
void *ad_net_output(const ad_net_plan *net, const ad_net_pass *pass);
void *ad_net_gradient(const ad_net_plan *net, const ad_net_pass *pass);
/* The gradient of the inputs after backward, plain reals; NULL unless the graph's facts ask
 * for it. */
const void *ad_net_input_gradient(const ad_net_plan *net, const ad_net_pass *pass);

#endif

/* The inside of a model: a graph, its plans, its blocks of parameters. */
#ifndef AD_MODEL_MODEL_H
#define AD_MODEL_MODEL_H

#include "adrop/model.h"
#include "adrop/units.h"
#include "base/lab.h"
#include "layer/loss.h"
#include "model/architecture.h"
#include "model/net.h"
#include "optim/optimizer.h"
#include "technique/mark.h"

enum { AD_MAX_NETS = 16 };

/* What a model needs to share its shards with other processes (ranks.c). */
typedef struct ad_model_ranks ad_model_ranks;
/* What it needs to run its shards side by side (side.c). */
typedef struct ad_side ad_side;
/* What it needs to learn by response (response.h). */
typedef struct ad_response ad_response;

/* Numbers that precede the layers' statistics. */
enum { AD_STAT_LOSS, AD_STAT_R_DROP, AD_STATS_FIRST };

/* The blocks of parameters and running averages, reference-counted by the models (share.c). */
typedef struct ad_weights ad_weights;

struct adrop_model {
    adrop_ctx *ctx;
    adrop_model_opts options; /* its texts are owned copies, below */
    char *model_text, *dropout_text;
    char *schema_text; /* owned: what raw rows mean (rows/schema.h), as JSON; NULL: unknown */
    ad_engine *engine;
    ad_graph *graph;
    const ad_loss_type *loss;
    size_t shard_rows; /* most rows of a shard */
    size_t n_dropouts;

    ad_net_plan *net[AD_MAX_NETS]; /* (n_nets), one per number of rows; the first stays */
    size_t n_nets;
    char *arena;
    size_t arena_bytes;

    size_t n_params, n_buffers;     /* reals of the blocks */
    ad_weights *weights;            /* owned, perhaps shared: params and buffers */
    void *params, *grads, *buffers; /* of the engine's real type */
    int only_forward;               /* no memory for gradients */
    int alone;                      /* the ranks of a job do not share its shards */
    void *shard_grads;              /* (n_slots - 1) blocks of gradients; NULL with one shard */
    double *stats;                  /* (n_slots, n_stats) */
    size_t n_stats;                 /* the data loss, R-Drop's, and all layers' n_stats */
    size_t n_slots;        /* blocks for sums over shards; at the end the first hold the sums */
    ad_model_ranks *ranks; /* the other processes that compute shards; NULL: none */
    ad_side *side;         /* owned: shards run side by side (side.h); NULL: one after another */
    adrop_sparse_weights sparse_weights; /* the setting; off: no layer skips zeros */
    unsigned char *keep; /* (n_params): 0 for weights that stay zero; NULL: none do */
    ad_param **tensor;   /* (n_tensors), into the layers */
    ad_layer **tensor_layer;
    size_t n_tensors;
    size_t most; /* elements of the largest tensor, in PyTorch's layout */

    ad_optimizer *optimizer; /* NULL: not chosen yet */
    ad_response *response;   /* owned, made with the optimiser; NULL: nothing learns by it */
    int on_other_rows;       /* the current pass is over the other rows of a response */
    double *seconds;         /* (layers, 2); NULL: no clock */
    float *outputs;          /* (batch, outputs) of the last forward */
    size_t output_rows;      /* rows in outputs; 0: no forward yet, or the last failed */
    ad_mark in_flight;       /* the batch that went forward in phase train without backward yet */
    ad_net_plan *last;       /* the plan of the last shard */
};

/* What a caller will need apart from the model, or already holds, so that a model that cannot fit
 * is refused at the start. */
typedef struct ad_model_create_args {
    size_t copies; /* of the parameters, as floats: the optimiser's state, a checkpoint */
    size_t bytes;  /* that the caller will allocate */
    size_t held;   /* bytes that the caller has already allocated */
    /* Called with the graph before memory is allocated for it; NULL: not called. */
    adrop_status (*check)(const void *user, adrop_ctx *ctx, const ad_graph *g, const char *dropout);
    const void *user;
    ad_weights *weights; /* of an identical model, shared read-only; NULL: its own */
    int alone;           /* 1: the ranks of a job do not share its shards (adrop/comm.h) */
    int only_forward;    /* 1: no initial weights, because the caller sets them, and no memory for
                            gradients, which are refused */
} ad_model_create_args;

/* adrop_model_create that also counts the memory in args. */
AD_LAB adrop_status ad_model_open(adrop_ctx *ctx, const adrop_model_opts *options,
                                  const ad_model_create_args *args, adrop_model **out);

/* Could the model be made? Plans and checks everything, memory too, and keeps nothing. */
AD_LAB adrop_status ad_model_try(adrop_ctx *ctx, const adrop_model_opts *options);

/* A model with the same options and the same weights, for another thread with its context. The
 * weights are read-only from now on. ADROP_EINVAL if the two layouts differ. */
adrop_status ad_model_share(const adrop_model *from, adrop_ctx *ctx, adrop_model **out);

adrop_status ad_weights_create(adrop_ctx *ctx, size_t params_bytes, size_t buffers_bytes,
                               ad_weights **out);
ad_weights *ad_weights_take(ad_weights *w); /* add a reference */
void ad_weights_release(ad_weights *w);     /* drop one; NULL is fine */
int ad_weights_are_shared(const ad_weights *w);
void *ad_weights_params(const ad_weights *w);
void *ad_weights_buffers(const ad_weights *w);

/* ADROP_EINVAL for a model without gradients. */
adrop_status ad_model_check_learns(const adrop_model *m);

/* The same, and ADROP_ENUMERIC for inputs that are not finite: an activation may hide them, so
 * that the loss is finite while the gradient of the first layer's weights is not. */
adrop_status ad_model_check_training(const adrop_model *m, const adrop_batch *b);

/* The first tensor whose gradient is not finite; NULL if there is none. Frozen tensors are
 * ignored. */
const char *ad_model_bad_gradient(const adrop_model *m);

/* The mark of a batch; and a check that this batch went forward in phase train with the current
 * weights and has not gone backward. */
ad_mark ad_model_mark(const adrop_model *m, const adrop_batch *b);
adrop_status ad_model_check_in_flight(const adrop_model *m, const adrop_batch *b);

/* Enter the engine for a pass over `rows` rows without gradients, with as many threads as pay off
 * (base/thread_rule.h). The outputs do not depend on the number of threads. */
void ad_model_enter(const adrop_model *m, size_t rows, ad_saved_threads *saved);

/* Check that the starts ascend and that the columns are in order and in range. */
adrop_status ad_model_check_sparse(const adrop_model *m, const adrop_batch *b);

/* ADROP_ENUMERIC if the losses are not finite. */
adrop_status ad_model_check_loss(const adrop_model *m, const adrop_losses *losses);

/* If the batch asks for R-Drop, do its rows and the loss suit it? */
adrop_status ad_model_check_pairs(const adrop_model *m, const adrop_batch *b);

/* A model of an architecture that need not be in the list. The options are already checked. */
adrop_status ad_model_create(adrop_ctx *ctx, const adrop_model_opts *options,
                             const ad_architecture *type, const void *settings,
                             const ad_model_create_args *args, adrop_model **out);

/* The plan for a number of rows, made on first use. */
adrop_status ad_model_net(adrop_model *m, size_t rows, ad_net_plan **out);

/* After the first plan: give every tensor its offset in the blocks, then allocate and fill
 * them. */
void ad_model_place(adrop_model *m);
adrop_status ad_model_fill(adrop_model *m);

/* Copy tensor i out of a block of the parameters' shape, or into it, as floats in PyTorch's
 * layout; the double engine converts through temporary memory. */
adrop_status ad_model_take(const adrop_model *m, size_t i, void *block, float *values);
adrop_status ad_model_put(const adrop_model *m, size_t i, const float *values, void *block);

/* The first layer whose output is not finite in a training pass of the batch; NULL if
 * all are. */
const ad_layer *ad_model_first_bad(adrop_model *m, const adrop_batch *b);

/* The weights change: no layer skips zeros any more (sparse_weights.c). */
void ad_model_forget_zeros(adrop_model *m);

/* Set the gradients of weights that stay zero to zero (zeros.c). */
void ad_model_hold_zeros(adrop_model *m);

/* A pass over rows [first, first + n) of a batch. */
ad_net_pass ad_model_pass(const adrop_model *m, const adrop_batch *b, adrop_phase phase,
                          size_t first);

/* Copy the net's outputs as floats to rows [first, ..) of m->outputs. */
void ad_model_keep_outputs(adrop_model *m, const ad_net_plan *net, const ad_net_pass *pass,
                           size_t first);
/* The losses of a shard that went forward, and their gradient at its outputs. */
void ad_model_lose(const adrop_model *m, const adrop_batch *b, const ad_net_plan *net,
                   const ad_net_pass *pass, size_t first, adrop_losses *loss);
/* The same, followed by its backward. */
adrop_status ad_model_go_back(adrop_model *m, const adrop_batch *b, ad_net_plan *net,
                              const ad_net_pass *pass, size_t first, adrop_losses *loss);

/* Index of the first gradient of layer i. The next layer's begin at `end`, which is returned if
 * layer i has none. */
size_t ad_model_first_number(const adrop_model *m, size_t i, size_t end);

/* Block `slot` for sums over shards: gradients, and statistics. */
void *ad_model_grads(const adrop_model *m, size_t slot);
double *ad_model_stats(const adrop_model *m, size_t slot);

/* Number of shards for a batch: at most one per row, or per two rows with R-Drop. */
size_t ad_model_shards(const adrop_model *m, const adrop_batch *b);
/* The first row of shard s; for s == shards, the number of rows. */
size_t ad_model_shard_row(const adrop_batch *b, size_t shards, size_t s);

/* Read a caller's batch, and check its answers as well. */
adrop_status ad_model_check_answers(adrop_model *m, const adrop_batch *given, adrop_batch *b);

/* Read a caller's batch. ADROP_ESHAPE or ADROP_EINVAL if it does not fit. */
adrop_status ad_model_check(adrop_model *m, const adrop_batch *given, adrop_batch *b);

#endif

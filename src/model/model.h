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
/* And to run its shards side by side (side.c). */
typedef struct ad_side ad_side;
/* And to learn by response (response.h). */
typedef struct ad_response ad_response;

/* Numbers in front of the layers' statistics. */
enum { AD_STAT_LOSS, AD_STAT_R_DROP, AD_STATS_FIRST };

/* The blocks of parameters and running averages, counted by the models that read them (share.c). */
typedef struct ad_weights ad_weights;

struct adrop_model {
    adrop_ctx *ctx;
    adrop_model_opts options; /* its texts are owned copies, below */
    char *model_text, *dropout_text;
    char *schema_text; /* owned: what raw rows mean (rows/schema.h), as JSON; NULL: not said */
    ad_engine *engine;
    ad_graph *graph;
    const ad_loss_type *loss;
    size_t shard_rows; /* most rows of a shard */
    size_t n_dropouts;

    ad_net_plan *net[AD_MAX_NETS]; /* (n_nets), one a number of rows; the first stays */
    size_t n_nets;
    char *arena;
    size_t arena_bytes;

    size_t n_params, n_buffers;     /* reals of the blocks */
    ad_weights *weights;            /* owned, perhaps with others: params and buffers */
    void *params, *grads, *buffers; /* of the engine's real type */
    int only_forward;               /* there is no memory for gradients */
    int alone;                      /* no rank of a job shares its shards */
    void *shard_grads;              /* (n_slots - 1) blocks of gradients; NULL with one shard */
    double *stats;                  /* (n_slots, n_stats) */
    size_t n_stats;                 /* the data loss, R-Drop's, and all layers' n_stats */
    size_t n_slots;        /* blocks for sums over shards; the first ones end as the sums */
    ad_model_ranks *ranks; /* the other processes that compute shards; NULL: none */
    ad_side *side;         /* owned: shards go side by side (side.h); NULL: one after another */
    adrop_sparse_weights sparse_weights; /* as asked for; off: no layer skips zeros */
    unsigned char *keep; /* (n_params): 0 for weights that stay zero; NULL: none do */
    ad_param **tensor;   /* (n_tensors), into the layers */
    ad_layer **tensor_layer;
    size_t n_tensors;
    size_t most; /* elements of the largest tensor, PyTorch's layout */

    ad_optimizer *optimizer; /* NULL: not chosen yet */
    ad_response *response;   /* owned, made with the optimiser; NULL: nothing learns by it */
    int on_other_rows;       /* a pass is over the other rows of a response */
    double *seconds;         /* (layers, 2); NULL: no clock */
    float *outputs;          /* (batch, outputs) of the last forward */
    size_t output_rows;      /* that it has; 0: no forward, or one that failed */
    ad_mark in_flight;       /* the batch that went forward in phase train and not back */
    ad_net_plan *last;       /* the plan of the last shard */
};

/* What a caller will need besides the model, or holds already: so that what cannot fit
 * is refused at the start. */
typedef struct ad_model_create_args {
    size_t copies; /* of the parameters, as floats: the optimiser's state, a checkpoint */
    size_t bytes;  /* to be taken */
    size_t held;   /* taken already */
    /* Asked about the graph before memory is taken for it; NULL: nothing is asked. */
    adrop_status (*check)(const void *user, adrop_ctx *ctx, const ad_graph *g, const char *dropout);
    const void *user;
    ad_weights *weights; /* of a model made alike, to be read by this one too; NULL: its own */
    int alone;           /* 1: the ranks of a job do not share its shards (adrop/comm.h) */
    int only_forward;    /* 1: no initial weights, for they come from elsewhere, and no memory for
                            gradients, which are refused */
} ad_model_create_args;

/* adrop_model_create, with room for what else there will be. */
AD_LAB adrop_status ad_model_open(adrop_ctx *ctx, const adrop_model_opts *options,
                                  const ad_model_create_args *args, adrop_model **out);

/* Could the model be made? Everything is planned and checked, memory too, and nothing is kept. */
AD_LAB adrop_status ad_model_try(adrop_ctx *ctx, const adrop_model_opts *options);

/* A model with the same options and the same weights, for another thread with its context. The
 * weights are only read from now on. ADROP_EINVAL if the layouts of the two differ. */
adrop_status ad_model_share(const adrop_model *from, adrop_ctx *ctx, adrop_model **out);

adrop_status ad_weights_create(adrop_ctx *ctx, size_t params_bytes, size_t buffers_bytes,
                               ad_weights **out);
ad_weights *ad_weights_take(ad_weights *w); /* by one model more */
void ad_weights_release(ad_weights *w);     /* by one; NULL is fine */
int ad_weights_are_shared(const ad_weights *w);
void *ad_weights_params(const ad_weights *w);
void *ad_weights_buffers(const ad_weights *w);

/* ADROP_EINVAL for a model without gradients. */
adrop_status ad_model_check_learns(const adrop_model *m);

/* The same, and ADROP_ENUMERIC for inputs that are not finite: an activation may swallow them, so
 * that the loss looks well while the gradient of the first layer's weights is not finite. */
adrop_status ad_model_check_training(const adrop_model *m, const adrop_batch *b);

/* The first tensor whose gradient is not finite; NULL if all are, but for those that are not
 * trained. */
const char *ad_model_bad_gradient(const adrop_model *m);

/* The mark of a batch; and is it the one that went forward in phase train and not back, with the
 * weights of now? */
ad_mark ad_model_mark(const adrop_model *m, const adrop_batch *b);
adrop_status ad_model_check_in_flight(const adrop_model *m, const adrop_batch *b);

/* Enter the engine for a pass of so many rows without gradients, on the threads that it is worth
 * (base/thread_rule.h): what comes out does not depend on them. */
void ad_model_enter(const adrop_model *m, size_t rows, ad_saved_threads *saved);

/* Do the starts ascend, are the columns in order and there? */
adrop_status ad_model_check_sparse(const adrop_model *m, const adrop_batch *b);

/* ADROP_ENUMERIC if they are not finite. */
adrop_status ad_model_check_loss(const adrop_model *m, const adrop_losses *losses);

/* Do rows and loss suit R-Drop, if the batch asks for it? */
adrop_status ad_model_check_pairs(const adrop_model *m, const adrop_batch *b);

/* A model of an architecture that need not be in the list; options were checked. */
adrop_status ad_model_create(adrop_ctx *ctx, const adrop_model_opts *options,
                             const ad_architecture *type, const void *settings,
                             const ad_model_create_args *args, adrop_model **out);

/* The plan for a number of rows, made if it is not there. */
adrop_status ad_model_net(adrop_model *m, size_t rows, ad_net_plan **out);

/* After the first plan: give every tensor its place in the blocks, then make and fill
 * them. */
void ad_model_place(adrop_model *m);
adrop_status ad_model_fill(adrop_model *m);

/* Tensor i out of a block of the parameters' shape, or into it, as floats in PyTorch's
 * layout; in double through memory of their own. */
adrop_status ad_model_take(const adrop_model *m, size_t i, void *block, float *values);
adrop_status ad_model_put(const adrop_model *m, size_t i, const float *values, void *block);

/* The first layer whose output is not finite in a training pass of the batch; NULL if
 * all are. */
const ad_layer *ad_model_first_bad(adrop_model *m, const adrop_batch *b);

/* Weights change: no layer skips zeros any more (sparse_weights.c). */
void ad_model_forget_zeros(adrop_model *m);

/* Set the gradients of weights that stay zero to zero (zeros.c). */
void ad_model_hold_zeros(adrop_model *m);

/* A pass over rows [first, first + n) of a batch. */
ad_net_pass ad_model_pass(const adrop_model *m, const adrop_batch *b, adrop_phase phase,
                          size_t first);

/* The net's outputs as floats, where rows [first, ..) belong. */
void ad_model_keep_outputs(adrop_model *m, const ad_net_plan *net, const ad_net_pass *pass,
                           size_t first);
/* Losses of one shard that went forward, and their gradient at its outputs. */
void ad_model_lose(const adrop_model *m, const adrop_batch *b, const ad_net_plan *net,
                   const ad_net_pass *pass, size_t first, adrop_losses *loss);
/* The same, and its backward. */
adrop_status ad_model_go_back(adrop_model *m, const adrop_batch *b, ad_net_plan *net,
                              const ad_net_pass *pass, size_t first, adrop_losses *loss);

/* The first number of the gradients of layer i, whose neighbour behind it begins at `end`; `end` if
 * it has none. */
size_t ad_model_first_number(const adrop_model *m, size_t i, size_t end);

/* Block i of those for sums over shards: gradients, and statistics. */
void *ad_model_grads(const adrop_model *m, size_t slot);
double *ad_model_stats(const adrop_model *m, size_t slot);

/* Shards of a batch of so many rows: at most one per row, or per two of R-Drop. */
size_t ad_model_shards(const adrop_model *m, const adrop_batch *b);
/* The first row of shard s of them; s == shards: the end. */
size_t ad_model_shard_row(const adrop_batch *b, size_t shards, size_t s);

/* Take over a batch and look at its answers as well. */
adrop_status ad_model_check_answers(adrop_model *m, const adrop_batch *given, adrop_batch *b);

/* Take over a batch that a caller gave. ADROP_ESHAPE or ADROP_EINVAL if it does not fit. */
adrop_status ad_model_check(adrop_model *m, const adrop_batch *given, adrop_batch *b);

#endif

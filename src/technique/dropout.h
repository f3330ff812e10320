/* A technique at a site: settings, plan and the arrays it needs, for every
 * shard of a batch.
 *
 *     ad_dropout *d;
 *     ad_dropout_create(ctx, AD_F32_AVX2, "advanced:unit=node", &site, 1, &d);
 *     ad_dropout_init(d, seed);
 *     ad_dropout_forward(d, 0, &call);   ...   ad_dropout_backward(d, 0, &call);
 *     ad_dropout_penalty(d, &call); ad_dropout_commit(d);
 *     <optimiser changes d->params by d->grads>; ad_dropout_constrain(d);
 *
 * Everything that can fail does so in create; the rest only computes. A network
 * that keeps its parameters in one block and its activations in another plans its
 * dropouts, reads their sizes, and binds them to its own memory instead of create:
 *
 *     ad_dropout_plan(ctx, set, text, &site, n_shards, &d);
 *     <allocate d->plan.params.n_reals and so on>
 *     ad_dropout_bind(d, params, grads, buffers, saved, scratch); */
#ifndef AD_TECHNIQUE_DROPOUT_H
#define AD_TECHNIQUE_DROPOUT_H

#include "technique/technique.h"

typedef struct ad_dropout {
    adrop_ctx *ctx;
    const ad_technique *type;
    ad_kernel_set set;
    unsigned traits;
    ad_site site;
    ad_plan plan;
    size_t n_shards;
    void *settings;     /* owned */
    double *stats;      /* (n_shards, plan.n_stats), owned */
    size_t *shard_rows; /* (n_shards): rows of the last forward in phase train; owned */
    double *row_loss;   /* (n_shards): of the forward passes since the last penalty; owned */
    /* Owned after create, the caller's after bind; reals are of the set's type. */
    void *params, *grads; /* (plan.params.n_reals) each */
    void *buffers;        /* (plan.buffers.n_reals) */
    char *saved; /* plan.saved_size bytes; a shard's begin saved_step after the previous shard's */
    size_t saved_step; /* 0: all shards share them */
    void *scratch;     /* plan.scratch_size bytes */
    int bound;
    double strength;  /* in [0, 1] (strength.h); 1: the full technique */
    double full_rate; /* the rate at strength 1, if the rate is fixed */
    void *mixed;      /* (site.rows, units): owned; NULL until a strength below 1 needs it */
} ad_dropout;

/* Make the technique that text chooses, at a site, for n_shards shards per batch.
 * ADROP_ENOENT or ADROP_EINVAL for the text, ADROP_ESHAPE or ADROP_EINVAL for a
 * site that is empty or does not suit the technique. */
adrop_status ad_dropout_create(adrop_ctx *ctx, ad_kernel_set set, const char *text,
                               const ad_site *site, size_t n_shards, ad_dropout **out);
void ad_dropout_free(ad_dropout *d);

/* The same without the arrays of the plan: d->plan gives their sizes (saved is for
 * one shard), and bind must follow before any call but free. d owns the
 * statistics of every shard. */
adrop_status ad_dropout_plan(adrop_ctx *ctx, ad_kernel_set set, const char *text,
                             const ad_site *site, size_t n_shards, ad_dropout **out);

/* Bind a planned dropout to memory that outlives it, each piece aligned to AD_ALIGNMENT;
 * it may be bound again to other memory. Shards share saved: each must go forward and
 * backward before the next goes forward. scratch is free between calls, saved after a
 * backward, so that others may use them in between. */
void ad_dropout_bind(ad_dropout *d, void *params, void *grads, void *buffers, void *saved,
                     void *scratch);

/* Initial parameters and buffers; gradients become zero. */
void ad_dropout_init(ad_dropout *d, uint64_t seed);

/* Process one shard. The caller fills the first half of the call (technique.h), these add the
 * technique's settings and memory. ADROP_ESHAPE if rows is
 * 0 or above the site's, ADROP_EINVAL if an array that the technique needs is missing.
 * Backward must follow a forward of the same shard in phase train with the same x, and
 * adds to d->grads. */
adrop_status ad_dropout_forward(ad_dropout *d, size_t shard, ad_call *c);
adrop_status ad_dropout_backward(ad_dropout *d, size_t shard, ad_call *c);

/* The extra loss of a step: what forward left plus the penalty, whose gradient is
 * added to d->grads, c->dweight and c->dbias. NaN if the technique penalises the
 * following weights and c->weight is missing. */
double ad_dropout_penalty(ad_dropout *d, ad_call *c);

/* Fold the statistics of the shards that went forward since the last commit, by the fixed
 * tree (base/fold.h). */
void ad_dropout_commit(ad_dropout *d);

/* Discard these statistics instead: the passes since the last commit belong to no step. */
void ad_dropout_forget(ad_dropout *d);

/* After the optimiser changed d->params. */
void ad_dropout_constrain(ad_dropout *d);

/* The distribution of a unit's mask (ad_technique), and its moments averaged over the units. */
adrop_moments ad_dropout_moments(const ad_dropout *d, size_t unit, double pre);
adrop_moments ad_dropout_average(const ad_dropout *d);
void ad_dropout_distribution(const ad_dropout *d, size_t unit, double pre, double m, double *pdf,
                             double *cdf);
double ad_dropout_rate(const ad_dropout *d);

/* Where the shape is learned (plan): density[k] is n times the mass in [k / n, (k + 1) / n],
 * averaged over the units. Returns 0 where it is not learned. */
int ad_dropout_density(const ad_dropout *d, size_t n, double *density);

/* State as named tensors, in float: every parameter, then every buffer. */
size_t ad_dropout_n_tensors(const ad_dropout *d);
const ad_tensor *ad_dropout_tensor(const ad_dropout *d, size_t i);

/* Copy tensor i out, or the named tensor in. ADROP_ENOENT for an unknown name,
 * ADROP_ESHAPE unless n is its size, ADROP_ENUMERIC if a value is not finite;
 * nothing changes then. check: would set accept it? */
void ad_dropout_get(const ad_dropout *d, size_t i, float *out);
adrop_status ad_dropout_check_tensor(const ad_dropout *d, const char *name, size_t n,
                                     const float *values);
adrop_status ad_dropout_set(ad_dropout *d, const char *name, size_t n, const float *values);

#endif

/* Optimisers: what an optimiser is, and its state for a block of parameters.
 *
 * Parameters are one block of reals, gradients a block of the same shape. A sorted
 * list of ranges assigns elements to groups; each group has its own
 * learning rate and weight decay. Elements in no range do not change.
 *
 *     ad_optimizer *o;
 *     ad_optimizer_create(ctx, "sgd:momentum=0.9", 0, n, ranges, n_ranges, threads, &o);
 *     for each step:
 *         scale = ad_clip_scale(ad_global_norm(grads, n, 0, threads), limit);
 *         ad_optimizer_step(o, params, grads, scale, rules);
 *
 * A type lives in its own file, which defines one `const ad_optimizer_type
 * AD_KERNEL(ad_optimizer_<id>)`; optimizer_list.h names it. The file is written over
 * `real` and compiled for every kernel set (base/kernel.h). */
#ifndef AD_OPTIM_OPTIMIZER_H
#define AD_OPTIM_OPTIMIZER_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/option.h"
#include "base/kernel.h"
#include "base/lab.h"

enum { AD_MAX_STATE = 2, AD_MAX_GROUPS = 16 };

/* Averages of gradients below this magnitude become 0. */
#define AD_LEAST_STEP 0x1p-100

/* Elements [first, first + n) belong to a group. */
typedef struct ad_range {
    size_t first, n;
    int group;
} ad_range;

/* Group 0: the weights. Group 1: the parameters of the dropout techniques. */
typedef struct ad_group_rule {
    double lr, weight_decay;
} ad_group_rule;

/* One step on adjacent elements of one group. Arrays are (n), of the set's real type. */
typedef struct ad_update {
    const void *settings; /* the struct that the option table describes */
    uint64_t step;        /* counts from 1 */
    ad_group_rule rule;
    double grad_scale; /* multiplies each gradient */
    size_t n;
    void *params;
    const void *grads;
    void *state[AD_MAX_STATE]; /* NULL past the last */
} ad_update;

typedef struct ad_optimizer_type {
    const char *name;            /* as written after --optimizer */
    const char *summary;         /* one line for listings */
    const char *reference;       /* the paper it comes from */
    const adrop_option *options; /* table of the settings struct */
    size_t settings_size;
    double usual_lr;             /* suits most data; 0: use the preset rates of the data */
    const char *const *examples; /* texts that choose it, ended by NULL; shown and tested */
    /* The state is n_state(settings) blocks of the parameters' shape, zero before the
     * first step; their names in checkpoints. */
    size_t (*n_state)(const void *settings);
    const char *state_names[AD_MAX_STATE];
    unsigned not_negative; /* bit i: no value of state i is below zero */
    void (*update)(const ad_update *u);
    /* The effect of a constant gradient on steps: u->params, a gradient g, becomes P g, so that the
     * parameters move by -lr P g per step. u->step and the state are those after the last step. */
    void (*precondition)(const ad_update *u);
} ad_optimizer_type;

/* The types of a kernel set, by number; NULL past the last. */
const ad_optimizer_type *ad_optimizer_type_at(ad_kernel_set set, size_t i);

/* The type that text, "name" or "name:key=value,...", chooses; NULL: none. */
AD_LAB const ad_optimizer_type *ad_optimizer_type_of(const char *text);

/* Their names, ended by NULL; for an option row. */
AD_LAB extern const char *const ad_optimizer_words[];

/* Checkpoints need only step and state: with both restored, an optimiser resumes with the same
 * bits. */
typedef struct ad_optimizer {
    adrop_ctx *ctx;
    const ad_optimizer_type *type;
    ad_kernel_set set;
    int threads;
    size_t n, n_ranges, n_groups, n_state;
    void *settings;            /* owned, like all below */
    ad_range *ranges;          /* (n_ranges) */
    void *state[AD_MAX_STATE]; /* (n_state) blocks (n) of the set's real type */
    uint64_t step;             /* steps done */
} ad_optimizer;

/* Make the optimiser that text, "name" or "name:key=value,...", chooses, for n
 * floats, or doubles if is_double. ranges are sorted, do not overlap, and are
 * copied. ADROP_ENOENT or ADROP_EINVAL for the text, threads or a group,
 * ADROP_ESHAPE for a range that does not fit. */
adrop_status ad_optimizer_create(adrop_ctx *ctx, const char *text, int is_double, size_t n,
                                 const ad_range *ranges, size_t n_ranges, int threads,
                                 ad_optimizer **out);
void ad_optimizer_free(ad_optimizer *o);

/* Number of blocks of state of the optimiser that text chooses. */
adrop_status ad_optimizer_states(adrop_ctx *ctx, const char *text, size_t *n);

/* One step: update params (n) by grads (n), which stay the same. rules: (o->n_groups).
 * Allocates nothing; gives the same bits on any number of threads. */
void ad_optimizer_step(ad_optimizer *o, void *params, const void *grads, double grad_scale,
                       const ad_group_rule *rules);

/* Replace a block of gradients (n) by P g (precondition) in one group and 0 elsewhere: the
 * direction in which steps move that group. The same bits on any number of threads. */
void ad_optimizer_direct(const ad_optimizer *o, int group, void *block);

/* Call it after filling o->state from a file: ADROP_ENUMERIC if a value is
 * not finite, or negative where the type never makes it so. */
adrop_status ad_optimizer_check_state(const ad_optimizer *o);

#endif

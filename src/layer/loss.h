/* Losses: what a network minimises, and where gradients start.
 *
 * Each kind is a file and a line in loss_list.h. The loss is the mean over the rows of
 * the whole batch; a call may cover only part of it (a shard). */
#ifndef AD_LAYER_LOSS_H
#define AD_LAYER_LOSS_H

#include <stdint.h>

#include "adrop/context.h"

typedef struct ad_loss_call {
    size_t rows, outputs;
    int is_double;         /* y and dy are double, else float */
    const void *y;         /* (rows, outputs) */
    const int32_t *labels; /* (rows), or */
    const float *targets;  /* (rows, outputs), by the kind of loss */
    const float *weights;  /* (rows): weight of each row's loss; NULL: all 1 */
    size_t batch_rows;     /* of the whole batch */
    void *dy;              /* (rows, outputs), written; NULL: not wanted */
    int threads;
    double r_drop; /* alpha of R-Drop: rows are pairs, two passes of one input; 0: they are not */
} ad_loss_call;

/* Output k of row r, and its gradient. */
static inline double ad_loss_y(const ad_loss_call *c, size_t r, size_t k)
{
    const size_t i = r * c->outputs + k;

    return c->is_double ? ((const double *)c->y)[i] : (double)((const float *)c->y)[i];
}

static inline void ad_loss_put(const ad_loss_call *c, size_t r, size_t k, double dy)
{
    const size_t i = r * c->outputs + k;

    if (c->is_double)
        ((double *)c->dy)[i] = dy;
    else
        ((float *)c->dy)[i] = (float)dy;
}

typedef struct ad_loss_type {
    const char *name;
    int takes_labels;
    /* Loss of row r, not divided by the batch; writes its gradient times scale to dy unless
     * that is NULL. */
    double (*row)(const ad_loss_call *c, size_t r, double scale);
} ad_loss_type;

/* Number i of loss_list.h; NULL past the last. */
const ad_loss_type *ad_loss_at(size_t i);

/* ADROP_EINVAL names the first row whose label is not a class, whose target is not finite, or whose
 * weight is negative or not a number. first_row is the batch row of the call's first. */
adrop_status ad_loss_check(adrop_ctx *ctx, const ad_loss_type *t, const ad_loss_call *c,
                           size_t first_row);

/* Sum of the rows' losses times their weights, divided by batch_rows. A model with more than
 * AD_LOSS_OUTPUTS outputs is refused when it is made. */
enum { AD_LOSS_OUTPUTS = 32768 };
double ad_loss_run(const ad_loss_type *t, const ad_loss_call *c);

/* The loss that R-Drop adds, after ad_loss_run; its gradient is added to dy. */
double ad_loss_r_drop(const ad_loss_call *c);

#endif

/* Schedules of dropout's strength (technique/strength.h), for every technique: a function of the
 * number of steps done, so that resuming is exact.
 *
 *     early:N       1 - e / N with e epochs done, perhaps fractional; 0 from N epochs on
 *     late:N        0 for N epochs, then 1
 *     linear:A..B   from A in the first step to B in the last
 *
 * Liu, Xu, Jin, Shen, Darrell, "Dropout reduces underfitting", ICML 2023: dropout only in early
 * epochs helps networks that underfit, dropout only in late ones those that overfit. */
#ifndef AD_TRAINER_STRENGTH_H
#define AD_TRAINER_STRENGTH_H

#include <stddef.h>

#include "adrop/context.h"

typedef enum ad_strength_kind {
    AD_STRENGTH_CONSTANT, /* 1, the text "" */
    AD_STRENGTH_EARLY,
    AD_STRENGTH_LATE,
    AD_STRENGTH_LINEAR
} ad_strength_kind;

typedef struct ad_strength {
    ad_strength_kind kind;
    double a, b; /* N is a; A and B are a and b */
} ad_strength;

/* ADROP_EINVAL with a sentence for an invalid text, or one that never acts in `epochs` epochs. */
adrop_status ad_strength_read(adrop_ctx *ctx, const char *text, size_t epochs, ad_strength *out);

/* The strength at the step after `step` steps. */
double ad_strength_at(const ad_strength *s, size_t step, size_t steps_per_epoch, size_t epochs);

#endif

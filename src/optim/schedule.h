/* Schedules: a factor in [0, 1] that multiplies the base rates of all groups.
 *
 *     constant   1
 *     step       0.1^k after k of the drops: a drop at epoch E acts once E epochs are done
 *     cosine     (1 + cos(pi e / epochs)) / 2 with e epochs done
 *
 *     one-cycle  per step, along half waves of a cosine: from 1/25 up to 1 in the first 0.3 of all
 *                steps, then down to 1/250000 (Smith and Topin 2019, as torch's OneCycleLR)
 *
 * The others change between epochs, as torch's MultiStepLR and CosineAnnealingLR. Warm-up
 * over W epochs of S steps multiplies them, per step, by
 *
 *     min(1, (steps done + 1) / (W S)) */
#ifndef AD_OPTIM_SCHEDULE_H
#define AD_OPTIM_SCHEDULE_H

#include <stddef.h>

#include "adrop/option.h"
#include "base/lab.h"

typedef enum ad_schedule_kind {
    AD_SCHEDULE_CONSTANT,
    AD_SCHEDULE_STEP,
    AD_SCHEDULE_COSINE,
    AD_SCHEDULE_ONE_CYCLE
} ad_schedule_kind;

/* Their names in this order, ended by NULL; for an option row. */
AD_LAB extern const char *const ad_schedule_words[];

typedef struct ad_schedule {
    ad_schedule_kind kind;
    size_t epochs, steps_per_epoch;
    adrop_list drops; /* whole epochs, increasing; none: the step schedule is constant */
    double warmup;    /* epochs, perhaps fractional; 0: none */
} ad_schedule;

/* ADROP_EINVAL with a sentence if the settings contradict each other. */
adrop_status ad_schedule_check(adrop_ctx *ctx, const ad_schedule *s);

/* epoch_position: steps done / steps_per_epoch. s must be checked. */
double ad_schedule_factor(const ad_schedule *s, double epoch_position);

#endif

/* Timing of training steps. */
#ifndef AD_STUDY_STEPS_H
#define AD_STUDY_STEPS_H

#include "adrop/train.h"

/* The seconds of `steps` training steps with resolved settings on rows of data, after two warm-up
 * steps. */
adrop_status ad_steps_time(adrop_ctx *ctx, const adrop_data *data, const adrop_train_opts *train,
                           size_t steps, double *seconds);

#endif

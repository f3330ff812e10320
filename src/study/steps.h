/* Training steps against the clock. */
#ifndef AD_STUDY_STEPS_H
#define AD_STUDY_STEPS_H

#include "adrop/train.h"

/* The seconds of `steps` training steps with these settings, which are resolved, on rows that the
 * data give, after two more to warm up. */
adrop_status ad_steps_time(adrop_ctx *ctx, const adrop_data *data, const adrop_train_opts *train,
                           size_t steps, double *seconds);

#endif

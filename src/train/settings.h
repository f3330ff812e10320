/* The settings of a run: its option table, defaults from the data, and all settings as
 * texts. */
#ifndef AD_TRAIN_SETTINGS_H
#define AD_TRAIN_SETTINGS_H

#include "adrop/train.h"
#include "adrop/trainer.h"

/* Fill in the settings that depend on the data. */
void ad_train_resolve(const adrop_data_info *data, adrop_train_opts *t);

/* ADROP_EINVAL for settings that contradict each other. */
adrop_status ad_train_check(adrop_ctx *ctx, const adrop_data_info *data, const adrop_train_opts *t);

/* The model's options for resolved settings. Their texts are those of t and live as long. */
adrop_model_opts ad_train_model_opts(const adrop_data_info *data, const adrop_train_opts *t);

/* The trainer's options for resolved settings. */
void ad_train_trainer_opts(const adrop_train_opts *t, adrop_trainer_opts *out);

/* The seed of splits and subsets. */
static inline uint64_t ad_train_data_seed(const adrop_train_opts *t)
{
    return t->data_seed ? t->data_seed : t->seed;
}

/* Does a setting of this name change what a run computes? */
int ad_train_matters(const char *name);

/* Set another number of epochs. Drops of the rate keep their relative position; drops that
 * coincide become one. */
void ad_train_set_epochs(adrop_train_opts *train, size_t epochs);

#endif

/* Monte Carlo passes of a network in blocks of fixed size.
 *
 * What comes before the first random layer is the same in every pass, so it is computed once for
 * each input; the passes start from copies of what the random part reads. A block's slots are
 * (input, pass) pairs in any mixture. A block always has the model's number of rows, the last slot
 * repeated where there are fewer, so that an input's outputs have the same bits whatever stands
 * beside it. */
#ifndef AD_MODEL_SAMPLING_H
#define AD_MODEL_SAMPLING_H

#include "adrop/model.h"
#include "base/lab.h"

typedef struct ad_sampling ad_sampling;

/* Slot r is pass pass[r] of input from[r], with the noise of row number[r]. */
typedef struct ad_slots {
    size_t n; /* at most the model's batch */
    const uint32_t *from, *number, *pass;
} ad_slots;

/* 1: the model has a layer that draws. */
AD_LAB int ad_model_is_random(const adrop_model *m);

/* Passes that differ, where every random layer has the same number of masks drawn once and for all
 * (masksembles); 0: any number of passes do. */
AD_LAB size_t ad_model_members(const adrop_model *m);

/* On a model, which is borrowed. ADROP_EINVAL, with the reason, for one without a random layer. */
adrop_status ad_sampling_create(adrop_model *m, ad_sampling **out);
void ad_sampling_free(ad_sampling *s); /* NULL is fine */

/* 1: all rows of a pass share one mask, so that the slots of a block must be of one pass. */
int ad_sampling_has_one_mask(const ad_sampling *s);

/* The part without noise, for inputs x (n, inputs) that stay where they are; n at most the model's
 * batch. */
adrop_status ad_sampling_begin(ad_sampling *s, size_t n, const float *x);

/* One block of passes of those inputs; then adrop_model_outputs has (slots->n, outputs). */
adrop_status ad_sampling_run(ad_sampling *s, const ad_slots *slots);

#endif

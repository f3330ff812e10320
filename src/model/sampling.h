/* Monte Carlo passes of a network in blocks of fixed size.
 *
 * Everything before the first random layer is the same in every pass, so it is computed once per
 * input; the passes start from copies of what the random part reads. A block's slots are
 * (input, pass) pairs in any mixture. A block always has the model's number of rows; the last slot
 * is repeated if there are fewer. So an input's outputs have the same bits whatever else
 * is in its block. */
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

/* 1: the model has a random layer. */
AD_LAB int ad_model_is_random(const adrop_model *m);

/* Number of distinct passes, if every random layer has the same number of fixed masks
 * (masksembles); 0: unlimited. */
AD_LAB size_t ad_model_members(const adrop_model *m);

/* Borrows the model. ADROP_EINVAL, with the reason, if it has no random layer. */
adrop_status ad_sampling_create(adrop_model *m, ad_sampling **out);
void ad_sampling_free(ad_sampling *s); /* NULL is fine */

/* 1: all rows of a pass share one mask, so the slots of a block must belong to one pass. */
int ad_sampling_has_one_mask(const ad_sampling *s);

/* Run the part without noise, for inputs x (n, inputs) that the caller keeps; n is at most the
 * model's batch. */
adrop_status ad_sampling_begin(ad_sampling *s, size_t n, const float *x);

/* Run one block of passes of those inputs; then adrop_model_outputs has (slots->n, outputs). */
adrop_status ad_sampling_run(ad_sampling *s, const ad_slots *slots);

#endif

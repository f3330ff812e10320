/* A warm start: the tensors of a file that fit a model by name and shape, and tensors that training
 * leaves as they are. */
#ifndef AD_MODEL_WARM_H
#define AD_MODEL_WARM_H

#include "base/lab.h"
#include "model/model.h"

/* Take every tensor that the file (a model's or a checkpoint's) has under the same name with the
 * same shape and finite values; the others keep their values. What matched and what did not is
 * logged. ADROP_EINVAL if none matches. */
AD_LAB adrop_status ad_model_warm(adrop_model *m, const char *path);

/* Freeze the parameters that a list of patterns names ("features.*,fc1"), with shell wildcards; a
 * layer's name stands for all it has, and "backbone", where no layer is called so, for the weights
 * before the head: the dense layers behind the last convolution or norm, or the last dense layer
 * where there is none. What techniques learn is no part of the backbone. Before
 * adrop_model_optimizer, which leaves them out. Running averages still follow the data. "": none.
 * ADROP_EINVAL for a pattern that names nothing, and where nothing is left to train. */
adrop_status ad_model_freeze(adrop_model *m, const char *patterns);

#endif

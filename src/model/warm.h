/* A warm start: loading the tensors of a file that match a model's in name and shape, and freezing
 * tensors. */
#ifndef AD_MODEL_WARM_H
#define AD_MODEL_WARM_H

#include "base/lab.h"
#include "model/model.h"

/* Load every tensor that the file (a model's or a checkpoint's) has under the same name with the
 * same shape and finite values; the others keep their values. What matched and what did not is
 * logged. ADROP_EINVAL if none matches. */
AD_LAB adrop_status ad_model_warm(adrop_model *m, const char *path);

/* Freeze the parameters that match a list of patterns ("features.*,fc1"), with shell wildcards. A
 * layer's name matches all its parameters. "backbone", unless a layer has that name, means the
 * weights before the head: the dense layers after the last convolution or norm, or the last dense
 * layer if there is neither. Parameters of techniques are not part of the backbone. Call it before
 * adrop_model_optimizer, which skips frozen ones. Running averages still follow the data. "": none.
 * ADROP_EINVAL for a pattern that matches nothing, and if nothing is left to train. */
adrop_status ad_model_freeze(adrop_model *m, const char *patterns);

#endif

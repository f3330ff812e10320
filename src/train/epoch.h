/* The end of an epoch. */
#ifndef AD_TRAIN_EPOCH_H
#define AD_TRAIN_EPOCH_H

#include "train/session.h"

/* Measure, report to metrics.jsonl and to the caller, and save. */
adrop_status ad_epoch_end(ad_session *r);

/* What is to be as good as can be: accuracy, or error. */
double ad_epoch_result(const ad_session *r, const ad_score *s);

#endif

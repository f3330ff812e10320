/* The line an epoch leaves in metrics.jsonl. */
#ifndef AD_TRAIN_METRICS_H
#define AD_TRAIN_METRICS_H

#include "adrop/train.h"

/* As text that the caller frees with free(); NULL: no memory. */
char *ad_metrics_line(const adrop_epoch *e, const adrop_data_info *info, const adrop_model *m);

#endif

/* The line of an epoch in metrics.jsonl. */
#ifndef AD_TRAIN_METRICS_H
#define AD_TRAIN_METRICS_H

#include "adrop/train.h"

/* As text, with space for a newline after it; freed with ad_free. scheduled: include the
 * strength of dropout. */
adrop_status ad_metrics_line(adrop_ctx *ctx, const adrop_epoch *e, const adrop_data_info *info,
                             const adrop_model *m, int scheduled, char **out);

#endif

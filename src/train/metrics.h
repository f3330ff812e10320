/* The line an epoch leaves in metrics.jsonl. */
#ifndef AD_TRAIN_METRICS_H
#define AD_TRAIN_METRICS_H

#include "adrop/train.h"

/* As text without its newline, for which there is room; released with ad_free. scheduled: with the
 * strength of dropout. */
adrop_status ad_metrics_line(adrop_ctx *ctx, const adrop_epoch *e, const adrop_data_info *info,
                             const adrop_model *m, int scheduled, char **out);

#endif

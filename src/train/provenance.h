/* Where a run comes from and what it came to, in run.json beside the settings:
 *
 *     "started": "2026-01-31T12:00:00Z", "ended": .., "host": .., "command": "adrop train ..",
 *     "versions": {"adrop": .., "commit": .., "compiler": .., "system": ..},
 *     "values": {"epochs": 20, "lr": 0.05, "resume": false, ..}    the settings with their types
 *     "result": {"epochs": .., "test_acc": .., "best_epoch": .., ..}
 *
 * None of it is compared when a run is resumed, and none of it is in model files. */
#ifndef AD_TRAIN_PROVENANCE_H
#define AD_TRAIN_PROVENANCE_H

#include "adrop/train.h"
#include "base/json.h"

void ad_provenance_begin(ad_json *b, json_t *record, const adrop_train_opts *train);
void ad_provenance_end(ad_json *b, json_t *record, const adrop_train_result *result);

/* A row's field with its type. */
json_t *ad_provenance_value(ad_json *b, const adrop_option *row, const void *from);

#endif

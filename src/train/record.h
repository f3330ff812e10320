/* run.json beyond its data (data_record.h): texts of settings, and where a run comes from and what
 * it came to:
 *
 *     "started": "2026-01-31T12:00:00Z", "ended": .., "host": .., "command": "adrop train ..",
 *     "versions": {"adrop": .., "commit": .., "compiler": .., "system": ..},
 *     "values": {"epochs": 20, "lr": 0.05, "resume": false, ..}    the settings with their types
 *     "result": {"epochs": .., "test_acc": .., "best_epoch": .., ..}
 *
 * None of it is compared when a run is resumed, and none of it is in model files. */
#ifndef AD_TRAIN_RECORD_H
#define AD_TRAIN_RECORD_H

#include "adrop/train.h"
#include "base/json.h"
#include "train/folder.h"

/* A text that may have any bytes into an object, and from it, kept by the context; *text NULL:
 * there is none. A text that is NULL could not be made. */
void ad_record_put_text(ad_json *b, adrop_ctx *ctx, json_t *to, const char *name, const char *text);
adrop_status ad_record_text(adrop_ctx *ctx, const json_t *from, const char *name,
                            const char **text);

/* What is said of a setting whose text is not UTF-8: its bytes, in hexadecimal digits. */
#define AD_RECORD_BYTES " bytes"

/* The settings of a run as texts. data: how `opened` were opened, or NULL; then their name is all
 * that is said. */
json_t *ad_record_settings(ad_json *b, adrop_ctx *ctx, const adrop_data_opts *data,
                           const adrop_data *opened, const adrop_train_opts *train);

/* At the end of a run: the result and the date. */
void ad_record_end(ad_json *b, json_t *record, const adrop_train_result *result);

#endif

/* run.json apart from its data (data_record.h): texts of settings, and the origin and
 * result of a run:
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

/* Write a text of any bytes into an object, and read it back, kept by the context; *text is NULL if
 * there is none. A text that is NULL counts as out of memory. */
void ad_record_put_text(ad_json *b, adrop_ctx *ctx, json_t *to, const char *name, const char *text);
adrop_status ad_record_text(adrop_ctx *ctx, const json_t *from, const char *name,
                            const char **text);

/* Suffix of the key for a setting that is not UTF-8: its bytes, in hexadecimal digits. */
#define AD_RECORD_BYTES " bytes"

/* The settings of a run as texts. data: how `opened` were opened; NULL: record only their name and
 * their split. */
json_t *ad_record_settings(ad_json *b, adrop_ctx *ctx, const adrop_data_opts *data,
                           const adrop_data *opened, const adrop_train_opts *train);

/* At the end of a run: add the result and the date. */
void ad_record_end(ad_json *b, json_t *record, const adrop_train_result *result);

#endif

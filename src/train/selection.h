/* Which rows a run was given: their number and a checksum for each part, in run.json, so that two
 * runs can be seen to have had the same rows. */
#ifndef AD_TRAIN_SELECTION_H
#define AD_TRAIN_SELECTION_H

#include "adrop/rows.h"
#include "base/json.h"

/* {"train": {"n": 1000, "xxh3": "0123456789abcdef"}, "val": {..}, "test": {..}}. */
json_t *ad_selection_write(ad_json *b, const adrop_data *data);

#endif

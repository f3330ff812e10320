/* Where the data of a run are: what was typed, and the same from the root on, so that a run can be
 * opened from any folder. */
#ifndef AD_TRAIN_PLACE_H
#define AD_TRAIN_PLACE_H

#include "base/json.h"
#include "train/folder.h"

/* record.c: a text that may have any bytes into an object, and from it; NULL: there is none. */
void ad_record_put_text(ad_json *b, json_t *to, const char *name, const char *text);
const char *ad_record_text(const json_t *from, const char *name, char text[AD_PATH_SIZE]);

/* The section "data" of a record: identity and place. how: as they were opened, or NULL. */
json_t *ad_place_write(ad_json *b, const adrop_data_opts *how, const adrop_data *opened);

/* The file of test rows where it is, if it is not where opts say. */
void ad_place_find_test(ad_folder *f, adrop_data_opts *opts);

#endif

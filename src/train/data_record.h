/* The data in a record: the files that were read, with their checksums (their identity),
 * their paths, and the rows of each part.
 *
 * A run is resumed, and a finished run counts in a comparison, only on the data it was
 * trained on: the same number of files with the same sums. Paths may differ: a data set that
 * was moved is still the same. */
#ifndef AD_TRAIN_DATA_RECORD_H
#define AD_TRAIN_DATA_RECORD_H

#include "adrop/data.h"
#include "base/json.h"
#include "train/folder.h"

/* {"name", "path", "format", rows by part, "files": [{"path", "bytes", "xxh3", "contents"}]}. */
json_t *ad_identity_write(ad_json *b, const adrop_data *data);

/* ADROP_EFORMAT if two such sections are not of the same data; the sentence names the file that
 * changed, is missing or was added, and whose record `then` is. */
adrop_status ad_identity_compare(adrop_ctx *ctx, const json_t *then, const json_t *now,
                                 const char *whose);

/* The same, but if `allow` is set the sentence is a warning and the status
 * ADROP_OK. *changed is not 0 if the data differ. */
adrop_status ad_identity_check(adrop_ctx *ctx, const json_t *then, const json_t *now,
                               const char *whose, int allow, int *changed);

/* The section "data" of a run's record: the identity, and absolute forms of the typed paths, so
 * that a run can be opened from any folder. opts: as the data were opened, or NULL. */
json_t *ad_place_write(ad_json *b, adrop_ctx *ctx, const adrop_data_opts *opts,
                       const adrop_data *opened);

/* If the file of test rows is not where opts say, find its recorded place. */
adrop_status ad_place_find_test(ad_folder *f, adrop_data_opts *opts);

/* {"train": {"n", "xxh3"}, "val", "test"}: the rows of each part, so that two runs can be compared
 * for equal rows. */
json_t *ad_selection_write(ad_json *b, const adrop_data *data);

#endif

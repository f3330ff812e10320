/* What run.json keeps of the data that a run was trained on, so that other rows can be
 * read as these were when they are gone:
 *
 *     "inputs": {"task": "classification", "shape": [3, 32, 32], "pixels": true,
 *                "top": 255, "scale": "standard", "mean": [..], "deviation": [..],
 *                "n_classes": 10, "classes": ["cat", ..]}
 *
 * mean and deviation, one for each channel or column, where the scale is standard;
 * target_mean and target_deviation in place of the classes for regression. Of a table that is not
 * plain numbers, and of one whose columns have names, "schema" has all of it (rows/schema.h), and
 * is what is read. */
#ifndef AD_TRAIN_INPUTS_H
#define AD_TRAIN_INPUTS_H

#include "rows/schema.h"
#include "train/folder.h"

/* Add it to a record; left out if a class's name is not UTF-8. */
void ad_inputs_put(ad_json *b, json_t *record, const adrop_data *data);

/* *found is 0 if the record has none. ADROP_EFORMAT if it is not as above. schema is to be
 * released, also after a failure. */
adrop_status ad_inputs_read(ad_folder *f, ad_schema *schema, int *found);

#endif

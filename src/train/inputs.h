/* The description in run.json of the data that a run was trained on, so that other rows can be
 * read in the same way when these data are gone:
 *
 *     "inputs": {"task": "classification", "shape": [3, 32, 32], "pixels": true,
 *                "top": 255, "scale": "standard", "mean": [..], "deviation": [..],
 *                "n_classes": 10, "classes": ["cat", ..]}
 *
 * mean and deviation have one value per channel or column, if the scale is standard;
 * target_mean and target_deviation replace the classes for regression. For a table that is not
 * plain numbers, and for one with column names, "schema" has everything (rows/schema.h), and
 * only it is read. */
#ifndef AD_TRAIN_INPUTS_H
#define AD_TRAIN_INPUTS_H

#include "rows/schema.h"
#include "train/folder.h"

/* Add it to a record; omitted if a class's name is not UTF-8. */
void ad_inputs_put(ad_json *b, json_t *record, const adrop_data *data);

/* *found is 0 if the record has none. ADROP_EFORMAT if it differs from the form above. The caller
 * releases schema, also after a failure. */
adrop_status ad_inputs_read(ad_folder *f, ad_schema *schema, int *found);

#endif

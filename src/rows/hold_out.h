/* Holding out rows to choose settings, without any test row. */
#ifndef AD_ROWS_HOLD_OUT_H
#define AD_ROWS_HOLD_OUT_H

#include "adrop/rows.h"
#include "base/lab.h"

/* The training and validation rows of base, split alike, without a test part; schema and weights
 * are fitted again on the training rows. With folds > 0 the training rows are cut into that many
 * (folds.h), and number `fold` (from 1 on) is the validation part; base must not have one then. The
 * caller frees it with adrop_data_free. *out is NULL after a failure. */
AD_LAB adrop_status ad_data_hold_out(adrop_ctx *ctx, const adrop_data *base, size_t folds,
                                     size_t fold, adrop_data **out);

#endif

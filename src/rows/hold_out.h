/* Rows to choose settings by, without any test row. */
#ifndef AD_ROWS_HOLD_OUT_H
#define AD_ROWS_HOLD_OUT_H

#include "adrop/rows.h"
#include "base/lab.h"

/* The training and validation rows of base, split as it is, and no test part: what is fitted is
 * fitted on the training rows again. With folds its training rows are cut into so many (folds.h),
 * and fold (from 1 on) of them is the validation part; base must have no other then. Freed with
 * adrop_data_free. *out is NULL after a failure. */
AD_LAB adrop_status ad_data_hold_out(adrop_ctx *ctx, const adrop_data *base, size_t folds,
                                     size_t fold, adrop_data **out);

#endif

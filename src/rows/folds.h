/* K-fold: rows are dealt to folds, each of which is the test part once. */
#ifndef AD_ROWS_FOLDS_H
#define AD_ROWS_FOLDS_H

#include "rows/rows.h"

/* The fold of each row that is not unused, from 0 on: fold (rows).
 *
 * Without groups, the rows of each class (regression: all rows) are ordered by key and dealt one by
 * one; each class continues at the fold where the previous one ended. So two folds differ by at
 * most one row per class, and by at most one row in all. With groups, each group, the largest
 * first, goes to the fold with the fewest rows, so no group is in two folds. ADROP_EINVAL if there
 * are more folds than rows or groups. */
adrop_status ad_folds_deal(adrop_ctx *ctx, const ad_rows *rows, uint64_t seed, size_t folds,
                           const uint8_t *part, uint32_t *fold);

/* Set the parts from opts->folds and opts->fold; part (rows) holds the parts before the split. Rows
 * that came with parts are refused. */
adrop_status ad_folds_settle(adrop_ctx *ctx, const ad_rows *rows, const adrop_split_opts *opts,
                             uint8_t *part);

#endif

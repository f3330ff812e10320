/* K-fold: rows dealt to folds of which each is the test part once. */
#ifndef AD_ROWS_FOLDS_H
#define AD_ROWS_FOLDS_H

#include "rows/rows.h"

/* The fold of each row that is not unused, from 0 on: fold (rows).
 *
 * Without groups: of each class (regression: of all rows) in an order by key, rows are dealt one by
 * one, the next class going on where the one before ended. So the numbers of rows of a class in two
 * folds differ by one at most, and so do those of all rows. With groups: the groups, the largest
 * first, go to the fold that has the fewest rows; no group is in two folds. ADROP_EINVAL if there
 * are more folds than rows or groups. */
adrop_status ad_folds_deal(adrop_ctx *ctx, const ad_rows *rows, uint64_t seed, size_t folds,
                           const uint8_t *part, uint32_t *fold);

/* Parts by opts->folds and opts->fold: part (rows) has those before it is split. Parts that came
 * with the rows are refused. */
adrop_status ad_folds_settle(adrop_ctx *ctx, const ad_rows *rows, const adrop_split_opts *opts,
                             uint8_t *part);

#endif

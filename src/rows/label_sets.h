/* The classes of rows that may have several, or none (`multi-label`). */
#ifndef AD_ROWS_LABEL_SETS_H
#define AD_ROWS_LABEL_SETS_H

#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "base/lab.h"

typedef struct ad_label_sets {
    size_t *start;  /* (n + 1), owned; NULL: every row has one class */
    int32_t *label; /* (start[n]), owned: row r has those from start[r] to start[r + 1] - 1 */
} ad_label_sets;

/* Allocate for n rows with `labels` labels in all; the starts are 0. The caller releases out, also
 * after a failure. */
AD_LAB adrop_status ad_label_sets_new(adrop_ctx *ctx, size_t n, size_t labels, ad_label_sets *out);

/* Releasing twice, or an empty one, is fine. */
AD_LAB void ad_label_sets_release(adrop_ctx *ctx, ad_label_sets *sets);

/* The sets of n rows with label i replaced by to[i]; -1: the label is left out. */
adrop_status ad_label_sets_map(adrop_ctx *ctx, const ad_label_sets *from, size_t n,
                               const int32_t *to, ad_label_sets *out);

adrop_status ad_label_sets_copy(adrop_ctx *ctx, const ad_label_sets *from, size_t n,
                                ad_label_sets *out);

/* The row's classes as ones among zeros, (classes). */
static inline void ad_label_sets_spread(const ad_label_sets *sets, size_t row, size_t classes,
                                        float *y)
{
    for (size_t k = 0; k < classes; k++)
        y[k] = 0;
    for (size_t i = sets->start[row]; i < sets->start[row + 1]; i++)
        y[sets->label[i]] = 1;
}

#endif

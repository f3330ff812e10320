/* Counting words that the training rows of a table did not have, and missing values. */
#include <math.h>
#include <string.h>

#include "rows/dataset.h"
#include "transform/one_hot.h"

void ad_data_count_unseen(adrop_data *data, adrop_ctx *ctx)
{
    const ad_rows *rows = data->rows;
    const ad_schema *s = &data->schema;
    const size_t width = rows->shape.channels;
    size_t first = SIZE_MAX;

    data->n_unseen = data->n_missing = 0;
    if (!rows->values || (!s->categories && !rows->has_missing))
        return;
    for (size_t row = 0; row < rows->n; row++)
        for (size_t c = 0; c < width; c++) {
            const float x = ad_data_values(data)[row * width + c];
            data->n_missing += isnan(x) ? 1 : 0;
            if (isnan(x) || !s->categories || !s->categories[c].n ||
                ad_one_hot_knows(&s->inputs, c, x))
                continue;
            data->n_unseen++;
            first = first == SIZE_MAX ? c : first;
        }
    if (data->n_unseen)
        ad_log(ctx, ADROP_LOG_WARNING,
               "'%s': %zu values are words that the training rows do not have, the first in column "
               "'%s'; they count as none of the words",
               rows->name, data->n_unseen,
               first < s->columns.n ? s->columns.at[first] : AD_NUM((double)(first + 1)));
}

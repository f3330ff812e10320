/* row-norm: y = x / |x|, each row by its own Euclidean norm. A row of zeros is unchanged. */
#include <math.h>
#include <string.h>

#include "transform/transform.h"

static const adrop_option options[] = { { 0 } };

static void row_norm_apply(const ad_transform *t, ad_shape in, const float *x, float *y)
{
    const size_t size = ad_shape_size(in);
    double squares = 0;

    (void)t;
    for (size_t i = 0; i < size; i++)
        squares += (double)x[i] * x[i];
    if (!(squares > 0)) {
        memcpy(y, x, size * sizeof *y);
        return;
    }
    const double norm = sqrt(squares);
    for (size_t i = 0; i < size; i++)
        y[i] = (float)(x[i] / norm);
}

const ad_transform_type ad_transform_type_row_norm = {
    .name = "row-norm",
    .summary = "divide each row by its Euclidean norm",
    .options = options,
    .settings_size = 1,
    .apply = row_norm_apply,
};

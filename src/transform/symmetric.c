/* symmetric: y = 2 x / top - 1, pixels to [-1, 1]. */
#include <float.h>

#include "transform/transform.h"

typedef struct {
    double top;
} settings;

static const adrop_option options[] = { { .name = "top",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, top),
                                          .fallback = 255,
                                          .max = DBL_MAX,
                                          .open = ADROP_OPEN_MIN,
                                          .help = "largest value that a pixel can have" },
                                        { 0 } };

static void symmetric_apply(const ad_transform *t, ad_shape in, const float *x, float *y)
{
    const double top = ((const settings *)t->settings)->top;
    const size_t size = ad_shape_size(in);

    for (size_t i = 0; i < size; i++)
        y[i] = (float)(2 * (x[i] / top) - 1);
}

static double symmetric_invert(const ad_transform *t, size_t channel, double z, double *slope)
{
    const double top = ((const settings *)t->settings)->top;

    (void)channel;
    *slope = top / 2;
    return (z + 1) / 2 * top;
}

const ad_transform_type ad_transform_type_symmetric = {
    .name = "symmetric",
    .summary = "bring [0, largest possible value] to [-1, 1]",
    .options = options,
    .settings_size = sizeof(settings),
    .by_value = true,
    .apply = symmetric_apply,
    .invert = symmetric_invert,
};

/* unit: y = x / top, pixels to [0, 1]. */
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

static void unit_apply(const ad_transform *t, ad_shape in, const float *x, float *y)
{
    const double top = ((const settings *)t->settings)->top;
    const size_t size = ad_shape_size(in);

    for (size_t i = 0; i < size; i++)
        y[i] = (float)(x[i] / top);
}

static double unit_invert(const ad_transform *t, size_t channel, double z, double *slope)
{
    (void)channel;
    *slope = ((const settings *)t->settings)->top;
    return z * *slope;
}

const ad_transform_type ad_transform_type_unit = {
    .name = "unit",
    .summary = "divide by the largest possible value: [0, 1]",
    .options = options,
    .settings_size = sizeof(settings),
    .by_value = true,
    .apply = unit_apply,
    .invert = unit_invert,
};

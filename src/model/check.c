/* What must hold before a network learns (model.h). */
#include <stdint.h>
#include <string.h>

#include "base/context.h"
#include "model/model.h"

adrop_status ad_model_check_learns(const adrop_model *m)
{
    return m->only_forward ? ad_fail(m->ctx, ADROP_EINVAL,
                                     "the model was made for predictions: it has no gradients")
                           : ADROP_OK;
}

/* By the bits of the exponent, without a branch: a few microseconds for a batch of images. */
static int is_finite(const float *x, size_t n)
{
    const uint32_t exponent = 0x7f800000;
    uint32_t bad = 0;

    for (size_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        bad |= (bits & exponent) == exponent;
    }
    return !bad;
}

adrop_status ad_model_check_training(const adrop_model *m, const adrop_batch *b)
{
    const size_t units = m->options.channels * m->options.height * m->options.width;
    const adrop_status status = ad_model_check_learns(m);

    for (size_t r = 0; r < b->rows && !status; r++)
        if (!is_finite(b->x + r * units, units))
            return ad_fail(m->ctx, ADROP_ENUMERIC,
                           "row %zu of the batch has an input that is not finite", r);
    return status;
}

/* Checks shared by all operations (shape.h). Sizes are bounded so that no product of them, in bytes
 * of double and with a block of padding, overflows. */
#include "compute/shape.h"

#include <stdint.h>

#include "base/context.h"

enum { MAX_ELEMENT = 8, MAX_BLOCK = 16 };

static int fits(const ad_desc *d)
{
    const size_t sides[] = { d->rows, d->channels, d->height, d->width };
    size_t room = PTRDIFF_MAX / (MAX_ELEMENT * MAX_BLOCK);

    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        if (sides[i] > INT32_MAX)
            return 0;
        room /= sides[i];
    }
    return room > 0;
}

adrop_status ad_shape_check(ad_engine *e, const char *what, const ad_desc *d)
{
    if (!d->rows || !d->channels || !d->height || !d->width)
        return ad_fail(e->ctx, ADROP_ESHAPE,
                       "%s: an array of %zu rows of %zu x %zu x %zu is empty: every side must be "
                       "1 or more",
                       what, d->rows, d->channels, d->height, d->width);
    if (!fits(d))
        return ad_fail(e->ctx, ADROP_ESHAPE,
                       "%s: an array of %zu rows of %zu x %zu x %zu is too large: use smaller "
                       "batches",
                       what, d->rows, d->channels, d->height, d->width);
    if (e->plain != (d->dtype == AD_DATA_F64))
        return ad_fail(e->ctx, ADROP_EINVAL, "%s: the %s engine holds no %s numbers: use %s", what,
                       e->plain ? "plain" : "oneDNN", e->plain ? "float or bf16" : "double",
                       e->plain ? "double" : "float");
    if (e->plain && d->format != AD_PLAIN)
        return ad_fail(e->ctx, ADROP_EINVAL,
                       "%s: the plain engine holds arrays in plain order alone: use AD_PLAIN",
                       what);
    return ADROP_OK;
}

/* The classes of rows that may have several (label_sets.h). */
#include "rows/label_sets.h"

#include <string.h>

#include "base/memory.h"

adrop_status ad_label_sets_new(adrop_ctx *ctx, size_t n, size_t labels, ad_label_sets *out)
{
    const adrop_status status = AD_NEW(ctx, n + 1, "sets of classes", &out->start);

    return status ? status : AD_NEW(ctx, labels, "sets of classes", &out->label);
}

void ad_label_sets_release(adrop_ctx *ctx, ad_label_sets *sets)
{
    ad_free(ctx, sets->start);
    ad_free(ctx, sets->label);
    *sets = (ad_label_sets){ 0 };
}

adrop_status ad_label_sets_map(adrop_ctx *ctx, const ad_label_sets *from, size_t n,
                               const int32_t *to, ad_label_sets *out)
{
    const adrop_status status = ad_label_sets_new(ctx, n, from->start[n], out);
    size_t at = 0;

    for (size_t row = 0; !status && row < n; row++) {
        for (size_t i = from->start[row]; i < from->start[row + 1]; i++)
            if (to[from->label[i]] >= 0)
                out->label[at++] = to[from->label[i]];
        out->start[row + 1] = at;
    }
    return status;
}

adrop_status ad_label_sets_copy(adrop_ctx *ctx, const ad_label_sets *from, size_t n,
                                ad_label_sets *out)
{
    const adrop_status status = ad_label_sets_new(ctx, n, from->start[n], out);

    if (status)
        return status;
    memcpy(out->start, from->start, (n + 1) * sizeof *out->start);
    memcpy(out->label, from->label, from->start[n] * sizeof *out->label);
    return ADROP_OK;
}

/* The meaning of rows to a network (schema.h): copy, apply. */
#include "rows/schema.h"

#include <string.h>

#include "base/memory.h"

adrop_status ad_schema_settle(ad_schema *s, adrop_ctx *ctx)
{
    adrop_status status = ADROP_OK;

    ad_free(ctx, s->levels);
    ad_free(ctx, s->deviations);
    s->levels = NULL;
    s->deviations = NULL;
    s->covered = 0;
    if (s->task == ADROP_REGRESSION)
        status = AD_NEW(ctx, ad_schema_outputs(s), "scales of targets", &s->deviations);
    for (size_t k = 0; s->deviations && k < ad_schema_outputs(s); k++)
        ad_schema_target(s, k, 0, &s->deviations[k]);
    return !status && s->is_pixels ? ad_transforms_levels(&s->inputs, ctx, &s->levels, &s->covered)
                                   : status;
}

adrop_status ad_schema_copy(const ad_schema *s, adrop_ctx *ctx, ad_schema *out)
{
    adrop_status status;

    *out = (ad_schema){ .task = s->task,
                        .shape = s->shape,
                        .is_pixels = s->is_pixels,
                        .is_multi_label = s->is_multi_label,
                        .text = ad_features_share(s->text) };
    if ((status = ad_transforms_copy(&s->inputs, ctx, &out->inputs)) ||
        (status = ad_transforms_copy(&s->target, ctx, &out->target)) ||
        (status = ad_names_copy(ctx, s->classes.at, s->classes.n, &out->classes)) ||
        (status = ad_names_copy(ctx, s->columns.at, s->columns.n, &out->columns)) ||
        (status = ad_names_copy(ctx, s->answers.at, s->answers.n, &out->answers)) ||
        (status = ad_layout_copy(ctx, &s->layout, &out->layout)) ||
        (status = ad_name_lists_copy(ctx, s->categories, s->shape.channels, &out->categories)))
        return status;
    return ad_schema_settle(out, ctx);
}

void ad_schema_release(ad_schema *s, adrop_ctx *ctx)
{
    ad_transforms_release(&s->inputs, ctx);
    ad_transforms_release(&s->target, ctx);
    ad_names_release(ctx, &s->classes);
    ad_names_release(ctx, &s->columns);
    ad_names_release(ctx, &s->answers);
    ad_layout_release(ctx, &s->layout);
    ad_name_lists_release(ctx, s->categories, s->shape.channels);
    ad_features_release(s->text);
    ad_free(ctx, s->levels);
    ad_free(ctx, s->deviations);
    *s = (ad_schema){ 0 };
}

bool ad_schema_takes_missing(const ad_schema *s)
{
    return s->inputs.n && s->inputs.item[0].type->takes_missing;
}

size_t ad_schema_room(const ad_schema *s)
{
    return ad_shape_size(s->shape) + ad_transforms_room(&s->inputs);
}

void ad_schema_apply_floats(const ad_schema *s, const float *row, float *x, float *scratch)
{
    ad_transforms_apply(&s->inputs, 0, row, x, scratch);
}

void ad_schema_apply_bytes(const ad_schema *s, const uint8_t *row, float *x, float *scratch)
{
    const size_t size = ad_shape_size(s->shape);

    if (s->levels && s->covered == s->inputs.n) {
        ad_levels_apply(s->levels, s->shape, row, x);
        return;
    }
    if (s->levels)
        ad_levels_apply(s->levels, s->shape, row, scratch);
    else
        for (size_t i = 0; i < size; i++)
            scratch[i] = row[i];
    ad_transforms_apply(&s->inputs, s->covered, scratch, x, scratch + size);
}

void ad_schema_learned(const ad_schema *s, const float *targets, float *out)
{
    /* at most one transform: no scratch is needed */
    ad_transforms_apply(&s->target, 0, targets, out, NULL);
}

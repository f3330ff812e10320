/* Lists of transforms: build, fit, apply (transforms.h). */
#include "transform/transforms.h"

#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/loop.h"
#include "base/memory.h"
#include "base/registry.h"
#include "base/text.h"
#include "transform/transforms_impl.h"

#define TRANSFORM(id) extern const ad_transform_type ad_transform_type_##id;
#include "transform/transform_list.h"
#undef TRANSFORM

static const ad_transform_type *const all[] = {
#define TRANSFORM(id) &ad_transform_type_##id,
#include "transform/transform_list.h"
#undef TRANSFORM
};

enum { N_TYPES = sizeof all / sizeof all[0], NAME_SIZE = 64 };

const ad_transform_type *ad_transform_type_at(size_t i)
{
    return i < N_TYPES ? all[i] : NULL;
}

const ad_transform_type *ad_transform_type_find(const char *name)
{
    for (size_t i = 0; i < N_TYPES; i++)
        if (!strcmp(all[i]->name, name))
            return all[i];
    return NULL;
}

static const char *transforms_name_at(const void *list, size_t i)
{
    (void)list;
    return i < N_TYPES ? all[i]->name : NULL;
}

static const ad_registry registry = { "transform", transforms_name_at, NULL };

adrop_status ad_transforms_begin(ad_transforms *list, adrop_ctx *ctx, const char *name,
                                 ad_transform **out)
{
    const ad_transform_type *type = ad_transform_type_find(name);
    ad_transform *t = &list->item[list->n];

    *out = NULL;
    if (!type)
        return ad_registry_refuse(ctx, &registry, name);
    if (list->n == AD_MAX_TRANSFORMS)
        return ad_fail(ctx, ADROP_EINVAL, "there are more than %d transforms", AD_MAX_TRANSFORMS);
    *t = (ad_transform){ .type = type };
    const adrop_status status = AD_NEW_RAW(ctx, 1, type->settings_size, "the settings",
                                           &t->settings);
    if (status)
        return status;
    adrop_options_default_sized(type->options, t->settings, type->settings_size);
    list->n++;
    *out = t;
    return ADROP_OK;
}

adrop_status ad_transforms_add(ad_transforms *list, adrop_ctx *ctx, const char *text)
{
    const size_t length = strcspn(text, ":");
    char name[NAME_SIZE];
    ad_transform *t;

    snprintf(name, sizeof name, "%.*s", (int)(length < NAME_SIZE ? length : NAME_SIZE - 1), text);
    adrop_status status = ad_transforms_begin(list, ctx, name, &t);
    if (status || !text[length])
        return status;
    status = adrop_options_parse_sized(ctx, t->type->options, t->settings, t->type->settings_size,
                                       text + length + 1);
    if (status)
        return ad_fail(ctx, status, "transform '%s': %s", t->type->name, adrop_ctx_message(ctx));
    return ADROP_OK;
}

adrop_status ad_transforms_settle(ad_transform *t, adrop_ctx *ctx)
{
    adrop_status status = ADROP_OK;

    t->out = t->in;
    if (t->type->out_shape)
        status = t->type->out_shape(t, ctx, t->in, &t->out);
    if (!status && !ad_shape_fits(t->out))
        status = ad_fail(ctx, ADROP_ESHAPE, "transform '%s' makes rows of %zu x %zu x %zu values",
                         t->type->name, t->out.channels, t->out.height, t->out.width);
    return status;
}

void ad_transforms_release(ad_transforms *list, adrop_ctx *ctx)
{
    for (size_t i = 0; i < list->n; i++) {
        ad_free(ctx, list->item[i].settings);
        ad_free(ctx, list->item[i].fitted);
    }
    *list = (ad_transforms){ 0 };
}

adrop_status ad_transforms_copy(const ad_transforms *list, adrop_ctx *ctx, ad_transforms *out)
{
    adrop_status status = ADROP_OK;

    *out = (ad_transforms){ .in = list->in, .out = list->out };
    for (size_t i = 0; i < list->n && !status; i++) {
        const ad_transform *from = &list->item[i];
        ad_transform *to;
        if ((status = ad_transforms_begin(out, ctx, from->type->name, &to)))
            break;
        memcpy(to->settings, from->settings, from->type->settings_size);
        to->in = from->in;
        to->out = from->out;
        to->fitted_size = from->fitted_size;
        if (from->fitted &&
            !(status = AD_NEW_RAW(ctx, from->fitted_size, 1, "a transform", &to->fitted)))
            memcpy(to->fitted, from->fitted, from->fitted_size);
    }
    return status;
}

/* The largest row between two transforms. */
static size_t largest_between(const ad_transforms *list)
{
    size_t most = 0;

    for (size_t i = 0; i + 1 < list->n; i++) {
        const size_t size = ad_shape_size(list->item[i].out);
        most = size > most ? size : most;
    }
    return most;
}

size_t ad_transforms_room(const ad_transforms *list)
{
    return (list->n > 2 ? 2 : 1) * largest_between(list);
}

void ad_transforms_apply(const ad_transforms *list, size_t first, const float *x, float *y,
                         float *scratch)
{
    const size_t most = largest_between(list);

    if (first >= list->n) {
        memcpy(y, x, ad_shape_size(list->out) * sizeof *y);
        return;
    }
    for (size_t i = first; i < list->n; i++) {
        const ad_transform *t = &list->item[i];
        float *to = i + 1 < list->n ? scratch + (i % 2) * most : y;
        t->type->apply(t, t->in, x, to);
        x = to;
    }
}

adrop_status ad_transforms_levels(const ad_transforms *list, adrop_ctx *ctx, float **levels,
                                  size_t *covered)
{
    const ad_shape picture = { list->in.channels, 1, AD_LEVELS };
    const size_t size = ad_shape_size(picture);
    float *from = NULL, *to = NULL;
    adrop_status status;

    *levels = NULL;
    *covered = 0;
    if ((status = AD_NEW(ctx, size, "levels", &from)) ||
        (status = AD_NEW(ctx, size, "levels", &to))) {
        ad_free(ctx, from);
        return status;
    }
    for (size_t i = 0; i < size; i++)
        from[i] = (float)(i % AD_LEVELS);
    for (; *covered < list->n && list->item[*covered].type->by_value; ++*covered) {
        const ad_transform *t = &list->item[*covered];
        float *old = from;
        t->type->apply(t, picture, from, to);
        from = to;
        to = old;
    }
    ad_free(ctx, to);
    *levels = from;
    return ADROP_OK;
}

void ad_levels_apply(const float *levels, ad_shape shape, const uint8_t *pixels, float *x)
{
    const size_t n = shape.height * shape.width;

    for (size_t c = 0; c < shape.channels; c++) {
        const float *of_channel = levels + c * AD_LEVELS;
        /* gcc does not unroll this loop by itself; unrolled it is twice as fast */
        AD_UNROLL(8)
        for (size_t j = 0; j < n; j++)
            x[c * n + j] = of_channel[pixels[c * n + j]];
    }
}

bool ad_transforms_invertible(const ad_transforms *list)
{
    for (size_t i = 0; i < list->n; i++)
        if (!list->item[i].type->invert)
            return false;
    return true;
}

double ad_transforms_invert(const ad_transforms *list, size_t channel, double z, double *slope)
{
    *slope = 1;
    for (size_t i = list->n; i > 0; i--) {
        double own;
        z = list->item[i - 1].type->invert(&list->item[i - 1], channel, z, &own);
        *slope *= own;
    }
    return z;
}

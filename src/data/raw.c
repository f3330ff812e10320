/* Rows from readers (raw.h): releasing them and filling their lists. */
#include "data/raw.h"

#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "data/images.h"

void ad_raw_release(ad_raw *raw)
{
    adrop_ctx *ctx = raw->ctx;

    ad_free(ctx, raw->pixels);
    ad_free(ctx, raw->values);
    ad_lazy_images_free(raw->images, ctx);
    ad_free(ctx, raw->labels);
    ad_label_sets_release(ctx, &raw->sets);
    ad_free(ctx, raw->targets);
    ad_free(ctx, raw->parts);
    ad_bytes_release(ctx, &raw->classes);
    ad_bytes_release(ctx, &raw->columns);
    ad_name_lists_release(ctx, raw->categories, raw->channels);
    ad_names_release(ctx, &raw->answers);
    ad_layout_release(ctx, &raw->layout);
    ad_bytes_release(ctx, &raw->ids);
    ad_free(ctx, raw->lines);
    ad_free(ctx, raw->weights);
    ad_free(ctx, raw->groups);
    ad_free(ctx, raw->texts.bytes);
    ad_free(ctx, raw->texts.start);
    *raw = (ad_raw){ .ctx = ctx };
}

adrop_status ad_raw_hand_over(ad_raw *raw, ad_rows *rows)
{
    adrop_status status = ad_names_split(raw->ctx, raw->classes.data, raw->n_classes,
                                         &rows->classes);

    if (!status && raw->columns.size)
        status = ad_names_split(raw->ctx, raw->columns.data, raw->channels, &rows->columns);
    if (!status && raw->ids.size)
        status = ad_names_split(raw->ctx, raw->ids.data, raw->rows, &rows->ids);
    if (status)
        return status;
    rows->categories = raw->categories;
    rows->has_missing = raw->has_missing;
    rows->has_answers = !raw->no_answers;
    rows->answers = raw->answers;
    rows->layout = raw->layout;
    rows->lines = raw->lines;
    rows->weights = raw->weights;
    rows->groups = raw->groups;
    rows->texts = raw->texts;
    raw->texts = (ad_texts){ 0 };
    raw->categories = NULL;
    raw->answers = (ad_names){ 0 };
    raw->layout = (ad_layout){ 0 };
    raw->lines = NULL;
    raw->weights = NULL;
    raw->groups = NULL;
    rows->task = raw->task;
    rows->n = raw->rows;
    rows->shape = (ad_shape){ raw->channels, raw->height, raw->width };
    rows->is_image = raw->is_image;
    rows->pixels = raw->pixels;
    rows->top = raw->top;
    rows->values = raw->values;
    rows->labels = raw->labels;
    rows->sets = raw->sets;
    raw->sets = (ad_label_sets){ 0 };
    rows->targets = raw->targets;
    rows->n_targets = raw->n_targets ? raw->n_targets : 1;
    rows->parts = raw->parts;
    rows->train_pool = raw->train_pool;
    if (raw->images)
        rows->source = (ad_row_source){ ad_lazy_images_read, ad_lazy_images_free, raw->images };
    raw->pixels = raw->parts = NULL;
    raw->values = raw->targets = NULL;
    raw->labels = NULL;
    raw->images = NULL;
    ad_raw_release(raw);
    return ADROP_OK;
}

adrop_status ad_raw_add_class(ad_raw *raw, const char *name)
{
    if (raw->n_classes >= AD_MAX_CLASSES)
        return ad_fail(raw->ctx, ADROP_EFORMAT, "there are more than %d classes", AD_MAX_CLASSES);
    raw->n_classes++;
    return ad_bytes_append(raw->ctx, &raw->classes, name, strlen(name) + 1, "class names");
}

adrop_status ad_raw_number_classes(ad_raw *raw, size_t n)
{
    char name[24];
    adrop_status status = ADROP_OK;

    for (size_t i = 0; !status && i < n; i++) {
        snprintf(name, sizeof name, "%zu", i);
        status = ad_raw_add_class(raw, name);
    }
    return status;
}

adrop_status ad_raw_set_parts(ad_raw *raw, ad_bytes *parts, size_t from, size_t to, int part)
{
    const adrop_status status = ad_bytes_reserve(raw->ctx, parts, to - from, "parts");

    if (status)
        return status;
    memset((char *)parts->data + from, part, to - from);
    parts->size = to;
    return ADROP_OK;
}

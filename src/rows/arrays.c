/* Data sets of arrays in memory: checked, copied or borrowed (adrop/rows.h). */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/option_check.h"
#include "rows/dataset.h"

void adrop_arrays_init_sized(adrop_arrays *arrays, size_t size)
{
    const adrop_arrays mine = {
        .name = "arrays", .height = 1, .width = 1, .top = 255, .n_targets = 1
    };

    ad_struct_init(arrays, size, &mine, sizeof mine);
}

static adrop_status check_shape(adrop_ctx *ctx, const adrop_arrays *a)
{
    size_t row, all;

    if (!a->rows || a->rows > AD_MAX_ROWS)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' has %zu rows: 1 to %d are possible", a->name,
                       a->rows, AD_MAX_ROWS);
    if (!a->channels || a->channels > AD_MAX_SIDE || !a->height || a->height > AD_MAX_SIDE ||
        !a->width || a->width > AD_MAX_SIDE)
        return ad_fail(ctx, ADROP_EINVAL,
                       "a row of '%s' has %zu x %zu x %zu values: each side is 1 to %d", a->name,
                       a->channels, a->height, a->width, AD_MAX_SIDE);
    if (__builtin_mul_overflow(a->channels * a->height, a->width, &row) ||
        __builtin_mul_overflow(row * sizeof(float), a->rows, &all) || all > PTRDIFF_MAX)
        return ad_fail(ctx, ADROP_EINVAL, "'%s': %zu rows of %zu values are more than memory holds",
                       a->name, a->rows, row);
    if (!a->values == !a->pixels)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' needs either values or pixels", a->name);
    if (!a->labels == !a->targets)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' needs either labels or targets", a->name);
    if (a->pixels && (!a->top || a->top > 255))
        return ad_fail(ctx, ADROP_EINVAL, "'%s': top is %u, the largest pixel is 1 to 255", a->name,
                       a->top);
    if (a->targets && (a->classes || a->class_names))
        return ad_fail(ctx, ADROP_EINVAL, "'%s' has targets: classes go with labels", a->name);
    if (!a->n_targets || a->n_targets > AD_MAX_SIDE || (a->labels && a->n_targets > 1))
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' has %zu targets: 1 to %d are possible, and labels are one", a->name,
                       a->n_targets, AD_MAX_SIDE);
    if (a->borrow != 0 && a->borrow != 1)
        return ad_fail(ctx, ADROP_EINVAL, "'%s': borrow is %d: give 0 or 1", a->name, a->borrow);
    if (a->class_names && !a->classes)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' names classes: say how many there are", a->name);
    return ADROP_OK;
}

/* missing: NaN is a value that is missing. */
static adrop_status check_inputs(adrop_ctx *ctx, const adrop_arrays *a, bool missing)
{
    const size_t row = a->channels * a->height * a->width, n = a->rows * row;

    for (size_t i = 0; a->values && i < n; i++)
        if (!isfinite(a->values[i]) && !(missing && isnan(a->values[i])))
            return ad_fail(ctx, ADROP_EINVAL, "'%s', row %zu, value %zu: %s is not finite%s",
                           a->name, i / row, i % row, AD_NUM(a->values[i]),
                           isnan(a->values[i]) && a->height == 1 && a->width == 1
                               ? ": if it is missing, say by `missing` what takes its place"
                               : "");
    for (size_t i = 0; a->weights && i < a->rows; i++)
        if (!(a->weights[i] >= 0 && isfinite(a->weights[i])))
            return ad_fail(ctx, ADROP_EINVAL, "'%s', row %zu: the weight %s is not 0 or more",
                           a->name, i, AD_NUM(a->weights[i]));
    for (size_t i = 0; a->groups && i < a->rows; i++)
        if (a->groups[i] >= a->rows)
            return ad_fail(ctx, ADROP_EINVAL, "'%s', row %zu: its group is %u: groups are 0 to %zu",
                           a->name, i, (unsigned)a->groups[i], a->rows - 1);
    for (size_t i = 0; a->pixels && a->top < 255 && i < n; i++)
        if (a->pixels[i] > a->top)
            return ad_fail(ctx, ADROP_EINVAL, "'%s', row %zu, pixel %zu: %d is above top, %u",
                           a->name, i / row, i % row, a->pixels[i], a->top);
    return ADROP_OK;
}

/* *classes: how many there are. */
static adrop_status check_answers(adrop_ctx *ctx, const adrop_arrays *a, size_t *classes)
{
    int32_t largest = 0;

    for (size_t i = 0; a->targets && i < a->rows * a->n_targets; i++)
        if (!isfinite(a->targets[i]))
            return ad_fail(ctx, ADROP_EINVAL, "'%s', row %zu: the target %s is not finite", a->name,
                           i / a->n_targets, AD_NUM(a->targets[i]));
    for (size_t i = 0; a->labels && i < a->rows; i++) {
        if (a->labels[i] < 0 || (a->classes && (size_t)a->labels[i] >= a->classes))
            return ad_fail(ctx, ADROP_EINVAL,
                           "'%s', row %zu: the label %ld is out of range: labels are 0 to %zu",
                           a->name, i, (long)a->labels[i],
                           a->classes ? a->classes - 1 : (size_t)AD_MAX_CLASSES - 1);
        largest = a->labels[i] > largest ? a->labels[i] : largest;
    }
    *classes = a->targets ? 0 : a->classes ? a->classes : (size_t)largest + 1;
    if (*classes > AD_MAX_CLASSES)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' has %zu classes: at most %d are possible", a->name,
                       *classes, AD_MAX_CLASSES);
    return ADROP_OK;
}

static adrop_status check_texts(adrop_ctx *ctx, const adrop_arrays *a)
{
    for (size_t i = 0; a->class_names && i < a->classes; i++)
        if (!a->class_names[i])
            return ad_fail(ctx, ADROP_EINVAL, "'%s': class %zu has no name", a->name, i);
    for (size_t i = 0; a->column_names && i < a->channels; i++)
        if (!a->column_names[i])
            return ad_fail(ctx, ADROP_EINVAL, "'%s': column %zu has no name", a->name, i);
    for (size_t i = 0; a->target_names && i < a->n_targets; i++)
        if (!a->target_names[i])
            return ad_fail(ctx, ADROP_EINVAL, "'%s': target %zu has no name", a->name, i);
    for (size_t i = 0; a->parts && i < a->rows; i++)
        if (a->parts[i] > ADROP_ROW_UNUSED || a->parts[i] == ADROP_ROW_FREE)
            return ad_fail(ctx, ADROP_EINVAL,
                           "'%s', row %zu: its part is %d: 0 train, 1 validation, 2 test, 4 unused",
                           a->name, i, a->parts[i]);
    return ADROP_OK;
}

/* The caller's array, or a copy of it. */
static adrop_status take(adrop_ctx *ctx, const void *from, size_t n, size_t size, int borrow,
                         const void **to)
{
    void *copy;
    adrop_status status;

    *to = borrow ? from : NULL;
    if (!from || borrow)
        return ADROP_OK;
    if (!(status = AD_NEW_RAW(ctx, n, size, "rows", &copy)))
        *to = memcpy(copy, from, n * size);
    return status;
}

static bool has_missing(const adrop_arrays *a)
{
    for (size_t i = 0; a->values && i < a->rows * a->channels * a->height * a->width; i++)
        if (isnan(a->values[i]))
            return true;
    return false;
}

static adrop_status fill_rows(ad_rows *rows, adrop_ctx *ctx, const adrop_arrays *a, size_t classes)
{
    const size_t n = a->rows;
    const void *pixels, *values = NULL, *labels = NULL, *targets = NULL, *parts = NULL;
    const void *weights = NULL, *groups = NULL;
    adrop_status status;

    rows->format = "arrays";
    rows->task = a->labels ? ADROP_CLASSIFICATION : ADROP_REGRESSION;
    rows->n = n;
    rows->shape = (ad_shape){ a->channels, a->height, a->width };
    rows->is_image = a->height > 1 || a->width > 1;
    rows->is_borrowed = a->borrow;
    rows->parts_stand = a->parts != NULL;
    rows->top = a->top;
    const size_t size = n * ad_shape_size(rows->shape);
    if (!(status = take(ctx, a->pixels, size, 1, a->borrow, &pixels)) &&
        !(status = take(ctx, a->values, size, sizeof(float), a->borrow, &values)) &&
        !(status = take(ctx, a->labels, n, sizeof(int32_t), a->borrow, &labels)) &&
        !(status = take(ctx, a->targets, n * a->n_targets, sizeof(float), a->borrow, &targets)))
        status = take(ctx, a->parts, n, 1, 0, &parts);
    rows->pixels = pixels;
    rows->values = values;
    rows->labels = labels;
    rows->targets = targets;
    rows->n_targets = a->n_targets;
    rows->parts = parts;
    rows->has_missing = has_missing(a);
    if (!status && !(status = take(ctx, a->weights, n, sizeof(float), 0, &weights)))
        status = take(ctx, a->groups, n, sizeof(uint32_t), 0, &groups);
    rows->weights = (float *)weights;
    rows->groups = (uint32_t *)groups;
    if (!status && classes)
        status = a->class_names ? ad_names_copy(ctx, a->class_names, classes, &rows->classes)
                                : ad_names_number(ctx, classes, &rows->classes);
    if (!status && a->target_names)
        status = ad_names_copy(ctx, a->target_names, a->n_targets, &rows->answers);
    else if (!status && a->target_name)
        status = ad_names_copy(ctx, &a->target_name, 1, &rows->answers);
    if (!status && a->column_names)
        status = ad_names_copy(ctx, a->column_names, a->channels, &rows->columns);
    return status;
}

static adrop_status make(adrop_ctx *ctx, const adrop_arrays *a, size_t classes,
                         const adrop_split_opts *how, adrop_data **out)
{
    ad_rows *rows;
    adrop_status status = ad_rows_create(ctx, a->name, &rows);

    if (status)
        return status;
    if (!(status = fill_rows(rows, ctx, a, classes)))
        status = ad_data_create(ctx, rows, out);
    ad_rows_release(rows); /* the data use them now */
    if (status)
        return status;
    (*out)->how = *how;
    if ((status = ad_data_split(*out, ctx)))
        return status;
    if (!(*out)->n_part[ADROP_PART_TRAIN])
        return ad_fail(ctx, ADROP_EINVAL, "'%s' has no training rows", a->name);
    return ad_data_fit(*out, ctx);
}

adrop_status adrop_data_from_arrays(adrop_ctx *ctx, const adrop_arrays *arrays,
                                    const adrop_split_opts *how, adrop_data **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_arrays mine;
    adrop_split_opts split;
    size_t classes = 0;
    adrop_status status;

    *out = NULL;
    adrop_arrays_init(&mine);
    if ((status = AD_STRUCT_READ(ctx, adrop_arrays, &mine, arrays)) ||
        (status = ad_split_opts_take(ctx, how, &split)))
        return status;
    mine.name = mine.name ? mine.name : "arrays";
    if ((status = check_shape(ctx, &mine)) ||
        (status = check_inputs(ctx, &mine, split.missing && mine.height == 1 && mine.width == 1)) ||
        (status = check_answers(ctx, &mine, &classes)) || (status = check_texts(ctx, &mine)))
        return status;
    if ((status = make(ctx, &mine, classes, &split, out))) {
        adrop_data_free(*out);
        *out = NULL;
    }
    return status;
}

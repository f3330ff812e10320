/* Data sets from arrays in memory: checked, copied or borrowed (adrop/rows.h). */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/option_check.h"
#include "rows/arrays.h"
#include "rows/dataset.h"

void adrop_arrays_init_sized(adrop_arrays *arrays, size_t size)
{
    const adrop_arrays mine = {
        .name = "arrays", .height = 1, .width = 1, .top = 255, .n_targets = 1
    };

    ad_struct_init(arrays, size, &mine, sizeof mine);
}

/* The caller's array, or a copy of it. */
static adrop_status arrays_take(adrop_ctx *ctx, const void *from, size_t n, size_t size, int borrow,
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

static adrop_status take_sparse(ad_rows *rows, adrop_ctx *ctx, const adrop_arrays *a)
{
    const size_t n = a->rows, count = a->sparse->start[n];
    ad_sparse *to = &rows->sparse;
    const adrop_status status = ad_sparse_create(ctx, n, a->channels, count, to);

    if (status)
        return status;
    memcpy(to->start, a->sparse->start, (n + 1) * sizeof *to->start);
    if (count) {
        memcpy(to->column, a->sparse->column, count * sizeof *to->column);
        memcpy(to->value, a->sparse->value, count * sizeof *to->value);
    }
    return ADROP_OK;
}

/* Copy the documents one after another, without terminating zeros. */
static adrop_status take_documents(ad_rows *rows, adrop_ctx *ctx, const adrop_arrays *a)
{
    size_t all = 0;
    adrop_status status;

    for (size_t i = 0; i < a->rows; i++)
        all += strlen(a->texts[i]);
    if ((status = AD_NEW(ctx, all + 1, "documents", &rows->texts.bytes)) ||
        (status = AD_NEW(ctx, a->rows + 1, "documents", &rows->texts.start)))
        return status;
    for (size_t i = 0; i < a->rows; i++) {
        const size_t length = strlen(a->texts[i]), at = rows->texts.start[i];
        memcpy(rows->texts.bytes + at, a->texts[i], length);
        rows->texts.start[i + 1] = at + length;
    }
    return ADROP_OK;
}

static adrop_status take_inputs(ad_rows *rows, adrop_ctx *ctx, const adrop_arrays *a)
{
    const size_t size = a->rows * ad_shape_size(rows->shape);
    const void *pixels, *values;
    adrop_status status = arrays_take(ctx, a->pixels, size, 1, a->borrow, &pixels);

    rows->pixels = pixels;
    if (status || (status = arrays_take(ctx, a->values, size, sizeof(float), a->borrow, &values)))
        return status;
    rows->values = values;
    rows->has_missing = has_missing(a);
    if ((a->sparse && (status = take_sparse(rows, ctx, a))) ||
        (a->texts && (status = take_documents(rows, ctx, a))) ||
        (a->column_names &&
         (status = ad_names_copy(ctx, a->column_names, a->channels, &rows->columns))))
        return status;
    return ad_arrays_take_words(ctx, a, &rows->categories);
}

/* Take the labels of all rows, and the first label of each row. */
static adrop_status take_sets(ad_rows *rows, adrop_ctx *ctx, const adrop_arrays *a)
{
    const size_t n = a->rows, all = ad_arrays_labels(a);
    int32_t *first;
    adrop_status status;

    if ((status = ad_label_sets_new(ctx, n, all, &rows->sets)) ||
        (status = AD_NEW(ctx, n, "labels", &first)))
        return status;
    rows->labels = first;
    memcpy(rows->sets.start, a->label_start, (n + 1) * sizeof *rows->sets.start);
    if (all)
        memcpy(rows->sets.label, a->labels, all * sizeof *rows->sets.label);
    for (size_t i = 0; i < n; i++)
        first[i] = a->label_start[i + 1] > a->label_start[i] ? a->labels[a->label_start[i]] : 0;
    return ADROP_OK;
}

static adrop_status take_answers(ad_rows *rows, adrop_ctx *ctx, const adrop_arrays *a,
                                 size_t classes)
{
    const size_t n = a->rows;
    const void *labels = NULL, *targets = NULL;
    adrop_status status = arrays_take(ctx, a->targets, n * a->n_targets, sizeof(float), a->borrow,
                                      &targets);

    rows->targets = targets;
    rows->n_targets = a->n_targets;
    if (!status && a->label_start) {
        status = take_sets(rows, ctx, a);
    } else if (!status) {
        status = arrays_take(ctx, a->labels, n, sizeof(int32_t), a->borrow, &labels);
        rows->labels = labels;
    }
    if (!status && classes)
        status = a->class_names ? ad_names_copy(ctx, a->class_names, classes, &rows->classes)
                                : ad_names_number(ctx, classes, &rows->classes);
    if (!status && a->target_names)
        status = ad_names_copy(ctx, a->target_names, a->n_targets, &rows->answers);
    else if (!status && a->target_name)
        status = ad_names_copy(ctx, &a->target_name, 1, &rows->answers);
    return status;
}

/* Take the other members per row. */
static adrop_status take_members(ad_rows *rows, adrop_ctx *ctx, const adrop_arrays *a)
{
    const void *parts, *weights, *groups;
    adrop_status status = arrays_take(ctx, a->parts, a->rows, 1, 0, &parts);

    rows->parts = parts;
    if (status || (status = arrays_take(ctx, a->weights, a->rows, sizeof(float), 0, &weights)))
        return status;
    rows->weights = (float *)weights;
    status = arrays_take(ctx, a->groups, a->rows, sizeof(uint32_t), 0, &groups);
    rows->groups = (uint32_t *)groups;
    return !status && a->ids ? ad_names_copy(ctx, a->ids, a->rows, &rows->ids) : status;
}

static adrop_status fill_rows(ad_rows *rows, adrop_ctx *ctx, const adrop_arrays *a, size_t classes)
{
    adrop_status status;

    rows->format = "arrays";
    rows->task = a->labels ? ADROP_CLASSIFICATION : ADROP_REGRESSION;
    rows->n = a->rows;
    rows->shape = (ad_shape){ a->channels, a->height, a->width };
    rows->is_image = a->height > 1 || a->width > 1;
    rows->is_borrowed = a->borrow;
    rows->parts_stand = a->parts != NULL;
    rows->top = a->top;
    if ((status = take_inputs(rows, ctx, a)) || (status = take_answers(rows, ctx, a, classes)))
        return status;
    return take_members(rows, ctx, a);
}

/* Record the arrays' checksum in place of a file's. */
static adrop_status sum(adrop_data *data, adrop_ctx *ctx, const adrop_arrays *a)
{
    ad_file_sum file = { .path = a->name };
    const adrop_status status = ad_arrays_sum(ctx, a, &file.xxh3, &file.bytes);

    return status ? status : ad_files_add(ctx, &data->files, &file);
}

static adrop_status arrays_make(adrop_ctx *ctx, const adrop_arrays *a, size_t classes,
                                const adrop_split_opts *opts, adrop_data **out)
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
    (*out)->opts = *opts;
    if ((status = sum(*out, ctx, a)) || (status = ad_data_split(*out, ctx)))
        return status;
    if (!(*out)->n_part[ADROP_PART_TRAIN])
        return ad_fail(ctx, ADROP_EINVAL, "'%s' has no training rows", a->name);
    return ad_data_fit(*out, ctx);
}

adrop_status adrop_data_from_arrays(adrop_ctx *ctx, const adrop_arrays *arrays,
                                    const adrop_split_opts *opts, adrop_data **out)
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
        (status = ad_split_opts_take(ctx, opts, &split)))
        return status;
    mine.name = mine.name ? mine.name : "arrays";
    if (mine.texts && !mine.channels)
        mine.channels = 1;
    if ((status = ad_arrays_check(ctx, &mine, split.missing, &classes)))
        return status;
    if ((status = arrays_make(ctx, &mine, classes, &split, out))) {
        adrop_data_free(*out);
        *out = NULL;
    }
    return status;
}

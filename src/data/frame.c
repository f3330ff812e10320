/* Reading a data set as another was read (frame.h). */
#include "data/frame.h"

#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/tensorfile_impl.h"
#include "data/dataset.h"

static adrop_status copy_reals(adrop_ctx *ctx, const double *from, size_t n, double **out)
{
    const adrop_status status = ad_alloc(ctx, n, sizeof **out, "moments", out);

    if (!status)
        memcpy(*out, from, n * sizeof **out);
    return status;
}

adrop_status ad_frame_of(const adrop_data *data, adrop_ctx *ctx, ad_frame *out)
{
    const ad_raw *raw = &data->raw;
    adrop_status status = ADROP_OK;

    *out = (ad_frame){ .task = raw->task,
                       .channels = raw->channels,
                       .height = raw->height,
                       .width = raw->width,
                       .scale = data->scale,
                       .is_pixels = !raw->values,
                       .target_mean = data->target_mean,
                       .target_deviation = data->target_deviation,
                       .n_classes = raw->n_classes };
    if (data->mean && ((status = copy_reals(ctx, data->mean, raw->channels, &out->mean)) ||
                       (status = copy_reals(ctx, data->deviation, raw->channels, &out->deviation))))
        return status;
    return ad_bytes_append(ctx, &out->classes, raw->classes.data, raw->classes.size, "class names");
}

void ad_frame_release(adrop_ctx *ctx, ad_frame *frame)
{
    ad_free(ctx, frame->mean);
    ad_free(ctx, frame->deviation);
    ad_bytes_release(ctx, &frame->classes);
    *frame = (ad_frame){ 0 };
}

static adrop_status check(const adrop_data *data, const ad_frame *f)
{
    const ad_raw *raw = &data->raw;

    if (raw->task != f->task)
        return ad_fail(data->ctx, ADROP_EINVAL, "'%s' is for %s, the run was trained for %s",
                       data->name, raw->targets ? "regression" : "classification",
                       raw->targets ? "classification" : "regression");
    if (raw->channels != f->channels || raw->height != f->height || raw->width != f->width)
        return ad_fail(
            data->ctx, ADROP_ESHAPE,
            "a row of '%s' has %zu x %zu x %zu values, the run was trained on %zu x %zu x %zu",
            data->name, raw->channels, raw->height, raw->width, f->channels, f->height, f->width);
    if ((raw->values == NULL) != f->is_pixels && f->scale != ADROP_SCALE_NONE)
        return ad_fail(data->ctx, ADROP_EINVAL, "'%s' %s pixels, and the run was trained on %s",
                       data->name, f->is_pixels ? "does not hold" : "holds",
                       f->is_pixels ? "pixels" : "other numbers");
    return ADROP_OK;
}

/* A class of the frame, to be found by its name. */
typedef struct {
    const char *name;
    int32_t label;
} named;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

/* The frame's classes, sorted. */
static adrop_status sort_classes(adrop_ctx *ctx, const ad_frame *f, named **out)
{
    const char *name = f->classes.data;
    const adrop_status status = ad_alloc(ctx, f->n_classes, sizeof **out, "class names", out);

    if (status)
        return status;
    for (size_t i = 0; i < f->n_classes; i++, name += strlen(name) + 1)
        (*out)[i] = (named){ name, (int32_t)i };
    qsort(*out, f->n_classes, sizeof **out, by_name);
    return ADROP_OK;
}

/* Are the names, each ended by a zero, more than numbers? */
static int has_names(const ad_bytes *classes)
{
    const char *text = classes->data;

    for (size_t i = 0; i < classes->size; i++)
        if (text[i] && (text[i] < '0' || text[i] > '9'))
            return 1;
    return 0;
}

/* to (n_classes of the data): the frame's labels; -1 for a class it does not know. */
static adrop_status find_labels(const adrop_data *data, const ad_frame *f, int strange, int32_t *to)
{
    const ad_raw *raw = &data->raw;
    const int by_number = has_names(&raw->classes) != has_names(&f->classes) &&
                          raw->n_classes <= f->n_classes;
    const char *unknown = NULL;
    named *sorted;
    const adrop_status status = sort_classes(data->ctx, f, &sorted);

    for (size_t i = 0; !status && i < raw->n_classes; i++) {
        const named key = { .name = data->class_names[i] };
        const named *found = bsearch(&key, sorted, f->n_classes, sizeof key, by_name);
        to[i] = found ? found->label : -1;
        if (!found && !unknown)
            unknown = data->class_names[i];
    }
    ad_free(data->ctx, sorted);
    if (status || !unknown)
        return status;
    if (by_number) {
        for (size_t i = 0; i < raw->n_classes; i++)
            to[i] = (int32_t)i;
        if (!strange)
            ad_log(data->ctx, ADROP_LOG_WARNING,
                   "the classes of '%s' are taken by number: it, or the run, has no names for them",
                   data->name);
    }
    if (by_number || strange)
        return ADROP_OK;
    return ad_fail(data->ctx, ADROP_EINVAL,
                   "'%s' holds the class '%s', which the run was not trained on", data->name,
                   AD_SHOWN(unknown));
}

static adrop_status map_classes(adrop_data *data, const ad_frame *f, int strange)
{
    ad_raw *raw = &data->raw;
    int32_t *to;
    adrop_status status = ad_alloc(data->ctx, raw->n_classes, sizeof *to, "class names", &to);

    if (!status)
        status = find_labels(data, f, strange, to);
    for (size_t row = 0; !status && row < raw->rows; row++)
        raw->labels[row] = to[raw->labels[row]];
    ad_free(data->ctx, to);
    if (status)
        return status;
    raw->n_classes = f->n_classes;
    raw->classes.size = 0;
    return ad_bytes_append(data->ctx, &raw->classes, f->classes.data, f->classes.size,
                           "class names");
}

adrop_status ad_data_apply_frame(adrop_data *data, const ad_frame *f, int strange)
{
    adrop_status status = check(data, f);

    if (!status && data->raw.labels)
        status = map_classes(data, f, strange);
    if (!status && f->mean && !(status = copy_reals(data->ctx, f->mean, f->channels, &data->mean)))
        status = copy_reals(data->ctx, f->deviation, f->channels, &data->deviation);
    data->scale = f->scale;
    data->target_mean = f->target_mean;
    data->target_deviation = f->target_deviation;
    return status ? status : ad_data_apply_scale(data);
}

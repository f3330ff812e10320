/* Opening a data set: find it, read it, split it, scale it. */
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/struct.h"
#include "base/tensorfile_impl.h"
#include "data/dataset.h"
#include "data/digits.h"
#include "data/images.h"
#include "data/known.h"
#include "data/reader.h"

/* Bytes that may be expanded from one source. */
#define EXPANDED_LIMIT ((uint64_t)1 << 40)

static adrop_status copy_text(adrop_ctx *ctx, const char *text, char **out)
{
    const adrop_status status = ad_alloc(ctx, strlen(text) + 1, 1, "a name", out);

    if (!status)
        strcpy(*out, text);
    return status;
}

/* Pointers to the n texts that follow each other in bytes. */
static adrop_status point_at(adrop_ctx *ctx, const ad_bytes *bytes, size_t n, const char ***out)
{
    const char *text = bytes->data;
    const adrop_status status = ad_alloc(ctx, n + 1, sizeof(char *), "names", out);

    for (size_t i = 0; !status && i < n; i++, text += strlen(text) + 1)
        (*out)[i] = text;
    return status;
}

static adrop_status read_source(adrop_data *data, const adrop_data_opts *opts)
{
    const ad_data_reader *reader = NULL;
    ad_source *source;
    adrop_status status = ad_source_open(data->ctx, data->path, EXPANDED_LIMIT, &source);

    if (status)
        return status;
    if ((status = ad_data_reader_choose(source, opts, &reader)))
        goto done;
    data->format = reader->name;
    memset(source->touched, 0, source->n_entries);
    if (!(status = reader->read(source, opts, &data->raw)))
        status = ad_data_sum_source(data, source);
done:
    ad_source_free(source);
    return status;
}

/* Better names for the classes than the files have. */
static adrop_status rename_classes(ad_raw *raw, const char *const *names)
{
    size_t n = 0;
    adrop_status status = ADROP_OK;

    while (names[n])
        n++;
    if (n != raw->n_classes)
        return ADROP_OK;
    ad_bytes_release(raw->ctx, &raw->classes);
    raw->n_classes = 0;
    for (size_t i = 0; !status && i < n; i++)
        status = ad_raw_add_class(raw, names[i]);
    return status;
}

/* A known set is read with what is known of it; what is missing of it is logged. */
static adrop_status read_known(adrop_data *data, const ad_known *known,
                               const adrop_data_opts *given)
{
    adrop_data_opts opts = *given;
    char path[AD_PATH_SIZE];
    adrop_status status;

    if (!known->shown.readable)
        return ad_fail(data->ctx, ADROP_ENOENT, "the data set '%s' is known but not yet readable",
                       known->shown.name);
    if (!known->format) {
        data->format = "built-in";
        return ad_digits_read(&data->raw);
    }
    if ((status = ad_known_locate(data->ctx, known, opts.data_dir, path)))
        return status;
    ad_free(data->ctx, data->path);
    if ((status = copy_text(data->ctx, path, &data->path)))
        return status;
    for (size_t i = 0; ad_data_reader_at(i); i++)
        if (!strcmp(ad_data_reader_at(i)->name, known->format))
            opts.format = (int)i + 1;
    if (!opts.image_size)
        opts.image_size = known->image_size;
    if ((status = read_source(data, &opts)))
        return status;
    data->raw.train_pool = known->train_pool;
    const size_t expected = known->shown.train + known->shown.test;
    if ((expected && expected != data->raw.rows) ||
        (known->shown.classes && known->shown.classes != data->raw.n_classes))
        ad_log(data->ctx, ADROP_LOG_WARNING,
               "'%s' in '%s' is not the complete set: %zu rows, %zu classes", known->shown.name,
               data->path, data->raw.rows, data->raw.n_classes);
    return known->classes ? rename_classes(&data->raw, known->classes) : ADROP_OK;
}

static adrop_status read_rows(adrop_data *data, const adrop_data_opts *opts)
{
    const ad_known *known = strchr(opts->data, '/') ? NULL : ad_known_find(opts->data);

    if (known)
        return read_known(data, known, opts);
    if (!strchr(opts->data, '/') && access(opts->data, F_OK))
        return ad_known_refuse(data->ctx, opts->data);
    ad_free(data->ctx, data->path);
    const adrop_status status = copy_text(data->ctx, opts->data, &data->path);
    return status ? status : read_source(data, opts);
}

/* The task that was asked for must be the one that the reader found. */
static adrop_status check_task(const adrop_data *data, const adrop_data_opts *opts)
{
    if (opts->task == ADROP_TASK_AUTO || opts->task == (int)data->raw.task)
        return ADROP_OK;
    return ad_fail(data->ctx, ADROP_EINVAL, "'%s' is a %s set: task=%s does not fit", data->name,
                   data->raw.targets ? "regression" : "classification",
                   data->raw.targets ? "classification" : "regression");
}

static adrop_status name_classes(adrop_data *data)
{
    ad_free(data->ctx, data->class_names);
    data->class_names = NULL;
    return point_at(data->ctx, &data->raw.classes, data->raw.n_classes, &data->class_names);
}

static adrop_status fill(adrop_data *data, const adrop_data_opts *opts, const ad_frame *frame,
                         int strange)
{
    adrop_status status;

    data->raw.ctx = data->ctx;
    if ((status = copy_text(data->ctx, opts->data, &data->name)) ||
        (status = copy_text(data->ctx, "", &data->path)) || (status = read_rows(data, opts)) ||
        (status = check_task(data, opts)) || (status = name_classes(data)))
        return status;
    if (data->raw.columns.size &&
        (status = point_at(data->ctx, &data->raw.columns, data->raw.channels, &data->column_names)))
        return status;
    if ((status = ad_data_split(data, opts)))
        return status;
    if (!frame)
        return ad_data_scale(data, opts);
    status = ad_data_apply_frame(data, frame, strange);
    return status ? status : name_classes(data);
}

adrop_status ad_data_open(adrop_ctx *ctx, const adrop_data_opts *opts, const ad_frame *frame,
                          int strange, adrop_data **out)
{
    adrop_data_opts o;
    adrop_data *data;
    adrop_status status;

    adrop_data_opts_init(&o);
    *out = NULL;
    if ((status = AD_STRUCT_READ(ctx, adrop_data_opts, &o, opts)) ||
        (status = ad_data_check_opts(ctx, &o)) ||
        (status = ad_alloc(ctx, 1, sizeof *data, "a data set", &data)))
        return status;
    data->ctx = ctx;
    status = fill(data, &o, frame, strange);
    if (status)
        adrop_data_free(data);
    else
        *out = data;
    return status;
}

adrop_status adrop_data_open(adrop_ctx *ctx, const adrop_data_opts *opts, adrop_data **out)
{
    return ad_data_open(ctx, opts, NULL, 0, out);
}

void adrop_data_free(adrop_data *data)
{
    if (!data)
        return;
    for (int p = 0; p < AD_N_PARTS; p++)
        ad_free(data->ctx, data->rows[p]);
    ad_data_release_sums(data);
    ad_free(data->ctx, data->name);
    ad_free(data->ctx, data->path);
    ad_free(data->ctx, data->class_names);
    ad_free(data->ctx, data->column_names);
    ad_free(data->ctx, data->levels);
    ad_free(data->ctx, data->mean);
    ad_free(data->ctx, data->deviation);
    ad_raw_release(&data->raw);
    ad_free(data->ctx, data);
}

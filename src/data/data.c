/* Opening a data set from files: find it, read it, hand over its rows, split and scale them. */
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/text.h"
#include "data/digits.h"
#include "data/known.h"
#include "data/opening.h"
#include "data/reader.h"

/* Limit of bytes expanded from one source. */
#define EXPANDED_LIMIT ((uint64_t)1 << 40)

/* Open the file of test rows, if one is given; only tables accept one. */
static adrop_status open_test(ad_opening *o, const adrop_data_opts *opts,
                              const ad_data_reader *reader)
{
    if (!*opts->test)
        return ADROP_OK;
    if (strcmp(reader->name, "table") != 0 && strcmp(reader->name, "fasttext") != 0 &&
        !(*opts->text && !strcmp(reader->name, "jsonl")))
        return ad_fail(o->ctx, ADROP_EINVAL,
                       "'%s' is in the format '%s': a file of test rows (`test`) goes with a table "
                       "and with lines of documents",
                       o->path, reader->name);
    const adrop_status status = ad_source_open(o->ctx, opts->test, EXPANDED_LIMIT,
                                               &o->raw.test_source);
    if (!status)
        o->raw.test_source->encoding = opts->encoding;
    return status;
}

static adrop_status read_source(ad_opening *o, const adrop_data_opts *opts, ad_source *source)
{
    const ad_data_reader *reader = NULL;

    source->encoding = opts->encoding;
    source->or_utf8 = o->raw.expected != NULL;
    adrop_status status = ad_data_reader_choose(source, opts, &o->raw, &reader);

    if (status || (status = ad_opening_check_effects(o, reader->name, reader->kinds)) ||
        (status = open_test(o, opts, reader)))
        return status;
    o->format = reader->name;
    memset(source->touched, 0, source->n_entries);
    if (!(status = reader->read(source, opts, &o->raw)) &&
        !(status = ad_opening_sum_source(o, source)) && o->raw.test_source)
        status = ad_opening_sum_source(o, o->raw.test_source);
    ad_source_free(o->raw.test_source);
    o->raw.test_source = NULL;
    return status;
}

static adrop_status read_path(ad_opening *o, const adrop_data_opts *opts)
{
    ad_source *source;
    adrop_status status = ad_source_open(o->ctx, o->path, EXPANDED_LIMIT, &source);

    if (!status)
        status = read_source(o, opts, source);
    ad_source_free(source);
    return status;
}

/* Replace the files' class names by better ones. */
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

/* Apply what is known about a set, and log what is missing from it. */
static adrop_status read_known(ad_opening *o, const ad_known *known)
{
    adrop_data_opts opts = *o->opts;
    char path[AD_PATH_SIZE];
    adrop_status status;

    if (!known->shown.readable)
        return ad_fail(o->ctx, ADROP_ENOENT, "the data set '%s' is known but not yet readable",
                       known->shown.name);
    if (!known->format) {
        o->format = "built-in";
        const adrop_status fits = ad_opening_check_effects(o, o->format, 0);
        return fits ? fits : ad_digits_read(&o->raw);
    }
    if ((status = ad_known_locate(o->ctx, known, opts.data_dir, path)) ||
        (status = ad_copy_text(o->ctx, path, &o->path)))
        return status;
    for (size_t i = 0; ad_data_reader_at(i); i++)
        if (!strcmp(ad_data_reader_at(i)->name, known->format))
            opts.format = (int)i + 1;
    if (!opts.image_size)
        opts.image_size = known->image_size;
    if ((status = read_path(o, &opts)))
        return status;
    o->raw.train_pool = known->train_pool;
    o->features = known->features;
    const size_t expected = known->shown.train + known->shown.test;
    if ((expected && expected != o->raw.rows && !o->opts->single_topic) ||
        (known->shown.classes && known->shown.classes != o->raw.n_classes))
        ad_log(o->ctx, ADROP_LOG_WARNING,
               "'%s' in '%s' is not the complete set: %zu rows, %zu classes", known->shown.name,
               o->path, o->raw.rows, o->raw.n_classes);
    return known->classes ? rename_classes(&o->raw, known->classes) : ADROP_OK;
}

static adrop_status read_rows(ad_opening *o)
{
    const char *name = o->opts->data;

    if (o->given)
        return read_source(o, o->opts, o->given);
    const ad_known *known = strchr(name, '/') ? NULL : ad_known_find(name);

    if (known)
        return read_known(o, known);
    if (!strchr(name, '/') && access(name, F_OK))
        return ad_known_refuse(o->ctx, name);
    const adrop_status status = ad_copy_text(o->ctx, name, &o->path);
    return status ? status : read_path(o, o->opts);
}

/* The requested task must be the one the reader found. */
static adrop_status check_task(const ad_opening *o)
{
    if (o->opts->task == ADROP_TASK_AUTO || o->opts->task == (int)o->raw.task)
        return ADROP_OK;
    if (o->opts->task == ADROP_TASK_TEXT)
        return o->raw.texts.bytes
                   ? ADROP_OK
                   : ad_fail(o->ctx, ADROP_EINVAL,
                             "'%s' holds no documents: task=text does not fit", o->opts->data);
    return ad_fail(o->ctx, ADROP_EINVAL, "'%s' is a %s set: task=%s does not fit", o->opts->data,
                   o->raw.targets ? "regression" : "classification",
                   o->raw.targets ? "classification" : "regression");
}

/* Read the rows into *out. */
static adrop_status make_rows(ad_opening *o, ad_rows **out)
{
    adrop_status status;

    if ((status = read_rows(o)) || (status = check_task(o)) ||
        (status = ad_rows_create(o->ctx, o->opts->data, out)))
        return status;
    (*out)->format = o->format;
    (*out)->features = o->features;
    if (o->path) {
        ad_free(o->ctx, (*out)->path);
        (*out)->path = o->path;
        o->path = NULL;
    }
    return ad_raw_hand_over(&o->raw, *out);
}

static adrop_status make_data(ad_opening *o, ad_rows *rows, const ad_schema *schema,
                              int unknown_too, adrop_data **out)
{
    adrop_status status = ad_data_create(o->ctx, rows, out);

    if (status)
        return status;
    adrop_data *data = *out;
    data->files = o->files;
    o->files = (ad_files){ 0 };
    adrop_data_opts_split(o->opts, &data->opts);
    if (*o->opts->test_rows && (status = ad_data_mark_test_rows(data, o->ctx, o->opts)))
        return status;
    if ((status = ad_data_split(data, o->ctx)))
        return status;
    return schema ? ad_data_adopt(data, o->ctx, schema, unknown_too) : ad_data_fit(data, o->ctx);
}

static adrop_status open_data(adrop_ctx *ctx, const adrop_data_opts *opts, ad_source *given,
                              const ad_schema *schema, int unknown_too, adrop_data **out)
{
    adrop_data_opts mine;
    ad_opening o = { .ctx = ctx, .opts = &mine, .given = given, .raw = { .ctx = ctx } };
    ad_rows *rows = NULL;
    adrop_status status;

    *out = NULL;
    if ((status = ad_data_opts_read(ctx, opts, &mine)))
        return status;
    if (!mine.data || !*mine.data)
        return ad_fail(ctx, ADROP_EINVAL, "no data set was named");
    o.raw.expected = schema;
    o.raw.inputs_only = unknown_too;
    if (!(status = make_rows(&o, &rows)))
        status = make_data(&o, rows, schema, unknown_too, out);
    ad_rows_release(rows); /* the data use them now */
    ad_raw_release(&o.raw);
    ad_files_release(ctx, &o.files);
    ad_free(ctx, o.path);
    if (status) {
        adrop_data_free(*out);
        *out = NULL;
    }
    return status;
}

adrop_status ad_data_open(adrop_ctx *ctx, const adrop_data_opts *opts, const ad_schema *schema,
                          int unknown_too, adrop_data **out)
{
    return open_data(ctx, opts, NULL, schema, unknown_too, out);
}

adrop_status ad_data_open_source(adrop_ctx *ctx, const adrop_data_opts *opts, ad_source *source,
                                 const ad_schema *schema, int unknown_too, adrop_data **out)
{
    return open_data(ctx, opts, source, schema, unknown_too, out);
}

adrop_status adrop_data_open(adrop_ctx *ctx, const adrop_data_opts *opts, adrop_data **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    return ad_data_open(ctx, opts, NULL, 0, out);
}

/* What run.json says of a run, and reading it back (folder.h). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/version.h"
#include "base/context.h"
#include "train/folder.h"
#include "train/inputs.h"
#include "train/settings.h"

/* The rows of a table as texts. */
static void put_rows(json_t *to, const adrop_option *rows, const void *from)
{
    char text[4096];

    for (const adrop_option *row = rows; row->name; row++)
        json_object_set_new(to, row->name,
                            json_string(adrop_option_show(row, from, text, sizeof text)));
}

/* data: how `opened` were opened, or NULL; then their name is all that is said. */
static json_t *settings_of(const adrop_data_opts *data, const adrop_data *opened,
                           const adrop_train_opts *train)
{
    json_t *settings = json_object();
    adrop_data_info info;

    if (!data)
        adrop_data_describe(opened, &info);
    json_object_set_new(settings, "data", json_string(data ? data->data : info.name));
    put_rows(settings, adrop_train_options(), train);
    if (data)
        put_rows(settings, adrop_data_options(), data);
    return settings;
}

static json_t *default_settings(void)
{
    adrop_data_opts data;
    adrop_data_opts_init(&data);
    adrop_train_opts train;
    adrop_train_opts_init(&train);

    data.data = "";
    return settings_of(&data, NULL, &train);
}

static json_t *data_of(const adrop_data *data)
{
    adrop_data_info info;
    adrop_data_describe(data, &info);
    json_t *d = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I}", "name", info.name, "path", info.path,
                          "format", info.format, "train", (json_int_t)info.n_train, "val",
                          (json_int_t)info.n_val, "test", (json_int_t)info.n_test);
    json_t *files = json_array();
    adrop_data_file file;
    char sum[20];

    for (size_t i = 0; adrop_data_file_at(data, i, &file); i++) {
        snprintf(sum, sizeof sum, "%016" PRIx64, file.xxh3);
        json_t *one = json_pack("{s:s, s:I, s:s}", "path", file.path, "bytes",
                                (json_int_t)file.bytes, "xxh3", sum);
        snprintf(sum, sizeof sum, "%016" PRIx64, file.contents);
        if (file.contents)
            json_object_set_new(one, "contents", json_string(sum));
        json_array_append_new(files, one);
    }
    json_object_set_new(d, "files", files);
    return d;
}

static json_t *model_of(const adrop_model *m)
{
    adrop_model_info info;
    adrop_model_describe(m, &info);
    json_t *d = json_pack("{s:I, s:I, s:s, s:s, s:s}", "params", (json_int_t)info.n_params,
                          "dropout_params", (json_int_t)info.n_dropout_params, "precision",
                          info.precision, "precision_why", info.why, "isa", info.isa);
    json_t *algorithms = json_object();

    for (size_t i = 0; i < info.n_layers; i++) {
        adrop_layer_info l;
        adrop_model_layer(m, i, &l);
        if (*l.algorithm)
            json_object_set_new(algorithms, l.name, json_string(l.algorithm));
    }
    json_object_set_new(d, "convolutions", algorithms);
    return d;
}

adrop_status ad_folder_describe(ad_folder *f, const adrop_data_opts *data,
                                const adrop_train_opts *train, const adrop_data *opened,
                                const adrop_model *model)
{
    json_decref(f->record);
    f->record = json_pack("{s:i, s:s, s:s, s:i, s:s}", "format", 1, "adrop", adrop_version(),
                          "status", "running", "threads", adrop_ctx_threads(f->ctx), "kernels",
                          adrop_ctx_isa_name(f->ctx));
    if (!f->record)
        return ad_fail(f->ctx, ADROP_ENOMEM, "not enough memory for run.json");
    json_object_set_new(f->record, "settings", settings_of(data, opened, train));
    json_object_set_new(f->record, "data", data_of(opened));
    ad_inputs_put(f->record, opened);
    json_object_set_new(f->record, "model", model_of(model));
    return ADROP_OK;
}

adrop_status ad_folder_compare(ad_folder *f, const adrop_data_opts *data,
                               const adrop_train_opts *train, const adrop_data *opened)
{
    json_t *now = settings_of(data, opened, train);
    json_t *then = json_object_get(f->record, "settings");
    json_t *files_then = json_object_get(json_object_get(f->record, "data"), "files");
    json_t *data_now = data_of(opened), *files_now = json_object_get(data_now, "files");
    json_t *usual = default_settings();
    adrop_status status = ADROP_OK;
    const char *key;
    json_t *value;

    json_object_foreach(now, key, value)
    {
        json_t *old = json_object_get(then, key);
        if (!old) /* begun before there was such a setting */
            old = json_object_get(usual, key);
        if (!status && ad_train_matters(key) && !json_equal(value, old))
            status = ad_fail(f->ctx, ADROP_EINVAL,
                             "the run in '%s' was begun with %s %s, not %s: give the same, or "
                             "another `out`",
                             f->path, key, json_is_string(old) ? json_string_value(old) : "unset",
                             json_string_value(value));
    }
    for (size_t i = 0; !status && i < json_array_size(files_now); i++) {
        json_t *a = json_array_get(files_now, i), *b = json_array_get(files_then, i);
        json_t *contents = json_object_get(b, "contents"); /* older records have none */
        if (!json_equal(json_object_get(a, "xxh3"), json_object_get(b, "xxh3")) ||
            (contents && !json_equal(json_object_get(a, "contents"), contents)))
            status = ad_fail(f->ctx, ADROP_EINVAL,
                             "'%s' is not the file that the run in '%s' was "
                             "begun with: its checksum differs",
                             json_string_value(json_object_get(a, "path")), f->path);
    }
    if (!status &&
        json_integer_value(json_object_get(f->record, "threads")) != adrop_ctx_threads(f->ctx))
        ad_log(f->ctx, ADROP_LOG_WARNING,
               "the run was begun with another number of threads: it "
               "will not end in the same bits as one without a break");
    json_decref(usual);
    json_decref(now);
    json_decref(data_now);
    return status;
}

/* Set the rows of a table from the record; those it does not have keep their values. */
static adrop_status take_rows(ad_folder *f, const adrop_option *rows, void *to)
{
    json_t *settings = json_object_get(f->record, "settings");
    adrop_status status = ADROP_OK;

    for (const adrop_option *row = rows; row->name && !status; row++) {
        const char *text = json_string_value(json_object_get(settings, row->name));
        if (text && *text)
            status = adrop_option_set(f->ctx, rows, to, row->name, text);
    }
    return status ? ad_fail(f->ctx, ADROP_EFORMAT, "'%s/run.json': %s", f->path,
                            adrop_ctx_message(f->ctx))
                  : ADROP_OK;
}

adrop_status ad_folder_settings(ad_folder *f, adrop_data_opts *data, adrop_train_opts *train)
{
    data->data = json_string_value(json_object_get(json_object_get(f->record, "settings"), "data"));
    if (!data->data)
        return ad_fail(f->ctx, ADROP_EFORMAT, "'%s/run.json': there is no data in its settings",
                       f->path);
    adrop_status status = take_rows(f, adrop_train_options(), train);
    return status ? status : take_rows(f, adrop_data_options(), data);
}

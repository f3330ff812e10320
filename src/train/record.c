/* What run.json says of a run, and reading it back (folder.h): settings as texts, versions, the
 * model, the data with their checksums. A resumed run is compared with it, setting by setting. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adrop/version.h"
#include "base/context.h"
#include "base/option_check.h"
#include "data/known.h"
#include "train/folder.h"
#include "train/identity.h"
#include "train/inputs.h"
#include "train/job.h"
#include "train/place.h"
#include "train/plugin.h"
#include "train/provenance.h"
#include "train/selection.h"
#include "train/settings.h"

/* What is said of a setting whose text is not UTF-8: its bytes, in hexadecimal digits. */
#define BYTES " bytes"

/* A setting as text. A path may have any bytes; JSON cannot, so these are put beside it. */
void ad_record_put_text(ad_json *b, json_t *to, const char *name, const char *text)
{
    char key[64], digits[2 * AD_PATH_SIZE];

    ad_json_put(b, to, name, ad_json_string(text));
    if (ad_json_holds(text) || strlen(text) >= AD_PATH_SIZE)
        return;
    for (size_t i = 0; text[i]; i++)
        snprintf(digits + 2 * i, 3, "%02x", (unsigned)(unsigned char)text[i]);
    snprintf(key, sizeof key, "%s" BYTES, name);
    ad_json_put(b, to, key, json_string(digits));
}

/* The text of a setting; from its bytes, if they are there. NULL: there is none. */
const char *ad_record_text(const json_t *settings, const char *name, char text[AD_PATH_SIZE])
{
    char key[64], pair[3] = "", *end = pair;
    snprintf(key, sizeof key, "%s" BYTES, name);
    const char *digits = json_string_value(json_object_get(settings, key));
    const size_t n = digits ? strlen(digits) / 2 : 0;

    if (!digits)
        return json_string_value(json_object_get(settings, name));
    for (size_t i = 0; i < n && i < AD_PATH_SIZE - 1; i++) {
        memcpy(pair, digits + 2 * i, 2);
        text[i] = (char)strtoul(pair, &end, 16);
        text[i + 1] = 0;
        if (*end || !text[i])
            return NULL;
    }
    return n && n < AD_PATH_SIZE && 2 * n == strlen(digits) ? text : NULL;
}

/* The rows of a table as texts. */
static void put_rows(ad_json *b, json_t *to, const adrop_option *rows, const void *from)
{
    char text[AD_PATH_SIZE];

    for (const adrop_option *row = rows; row->name; row++)
        ad_record_put_text(b, to, row->name, adrop_option_show(row, from, text, sizeof text));
}

/* data: how `opened` were opened, or NULL; then their name is all that is said. */
static json_t *settings_of(ad_json *b, const adrop_data_opts *data, const adrop_data *opened,
                           const adrop_train_opts *train)
{
    json_t *settings = json_object();
    adrop_data_info info;

    if (!data)
        adrop_data_describe(opened, &info);
    ad_record_put_text(b, settings, "data", data ? data->data : info.name);
    put_rows(b, settings, adrop_train_options(), train);
    if (data)
        put_rows(b, settings, adrop_data_options(), data);
    return settings;
}

static json_t *default_settings(ad_json *b)
{
    adrop_data_opts data;
    adrop_data_opts_init(&data);
    adrop_train_opts train;
    adrop_train_opts_init(&train);

    data.data = "";
    return settings_of(b, &data, NULL, &train);
}

static json_t *model_of(ad_json *b, const adrop_model *m)
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
            ad_json_put(b, algorithms, l.name, json_string(l.algorithm));
    }
    ad_json_put(b, d, "convolutions", algorithms);
    return d;
}

adrop_status ad_folder_describe(ad_folder *f, const adrop_data_opts *data,
                                const adrop_train_opts *train, const adrop_data *opened,
                                const adrop_model *model)
{
    ad_json b = { 0 };
    adrop_model_info info;

    adrop_model_describe(model, &info);
    json_decref(f->record);
    f->record = json_pack("{s:i, s:s, s:s, s:i, s:s}", "format", 1, "adrop", adrop_version(),
                          "status", "running", "threads", adrop_ctx_threads(f->ctx), "kernels",
                          adrop_ctx_isa_name(f->ctx));
    ad_json_put(&b, f->record, "step_flops",
                ad_json_real(info.training_flops * (double)train->batch));
    ad_json_put(&b, f->record, "settings", settings_of(&b, data, opened, train));
    ad_json_put(&b, f->record, "data", ad_place_write(&b, data, opened));
    ad_json_put(&b, f->record, "rows", ad_selection_write(&b, opened));
    ad_inputs_put(&b, f->record, opened);
    ad_json_put(&b, f->record, "model", model_of(&b, model));
    if (ad_plugins_any(f->ctx))
        ad_json_put(&b, f->record, "plugins", ad_plugins_write(&b, f->ctx));
    ad_provenance_begin(&b, f->record, train);
    ad_job_put(&b, f->record, f->ctx);
    return ad_json_end(&b, f->ctx, "run.json", &f->record);
}

/* What was typed may be another path to the same: "data" if the files are known to be the same,
 * "test" always, since its file is among those whose sums are compared. */
static int is_place(const char *key, int moved)
{
    return !strcmp(key, "test") || !strcmp(key, "test" BYTES) ||
           (moved && (!strcmp(key, "data") || !strcmp(key, "data" BYTES)));
}

static json_int_t count_of(const json_t *text)
{
    return (json_int_t)strtoll(json_string_value(text), NULL, 10);
}

/* A run may be given more epochs, and another patience. */
static int may_change(const char *key, const json_t *old, const json_t *now)
{
    if (!strcmp(key, "patience"))
        return 1;
    return !strcmp(key, "epochs") && json_is_string(old) && json_is_string(now) &&
           count_of(now) > count_of(old);
}

/* More epochs move the rates and strengths of a schedule that ends with the last. */
static void warn_longer(ad_folder *f, const json_t *epochs)
{
    const json_t *then = json_object_get(f->record, "settings");
    const char *schedule = json_string_value(json_object_get(then, "schedule"));

    if (schedule && (!strcmp(schedule, "cosine") || !strcmp(schedule, "one-cycle")))
        ad_log(f->ctx, ADROP_LOG_WARNING,
               "the schedule '%s' was planned for %s epochs: its learning rate jumps to where that "
               "of a run of %s epochs would be, and the result is not that of such a run",
               schedule, json_string_value(json_object_get(then, "epochs")),
               json_string_value(epochs));
    schedule = json_string_value(json_object_get(then, "dropout-schedule"));
    if (schedule && !strncmp(schedule, "linear:", strlen("linear:")))
        ad_log(f->ctx, ADROP_LOG_WARNING,
               "the dropout schedule '%s' was planned for %s epochs: its strength jumps to where "
               "that of a run of %s epochs would be, and the result is not that of such a run",
               schedule, json_string_value(json_object_get(then, "epochs")),
               json_string_value(epochs));
}

/* ADROP_EINVAL if a setting that matters is not that of the record. */
static adrop_status compare_settings(ad_folder *f, json_t *now, const json_t *usual, int moved)
{
    const json_t *then = json_object_get(f->record, "settings");
    const char *key;
    json_t *value;

    json_object_foreach(now, key, value)
    {
        const json_t *old = json_object_get(then, key);
        if (!old) /* begun before there was such a setting */
            old = json_object_get(usual, key);
        if (!ad_train_matters(key) || is_place(key, moved) || json_equal(value, old))
            continue;
        if (may_change(key, old, value)) {
            if (!strcmp(key, "epochs"))
                warn_longer(f, value);
            json_t *values = json_object_get(f->record, "values");
            if (json_object_set(json_object_get(f->record, "settings"), key, value) ||
                (values && json_object_set_new(values, key, json_integer(count_of(value)))))
                return ad_fail(f->ctx, ADROP_ENOMEM, "not enough memory for the settings");
        } else {
            return ad_fail(f->ctx, ADROP_EINVAL,
                           "the run in '%s' was begun with %s %s, not %s: give the same, or "
                           "another `out`",
                           f->path, key, json_is_string(old) ? json_string_value(old) : "unset",
                           json_string_value(value));
        }
    }
    return ADROP_OK;
}

/* The same path with other files is told as such, not by the settings that follow from it; files
 * that moved are the same data; and other files at another path are another setting. */
static adrop_status compare_data(ad_folder *f, const json_t *settings, const json_t *data,
                                 int allow, int *moved, int *changed)
{
    const json_t *then = json_object_get(f->record, "settings");
    char whose[AD_PATH_SIZE];

    *moved = *changed = 0;
    snprintf(whose, sizeof whose, "the run in '%s'", f->path);
    if (json_equal(json_object_get(settings, "data"), json_object_get(then, "data")))
        return ad_identity_check(f->ctx, json_object_get(f->record, "data"), data, whose, allow,
                                 changed);
    if (!json_array_size(json_object_get(data, "files"))) /* built in, or of a program's own */
        return ADROP_OK;
    *moved = !ad_identity_compare(f->ctx, json_object_get(f->record, "data"), data, whose);
    return ADROP_OK;
}

adrop_status ad_folder_compare_settings(ad_folder *f, const adrop_data_opts *data,
                                        const adrop_train_opts *train)
{
    ad_json b = { 0 };
    json_t *now = settings_of(&b, data, NULL, train), *usual = default_settings(&b);
    adrop_status status = ad_json_end(&b, f->ctx, "settings", &now);

    if (!status)
        status = compare_settings(f, now, usual, 1);
    json_decref(usual);
    json_decref(now);
    return status;
}

adrop_status ad_folder_compare(ad_folder *f, const adrop_data_opts *data,
                               const adrop_train_opts *train, const adrop_data *opened)
{
    ad_json b = { 0 };
    json_t *now = settings_of(&b, data, opened, train), *usual = default_settings(&b);
    json_t *data_now = ad_place_write(&b, data, opened);
    int moved, changed;
    adrop_status status = ad_json_end(&b, f->ctx, "settings", &now);

    if (!status)
        status = compare_data(f, now, data_now, train->allow_changed_data, &moved, &changed);
    if (!status)
        status = compare_settings(f, now, usual, moved);
    if (!status && changed) {
        ad_json_put(&b, f->record, "changed_data", json_incref(data_now));
        status = b.failed
                     ? ad_fail(f->ctx, ADROP_ENOMEM, "not enough memory for '%s/run.json'", f->path)
                     : ADROP_OK;
    }
    if (!status &&
        json_integer_value(json_object_get(f->record, "threads")) != adrop_ctx_threads(f->ctx))
        ad_log(f->ctx, ADROP_LOG_WARNING,
               "the run was begun with another number of threads: it "
               "will not end in the same bits as one without a break");
    json_decref(data_now);
    json_decref(usual);
    json_decref(now);
    return status;
}

/* Set the rows of a table from the record; those it does not have keep their values. */
static adrop_status take_rows(ad_folder *f, const adrop_option *rows, void *to)
{
    const json_t *settings = json_object_get(f->record, "settings");
    char bytes[AD_PATH_SIZE];
    adrop_status status = ADROP_OK;

    for (const adrop_option *row = rows; row->name && !status; row++) {
        const char *text = ad_record_text(settings, row->name, bytes);
        if (text && *text)
            status = adrop_option_set_sized(f->ctx, rows, to, SIZE_MAX, row->name, text);
    }
    return status ? ad_fail(f->ctx, ADROP_EFORMAT, "'%s/run.json': %s", f->path,
                            adrop_ctx_message(f->ctx))
                  : ADROP_OK;
}

adrop_status ad_folder_settings(ad_folder *f, adrop_data_opts *data, adrop_train_opts *train)
{
    data->data = ad_record_text(json_object_get(f->record, "settings"), "data", f->data);
    if (!data->data)
        return ad_fail(f->ctx, ADROP_EFORMAT, "'%s/run.json': there is no data in its settings",
                       f->path);
    adrop_status status = take_rows(f, adrop_train_options(), train);
    if (!status)
        status = take_rows(f, adrop_data_options(), data);
    if (!status)
        ad_place_find_test(f, data);
    return status;
}

adrop_status adrop_train_settings_sized(adrop_ctx *ctx, const char *path, adrop_data_opts *data,
                                        size_t data_size, adrop_train_opts *train,
                                        size_t train_size, char data_path[ADROP_TEXT_SIZE])
{
    if (ad_check_given(ctx, "path", path))
        return ADROP_EINVAL;

    adrop_data_opts d;
    adrop_data_opts_init(&d);
    adrop_train_opts t;
    adrop_train_opts_init(&t);
    ad_folder f;
    adrop_status status = ad_folder_read(ctx, path, &f);

    if (!status)
        status = ad_folder_settings(&f, &d, &t);
    if (!status && strlen(d.data) >= ADROP_TEXT_SIZE)
        status = ad_fail(ctx, ADROP_EFORMAT, "the path of the data of '%s' is too long", path);
    if (!status) {
        const char *absolute = ad_folder_data_path(&f);
        /* a path that was relative to another folder */
        const int elsewhere = absolute && !ad_known_find(d.data) && access(d.data, F_OK) &&
                              strlen(absolute) < ADROP_TEXT_SIZE;
        snprintf(data_path, ADROP_TEXT_SIZE, "%s", elsewhere ? absolute : d.data);
        snprintf(t.out, sizeof t.out, "%s", path);
        d.data = data_path;
        d.seed = ad_train_data_seed(&t);
        t.resume = 1;
        ad_struct_init(data, data_size, &d, sizeof d);
        ad_struct_init(train, train_size, &t, sizeof t);
    }
    ad_folder_close(&f);
    return status;
}

/* A run's record, read back (folder.h): a resumed run is compared with it, setting by setting, and
 * a run that is opened again takes its settings from it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/option_check.h"
#include "data/known.h"
#include "train/data_record.h"
#include "train/record.h"
#include "train/settings.h"

static json_t *default_settings(ad_json *b, adrop_ctx *ctx)
{
    adrop_data_opts data;
    adrop_data_opts_init(&data);
    adrop_train_opts train;
    adrop_train_opts_init(&train);

    data.data = "";
    return ad_record_settings(b, ctx, &data, NULL, &train);
}

/* Is this a path that may differ? "data" may if the files are known to be the same, "test" always,
 * because the sums of its file are compared. */
static int is_place(const char *key, int moved)
{
    return !strcmp(key, "test") || !strcmp(key, "test" AD_RECORD_BYTES) ||
           (moved && (!strcmp(key, "data") || !strcmp(key, "data" AD_RECORD_BYTES)));
}

static json_int_t record_compare_count_of(const json_t *text)
{
    return (json_int_t)strtoll(json_string_value(text), NULL, 10);
}

/* Is it a training setting whose row allows a run to get this new value? */
static int may_change(const char *key, const json_t *old, const json_t *now)
{
    const adrop_option *row = adrop_option_find(adrop_train_options(), key);

    if (!row || !json_is_string(old) || !json_is_string(now))
        return 0;
    return row->traits & ADROP_TRAIT_CHANGES ||
           (row->traits & ADROP_TRAIT_GROWS &&
            record_compare_count_of(now) > record_compare_count_of(old));
}

/* Warn: more epochs shift the rates and strengths of a schedule that ends with the last epoch. */
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

/* ADROP_EINVAL if a setting that matters differs from the record. */
static adrop_status compare_run_settings(ad_folder *f, json_t *now, const json_t *usual, int moved)
{
    const json_t *then = json_object_get(f->record, "settings");
    const char *key;
    json_t *value;

    json_object_foreach(now, key, value)
    {
        const json_t *old = json_object_get(then, key);
        if (!old) /* the record is older than the setting */
            old = json_object_get(usual, key);
        if (!ad_train_matters(key) || is_place(key, moved) || json_equal(value, old))
            continue;
        if (may_change(key, old, value)) {
            if (!strcmp(key, "epochs"))
                warn_longer(f, value);
            json_t *values = json_object_get(f->record, "values");
            if (json_object_set(json_object_get(f->record, "settings"), key, value) ||
                (values &&
                 json_object_set_new(values, key, json_integer(record_compare_count_of(value)))))
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

/* If other files are at the same path, say so here, not through settings that follow from them.
 * Moved files are the same data; other files at another path are another setting. */
static adrop_status compare_run_data(ad_folder *f, const json_t *settings, const json_t *data,
                                     int allow, int *moved, int *changed)
{
    const json_t *then = json_object_get(f->record, "settings");
    char whose[AD_PATH_SIZE];

    *moved = *changed = 0;
    snprintf(whose, sizeof whose, "the run in '%s'", f->path);
    if (json_equal(json_object_get(settings, "data"), json_object_get(then, "data")))
        return ad_identity_check(f->ctx, json_object_get(f->record, "data"), data, whose, allow,
                                 changed);
    if (!json_array_size(json_object_get(data, "files"))) /* built in, or in memory */
        return ADROP_OK;
    *moved = !ad_identity_compare(f->ctx, json_object_get(f->record, "data"), data, whose);
    return ADROP_OK;
}

adrop_status ad_folder_compare_settings(ad_folder *f, const adrop_data_opts *data,
                                        const adrop_train_opts *train)
{
    ad_json b = { 0 };
    json_t *now = ad_record_settings(&b, f->ctx, data, NULL, train);
    json_t *usual = default_settings(&b, f->ctx);
    adrop_status status = ad_json_end(&b, f->ctx, "settings", &now);

    if (!status)
        status = compare_run_settings(f, now, usual, 1);
    json_decref(usual);
    json_decref(now);
    return status;
}

/* Rows of a program: the program defines their split, not settings. Records of older versions
 * lack the settings of splits, and perhaps the rows. */
static adrop_status compare_split(ad_folder *f, json_t *settings, const adrop_data *opened)
{
    const json_t *then = json_object_get(f->record, "settings");
    const json_t *rows = json_object_get(f->record, "rows");
    ad_json b = { 0 };
    json_t *now = ad_selection_write(&b, opened);
    adrop_status status = ad_json_end(&b, f->ctx, "rows", &now);

    for (const adrop_option *row = adrop_split_options(); row->name; row++)
        if (!json_object_get(then, row->name))
            json_object_del(settings, row->name);
    if (!status && rows && !json_equal(rows, now))
        status = ad_fail(f->ctx, ADROP_EINVAL,
                         "the run in '%s' was begun with other rows in its parts: split the rows "
                         "as they were, or give another `out`",
                         f->path);
    json_decref(now);
    return status;
}

adrop_status ad_folder_compare(ad_folder *f, const adrop_data_opts *data,
                               const adrop_train_opts *train, const adrop_data *opened)
{
    ad_json b = { 0 };
    json_t *now = ad_record_settings(&b, f->ctx, data, opened, train);
    json_t *usual = default_settings(&b, f->ctx);
    json_t *data_now = ad_place_write(&b, f->ctx, data, opened);
    int moved, changed;
    adrop_status status = ad_json_end(&b, f->ctx, "settings", &now);

    if (!status)
        status = compare_run_data(f, now, data_now, train->allow_changed_data, &moved, &changed);
    if (!status && !data && !changed)
        status = compare_split(f, now, opened);
    if (!status)
        status = compare_run_settings(f, now, usual, moved);
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

/* Set the rows of a table from the record; missing ones keep their values. */
static adrop_status take_rows(ad_folder *f, const adrop_option *rows, void *to)
{
    const json_t *settings = json_object_get(f->record, "settings");
    adrop_status status = ADROP_OK;

    for (const adrop_option *row = rows; row->name && !status; row++) {
        const char *text;
        if (ad_record_text(f->ctx, settings, row->name, &text))
            return ADROP_ENOMEM;
        if (text && *text)
            status = adrop_option_set_sized(f->ctx, rows, to, SIZE_MAX, row->name, text);
    }
    return status ? ad_fail(f->ctx, ADROP_EFORMAT, "'%s/run.json': %s", f->path,
                            adrop_ctx_message(f->ctx))
                  : ADROP_OK;
}

adrop_status ad_folder_settings(ad_folder *f, adrop_data_opts *data, adrop_train_opts *train)
{
    adrop_status status = ad_record_text(f->ctx, json_object_get(f->record, "settings"), "data",
                                         &data->data);
    if (status)
        return status;
    if (!data->data)
        return ad_fail(f->ctx, ADROP_EFORMAT, "'%s/run.json': there is no data in its settings",
                       f->path);
    if (!(status = take_rows(f, adrop_train_options(), train)))
        status = take_rows(f, adrop_data_options(), data);
    return status ? status : ad_place_find_test(f, data);
}

/* The current path of the data: if the recorded one is relative to another folder, the absolute
 * one. */
static adrop_status find_data(ad_folder *f, adrop_data_opts *data)
{
    const char *absolute;
    const adrop_status status = ad_folder_data_path(f, &absolute);

    if (!status && absolute && !ad_known_find(data->data) && access(data->data, F_OK))
        data->data = absolute;
    return status;
}

adrop_status adrop_train_settings_sized(adrop_ctx *ctx, const char *path, adrop_data_opts *data,
                                        size_t data_size, adrop_train_opts *train,
                                        size_t train_size)
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
    if (!status)
        status = find_data(&f, &d);
    if (!status) {
        t.out = f.path;
        d.seed = ad_train_data_seed(&t);
        t.resume = 1;
        ad_struct_init(data, data_size, &d, sizeof d);
        ad_struct_init(train, train_size, &t, sizeof t);
    }
    ad_folder_close(&f);
    return status;
}

/* The contents of run.json (record.h): settings as texts and with their types, versions, the
 * model, the data with their checksums, the result. */
#include "train/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "adrop/version.h"
#include "base/context.h"
#include "base/keep.h"
#include "base/memory.h"
#include "commit.h" /* made by the build: ADROP_COMMIT, "" outside a repository */
#include "train/data_record.h"
#include "train/folder.h"
#include "train/inputs.h"
#include "train/job.h"
#include "train/plugin.h"

/* Write a setting as text. A path may have any bytes; if JSON cannot hold them, they are stored
 * beside it. */
void ad_record_put_text(ad_json *b, adrop_ctx *ctx, json_t *to, const char *name, const char *text)
{
    char key[64], *digits;

    if (!text) {
        b->failed = true;
        return;
    }
    ad_json_put(b, to, name, ad_json_string(text));
    if (ad_json_holds(text))
        return;
    if (AD_NEW(ctx, 2 * strlen(text) + 1, "the bytes of a setting", &digits)) {
        b->failed = true;
        return;
    }
    for (size_t i = 0; text[i]; i++)
        snprintf(digits + 2 * i, 3, "%02x", (unsigned)(unsigned char)text[i]);
    snprintf(key, sizeof key, "%s" AD_RECORD_BYTES, name);
    ad_json_put(b, to, key, json_string(digits));
    ad_free(ctx, digits);
}

/* The bytes that hexadecimal digits encode; 0 if they are not digits of nonzero bytes. */
static int read_digits(const char *digits, char *text)
{
    char pair[3] = "", *end = pair;

    for (; digits[0] && digits[1]; digits += 2, text++) {
        memcpy(pair, digits, 2);
        *text = (char)strtoul(pair, &end, 16);
        if (*end || !*text)
            return 0;
    }
    return !digits[0];
}

/* The text of a setting; from its bytes, if they were stored. */
adrop_status ad_record_text(adrop_ctx *ctx, const json_t *from, const char *name, const char **text)
{
    char key[64], *bytes;
    snprintf(key, sizeof key, "%s" AD_RECORD_BYTES, name);
    const char *digits = json_string_value(json_object_get(from, key));
    const char *plain = json_string_value(json_object_get(from, name));

    *text = NULL;
    if (!digits)
        return plain ? ad_keep(ctx, plain, text) : ADROP_OK;
    adrop_status status = AD_NEW(ctx, strlen(digits) / 2 + 1, "the bytes of a setting", &bytes);
    if (!status && *digits && read_digits(digits, bytes))
        status = ad_keep(ctx, bytes, text);
    ad_free(ctx, bytes);
    return status;
}

/* Write the rows of a table as texts. */
static void record_put_rows(ad_json *b, adrop_ctx *ctx, json_t *to, const adrop_option *rows,
                            const void *from)
{
    for (const adrop_option *row = rows; row->name; row++)
        ad_record_put_text(b, ctx, to, row->name, adrop_option_show(ctx, row, from));
}

/* data: how `opened` were opened; NULL: record only their name and their split. */
json_t *ad_record_settings(ad_json *b, adrop_ctx *ctx, const adrop_data_opts *data,
                           const adrop_data *opened, const adrop_train_opts *train)
{
    json_t *settings = json_object();
    adrop_data_info info;
    adrop_split_opts opts;

    if (!data)
        adrop_data_describe(opened, &info);
    ad_record_put_text(b, ctx, settings, "data", data ? data->data : info.name);
    record_put_rows(b, ctx, settings, adrop_train_options(), train);
    if (data)
        record_put_rows(b, ctx, settings, adrop_data_options(), data);
    if (!data) {
        adrop_data_split(opened, &opts);
        record_put_rows(b, ctx, settings, adrop_split_options(), &opts);
    }
    return settings;
}

/* ISO 8601, in UTC. */
static json_t *date_now(void)
{
    const time_t t = time(NULL);
    struct tm parts;
    char text[32] = "";

    if (gmtime_r(&t, &parts))
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return json_string(text);
}

static json_t *typed_value(ad_json *b, adrop_ctx *ctx, const adrop_option *row, const void *from)
{
    const void *field = (const char *)from + row->offset;
    const char *text;
    json_t *list;

    switch (row->kind) {
    case ADROP_OPT_REAL:
        return ad_json_real(*(const double *)field);
    case ADROP_OPT_COUNT:
        return json_integer((json_int_t) * (const size_t *)field);
    case ADROP_OPT_INT:
        return json_integer(*(const int *)field);
    case ADROP_OPT_FLAG:
        return json_boolean(*(const int *)field);
    case ADROP_OPT_LIST:
        list = json_array();
        for (size_t i = 0; i < ((const adrop_list *)field)->n; i++)
            ad_json_append(b, list, ad_json_real(((const adrop_list *)field)->value[i]));
        return list;
    default:
        text = adrop_option_show(ctx, row, from);
        return text ? ad_json_string(text) : NULL;
    }
}

static void begin_record(ad_json *b, adrop_ctx *ctx, json_t *record, const adrop_train_opts *train)
{
    struct utsname machine = { 0 };
    char system[2 * sizeof machine.sysname + 8] = "";
    json_t *versions = json_object(), *values = json_object();

    if (!uname(&machine))
        snprintf(system, sizeof system, "%s %s", machine.sysname, machine.release);
    ad_json_put(b, record, "started", date_now());
    ad_json_put(b, record, "host", ad_json_string(machine.nodename));
    if (train->command)
        ad_json_put(b, record, "command", ad_json_string(train->command));
    ad_json_put(b, versions, "adrop", json_string(adrop_version()));
    ad_json_put(b, versions, "commit", json_string(ADROP_COMMIT));
    ad_json_put(b, versions, "compiler", json_string(__VERSION__));
    ad_json_put(b, versions, "system", ad_json_string(system));
    ad_json_put(b, record, "versions", versions);
    for (const adrop_option *row = adrop_train_options(); row->name; row++)
        ad_json_put(b, values, row->name, typed_value(b, ctx, row, train));
    ad_json_put(b, record, "values", values);
}

static void put_result(ad_json *b, json_t *to, const char *key, double x)
{
    if (!isnan(x))
        ad_json_put(b, to, key, ad_json_real(x));
}

void ad_record_end(ad_json *b, json_t *record, const adrop_train_result *r)
{
    json_t *d = json_object();

    ad_json_put(b, d, "epochs", json_integer((json_int_t)r->epochs));
    put_result(b, d, "test_acc", r->test_acc);
    put_result(b, d, "test_rmse", r->test_rmse);
    put_result(b, d, "test_micro_f1", r->test_micro_f1);
    put_result(b, d, "test_macro_f1", r->test_macro_f1);
    put_result(b, d, "train_acc_mean", r->train_acc_mean);
    put_result(b, d, "train_rmse_mean", r->train_rmse_mean);
    if (r->best_epoch) {
        ad_json_put(b, d, "best_epoch", json_integer((json_int_t)r->best_epoch));
        ad_json_put(b, d, "stopped_early", json_boolean(r->stopped_early));
        put_result(b, d, "val_acc", r->val_acc);
        put_result(b, d, "val_rmse", r->val_rmse);
        put_result(b, d, "last_test_acc", r->last_acc);
        put_result(b, d, "last_test_rmse", r->last_rmse);
    }
    put_result(b, d, "seconds", r->seconds);
    ad_json_put(b, record, "result", d);
    ad_json_put(b, record, "ended", date_now());
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
    ad_json_put(&b, f->record, "settings", ad_record_settings(&b, f->ctx, data, opened, train));
    ad_json_put(&b, f->record, "data", ad_place_write(&b, f->ctx, data, opened));
    ad_json_put(&b, f->record, "rows", ad_selection_write(&b, opened));
    ad_inputs_put(&b, f->record, opened);
    ad_json_put(&b, f->record, "model", model_of(&b, model));
    if (ad_plugins_any(f->ctx))
        ad_json_put(&b, f->record, "plugins", ad_plugins_write(&b, f->ctx));
    begin_record(&b, f->ctx, f->record, train);
    ad_job_put(&b, f->record, f->ctx);
    return ad_json_end(&b, f->ctx, "run.json", &f->record);
}

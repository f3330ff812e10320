/* Decides whether a run directory that a study finds may count (study.h). It must have been trained
 * with the plan's settings on the present data. If it is marked done, its metrics must have their
 * recorded length. Only run.json and metrics.jsonl are read: a run whose checkpoints and weights
 * were removed is still done. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "study/study.h"
#include "train/data_record.h"
#include "train/folder.h"
#include "train/settings.h"

/* The record of an existing run. *out is NULL if there is none or it cannot be parsed. */
static adrop_status read_run_record(adrop_ctx *ctx, const char *folder, int *exists, json_t **out)
{
    enum { LARGEST_RECORD = 16 << 20 };
    char path[AD_PATH_SIZE], *text;
    size_t size;

    *out = NULL;
    snprintf(path, sizeof path, "%s/run.json", folder);
    *exists = !access(path, F_OK);
    if (!*exists)
        return ADROP_OK;
    adrop_status status = ad_file_read(ctx, path, LARGEST_RECORD, &text, &size);
    if (status) /* it exists but is unreadable: do not treat the run as missing */
        return status;
    status = ad_json_parse(ctx, path, text, size, JSON_REJECT_DUPLICATES, out);
    ad_free(ctx, text);
    return status == ADROP_ENOMEM ? status : ADROP_OK;
}

static int is_run_done(const json_t *record)
{
    const char *state = json_string_value(json_object_get(record, "status"));

    return state && !strcmp(state, "done");
}

/* A setting of the record as a count; 0 if it is not one. */
static size_t finished_count_of(const json_t *record, const char *name)
{
    const char *text = json_string_value(
        json_object_get(json_object_get(record, "settings"), name));

    return text ? (size_t)strtoull(text, NULL, 10) : 0;
}

/* Records of older versions do not give the length of the metrics. They have one line per epoch, or
 * fewer if training may stop early. */
static adrop_status check_lines(adrop_ctx *ctx, const char *path, const json_t *record)
{
    enum { MOST = 1 << 28 };
    const size_t epochs = finished_count_of(record, "epochs");
    size_t size = 0, lines = 0;
    char *text = NULL;
    adrop_status status = ad_file_read(ctx, path, MOST, &text, &size);

    if (status)
        return status;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    ad_free(ctx, text);
    if (lines && (lines == epochs || (lines < epochs && finished_count_of(record, "patience"))))
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EFORMAT,
                   "'%s' is damaged: it has %zu lines and its run, which is done, had %zu epochs; "
                   "put it back, or remove the run's folder to train it again",
                   path, lines, epochs);
}

/* A finished run: do its metrics have their recorded length? */
static adrop_status check_metrics(adrop_ctx *ctx, const char *folder, const json_t *record)
{
    const json_t *bytes = json_object_get(json_object_get(record, "metrics"), "bytes");
    char path[AD_PATH_SIZE];
    struct stat info;
    size_t had;

    snprintf(path, sizeof path, "%s/metrics.jsonl", folder);
    if (!bytes)
        return check_lines(ctx, path, record);
    const intmax_t has = stat(path, &info) ? 0 : info.st_size;
    if (!ad_json_count(bytes, 0, INT64_MAX, &had))
        return ad_fail(ctx, ADROP_EFORMAT, "'%s/run.json': `metrics.bytes` is not a length",
                       folder);
    if (has == (intmax_t)had)
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EFORMAT,
                   "'%s' is damaged: it has %jd bytes and had %zu when its run was done; put it "
                   "back, or remove the run's folder to train it again",
                   path, has, had);
}

/* Was it trained with the settings of the plan? */
static adrop_status check_settings(adrop_ctx *ctx, const ad_wanted_run *wanted, json_t *record)
{
    const json_t *rows = json_object_get(json_object_get(record, "data"), "train");
    adrop_data_info info = wanted->set->info;
    adrop_train_opts train = *wanted->train;
    ad_folder f = { .ctx = ctx, .record = record, .path = wanted->path };

    info.n_train = 0;
    if (rows && !ad_json_count(rows, 1, UINT32_MAX, &info.n_train)) /* the batch cannot be larger */
        return ad_fail(ctx, ADROP_EFORMAT, "'%s/run.json': `data.train` is not a number of rows",
                       wanted->path);
    ad_train_resolve(&info, &train);
    return ad_folder_compare_settings(&f, wanted->data, &train);
}

adrop_status ad_run_check(adrop_ctx *ctx, const ad_wanted_run *wanted, json_t *record)
{
    char whose[AD_PATH_SIZE];
    int changed;

    snprintf(whose, sizeof whose, "the run in '%s'", wanted->path);
    const adrop_status status = ad_identity_check(ctx, json_object_get(record, "data"),
                                                  wanted->set->identity, whose,
                                                  wanted->allow_changed_data, &changed);
    return status || !wanted->train ? status : check_settings(ctx, wanted, record);
}

/* A finished run must also have metrics of the recorded length. */
static adrop_status check_training(ad_study *s, const ad_training *t, json_t *record)
{
    ad_launch_task task;
    adrop_status status = ad_study_settings(s, s->ctx, t, &task);
    const ad_wanted_run wanted = { .path = t->path,
                                   .data = &task.data,
                                   .train = *task.train.dropout ? &task.train : NULL,
                                   .set = &s->set[t->set],
                                   .allow_changed_data = s->train.allow_changed_data };

    if (!status)
        status = ad_run_check(s->ctx, &wanted, record);
    return status || !is_run_done(record) ? status : check_metrics(s->ctx, t->path, record);
}

adrop_status ad_study_look(ad_study *s, ad_training *t)
{
    json_t *record;
    int exists;
    adrop_status status = read_run_record(s->ctx, t->path, &exists, &record);
    const int is_done = is_run_done(record);

    t->state = exists ? ADROP_RUN_BEGUN : ADROP_RUN_WAITS;
    t->is_there = 0;
    t->had = 0;
    t->value = NAN;
    if (!status && record && (is_done || s->planner->is_strict))
        status = check_training(s, t, record);
    if (!status && is_done) {
        t->state = ADROP_RUN_DONE;
        t->is_there = 1;
    }
    if (!status && record && s->planner->found)
        status = s->planner->found(s, t, record);
    json_decref(record);
    return status;
}

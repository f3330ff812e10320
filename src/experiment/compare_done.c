/* A run directory that says it is done: may it count? It must have been trained with the settings
 * of the plan, on the data that are there now, and its metrics must be as long as they were.
 * run.json and metrics.jsonl are all that is read of it: a run whose checkpoints and weights were
 * removed is still done. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "experiment/compare_impl.h"
#include "train/folder.h"
#include "train/identity.h"
#include "train/settings.h"

/* A setting of the record that is a count; 0 if it is none. */
static size_t count_of(const json_t *record, const char *name)
{
    const char *text = json_string_value(
        json_object_get(json_object_get(record, "settings"), name));

    return text ? (size_t)strtoull(text, NULL, 10) : 0;
}

/* The record of an older adrop does not say how long its metrics were: they have a line for each
 * epoch, or for fewer where training may stop early. */
static adrop_status check_lines(adrop_ctx *ctx, const char *path, const json_t *record)
{
    enum { MOST = 1 << 28 };
    const size_t epochs = count_of(record, "epochs");
    size_t size = 0, lines = 0;
    char *text = NULL;
    adrop_status status = ad_file_read(ctx, path, MOST, &text, &size);

    if (status == ADROP_ENOMEM)
        return status;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    ad_free(ctx, text);
    if (!status && lines && (lines == epochs || (lines < epochs && count_of(record, "patience"))))
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EFORMAT,
                   "'%s' is damaged: it has %zu lines and its run, which is done, had %zu epochs; "
                   "put it back, or remove the run's folder to train it again",
                   path, lines, epochs);
}

/* A run that is done: are its metrics as long as they were? */
static adrop_status check_metrics(adrop_ctx *ctx, const char *folder, const json_t *record)
{
    const json_t *bytes = json_object_get(json_object_get(record, "metrics"), "bytes");
    char path[AD_PATH_SIZE];
    struct stat info;

    snprintf(path, sizeof path, "%s/metrics.jsonl", folder);
    if (!bytes)
        return check_lines(ctx, path, record);
    const intmax_t has = stat(path, &info) ? 0 : info.st_size;
    if (has == (intmax_t)json_integer_value(bytes))
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EFORMAT,
                   "'%s' is damaged: it has %jd bytes and had %jd when its run was done; put it "
                   "back, or remove the run's folder to train it again",
                   path, has, (intmax_t)json_integer_value(bytes));
}

/* A run that is done: was it trained as this one is to be? While its technique is still to be
 * chosen there is nothing to compare it with: it has the settings of the folder. */
static adrop_status check_settings(const adrop_compare *c, const ad_comparison_run *r,
                                   json_t *record)
{
    const ad_cell *cell = &c->cells[r->cell];
    adrop_data_info info = c->groups[cell->group].info;
    adrop_data_opts data;
    adrop_train_opts train;
    ad_folder f = { .ctx = c->ctx, .record = record };

    if (r->number && !*cell->dropout)
        return ADROP_OK;
    snprintf(f.path, sizeof f.path, "%s", r->path);
    ad_compare_settings(c, r, &data, &train);
    info.n_train = (size_t)json_integer_value(
        json_object_get(json_object_get(record, "data"), "train")); /* the batch is at most that */
    ad_train_resolve(&info, &train);
    return ad_folder_compare_settings(&f, &data, &train);
}

adrop_status ad_compare_check_done(const adrop_compare *c, const ad_comparison_run *r,
                                   json_t *record)
{
    char whose[ADROP_TEXT_SIZE + 16];
    int changed;

    snprintf(whose, sizeof whose, "the run in '%s'", r->path);
    adrop_status status = ad_identity_check(c->ctx, json_object_get(record, "data"),
                                            c->groups[c->cells[r->cell].group].identity, whose,
                                            c->train.allow_changed_data, &changed);
    if (!status)
        status = check_settings(c, r, record);
    return status ? status : check_metrics(c->ctx, r->path, record);
}

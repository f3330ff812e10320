/* Opening a run (run.h): the settings that suit the data, the threads that its step can use, the
 * initial weights, the run directory or the one that is resumed. */
#include "train/run.h"

#include <stdio.h>
#include <unistd.h>

#include "adrop/units.h"
#include "base/context.h"
#include "base/file.h"
#include "base/thread_rule.h"
#include "model/warm.h"
#include "predict/newest.h"
#include "train/job.h"
#include "train/plugin.h"
#include "train/settings.h"

static adrop_status make_trainer(ad_run *r)
{
    adrop_trainer_opts opts;

    ad_train_trainer_opts(&r->opts, &opts);
    const adrop_model_opts model = ad_train_model_opts(&r->info, &r->opts);
    return ad_trainer_open(r->ctx, r->data, &model, &opts, *r->opts.out != 0, &r->trainer);
}

/* Make the trainer, with as many threads as its step can use. If these are fewer than available,
 * the network is small and quickly made again. */
static adrop_status open_trainer(ad_run *r)
{
    const adrop_trainer_hooks hooks = { .size = sizeof hooks,
                                        .user = r->hooks.user,
                                        .progress = r->hooks.progress };
    adrop_model_info info;
    adrop_status status = make_trainer(r);

    if (status)
        return status;
    adrop_model_describe(r->trainer->model, &info);
    const int worth = ad_threads_worth(r->threads, info.training_flops * (double)r->opts.batch);
    if (worth < r->threads && !r->ctx->threads_given) {
        adrop_trainer_free(r->trainer);
        r->ctx->threads = worth;
        if ((status = make_trainer(r)))
            return status;
    }
    return adrop_trainer_watch(r->trainer, &hooks);
}

/* Load initial weights, if the caller gives some. A checkpoint replaces them later. */
static adrop_status warm_start(ad_run *r)
{
    char path[AD_PATH_SIZE], record[AD_PATH_SIZE];
    adrop_status status = ADROP_OK;

    if (!*r->opts.init || !ad_job_is_first(r->ctx))
        return ADROP_OK;
    snprintf(path, sizeof path, "%s", r->opts.init);
    snprintf(record, sizeof record, "%s/run.json", r->opts.init);
    if (!access(record, F_OK))
        status = ad_newest_file(r->ctx, r->opts.init, path);
    return status ? status : ad_model_warm(r->trainer->model, path);
}

/* Hold the zeros of the initial weights, or of the checkpoint that replaced them. */
static adrop_status hold_zeros(ad_run *r)
{
    return r->opts.keep_zeros ? adrop_model_keep_zeros(r->trainer->model, NULL) : ADROP_OK;
}

/* Open the run directory: a new record, or the old one and its checkpoint. */
static adrop_status open_folder(ad_run *r, adrop_train_result *result)
{
    int existed;
    adrop_status status;

    if (!*r->opts.out || !ad_job_is_first(r->ctx))
        return ADROP_OK;
    status = ad_folder_open(r->ctx, r->opts.out, r->opts.resume, &r->folder, &existed);
    r->has_folder = 1;
    if (status)
        return status;
    if (existed && (status = ad_folder_compare(&r->folder, r->data_opts, &r->opts, r->data)))
        return status;
    ad_journal_begin(&r->journal, &r->folder, r->opts.save_seconds);
    r->best.folder = &r->folder;
    if (existed)
        status = ad_journal_resume(&r->journal, r->trainer);
    else
        status = ad_folder_describe(&r->folder, r->data_opts, &r->opts, r->data, r->trainer->model);
    result->resumed = r->journal.is_saved;
    return status ? status : ad_folder_write(&r->folder, "running");
}

/* A resumed run may need techniques that are not registered. */
static adrop_status check_plugins(const ad_run *r)
{
    ad_folder f;

    if (!r->opts.resume || !*r->opts.out || !ad_job_is_first(r->ctx) ||
        ad_folder_read(r->ctx, r->opts.out, &f)) /* open_folder reports its failure */
        return ADROP_OK;
    const adrop_status status = ad_plugins_check(r->ctx, json_object_get(f.record, "plugins"),
                                                 r->opts.dropout, r->opts.out);
    ad_folder_close(&f);
    return status;
}

adrop_status ad_run_open(ad_run *r, adrop_train_result *result)
{
    adrop_status status;

    r->threads = r->ctx->threads;
    adrop_data_describe(r->data, &r->info);
    result->task = r->info.task;
    ad_train_resolve(&r->info, &r->opts);
    if ((status = check_plugins(r)) || (status = ad_train_check(r->ctx, &r->info, &r->opts)) ||
        (status = open_trainer(r)) || (status = ad_job_check(r->ctx, &r->opts, r->data)) ||
        (status = warm_start(r)) || (status = open_folder(r, result)) ||
        (status = ad_trainer_spread(r->trainer)))
        return status;
    return hold_zeros(r);
}

void ad_run_close(ad_run *r)
{
    adrop_trainer_free(r->trainer);
    r->ctx->threads = r->threads;
    ad_best_release(&r->best);
    if (r->has_folder)
        ad_folder_close(&r->folder);
}

/* Remote workers, as the pool sees them (adrop/launch.h): job k of the pool stands for worker k.
 *
 *     ad_launch_begin(l, ctx)                    submit the jobs, unless submitted already
 *     ad_launch_ready(l, k)                      is worker k there?
 *     ad_launch_train(l, k, ctx, task, ..)       give it a run, and wait for the result */
#ifndef AD_STUDY_LAUNCH_H
#define AD_STUDY_LAUNCH_H

#include <pthread.h>
#include <stdbool.h>

#include "adrop/launch.h"
#include "adrop/train.h"
#include "base/file.h"
#include "base/json.h"
#include "study/slurm.h"

enum { AD_LAUNCH_MOST = 256, AD_SESSION_SIZE = 48, AD_LAUNCH_PATH = 1024 };

#define AD_LAUNCH_POLL    0.2 /* seconds between looks at a file */
#define AD_LAUNCH_BEAT    5.0 /* seconds between writes of head.json */
#define AD_LAUNCH_SILENCE 600 /* a worker leaves after so many seconds without one */

struct adrop_launch {
    adrop_ctx *ctx; /* of the program that opened the launch */
    adrop_ctx *own; /* of the thread that writes head.json */
    adrop_launch_opts opts;
    char folder[AD_LAUNCH_PATH]; /* OUT/launch */
    char program[AD_LAUNCH_PATH];
    char session[AD_SESSION_SIZE];
    size_t workers;
    int lock; /* lock file of the folder */

    pthread_t beat;
    pthread_mutex_t guard; /* protects the members below */
    pthread_cond_t news;
    bool has_beat, is_ended;
    size_t beats, tasks;
    ad_slurm slurm;
};

/* A run as described to a worker. */
typedef struct ad_launch_task {
    adrop_data_opts data;
    adrop_train_opts train;
    int hold_out;       /* a trial of a search: no test rows (rows/hold_out.h), */
    size_t folds, fold; /* and this fold */
    size_t epochs;      /* stop after this many, with a checkpoint; 0: train to the end */
} ad_launch_task;

adrop_status ad_launch_begin(adrop_launch *l, adrop_ctx *ctx);

/* 1: ready; 0: not yet; -1: gone for good, with the reason in why. */
int ad_launch_ready(adrop_launch *l, adrop_ctx *ctx, size_t worker, char why[AD_SLURM_TEXT]);

/* Is this job the program itself rather than a worker? */
static inline bool ad_launch_is_here(const adrop_launch *l, size_t worker)
{
    return l->opts.launch == ADROP_LAUNCH_MPI && worker == 0;
}

/* ADROP_ENETWORK if the worker has gone; otherwise the status of its training. */
adrop_status ad_launch_train(adrop_launch *l, size_t worker, adrop_ctx *ctx,
                             const ad_launch_task *task, const adrop_train_hooks *hooks,
                             adrop_train_result *result);

/* -- Files (launch_file.c) ------------------------------------------------------------- */

/* FOLDER/NAME if worker is SIZE_MAX, else FOLDER/WORKER/NAME. */
char *ad_launch_path(const char *folder, size_t worker, const char *name, char path[AD_PATH_SIZE]);

/* A JSON file of the folder; NULL if it is missing or is not JSON. The caller releases it. */
json_t *ad_launch_read(adrop_ctx *ctx, const char *folder, size_t worker, const char *name);

/* Does the file belong to this session and this task? */
bool ad_launch_is_of(const json_t *file, const char *session, size_t task);

/* -- Tasks and results as JSON (launch_task.c) ----------------------------------------- */

json_t *ad_launch_task_write(ad_json *b, adrop_ctx *ctx, const ad_launch_task *task);

/* ADROP_EINVAL if it needs a plug-in technique that the context does not have. */
adrop_status ad_launch_task_read(adrop_ctx *ctx, const json_t *file, ad_launch_task *out);

json_t *ad_launch_result_write(const adrop_train_result *r);
void ad_launch_result_read(const json_t *from, adrop_train_result *r);

/* Train a task on open data, up to the epoch that it gives. */
adrop_status ad_launch_task_train(adrop_ctx *ctx, const ad_launch_task *task,
                                  const adrop_data *data, const adrop_train_hooks *hooks,
                                  adrop_train_result *result);

#endif

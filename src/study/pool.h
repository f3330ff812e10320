/* Trainings worked off by threads that each have a context of their own.
 *
 * A training depends on its settings and on the number of its threads, not on what is trained
 * beside it; so the number of jobs changes times, not figures. All calls but `train` are made
 * under one lock, by one thread at a time, though not always the same.
 *
 * Where the context has workers (launch.h) each thread stands for one of them: it takes a task when
 * its worker is there, hands it over and waits. */
#ifndef AD_STUDY_POOL_H
#define AD_STUDY_POOL_H

#include "adrop/train.h"
#include "study/launch.h"

/* How far the pool is since it began. */
typedef struct ad_pool_state {
    size_t running;
    double seconds;
    double done; /* work, in the caller's unit, parts of trainings at work included */
} ad_pool_state;

/* Where a task is trained: with these hooks, in this context. */
typedef struct ad_pool_job {
    adrop_ctx *ctx;
    size_t number; /* of the job */
    adrop_launch *launch;
    const adrop_train_hooks *hooks;
} ad_pool_job;

/* What is to be done, by calls. A task is a pointer of the caller's. */
typedef struct ad_pool {
    adrop_ctx *ctx;
    size_t jobs;
    int threads;      /* of each job */
    const char *what; /* "the comparison", for sentences */
    int unread_ends;  /* a file that cannot be read (ADROP_EIO) ends the pool too */
    void *user;

    /* The next task; NULL: none is left. */
    void *(*take)(void *user);

    /* Train it, with these hooks, in the context of the job, or have it trained by a worker
     * (ad_pool_train). Not under the lock. */
    adrop_status (*train)(void *user, void *task, const ad_pool_job *job,
                          adrop_train_result *result);

    /* The work of a task that is done when training stands there; NULL: all of it. */
    double (*work)(void *user, const void *task, const adrop_progress *at);

    /* It has ended: put that on record. ADROP_EINTR, ADROP_ENOMEM and ADROP_EDISK end the pool, and
     * the task can be resumed; after others the pool goes on. */
    void (*settle)(void *user, void *task, adrop_status status, const char *message);

    /* It moved; at is NULL when it has ended. */
    void (*moved)(void *user, const void *task, const adrop_progress *at, const ad_pool_state *s);

    /* It has ended, unless that ended the pool. */
    void (*ended)(void *user, const void *task, const adrop_train_result *result);

    /* Is the caller to stop? Asked after every step. */
    int (*stop)(void *user);
} ad_pool;

/* Work off all tasks. ADROP_EINTR when stop said so. */
adrop_status ad_pool_run(const ad_pool *pool);

/* Train it on open data if the job is one of this program; otherwise by its worker, and data, which
 * may be NULL then, are not read. */
adrop_status ad_pool_train(const ad_pool_job *job, const ad_launch_task *task,
                           const adrop_data *data, adrop_train_result *result);

/* Does the job train in this program, so that it needs data? */
int ad_pool_is_here(const ad_pool_job *job);

#endif

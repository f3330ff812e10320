/* Distributing the runs of a comparison, a search or a reproduction over many machines.
 *
 *     adrop_launch_opts o;
 *     adrop_launch *launch;
 *
 *     adrop_launch_opts_init(&o);
 *     o.launch = ADROP_LAUNCH_SLURM;
 *     o.folder = "runs/digits";             // of the experiment, visible to all machines
 *     o.program = "/usr/local/bin/adrop";
 *     o.jobs = 12;
 *     adrop_launch_open(ctx, &o, &launch);  // NULL: the runs are trained here
 *     hooks.launch = launch;                // hooks of the _go calls below
 *     adrop_compare_go(c, &hooks);          // or adrop_tune_go, adrop_reproduce_go
 *     adrop_launch_close(launch);
 *
 * One program, the head, plans the experiment and assigns work; workers train. They communicate
 * through the folder `launch` of the experiment:
 *
 *     head.json          who assigns work, rewritten every few seconds
 *     K/worker.json      worker K: its host, its job
 *     K/task.json        the run assigned to it, which it finds again after a restart
 *     K/at.json          its progress
 *     K/done.json        the result of its last task
 *     K/log              its output (Slurm)
 *
 * Each run is written by one worker, which holds the lock of its directory. A worker that is
 * stopped saves a checkpoint; after a restart it resumes the run, to the same bits. The results are
 * therefore the same as with `jobs`, at the same number of threads per run. */
#ifndef ADROP_LAUNCH_H
#define ADROP_LAUNCH_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef enum adrop_launch_kind {
    ADROP_LAUNCH_LOCAL,  /* here, in threads of the program */
    ADROP_LAUNCH_MPI,    /* in the processes that mpirun, srun or a job array has started: the first
                            is the head and also trains, the others are workers */
    ADROP_LAUNCH_SLURM,  /* in an array of Slurm jobs, which the head submits */
    ADROP_LAUNCH_SCRIPT, /* nothing is trained: adrop_launch_script shows how to do it by hand */
} adrop_launch_kind;

typedef struct adrop_launch adrop_launch;

/* launch and slurm are rows of adrop_launch_options(). folder, program, jobs and threads have no
 * rows: programs have their own options for them. */
typedef struct adrop_launch_opts {
    size_t size;         /* sizeof(adrop_launch_opts), set by the init call */
    int launch;          /* an adrop_launch_kind; local */
    const char *slurm;   /* "partition=long,time=60": options of sbatch; "signal" sets how many
                            seconds before the time limit runs are saved and the job is requeued,
                            90 */
    const char *folder;  /* of the experiment */
    const char *program; /* slurm: the program that workers run */
    size_t jobs;         /* slurm: workers, 1 to 256; 1 */
    int threads;         /* of each run, 1 to 4096; 1 */
} adrop_launch_opts;

ADROP_API void adrop_launch_opts_init_sized(adrop_launch_opts *opts, size_t size);
#define adrop_launch_opts_init(opts) adrop_launch_opts_init_sized((opts), sizeof *(opts))
ADROP_API const adrop_option *adrop_launch_options(void);

/* The index of this process among those started together, and their number, from the environment of
 * mpirun, srun or a Slurm job array. 0 and 1 if it is alone. */
ADROP_API size_t adrop_launch_rank(size_t *ranks);

/* Workers for the runs of calls that get them (`launch` of their hooks). ADROP_EEXIST if another
 * program is the head of this folder; ADROP_EINVAL for mpi if only one process was started, and for
 * invalid options of slurm. Slurm jobs are submitted when there is a run to train. *out is NULL for
 * local, and after a failure. */
ADROP_API adrop_status adrop_launch_open(adrop_ctx *ctx, const adrop_launch_opts *opts,
                                         adrop_launch **out);

/* Stop the workers; those that are training save a checkpoint first. NULL is fine. */
ADROP_API void adrop_launch_close(adrop_launch *launch);

/* A script for sbatch that runs a whole experiment as a job array, whose first job is the head.
 * command: what each job runs, in shell syntax. Freed with adrop_free. */
ADROP_API adrop_status adrop_launch_script(adrop_ctx *ctx, const adrop_launch_opts *opts,
                                           const char *command, char **text);

/* Act as worker `number` of the experiment in folder until the head reports that all is done.
 * session: the id that the head gave; NULL: any head. stop is called often (NULL: never); nonzero
 * saves and ends, with ADROP_EINTR. ADROP_ENETWORK if no head has been seen for ten minutes. */
ADROP_API adrop_status adrop_worker_run(adrop_ctx *ctx, const char *folder, size_t number,
                                        const char *session, int (*stop)(void *user), void *user);

/* The state of a worker; texts live as long as the context. */
typedef struct adrop_worker_info {
    size_t size;   /* sizeof(adrop_worker_info) */
    size_t worker; /* its number */
    const char *host;
    const char *job;      /* "Slurm job 17_3", or "" */
    const char *run;      /* the directory of the run assigned to it; "": none */
    size_t epoch, epochs; /* its last progress; 0: unknown */
    int is_idle;          /* the run has ended */
} adrop_worker_info;

/* Worker i of the experiment in folder, while there is a head: a listing. Workers that have not
 * started yet (a queued Slurm job) have no host. */
ADROP_API int adrop_worker_at_sized(adrop_ctx *ctx, const char *folder, size_t i,
                                    adrop_worker_info *info, size_t size);
#define adrop_worker_at(ctx, folder, i, info)                                                      \
  adrop_worker_at_sized((ctx), (folder), (i), (info), sizeof *(info))

ADROP_END_DECLS

#endif

/* The runs of a comparison, a search or a reproduction on many machines.
 *
 *     adrop_launch_opts o;
 *     adrop_launch *launch;
 *
 *     adrop_launch_opts_init(&o);
 *     o.launch = ADROP_LAUNCH_SLURM;
 *     o.folder = "runs/digits";             // of the experiment, which all machines see
 *     o.program = "/usr/local/bin/adrop";
 *     o.jobs = 12;
 *     adrop_launch_open(ctx, &o, &launch);  // NULL: the runs are trained here
 *     hooks.launch = launch;                // of adrop_compare_go, adrop_tune_go,
 * adrop_reproduce_go adrop_compare_go(c, &hooks); adrop_launch_close(launch);
 *
 * One program, the head, plans the experiment and decides; workers train. They meet in the folder
 * `launch` of the experiment:
 *
 *     head.json          who hands out work, written anew every few seconds
 *     K/worker.json      worker K: its host, its job
 *     K/task.json        the run it is to train, which it finds here again after a restart
 *     K/at.json          how far it is
 *     K/done.json        what came of the last task
 *     K/log              what it printed (Slurm)
 *
 * A run is written by one worker, which holds the lock of its directory. A worker that is stopped
 * saves a checkpoint; started again it resumes the run, to the same bits. So the results are those
 * of `jobs`, at the same number of threads per run. */
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
    ADROP_LAUNCH_MPI,    /* by the processes that mpirun, srun or an array of jobs has started: the
                            first is the head and trains too, the others are workers */
    ADROP_LAUNCH_SLURM,  /* by an array of Slurm jobs, which the head submits */
    ADROP_LAUNCH_SCRIPT, /* nothing is trained: adrop_launch_script says how to do it by hand */
} adrop_launch_kind;

typedef struct adrop_launch adrop_launch;

/* launch and slurm are rows of adrop_launch_options(); folder, program, jobs and threads are no
 * rows: programs have options of their own for them. */
typedef struct adrop_launch_opts {
    size_t size;         /* sizeof(adrop_launch_opts), set by the init call */
    int launch;          /* an adrop_launch_kind; local */
    const char *slurm;   /* "partition=long,time=60": options of sbatch; signal is the
                                      number of seconds before the time limit at which runs are saved
                                      and the job is put back into the queue, 90 */
    const char *folder;  /* of the experiment */
    const char *program; /* slurm: what workers start */
    size_t jobs;         /* slurm: workers, 1 to 256; 1 */
    int threads;         /* of each run, 1 to 4096; 1 */
} adrop_launch_opts;

ADROP_API void adrop_launch_opts_init_sized(adrop_launch_opts *opts, size_t size);
#define adrop_launch_opts_init(opts) adrop_launch_opts_init_sized((opts), sizeof *(opts))
ADROP_API const adrop_option *adrop_launch_options(void);

/* The number of this process among those that were started together, and how many they are, by the
 * environment: mpirun's, srun's, or that of an array of Slurm jobs. 0 and 1 if it is alone. */
ADROP_API size_t adrop_launch_rank(size_t *ranks);

/* Workers for the runs of calls that are given them (`launch` of their hooks). ADROP_EEXIST if
 * another program hands out the work of this folder; ADROP_EINVAL for mpi where nothing has started
 * several processes, and for options of slurm that cannot be understood. Slurm jobs are submitted
 * when there is a run to train. *out is NULL for local, and after a failure. */
ADROP_API adrop_status adrop_launch_open(adrop_ctx *ctx, const adrop_launch_opts *opts,
                                         adrop_launch **out);

/* The work is over: workers leave, after a checkpoint if they are at a run. NULL is fine. */
ADROP_API void adrop_launch_close(adrop_launch *launch);

/* A script for sbatch that does a whole experiment by an array of jobs, the first being the head.
 * command: what each runs, the words as a shell reads them. Freed with adrop_free. */
ADROP_API adrop_status adrop_launch_script(adrop_ctx *ctx, const adrop_launch_opts *opts,
                                           const char *command, char **text);

/* Be worker `number` of the experiment in folder until the head says that all is done. session: of
 * the head that is served, as it gave it; NULL: whoever is the head. stop is asked often (NULL:
 * never): not 0 saves and ends, with ADROP_EINTR. ADROP_ENETWORK if no head was heard of for ten
 * minutes. */
ADROP_API adrop_status adrop_worker_run(adrop_ctx *ctx, const char *folder, size_t number,
                                        const char *session, int (*stop)(void *user), void *user);

/* What a worker does; texts live as long as the context. */
typedef struct adrop_worker_info {
    size_t size;   /* sizeof(adrop_worker_info) */
    size_t worker; /* its number */
    const char *host;
    const char *job;      /* "Slurm job 17_3"; "" */
    const char *run;      /* the directory of the run it was given; "": none */
    size_t epoch, epochs; /* where it was last; 0: not known */
    int is_idle;          /* the run has ended */
} adrop_worker_info;

/* Worker i of the experiment in folder, while there is a head: a listing. Workers that have not
 * begun yet (a Slurm job that waits) have no host. */
ADROP_API int adrop_worker_at_sized(adrop_ctx *ctx, const char *folder, size_t i,
                                    adrop_worker_info *info, size_t size);
#define adrop_worker_at(ctx, folder, i, info)                                                      \
  adrop_worker_at_sized((ctx), (folder), (i), (info), sizeof *(info))

ADROP_END_DECLS

#endif

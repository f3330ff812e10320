/* One training by many processes: the ranks of a job that mpirun or srun has started.
 *
 *     adrop_comm_opts o;
 *     adrop_comm *comm;
 *
 *     adrop_comm_opts_init(&o);
 *     adrop_comm_open(ctx, &o, &comm);      // NULL: this process is alone
 *     ...                                   // models of ctx share their shards among the ranks
 *     adrop_comm_close(comm, 0);
 *
 * Each rank computes some of the shards of a batch (adrop_model_opts, shards). Their gradients and
 * statistics are added by a fixed tree over the shards, so that the result has the same bits for
 * any number of ranks, at the same number of shards and of threads per rank. All ranks make the
 * same calls in the same order.
 *
 * adrop_comm_open alone reads the environment: what the programs that start ranks put there. */
#ifndef ADROP_COMM_H
#define ADROP_COMM_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_comm adrop_comm;

/* comm is "auto", the library of MPI whose mpirun has started this process, or alone; "none",
 * alone; "openmpi", "mpich", or the path of a plug-in. */
typedef struct adrop_comm_opts {
    size_t size; /* sizeof(adrop_comm_opts), set by the init call */
    const char *comm;
    double timeout;          /* seconds without an answer after which a rank is given up; 60 */
    int (*stop)(void *user); /* asked while a rank does not answer: not 0 ends the waiting; NULL */
    void *user;
} adrop_comm_opts;

#define adrop_comm_opts_init(opts) adrop_comm_opts_init_sized((opts), sizeof *(opts))
ADROP_API void adrop_comm_opts_init_sized(adrop_comm_opts *opts, size_t size);
/* Its option table (option.h): comm and timeout. stop and user are no rows. */
ADROP_API const adrop_option *adrop_comm_options(void);

/* Join the job. *out is NULL if there is none, or it has one rank. From now on the models and
 * trainers that are made in ctx share their work among the ranks. One at a time per process.
 *
 * ADROP_EINVAL for an unknown word; ADROP_ENETWORK if the plug-in is not there, cannot be loaded,
 * or the ranks cannot be reached. */
ADROP_API adrop_status adrop_comm_open(adrop_ctx *ctx, const adrop_comm_opts *opts,
                                       adrop_comm **out);

/* Leave the job. code: that of the program, 0 if all went well. If a rank does not answer, all
 * processes of the job end here, with this code. NULL is fine. */
ADROP_API void adrop_comm_close(adrop_comm *comm, int code);

/* 0 and 1 for NULL. */
ADROP_API int adrop_comm_rank(const adrop_comm *comm);
ADROP_API int adrop_comm_ranks(const adrop_comm *comm);
/* "Open MPI v4.1.4", .. */
ADROP_API const char *adrop_comm_library(const adrop_comm *comm);
/* The host of a rank. */
ADROP_API const char *adrop_comm_host(const adrop_comm *comm, int rank);
/* Is it this rank that should tell a person what went wrong, so that it is said once? Rank 0,
 * unless it is rank 0 that was lost; 1 for NULL. */
ADROP_API int adrop_comm_speaks(const adrop_comm *comm);

/* What the ranks cost each other, measured: the least of several times. All ranks call it. */
typedef struct adrop_comm_cost {
    size_t numbers;          /* floats of a sum */
    double exchange_seconds; /* of an exchange of eight bytes between all ranks */
    double sum_seconds;      /* of a sum over one shard per rank */
    double add_seconds;      /* of the additions of two such blocks alone, on one thread */
    double bytes_per_second; /* that a rank sent during the sum: 2 (R - 1) / R of the block */
} adrop_comm_cost;
ADROP_API adrop_status adrop_comm_measure_sized(adrop_ctx *ctx, adrop_comm *comm, size_t numbers,
                                                adrop_comm_cost *cost, size_t size);
#define adrop_comm_measure(ctx, comm, numbers, cost)                                               \
  adrop_comm_measure_sized((ctx), (comm), (numbers), (cost), sizeof *(cost))

ADROP_END_DECLS

#endif

/* Training one model in several processes: the ranks of a job that mpirun or srun started.
 *
 *     adrop_comm_opts o;
 *     adrop_comm *comm;
 *
 *     adrop_comm_opts_init(&o);
 *     adrop_comm_open(ctx, &o, &comm);      // NULL: this process is alone
 *     ...                                   // models of ctx share their shards among the ranks
 *     adrop_comm_close(comm, 0);
 *
 * Each rank computes some of the shards of a batch (adrop_model_opts, shards). Gradients and
 * statistics are added along a fixed tree over the shards. With the same number of shards and of
 * threads per rank, the result therefore has the same bits for any number of ranks. All ranks make
 * the same calls in the same order.
 *
 * Only adrop_comm_open reads the environment, namely the variables that mpirun and srun set. */
#ifndef ADROP_COMM_H
#define ADROP_COMM_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_comm adrop_comm;

/* comm is "auto" (the MPI library whose mpirun started this process; alone if there is none),
 * "none" (alone), "openmpi", "mpich", or the path of a plug-in. */
typedef struct adrop_comm_opts {
    size_t size; /* sizeof(adrop_comm_opts), set by the init call */
    const char *comm;
    double timeout;          /* seconds without an answer before a rank counts as lost; 60 */
    int (*stop)(void *user); /* called while waiting for a rank; nonzero stops waiting; NULL */
    void *user;
} adrop_comm_opts;

#define adrop_comm_opts_init(opts) adrop_comm_opts_init_sized((opts), sizeof *(opts))
ADROP_API void adrop_comm_opts_init_sized(adrop_comm_opts *opts, size_t size);
/* Its option table (option.h): comm and timeout. stop and user have no rows. */
ADROP_API const adrop_option *adrop_comm_options(void);

/* Join the job. *out is NULL if there is no job, or if it has one rank. From then on, models and
 * trainers made in ctx share their work among the ranks. One adrop_comm at a time per process.
 *
 * ADROP_EINVAL for an unknown word. ADROP_ENETWORK if the plug-in is missing or cannot be loaded,
 * or if the ranks cannot be reached. */
ADROP_API adrop_status adrop_comm_open(adrop_ctx *ctx, const adrop_comm_opts *opts,
                                       adrop_comm **out);

/* Leave the job. code is the program's exit code, 0 on success. If a rank does not answer, all
 * processes of the job exit here with this code. NULL is fine. */
ADROP_API void adrop_comm_close(adrop_comm *comm, int code);

/* 0 and 1 for NULL. */
ADROP_API int adrop_comm_rank(const adrop_comm *comm);
ADROP_API int adrop_comm_ranks(const adrop_comm *comm);
/* "Open MPI v4.1.4", .. */
ADROP_API const char *adrop_comm_library(const adrop_comm *comm);
/* The host of a rank. */
ADROP_API const char *adrop_comm_host(const adrop_comm *comm, int rank);
/* 1 if this rank should report an error to the user, so that it is reported once. This is rank 0,
 * unless rank 0 was lost; 1 for NULL. */
ADROP_API int adrop_comm_speaks(const adrop_comm *comm);

/* Measured cost of communication: the minimum of several measurements. All ranks call it. */
typedef struct adrop_comm_cost {
    size_t numbers;          /* floats in the sum */
    double exchange_seconds; /* of exchanging eight bytes between all ranks */
    double sum_seconds;      /* of a sum over one shard per rank */
    double add_seconds;      /* of adding two such blocks, without communication, on one thread */
    double bytes_per_second; /* sent by one rank during the sum: 2 (R - 1) / R of the block */
} adrop_comm_cost;
ADROP_API adrop_status adrop_comm_measure_sized(adrop_ctx *ctx, adrop_comm *comm, size_t numbers,
                                                adrop_comm_cost *cost, size_t size);
#define adrop_comm_measure(ctx, comm, numbers, cost)                                               \
  adrop_comm_measure_sized((ctx), (comm), (numbers), (cost), sizeof *(cost))

ADROP_END_DECLS

#endif

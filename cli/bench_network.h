/* A training step that the ranks of a job share, beside its pieces: what one rank computes, and
 * the sum of all gradients over the ranks. The terms of the model in docs/scaling.md. */
#ifndef ADROP_CLI_BENCH_NETWORK_H
#define ADROP_CLI_BENCH_NETWORK_H

#include "adrop/comm.h"
#include "bench_step.h"
#include "command.h"

typedef struct bench_network {
    size_t ranks, batch, shards, params;
    stopwatch_times compute; /* of this rank's rows alone, while the others compute theirs */
    double sum;              /* seconds of the sum of all gradients, with nothing else to do */
    stopwatch_times step;    /* of the whole batch by all ranks */
} bench_network;

/* All ranks call it; the call's context has joined the job. The shards are one per rank, or more if
 * asked. */
adrop_status bench_network_time(const command_call *call, adrop_comm *comm, const bench_step *what,
                                bench_network *found);

/* The part of the sum that is hidden behind computing: step = compute + (1 - overlap) sum. */
double bench_network_overlap(const bench_network *n);
/* The step beside the longer of its pieces. */
double bench_network_ratio(const bench_network *n);

void bench_network_json(const adrop_comm *c, const bench_step *what, const bench_network *n);
void bench_network_show(const adrop_comm *c, const bench_step *what, const bench_network *n);

#endif

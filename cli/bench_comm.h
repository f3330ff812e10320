/* What the ranks of a job cost each other: the pieces of the model in docs/scaling.md. */
#ifndef ADROP_CLI_BENCH_COMM_H
#define ADROP_CLI_BENCH_COMM_H

#include "adrop/comm.h"
#include "bench_step.h"
#include "command.h"

/* Measure exchanges and sums between the ranks, and say them once; or with a name in `what` a step
 * of that network, and its pieces. Returns the exit status. */
int bench_comm(const command_call *call, adrop_comm_opts *opts, const bench_step *what);

#endif

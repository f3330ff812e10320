/* A command whose work the ranks of a job share (adrop/comm.h): all compute, rank 0 speaks. */
#ifndef ADROP_CLI_JOB_H
#define ADROP_CLI_JOB_H

#include "adrop/comm.h"
#include "command.h"

/* Join the job, run the command, leave. Ranks other than the first print nothing; they learn it by
 * *is_other. Returns the exit status. */
int job_run(const command_call *call, adrop_comm_opts *opts, int *is_other,
            int (*run)(const command_call *call));

#endif

/* The ranks of a job (adrop/comm.h): the process that watches one, and a command by all. */
#ifndef ADROP_CLI_JOB_H
#define ADROP_CLI_JOB_H

#include "adrop/comm.h"
#include "command.h"

/* -- The process that watches a rank.
 *
 * A rank of an MPI job that dies says nothing, and the mpirun of MPICH ends the others before they
 * can. So a rank is two processes: the one that mpirun has started waits, and tells how the other
 * one, which does the work, was killed. */

/* In the process that is to do the work, and in one that is no rank of several: -1. In the one that
 * watches: the exit code, when the other has ended. To be called before anything is printed.
 * name: the word to begin the sentence with, or NULL. */
int keeper_start(const char *name);

/* -- A command whose work the ranks share: all compute, rank 0 speaks. */

/* Join the job, run the command, leave. Ranks other than the first print nothing; they learn it by
 * *is_other. Returns the exit status. */
int job_run(const command_call *call, adrop_comm_opts *opts, int *is_other,
            int (*run)(const command_call *call));

#endif

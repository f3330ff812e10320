/* The ranks of a job (adrop/comm.h): the process that watches one, and commands run by all. */
#ifndef ADROP_CLI_JOB_H
#define ADROP_CLI_JOB_H

#include "adrop/comm.h"
#include "command.h"

/* -- The process that watches a rank.
 *
 * A rank of an MPI job that dies reports nothing, and MPICH's mpirun ends the others before they
 * can. So a rank is two processes: the one started by mpirun waits, and reports how the other one,
 * which does the work, was killed. */

/* Returns -1 in the process that does the work, and if there is a single process. In the watching
 * process it returns the exit code once the other has ended. Call it before anything is printed.
 * name: the word that starts the report, or NULL. */
int keeper_start(const char *name);

/* -- A command whose work the ranks share: all compute, rank 0 prints. */

/* Join the job, run the command, leave. Ranks other than 0 print nothing; *is_other tells them so.
 * Returns the exit status. */
int job_run(const command_call *call, adrop_comm_opts *opts, int *is_other,
            int (*run)(const command_call *call));

#endif

/* The process that watches a rank.
 *
 * A rank of an MPI job that dies says nothing, and the mpirun of MPICH ends the others before they
 * can. So a rank is two processes: the one that mpirun has started waits, and tells how the other
 * one, which does the work, was killed. */
#ifndef ADROP_CLI_KEEPER_H
#define ADROP_CLI_KEEPER_H

/* In the process that is to do the work, and in one that is no rank of several: -1. In the one that
 * watches: the exit code, when the other has ended. To be called before anything is printed.
 * command: the word to begin the sentence with, or NULL. */
int keeper_start(const char *command);

#endif

/* adrop compare RUN RUN ..: runs that exist, grouped by data, network and technique. */
#ifndef ADROP_CLI_COMPARE_RUNS_H
#define ADROP_CLI_COMPARE_RUNS_H

#include "command.h"

/* Print the table, or JSON. The arguments of the call are the runs, or folders of runs; the
 * baseline is a technique, "" for the first. */
int compare_runs(const command_call *call, const char *baseline, int json);

#endif

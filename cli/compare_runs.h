/* adrop compare RUN RUN ..: runs that exist, grouped by data, network and technique. */
#ifndef ADROP_CLI_COMPARE_RUNS_H
#define ADROP_CLI_COMPARE_RUNS_H

#include "command.h"

/* Print the table, or JSON. The arguments of the call are the runs, or folders of runs. */
int compare_runs(const command_call *call, int json);

#endif

/* What `adrop uncertainty --record` keeps with a run, for `adrop report`: RUN/uncertainty.json. */
#ifndef ADROP_CLI_UNCERTAINTY_RECORD_H
#define ADROP_CLI_UNCERTAINTY_RECORD_H

#include "adrop/uncertainty.h"
#include "command.h"

/* The figures of --json, the risk by coverage, and four rows with their pictures. Returns the exit
 * status; whatever went wrong has been said. */
int uncertainty_record(const command_call *call, const adrop_uncertainty *u, const char *run,
                       const char *data_dir);

#endif

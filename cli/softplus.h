/* The comparison of softplus-Gaussian and log-normal as stand-ins for gamma and
 * inverse gamma densities. */
#ifndef ADROP_CLI_SOFTPLUS_H
#define ADROP_CLI_SOFTPLUS_H

#include "command.h"

/* Print the table, as JSON if asked. Returns the exit status. */
int softplus_table(const command_call *call);

#endif

/* The command line, taken apart by a command's option rows. */
#ifndef ADROP_CLI_PARSE_H
#define ADROP_CLI_PARSE_H

#include "command.h"

/* Whether help is asked for anywhere among the arguments: 1, or 2 for all options. */
int parse_wants_help(int argc, char **argv);

/* Fill call->settings and call->arguments (owned: both freed by the caller) from
 * the arguments, the --config file and the --set texts. Returns the exit status;
 * whatever went wrong has been said. */
int parse(command_call *call, int argc, char **argv);

#endif

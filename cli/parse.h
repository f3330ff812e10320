/* Parses the command line by a command's option rows. */
#ifndef ADROP_CLI_PARSE_H
#define ADROP_CLI_PARSE_H

#include "command.h"

/* Is help requested anywhere among the arguments? 1: yes, 2: for all options. */
int parse_wants_help(int argc, char **argv);

/* Fill call->settings and call->arguments (owned, freed by the caller) from the arguments, the
 * --config file and the --set texts. Returns the exit status; errors have been reported. */
int parse(command_call *call, int argc, char **argv);

#endif

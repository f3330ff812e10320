/* What `adrop data get` does. */
#ifndef ADROP_CLI_DATA_GET_H
#define ADROP_CLI_DATA_GET_H

#include "command.h"

/* Get the set into folder, with progress on a terminal; name and folder may be NULL,
 * source "". Returns the exit status; whatever went wrong has been said. */
int data_get(const command_call *call, const char *name, const char *folder, const char *source);

#endif

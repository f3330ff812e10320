/* A network drawn layer by layer: `adrop show --model M --data D`. */
#ifndef ADROP_CLI_NETWORK_SHOW_H
#define ADROP_CLI_NETWORK_SHOW_H

#include "adrop/model.h"
#include "command.h"

/* Print it layer by layer; batch: the rows of a training step. Returns the exit status. */
int network_print(const command_call *call, const adrop_model *m, size_t batch);

#endif

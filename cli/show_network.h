/* adrop show --model: a network, without a run. */
#ifndef ADROP_CLI_SHOW_NETWORK_H
#define ADROP_CLI_SHOW_NETWORK_H

#include "command.h"

/* Which network, on which data. */
typedef struct {
    char model[ADROP_TEXT_SIZE], data[ADROP_TEXT_SIZE], data_dir[ADROP_TEXT_SIZE];
    char dropout[ADROP_TEXT_SIZE];
    size_t batch; /* 0: what suits the data */
} show_network_opts;

/* Build it for the data's rows and print its layers, shapes, parameters and memory. Returns the
 * exit status. */
int show_network(const command_call *call, const show_network_opts *s);

#endif

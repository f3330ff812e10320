/* The networks that are built in. */
#ifndef ADROP_CLI_LIST_MODELS_H
#define ADROP_CLI_LIST_MODELS_H

#include "command.h"

/* --yaml: whether a network is printed as a file, and with which technique, where, for which
 * images. */
typedef struct {
    int on, at;
    char dropout[ADROP_TEXT_SIZE];
    size_t side;
} list_yaml;

/* All, or one (only, NULL: all) with its options. Returns the exit status. */
int list_models(const command_call *call, const list_yaml *yaml, const char *only, int as_json);

#endif

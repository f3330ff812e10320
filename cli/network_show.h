/* A network drawn layer by layer: `adrop show --model M --data D`. */
#ifndef ADROP_CLI_NETWORK_SHOW_H
#define ADROP_CLI_NETWORK_SHOW_H

#include "adrop/model.h"

/* batch: rows of a training step, which memory is counted for. */
void network_print(const adrop_model *m, size_t batch);
void network_json(const adrop_model *m, size_t batch);

#endif

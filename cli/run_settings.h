/* What else separates runs that are compared. */
#ifndef ADROP_CLI_RUN_SETTINGS_H
#define ADROP_CLI_RUN_SETTINGS_H

#include "run_row.h"

/* The names of settings, other than data, network, technique and seed, that differ between runs on
 * the same data with the same network: "epochs, precision"; "" if there are none. What does not
 * change a result (where a run is kept, how often it is saved) is no difference. */
adrop_status run_settings_differing(adrop_ctx *ctx, const run_row *rows, size_t n, char *names,
                                    size_t size);

#endif

/* `adrop dist --fit`: how near the model-free family comes to another distribution of masks. */
#ifndef ADROP_CLI_DIST_FIT_H
#define ADROP_CLI_DIST_FIT_H

#include "command.h"

/* Fit every pair to the target and print them ranked, with a verdict, as JSON if asked. Returns the
 * exit status. */
int dist_fit(const command_call *call, const char *target, int unit_mean, int as_json);

#endif

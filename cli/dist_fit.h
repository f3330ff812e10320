/* `adrop dist --fit`: how near the model-free family comes to another distribution of masks. */
#ifndef ADROP_CLI_DIST_FIT_H
#define ADROP_CLI_DIST_FIT_H

#include "adrop/dist.h"
#include "command.h"

/* Fit every pair, and that of a seed and a map which are not built in, to the target and print them
 * ranked, with a verdict. Returns the exit status. */
int dist_fit(const command_call *call, const char *target, const adrop_ranking_opts *opts);

#endif

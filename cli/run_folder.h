/* Folders of runs: default names, and whether a folder holds a run. */
#ifndef ADROP_CLI_RUN_FOLDER_H
#define ADROP_CLI_RUN_FOLDER_H

#include <stddef.h>

#include "command.h"

/* ctx owns all names. "runs/DATA-MODEL-DROPOUT-SEED" in letters, digits, '.', '_' and '-'; no model
 * if that is "". A number is appended if it exists. "" if no name is free. */
const char *run_folder_name(adrop_ctx *ctx, const char *data, const char *model,
                            const char *dropout, size_t seed);

/* "runs/compare-DATA-MODEL", likewise, from all data sets and networks, cut. Equal arguments give
 * equal names, so a comparison resumes in its folder. */
const char *run_folder_compare(adrop_ctx *ctx, const adrop_texts *data, const adrop_texts *model);

/* "runs/tune-DATA-KEYS", likewise, from the varied keys. */
const char *run_folder_tune(adrop_ctx *ctx, const char *data, const adrop_texts *vary);

/* "runs/prune-DATA-UNIT-CRITERION", likewise. */
const char *run_folder_prune(adrop_ctx *ctx, const char *data, const char *unit,
                             const char *criterion);

/* Report if the command's first argument is missing or is a folder without a run. Returns the exit
 * status. */
int run_folder_check(const command_call *call);

#endif

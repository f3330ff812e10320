/* Folders of runs: a name where none was given, and whether there is a run in one. */
#ifndef ADROP_CLI_RUN_FOLDER_H
#define ADROP_CLI_RUN_FOLDER_H

#include <stddef.h>

#include "command.h"

/* All are kept by ctx. "runs/DATA-MODEL-DROPOUT-SEED" of letters, digits, '.', '_' and '-'; without
 * the model if that is "". If it is there already a number is added. "" if no name is free. */
const char *run_folder_name(adrop_ctx *ctx, const char *data, const char *model,
                            const char *dropout, size_t seed);

/* "runs/compare-DATA-MODEL", likewise, of all data sets and networks, cut. The same for the
 * same: a comparison resumes where it is. */
const char *run_folder_compare(adrop_ctx *ctx, const adrop_texts *data, const adrop_texts *model);

/* "runs/tune-DATA-KEYS", likewise, of what is varied. */
const char *run_folder_tune(adrop_ctx *ctx, const char *data, const adrop_texts *vary);

/* "runs/prune-DATA-UNIT-CRITERION", likewise. */
const char *run_folder_prune(adrop_ctx *ctx, const char *data, const char *unit,
                             const char *criterion);

/* Say so if there is no run in the folder that is the command's first argument, or if
 * there is no argument. Returns the exit status. */
int run_folder_check(const command_call *call);

#endif

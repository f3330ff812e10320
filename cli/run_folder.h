/* Folders of runs: a name where none was given, and whether there is a run in one. */
#ifndef ADROP_CLI_RUN_FOLDER_H
#define ADROP_CLI_RUN_FOLDER_H

#include <stddef.h>

#include "command.h"

/* "runs/DATA-MODEL-DROPOUT-SEED" of letters, digits, '.', '_' and '-'; without the model
 * if that is "". If it is there already a number is added. Writes "" if no name fits into
 * size. Returns buffer. */
char *run_folder_name(const char *data, const char *model, const char *dropout, size_t seed,
                      char *buffer, size_t size);

/* "runs/compare-DATA-MODEL", likewise, of all data sets and networks, cut. The same for the
 * same: a comparison resumes where it is. Returns buffer. */
char *run_folder_compare(const adrop_texts *data, const adrop_texts *model, char *buffer,
                         size_t size);

/* "runs/tune-DATA-KEYS", likewise, of what is varied. Returns buffer. */
char *run_folder_tune(const char *data, const adrop_texts *vary, char *buffer, size_t size);

/* "runs/prune-DATA-UNIT-CRITERION", likewise. Returns buffer. */
char *run_folder_prune(const char *data, const char *unit, const char *criterion, char *buffer,
                       size_t size);

/* Say so if there is no run in the folder that is the command's first argument, or if
 * there is no argument. Returns the exit status. */
int run_folder_check(const command_call *call);

#endif

/* Results of `adrop uncertainty`: printed, and stored with a run. */
#ifndef ADROP_CLI_UNCERTAINTY_SHOW_H
#define ADROP_CLI_UNCERTAINTY_SHOW_H

#include <stdio.h>

#include "adrop/document.h"
#include "adrop/uncertainty.h"
#include "command.h"

/* Add one result to an open section. */
void uncertainty_add(adrop_document *d, const adrop_uncertainty *u);

/* One line per row, with all its values. */
void uncertainty_csv(FILE *file, const adrop_uncertainty *u);

/* The paired comparison of two results by a score, under this heading. */
void uncertainty_add_difference(adrop_document *d, const char *key, const char *heading,
                                const adrop_detection_difference *difference);

/* -- `adrop uncertainty --record`: the file RUN/uncertainty.json, for `adrop report`. */

/* The figures of --json, risk against coverage, and four rows with their pictures. Returns the exit
 * status; errors have been reported. */
int uncertainty_record(const command_call *call, const adrop_uncertainty *u, const char *run,
                       const char *data_dir);

#endif

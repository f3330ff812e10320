/* What `adrop uncertainty` found: printed, and kept with a run. */
#ifndef ADROP_CLI_UNCERTAINTY_SHOW_H
#define ADROP_CLI_UNCERTAINTY_SHOW_H

#include <stdio.h>

#include "adrop/document.h"
#include "adrop/uncertainty.h"
#include "command.h"

/* One result, into a place that is open. */
void uncertainty_add(adrop_document *d, const adrop_uncertainty *u);

/* A line per row, with everything that is known of it. */
void uncertainty_csv(FILE *file, const adrop_uncertainty *u);

/* The paired comparison of two results by a score: heading says of what. */
void uncertainty_add_difference(adrop_document *d, const char *key, const char *heading,
                                const adrop_detection_difference *difference);

/* -- What `adrop uncertainty --record` keeps with a run, for `adrop report`: RUN/uncertainty.json.
 */

/* The figures of --json, the risk by coverage, and four rows with their pictures. Returns the exit
 * status; whatever went wrong has been said. */
int uncertainty_record(const command_call *call, const adrop_uncertainty *u, const char *run,
                       const char *data_dir);

#endif

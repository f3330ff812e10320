/* What `adrop uncertainty` found: as a document, and row by row. */
#ifndef ADROP_CLI_UNCERTAINTY_SHOW_H
#define ADROP_CLI_UNCERTAINTY_SHOW_H

#include <stdio.h>

#include "adrop/document.h"
#include "adrop/uncertainty.h"

/* One result, into a place that is open. */
void uncertainty_add(adrop_document *d, const adrop_uncertainty *u);

/* A line per row, with everything that is known of it. */
void uncertainty_csv(FILE *file, const adrop_uncertainty *u);

/* The paired comparison of two results by a score: heading says of what. */
void uncertainty_add_difference(adrop_document *d, const char *key, const char *heading,
                                const adrop_detection_difference *difference);

#endif

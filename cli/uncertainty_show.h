/* What `adrop uncertainty` found: for people, as JSON, and row by row. */
#ifndef ADROP_CLI_UNCERTAINTY_SHOW_H
#define ADROP_CLI_UNCERTAINTY_SHOW_H

#include <stdio.h>

#include "adrop/uncertainty.h"
#include "json.h"

void uncertainty_show(const adrop_uncertainty *u);

/* The keys of one result, into an object that is open. */
void uncertainty_json(json *j, const adrop_uncertainty *u);

/* A line per row, with everything that is known of it. */
void uncertainty_csv(FILE *file, const adrop_uncertainty *u);

/* The paired comparison of two results, by the two scores. */
void uncertainty_show_difference(const char *a, const char *b,
                                 const adrop_detection_difference *maxp,
                                 const adrop_detection_difference *entropy);
void uncertainty_json_difference(json *j, const char *key, const adrop_detection_difference *d);

#endif

/* Dropout rates of single units of a run's model. */
#ifndef ADROP_CLI_SHOW_UNITS_H
#define ADROP_CLI_SHOW_UNITS_H

#include "adrop/document.h"
#include "adrop/model.h"

/* The model of a run, to ask for single units; NULL if there is none, or none that is whole. */
adrop_status show_units_open(adrop_ctx *ctx, const char *folder, adrop_model **m);

/* How the rates of each layer are distributed; every: and the rate of each unit. m may be NULL. */
void show_units(adrop_document *d, const adrop_model *m, int every);

#endif

/* Output of `adrop show`: for a run, and for a network without a run. */
#ifndef ADROP_CLI_SHOW_H
#define ADROP_CLI_SHOW_H

#include "adrop/context.h"
#include "adrop/document.h"
#include "adrop/model.h"
#include "adrop/record.h"
#include "command.h"
#include "run_row.h"

/* -- The record of a run: origin, result, settings, dropout rates and curves. */

/* Everything except the curves. all: show people settings with default values, too. */
void show_run(adrop_ctx *ctx, adrop_document *d, const adrop_record *r, const run_row *row,
              int all);

/* Loss and results per epoch, at the terminal's width. */
void show_run_curves(adrop_document *d, const adrop_record *r, int regression);

/* -- Dropout rates of single units of a run's model. */

/* The model of a run, for its units; NULL if it is missing or incomplete. */
adrop_status show_units_open(adrop_ctx *ctx, const char *folder, adrop_model **m);

/* The distribution of rates in each layer; every: also the rate of each unit. m may be NULL. */
void show_units(adrop_document *d, const adrop_model *m, int every);

/* -- The strongest terms per class of a run on documents. */

/* Adds nothing for runs on other kinds of rows or without a model, and a reason if terms are not
 * available. */
void show_terms(adrop_document *d, adrop_ctx *ctx, const char *run);

/* -- adrop show --model: a network, without a run. */

/* Which network, on which data. */
typedef struct {
    const char *model, *data, *data_dir, *dropout;
    size_t batch; /* 0: chosen for the data */
} show_network_opts;

/* Build it for the data's rows, and print its layers, shapes, parameters and memory. Returns the
 * exit status. */
int show_network(const command_call *call, const show_network_opts *s);

/* -- A network drawn layer by layer: `adrop show --model M --data D`. */

#endif

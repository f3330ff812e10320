/* What `adrop show` prints: of a run, and of a network without one. */
#ifndef ADROP_CLI_SHOW_H
#define ADROP_CLI_SHOW_H

#include "adrop/context.h"
#include "adrop/document.h"
#include "adrop/model.h"
#include "adrop/record.h"
#include "command.h"
#include "run_row.h"

/* -- What the record of a run says: its origin, result, settings, dropout rates and curves. */

/* Everything but the curves; all: settings that have their default value are shown to people too.
 */
void show_run(adrop_ctx *ctx, adrop_document *d, const adrop_record *r, const run_row *row,
              int all);

/* Loss and results by epoch, as wide as the terminal. */
void show_run_curves(adrop_document *d, const adrop_record *r, int regression);

/* -- Dropout rates of single units of a run's model. */

/* The model of a run, to ask for single units; NULL if there is none, or none that is whole. */
adrop_status show_units_open(adrop_ctx *ctx, const char *folder, adrop_model **m);

/* How the rates of each layer are distributed; every: and the rate of each unit. m may be NULL. */
void show_units(adrop_document *d, const adrop_model *m, int every);

/* -- The strongest terms of each class of a run on documents. */

/* Nothing for a run on other rows, and for one whose model is not there; why there are none where
 * they cannot be had. */
void show_terms(adrop_document *d, adrop_ctx *ctx, const char *run);

/* -- adrop show --model: a network, without a run. */

/* Which network, on which data. */
typedef struct {
    const char *model, *data, *data_dir, *dropout;
    size_t batch; /* 0: what suits the data */
} show_network_opts;

/* Build it for the data's rows and print its layers, shapes, parameters and memory. Returns the
 * exit status. */
int show_network(const command_call *call, const show_network_opts *s);

/* -- A network drawn layer by layer: `adrop show --model M --data D`. */

#endif

/* What the record of a run says: its origin, result, settings, dropout rates and curves. */
#ifndef ADROP_CLI_SHOW_RUN_H
#define ADROP_CLI_SHOW_RUN_H

#include "adrop/runs.h"
#include "json.h"
#include "run_row.h"

/* Everything but the curves; all: also settings that have their default value. */
void show_run(const adrop_record *r, const run_row *row, int all);

/* Loss and results by epoch, as wide as the terminal. */
void show_run_curves(const adrop_record *r, int regression);

/* The same into an open object, without curves. */
void show_run_json(json *j, const adrop_record *r, const run_row *row);

#endif

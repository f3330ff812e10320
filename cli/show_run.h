/* What the record of a run says: its origin, result, settings, dropout rates and curves. */
#ifndef ADROP_CLI_SHOW_RUN_H
#define ADROP_CLI_SHOW_RUN_H

#include "adrop/document.h"
#include "adrop/record.h"
#include "run_row.h"

/* Everything but the curves; all: settings that have their default value are shown to people too.
 */
void show_run(adrop_document *d, const adrop_record *r, const run_row *row, int all);

/* Loss and results by epoch, as wide as the terminal. */
void show_run_curves(adrop_document *d, const adrop_record *r, int regression);

#endif

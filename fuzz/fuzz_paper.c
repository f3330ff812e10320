/* Fuzz: the paper's tables and notes as CSV. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "paper/paper_sheet.h"
#include "scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    adrop_ctx *ctx = scene_ctx();
    ad_paper_sheet cells, notes;

    const adrop_status status = ad_paper_cells_read(ctx, "cells", (const char *)data, size, &cells);
    if (status && !*adrop_ctx_message(ctx))
        abort(); /* refused without a message */
    for (size_t i = 0; i < ad_paper_sheet_cells(&cells); i++) {
        const ad_paper_cell *c = (const ad_paper_cell *)cells.rows.data + i;
        if (!*c->method || !*c->model || isinf(c->mean) || isnan(c->mean) != isnan(c->mean_unit))
            abort();
    }
    ad_paper_notes_read(ctx, "notes", (const char *)data, size, &notes);
    for (size_t i = 0; i < ad_paper_sheet_notes(&notes); i++) {
        const ad_paper_note *n = (const ad_paper_note *)notes.rows.data + i;
        ad_paper_selects(n->method, n->dataset);
        ad_paper_selects(n->dataset, "aaaaaaaaaaaaaaaaaaaaaaaab");
    }
    ad_paper_sheet_release(ctx, &cells);
    ad_paper_sheet_release(ctx, &notes);
    return 0;
}

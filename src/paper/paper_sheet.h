/* One of the paper's tables, and the notes on all of them, read from CSV texts. The texts are built
 * in, but are checked like any file. */
#ifndef AD_PAPER_PAPER_SHEET_H
#define AD_PAPER_PAPER_SHEET_H

#include <stdbool.h>

#include "base/bytes.h"
#include "paper/paper.h"

typedef struct ad_paper_sheet {
    ad_bytes text; /* owned: the rows point into it */
    ad_bytes rows; /* owned: ad_paper_cell, or ad_paper_note */
} ad_paper_sheet;

/* Where a note applies. A selector is "a|b*": any alternative, with '*' as wildcard. A note without
 * a column is about the table or figure as a whole. */
typedef struct ad_paper_note {
    const char *table, *method, *dataset, *model, *metric, *per_class;
    const char *column; /* "mean", "std", "p", "rho"; "mean|std" */
    const char *number, *reason;
} ad_paper_note;

/* Columns: method, dataset, model, metric, mean, std, p; optionally source, per_class, mu, sigma,
 * rho. ADROP_EFORMAT, with line and reason, for other columns, malformed numbers and duplicate
 * cells. Empty after a failure; the caller releases it after success. */
adrop_status ad_paper_cells_read(adrop_ctx *ctx, const char *where, const char *text, size_t size,
                                 ad_paper_sheet *sheet);
adrop_status ad_paper_notes_read(adrop_ctx *ctx, const char *where, const char *text, size_t size,
                                 ad_paper_sheet *sheet);
void ad_paper_sheet_release(adrop_ctx *ctx, ad_paper_sheet *sheet);

static inline size_t ad_paper_sheet_cells(const ad_paper_sheet *sheet)
{
    return sheet->rows.size / sizeof(ad_paper_cell);
}

static inline size_t ad_paper_sheet_notes(const ad_paper_sheet *sheet)
{
    return sheet->rows.size / sizeof(ad_paper_note);
}

/* Does the selector match the word? */
bool ad_paper_selects(const char *selector, const char *word);

/* Does the note apply to a number that this cell prints? */
bool ad_paper_note_holds(const ad_paper_note *note, const char *table, const ad_paper_cell *cell);

#endif

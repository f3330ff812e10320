/* One of the paper's tables, and the notes on all of them, read from CSV texts. The texts
 * are built in, but read with the care that any file gets. */
#ifndef AD_PAPER_PAPER_SHEET_H
#define AD_PAPER_PAPER_SHEET_H

#include <stdbool.h>

#include "base/bytes.h"
#include "paper/paper.h"

typedef struct ad_paper_sheet {
    ad_bytes text; /* owned: what the texts of the rows point into */
    ad_bytes rows; /* owned: ad_paper_cell, or ad_paper_note */
} ad_paper_sheet;

/* Where a note holds. A selector is "a|b*": any of these, '*' standing for anything. A
 * note without a column is on the table or figure as a whole. */
typedef struct ad_paper_note {
    const char *table, *method, *dataset, *model, *metric, *per_class;
    const char *column; /* "mean", "std", "p", "rho"; "mean|std" */
    const char *number, *reason;
} ad_paper_note;

/* Columns: method, dataset, model, metric, mean, std, p; optionally source, per_class, mu,
 * sigma, rho. ADROP_EFORMAT, with line and reason, for anything else, for a number that is
 * none, and for a cell that is given twice. Empty after a failure; to be released after a
 * success. */
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

/* Does the selector fit the word? */
bool ad_paper_selects(const char *selector, const char *word);

/* Does the note hold for this cell, that is, for a number which it prints? */
bool ad_paper_note_holds(const ad_paper_note *note, const char *table, const ad_paper_cell *cell);

#endif

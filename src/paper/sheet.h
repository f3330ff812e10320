/* Sheets: tables of texts and numbers with a title and notes, built cell by cell. Whoever
 * shows them decides how (adrop/reproduce.h). */
#ifndef AD_PAPER_SHEET_H
#define AD_PAPER_SHEET_H

#include "adrop/reproduce.h"

enum { AD_SHEET_COLUMNS = 32, AD_SHEET_NOTES = 16 };

typedef struct ad_sheet {
    adrop_ctx *ctx;
    char title[256];
    char *headers[AD_SHEET_COLUMNS], *notes[AD_SHEET_NOTES]; /* owned */
    adrop_sheet_cell *cells;                                 /* owned; texts as well */
    size_t n_headers, n_notes, n_cells, room;
    adrop_status status; /* the first failure; after it nothing is done */
} ad_sheet;

adrop_status ad_sheet_create(adrop_ctx *ctx, const char *title, ad_sheet **out);
void ad_sheet_free(ad_sheet *s);

/* All headers before the first cell; cells row by row. A failure is kept in status. */
__attribute__((format(printf, 2, 3))) void ad_sheet_header(ad_sheet *s, const char *format, ...);
__attribute__((format(printf, 2, 3))) void ad_sheet_text(ad_sheet *s, const char *format, ...);
__attribute__((format(printf, 2, 3))) void ad_sheet_note(ad_sheet *s, const char *format, ...);

/* With so many decimals, or, if that is negative, so many significant digits; NaN: "". */
void ad_sheet_number(ad_sheet *s, double x, int decimals);

void ad_sheet_show(const ad_sheet *s, adrop_sheet *out);

#endif

/* A run in one line: what `runs` lists and `compare` compares. */
#ifndef ADROP_CLI_RUN_ROW_H
#define ADROP_CLI_RUN_ROW_H

#include "adrop/document.h"
#include "adrop/option.h"
#include "adrop/record.h"

typedef struct run_row {
    char path[1024];
    char started[32]; /* ISO 8601; "": an older record */
    char data[ADROP_TEXT_SIZE], model[ADROP_TEXT_SIZE], dropout[ADROP_TEXT_SIZE];
    char seed[24],
        parts[40]; /* parts: checksums of its training and test rows; "": not on record */
    char state[16];
    size_t done, epochs;
    int regression;
    double test, val; /* accuracy in per cent, or rmse; NaN: none */
    double seconds;
} run_row;

adrop_status run_row_read(adrop_ctx *ctx, const char *path, run_row *row);

/* Does it pass all parts of a filter: texts, and KEY=TEXT for settings? */
adrop_status run_row_matches(adrop_ctx *ctx, const run_row *row, const char *filter, int *matches);

/* The columns of a table of runs that is open, and one run as its next row. */
void run_row_columns(adrop_document *d);
void run_row_add(adrop_document *d, const run_row *row);

/* A table of the columns that `adrop runs --csv` writes. */
void run_row_flat(adrop_document *d, const run_row *rows, size_t n);

#endif

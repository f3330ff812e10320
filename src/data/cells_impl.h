/* Blocks of lines, for the two files of cells.h. */
#ifndef AD_DATA_CELLS_IMPL_H
#define AD_DATA_CELLS_IMPL_H

#include "base/context.h"
#include "data/cells.h"

/* Some lines of a file, parsed by one thread. */
typedef struct ad_cell_block {
    adrop_ctx ctx; /* its own: for memory and the message */
    const ad_cells *cells;
    const ad_cells_file *file;
    const char *where;
    char *text, *end; /* whole lines; a newline stands at end or before it */
    size_t lines_before, lines;
    size_t rows, row_line; /* parsed; the line that is being parsed */
    float *values;         /* (rows, n_slots), owned */
    ad_cell_column *found; /* (columns), owned: what of them is found */
    ad_bytes names;        /* owned */
    uint32_t *row_lines;   /* (rows), owned; NULL: not kept */
    adrop_status status;
} ad_cell_block;

typedef struct ad_cell_piece {
    float *values; /* (rows, n_slots), owned */
    size_t rows;
} ad_cell_piece;

/* cells_block.c: for ad_parallel; arg is ad_cell_block[]. */
void ad_cell_block_parse(void *arg, size_t i);
void ad_cell_block_release(ad_cell_block *b);

#endif

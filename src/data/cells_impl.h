/* Blocks of rows, and the rows that they gave, for the files of cells.h. */
#ifndef AD_DATA_CELLS_IMPL_H
#define AD_DATA_CELLS_IMPL_H

#include "base/context.h"
#include "data/cells.h"

enum { AD_CELL_BLOCK = 1 << 17 }; /* bytes, and what is left of a row */

/* Some rows of a file, parsed by one thread. */
typedef struct ad_cell_block {
    adrop_ctx ctx; /* its own: for memory and the message */
    const ad_cells *cells;
    const ad_cells_file *file;
    const char *where;
    char *text, *end; /* whole rows; a newline stands at end or before it */
    size_t lines_before, most_rows;
    size_t rows, row_line; /* parsed; the line on which the row begins that is being parsed */
    float *values;         /* (rows, n_slots), owned */
    ad_cell_column *found; /* (columns), owned: what of them is found */
    ad_bytes names;        /* owned */
    uint32_t *row_lines;   /* (rows), owned; NULL: not kept */
    adrop_status status;
} ad_cell_block;

/* The beginning of a file. */
typedef struct ad_cells_start {
    ad_cells *cells;
    ad_cells_file *file;
    const char *where;
    size_t lines; /* gone over */
    bool begun;
} ad_cells_start;

/* cells_first.c: how the table is written, and what its columns are, by the first rows of [*first,
 * end); a newline stands at end. *first moves behind a header. Nothing is done, and begun is not
 * set, while too few rows are there; `last`: the file ends at `end`. */
enum { AD_JUDGED_ROWS = 100 }; /* that are waited for */
adrop_status ad_cells_begin(ad_cells_start *r, char **first, char *end, bool last);

/* cells_cut.c: the block of whole rows at b->text, before end; b->end and b->most_rows are set,
 * *lines is what it has of them. false: there is no whole row; `last`: what ends at `end` is one.
 */
bool ad_cell_block_cut(ad_cell_block *b, char *end, bool has_quotes, bool last, size_t *lines);

/* cells.c: add the rows of a block that was parsed; or say why it could not be. */
adrop_status ad_cells_merge(ad_cells *cells, ad_cell_block *b);

/* cells_block.c: for ad_parallel; arg is ad_cell_block[]. */
void ad_cell_block_parse(void *arg, size_t i);

/* cells_pieces.c: rows are added as blocks give them, and joined to cells->values at the end. */
adrop_status ad_cell_pieces_add(ad_cells *cells, const float *values, size_t rows);
adrop_status ad_cell_pieces_join(ad_cells *cells);
void ad_cell_pieces_release(ad_cells *cells);

#endif

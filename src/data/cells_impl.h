/* Blocks of rows, and the rows they produce: shared by the files behind cells.h. */
#ifndef AD_DATA_CELLS_IMPL_H
#define AD_DATA_CELLS_IMPL_H

#include "base/context.h"
#include "data/cells.h"

enum { AD_CELL_BLOCK = 1 << 17 }; /* bytes, plus the rest of the last row */

/* Some rows of a file, parsed by one thread. */
typedef struct ad_cell_block {
    adrop_ctx ctx; /* its own: for memory and the message */
    const ad_cells *cells;
    const ad_cells_file *file;
    const char *where;
    char *text, *end; /* whole rows; a newline stands at end or before it */
    size_t lines_before, most_rows;
    size_t rows, row_line; /* rows parsed; first line of the current row */
    float *values;         /* (rows, n_slots), owned */
    ad_cell_column *found; /* (columns), owned: results per column */
    ad_bytes names;        /* owned */
    uint32_t *row_lines;   /* (rows), owned; NULL: not kept */
    adrop_status status;
} ad_cell_block;

/* The beginning of a file. */
typedef struct ad_cells_start {
    ad_cells *cells;
    ad_cells_file *file;
    const char *where;
    size_t lines; /* read so far */
    bool begun;
} ad_cells_start;

/* cells_first.c: find the dialect and the columns from the first rows of [*first, end); a newline
 * stands at end. *first moves past a header. With too few rows it does nothing and leaves begun
 * unset; `last`: the file ends at `end`. */
enum { AD_JUDGED_ROWS = 100 }; /* rows needed, unless the file ends before */
adrop_status ad_cells_begin(ad_cells_start *r, char **first, char *end, bool last);

/* cells_cut.c: find the block of whole rows at b->text, before end; sets b->end and b->most_rows,
 * and *lines to its number of lines. false: there is no whole row. `last`: the row that ends at
 * `end` is whole. */
bool ad_cell_block_cut(ad_cell_block *b, char *end, bool has_quotes, bool last, size_t *lines);

/* cells.c: add the rows of a parsed block, or report why parsing failed. */
adrop_status ad_cells_merge(ad_cells *cells, ad_cell_block *b);

/* cells_block.c: for ad_parallel; arg is ad_cell_block[]. */
void ad_cell_block_parse(void *arg, size_t i);

/* cells_pieces.c: add the rows of a block; join all rows into cells->values at the end. */
adrop_status ad_cell_pieces_add(ad_cells *cells, const float *values, size_t rows);
adrop_status ad_cell_pieces_join(ad_cells *cells);
void ad_cell_pieces_release(ad_cells *cells);

#endif

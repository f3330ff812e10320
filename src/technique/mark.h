/* Identifies a forward pass. A backward checks it before it reads what forward left.
 *
 * A pass is identified by the address of its noise (seed, step, row numbers), by its rows and by
 * the address of its input: two passes of one step may differ only in the last. */
#ifndef AD_TECHNIQUE_MARK_H
#define AD_TECHNIQUE_MARK_H

#include "technique/where.h"

typedef struct ad_mark {
    int is_set; /* 0: nothing went forward */
    uint64_t seed;
    uint32_t step, first_row;
    uint64_t numbers; /* a hash of row_numbers; 0 without */
    size_t rows, batch_rows;
    const void *x;
} ad_mark;

/* The mark of a pass over `rows` rows of x. */
ad_mark ad_mark_of(const ad_where *where, size_t rows, const void *x);

/* What differs between a and b, as a word for a sentence; NULL if they mark one pass. */
const char *ad_mark_difference(const ad_mark *a, const ad_mark *b);

#endif

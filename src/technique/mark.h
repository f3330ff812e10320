/* Which pass went forward: what a backward is compared with before it reads what forward left.
 *
 * A pass is known by the address of its noise (seed, step, rows' numbers), by its rows and by where
 * its input lies: two passes of one step differ in the last alone. */
#ifndef AD_TECHNIQUE_MARK_H
#define AD_TECHNIQUE_MARK_H

#include "technique/where.h"

typedef struct ad_mark {
    int is_set; /* 0: nothing went forward */
    uint64_t seed;
    uint32_t step, first_row;
    uint64_t numbers; /* a sum over row_numbers; 0 without */
    size_t rows, batch_rows;
    const void *x;
} ad_mark;

/* The mark of a pass of so many rows of x. */
ad_mark ad_mark_of(const ad_where *where, size_t rows, const void *x);

/* In what b differs from a, as a word for a sentence; NULL if they are of one pass. */
const char *ad_mark_difference(const ad_mark *a, const ad_mark *b);

#endif

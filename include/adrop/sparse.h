/* Rows that are mostly zero, such as term counts of documents. */
#ifndef ADROP_SPARSE_H
#define ADROP_SPARSE_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/export.h"

ADROP_BEGIN_DECLS

/* n rows. Row r has the values value[k] in the columns column[k], ascending, for k from start[r] to
 * start[r + 1] - 1, and 0 elsewhere. */
typedef struct adrop_sparse {
    const size_t *start;    /* (n + 1) */
    const uint32_t *column; /* (start[n]) */
    const float *value;     /* (start[n]) */
} adrop_sparse;

ADROP_END_DECLS

#endif

/* Orders of rows (order.h). */
#include "rows/order.h"

#include <stdlib.h>

static int order_compare(const void *a, const void *b)
{
    const ad_keyed *x = a, *y = b;

    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

void ad_keyed_sort(ad_keyed *items, size_t n)
{
    qsort(items, n, sizeof *items, order_compare);
}

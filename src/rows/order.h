/* Orders of rows: sorted by a 64-bit key that is a pure function of an address, ties by row. Equal
 * seeds give equal orders. */
#ifndef AD_ROWS_ORDER_H
#define AD_ROWS_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "random/address.h"
#include "random/philox.h"

/* Block `block` of the words at an address. */
static inline void ad_row_words(const ad_address *at, uint32_t block, uint32_t words[4])
{
    words[0] = block;
    words[1] = at->row;
    words[2] = at->step;
    words[3] = ad_address_tag(at);
    ad_philox(words, (uint32_t)at->seed, (uint32_t)(at->seed >> 32));
}

static inline uint64_t ad_row_key(const ad_address *at)
{
    uint32_t words[4];

    ad_row_words(at, 0, words);
    return (uint64_t)words[1] << 32 | words[0];
}

typedef struct ad_keyed {
    uint64_t key;
    uint32_t group, row;
} ad_keyed;

/* By group, then key, then row. */
void ad_keyed_sort(ad_keyed *items, size_t n);

#endif

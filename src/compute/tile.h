/* Vectors of a few lanes, for kernel files whose inner loop is too short for automatic
 * vectorisation: gcc's vector types, which every kernel set compiles to its instructions. Lanes
 * past n are zero when loaded, and not stored. */
#ifndef AD_COMPUTE_TILE_H
#define AD_COMPUTE_TILE_H

#include <string.h>

#include "compute/load.h"

enum { AD_TILE = 8 }; /* lanes: one AVX2 register of floats */

typedef real ad_tile __attribute__((vector_size(AD_TILE * sizeof(real))));
#if defined AD_KERNEL_DOUBLE
typedef int64_t ad_tile_mask __attribute__((vector_size(AD_TILE * sizeof(real)))); /* -1: true */
#else
typedef int32_t ad_tile_mask __attribute__((vector_size(AD_TILE * sizeof(real))));
#endif
typedef uint8_t ad_tile_bytes __attribute__((vector_size(AD_TILE)));

static inline void ad_tile_load(ad_tile *t, const void *array, size_t i, size_t n, int bf16)
{
    if (n == AD_TILE && !bf16) {
        memcpy(t, (const real *)array + i, sizeof *t);
        return;
    }
    ad_tile some = { 0 };
    for (size_t l = 0; l < n; l++)
        some[l] = ad_load(array, i + l, bf16);
    *t = some;
}

static inline void ad_tile_store(const ad_tile *t, void *array, size_t i, size_t n, int bf16)
{
    if (n == AD_TILE && !bf16)
        memcpy((real *)array + i, t, sizeof *t);
    else
        for (size_t l = 0; l < n; l++)
            ad_store(array, i + l, (*t)[l], bf16);
}

static inline void ad_tile_load_bytes(ad_tile_mask *t, const uint8_t *array, size_t n)
{
    ad_tile_bytes bytes = { 0 };

    if (n == AD_TILE)
        memcpy(&bytes, array, AD_TILE);
    else
        for (size_t l = 0; l < n; l++)
            bytes[l] = array[l];
    *t = __builtin_convertvector(bytes, ad_tile_mask);
}

static inline void ad_tile_store_bytes(const ad_tile_mask *t, uint8_t *array, size_t n)
{
    const ad_tile_bytes bytes = __builtin_convertvector(*t, ad_tile_bytes);

    if (n == AD_TILE)
        memcpy(array, &bytes, AD_TILE);
    else
        for (size_t l = 0; l < n; l++)
            array[l] = bytes[l];
}

#endif
